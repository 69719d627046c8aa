"""What around a quote, or between its parts, may turn its meaning: told beside it, no reason to drop it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product

from core.wortlaut.binding.eintrag import HALVES, ZitatStatus, ZitatWarning
from core.wortlaut.binding.emitted_quote import insertions, unwrapped
from core.wortlaut.binding.exact_match import loses_sentence_end
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import in_words
from core.wortlaut.german.folding import composed, is_picture_or_mark, letters, spelled_out
from core.wortlaut.german.quantities import cut_bounds, cut_lists
from core.wortlaut.german.words import (
    ARTICLES,
    CONDITION,
    DEADLINE,
    DISOWNED,
    ENDED,
    LIMIT,
    NEGATOR,
    OPENING_CONDITION,
    OTHER_THOUGHT,
    OTHERS_WILL,
    POSSIBLE,
    REJECTED,
    SAID,
    SHIELDED,
    SOFTENED,
    TOO_MUCH,
    TURNING,
    VERB_PREFIX,
)
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from core.wortlaut.records import Span

CLAUSE_START, CLAUSE_END = re.compile(r"[;:]|,(?!\s*dass\b)"), re.compile(r"[,;:]")
"""„Wir verhindern, dass …“ is one thought."""

SUBORDINATE = re.compile(
    r"\s*(?:(?:dass?|ob|wie|was|wer|wo|um|indem|weil|die|der|den|dem|deren|dessen|zu)\b\s*)*"
)
"""What may stand between a comma and the clause that the words before it govern: „gegen alle, die …“."""

COORDINATE = re.compile(
    r"[;:]|,\s(?:und|aber|sondern|denn|doch)\b|\s(?:und|aber|denn)\s(?=(?:wir|es|sie|ich|das|dies\w*|damit|so)\b)"
)
"""Between main clauses: what one denies the other does not."""

ADVERBIAL = re.compile(
    r",\s(?:da|weil|damit|um|ohne|obwohl|sodass|so\sdass|während|wobei|wodurch|womit|weshalb|sondern)\b.*",
    re.DOTALL,
)
ADVERBIAL_FIRST = re.compile(r"\W*(?:Da|Weil|Damit|Um|Ohne|Obwohl|Während|Indem|Nachdem)\b.*,\s*", re.DOTALL)
"""Clauses that give reasons, aims and circumstances: what they deny, their main clause does not."""

NOT_ONLY = re.compile(r"\b(?:nicht|kein\w*)\s(?:nur|allein|bloß|zuletzt|weniger)\b", re.IGNORECASE)

REJECTING = re.compile(rf"\b(?:{REJECTED})\b", re.IGNORECASE)
TURNS_LIST = re.compile(
    rf"\b(?:{ENDED}|{REJECTED}|Nein\s+zu[mr]?|(?:an)?statt)\b|\bgegen\W*\Z", re.IGNORECASE
)
"""What turns all lines of a list; „gegen“ and nouns of ending have an object of their own before them."""

VERB_END, NEW_SENTENCE = re.compile(r"[,;:]|\b(?:und|oder)\b"), re.compile(r"[;:]\s")
OURSELVES = re.compile(r"\b(?:wir|uns|ich)\b", re.IGNORECASE)
OPENED, CLOSED = re.compile("[„»‚]"), re.compile("[“”«‘]")
BEFORE_QUOTE, BEHIND_QUOTE = " \n„»‚(", " \n.“”«‘)"

ACROSS = "Die Auslassung verbindet verschiedene Sätze oder Teilsätze: bitte die ganze Passage lesen."
APART = "Die Teile sind verschiedene Sätze von verschiedenen Stellen: bitte jeden an seiner Stelle lesen."

EVERYWHERE = (("verneinung", NEGATOR, "eine Verneinung"), ("bedingung", CONDITION, "eine Bedingung"))
"""Wherever they stand in a sentence."""

OPEN_QUESTION = re.compile(r"\b(?:ob|inwieweit|inwiefern)\s*\Z")
"""„Wir prüfen, ob | …“: nothing is promised."""

VERB_FIRST = re.compile(
    r"\W*(?:Soll(?:te)?n?|Wird|Werden|Würden?|Ist|Sind|Wäre|Kommt|Kommen|Gelingt|Reicht|Bleibt|Bleiben|Gibt"
    r"|Steigt|Steigen|Sinkt|Liegt|Steht|Fehlt|Fehlen)\b[^.!?;:]*,\s*(?:so\s|dann\s)?"
)
"""„Sollte das Geld reichen, | …“: a condition without „wenn“."""

RELATIVE = re.compile(r",?\s?(?:die|der|das|den|dem|denen|deren|dessen|welche\w*)\s[^,;:.]*,\s?")
LIMITED_BEHIND = re.compile(r"\s?,\s(?:ohne|außer|ausgenommen|aber\snicht)\b")
SECTION = re.compile(r"(?:§{1,2}|\b(?:Art\.|Artikel|Paragra(?:ph|f)(?:en)?|Absatz|Abs\.|Ziffer))\s?\Z")
"""„§ | 218“."""

VERB_SWALLOWED = re.compile(r"\b[a-zäöüß]{3,}(?:e[lr]?n|rn)\W{0,5}\Z")
GOES_ON = re.compile(r"(?:und|oder|sowie)\s(?!\w+en\s[A-ZÄÖÜ])")
"""„Wir wollen die Steuern | senken | und die Renten erhöhen“: the first noun gets the second verb. „den
kleinen … und großen Betrieben“ has lost an adjective."""

NEAR = (
    ("bedingung", LIMIT, "eine Einschränkung"),
    ("bedingung", SOFTENED, "eine Abschwächung"),
    ("bedingung", DEADLINE, "eine Frist"),
    ("wende", TURNING, "ein Wort, das die Aussage umkehren kann"),
)
"""In the clause that a quote is cut out of."""

REJECTED_BEFORE = (("wende", REJECTING, "ein Wort der Ablehnung"),)
"""In all that leads up to the quote, over commas: „Wir bezweifeln, dass die, die …, | …“."""

BETWEEN_PARTS = (*EVERYWHERE, NEAR[0])
IN_GAPS = (
    *EVERYWHERE,
    *NEAR,
    ("wende", OTHER_THOUGHT, "der Beginn eines anderen Gedankens"),
)


def sentence_at(strom: Textstrom, position: int) -> Span:
    paragraph = strom.paragraph_at(position)
    inside = (span for span in strom.sentences_of(paragraph) if span[0] <= position < span[1])
    return next(inside, (paragraph.start, paragraph.end))


def crosses_sentences(fund: Fund) -> bool:
    """Does an ellipsis join parts of several sentences? Together they may say what neither does."""
    strom = fund.quelle.strom
    return any(
        sentence_at(strom, end - 1) != sentence_at(strom, start) or NEW_SENTENCE.search(strom.text[end:start])
        for (_, end), (start, _) in pairwise(fund.spans)
    )


def warnings(fund: Fund) -> tuple[ZitatWarning, ...]:
    """What may turn the quote's meaning round, each kind once."""
    found: dict[str, ZitatWarning] = {}
    for one in (*_in_gaps(fund), *_outside(fund), *_of_numbers(fund), *_lead_in(fund)):
        found.setdefault(one.art, one)
    return tuple(found.values())


def warnings_at(fund: Fund, every: Iterable[Fund]) -> tuple[ZitatWarning, ...]:
    """The same, with what may turn it round elsewhere: of several places nobody knows which one was meant."""
    found = {one.art: one for one in warnings(fund)}
    for other in every:
        if other != fund and not other.is_unsure and not crosses_sentences(other):
            for art, told in warnings(other):
                found.setdefault(art, ZitatWarning(art, f"Das steht auch an anderer Stelle. Dort: {told}"))
    return tuple(found.values())


def _in_gaps(fund: Fund) -> Iterator[ZitatWarning]:
    if crosses_sentences(fund):
        yield from _joined(ACROSS, ((fund.quelle.strom, span) for span in fund.spans))
    text = fund.quelle.strom.text
    for (_, end), (start, _) in pairwise(fund.spans):
        gap = text[end:start]
        is_clause = "," in text[end - 1 : end + 2]
        if not is_clause and VERB_SWALLOWED.search(gap) and GOES_ON.match(text, start):
            told = f"In der Auslassung steht das Verb zu dem, was davor steht („{gap.split()[-1]}“)."
            yield ZitatWarning("wende_in_auslassung", told)
        if not RELATIVE.fullmatch(gap) and (verb := POSSIBLE.search(gap)):
            told = f"In der Auslassung steht ein Verb des Sollens oder Könnens („{verb[0]}“)."
            yield ZitatWarning("bedingung_in_auslassung", told)
        if OPEN_QUESTION.search(gap):
            yield ZitatWarning("bedingung_in_auslassung", "In der Auslassung wird gefragt, ob das gilt.")
        if too := TOO_MUCH.search(text[end : start + 20]):
            if end + too.start() < start:
                yield ZitatWarning("wende_in_auslassung", "In der Auslassung steht „zu“.")
        for art, pattern, name in IN_GAPS:
            if word := pattern.search(gap):
                yield ZitatWarning(f"{art}_in_auslassung", f"In der Auslassung steht {name} („{word[0]}“).")
        if word := VERB_PREFIX.search(gap):
            told = f"In der Auslassung steht das Ende eines Verbs („{word[0]}“)."
            yield ZitatWarning("wende_in_auslassung", told)


def _joined(where: str, spans: Iterable[tuple[Textstrom, Span]]) -> Iterator[ZitatWarning]:
    """`where`: how these parts, which are of different sentences, come together."""
    yield ZitatWarning("verbundene_saetze", where)
    if not all(is_clause(strom, span) for strom, span in spans):
        halves = "Die Teile sind keine ganzen Sätze: So, wie sie hier zusammenstehen, sagt es dort kein Satz."
        yield ZitatWarning(HALVES, halves)


def is_clause(strom: Textstrom, span: Span) -> bool:
    """Does a part begin and end where a sentence or a clause of its source does?"""
    start, end = span
    begin, stop = sentence_at(strom, start)[0], sentence_at(strom, end - 1)[1]
    before, behind = strom.text[begin:start].rstrip(BEFORE_QUOTE), strom.text[end:stop].lstrip("“”«‘) ")
    begins = not before or CLAUSE_BEGINS.search(before)
    return bool(begins and (not behind or strom.text[end - 1] in ".!?;:" or CLAUSE_ENDS.match(behind)))


CLAUSE_BEGINS = re.compile(r"(?:[,;:.!?–—•]|\b(?:und|oder|aber|sondern|denn|doch|sowie))\Z")
CLAUSE_ENDS = re.compile(r"[,;:.!?–—]|(?:und|oder|aber|sondern|denn|doch|sowie)\b")


def _outside(fund: Fund) -> Iterator[ZitatWarning]:
    """In what of its sentence, or sentences, a quote leaves out before and behind."""
    start, end = fund.sentence
    text = fund.quelle.strom.text
    before, behind = text[start : fund.spans[0][0]], text[fund.spans[-1][1] : end]
    is_cut = any(letter.isalnum() for letter in before + behind)
    turning = tuple(_turning(before, behind)) if is_cut else ()
    yield from turning
    if OPEN_QUESTION.search(before):
        yield ZitatWarning("bedingung_ausserhalb", "Davor steht, dass erst gefragt wird, ob das gilt.")
    if VERB_FIRST.fullmatch(before):
        yield ZitatWarning(
            "bedingung_ausserhalb", f"Davor steht eine Bedingung („{' '.join(before.split())}“)."
        )
    if OPENING_CONDITION.match(before) or (is_cut and LIMITED_BEHIND.match(behind)):
        where, words = ("Davor", before) if OPENING_CONDITION.match(before) else ("Danach", behind)
        yield ZitatWarning(
            "bedingung_ausserhalb", f"{where} steht eine Einschränkung („{' '.join(words.split())}“)."
        )
    if shield := SHIELDED.search(before):
        yield ZitatWarning("wende_ausserhalb", f"Davor steht „{shield[0].strip()}“.")
    if TOO_MUCH.search(text[start : fund.spans[0][0] + 20]) and before.rstrip().lower().endswith("zu"):
        yield ZitatWarning("wende_ausserhalb", "Davor steht „zu“.")
    # „lehnen wir ab“ was told already.
    is_told = any(one.may_turn for one in turning)
    if is_cut and not is_told and (word := VERB_PREFIX.search(f"{VERB_END.split(behind)[0]}.")):
        yield ZitatWarning("verb_abgeschnitten", f"Im Zitat fehlt das Ende des Verbs („{word[0]}“).")
    if behind.rstrip(BEHIND_QUOTE).endswith("?"):
        yield ZitatWarning("frage", "Der Satz ist eine Frage.")
    if is_cut and (turned := DISOWNED.match(text[end : end + 120].lstrip(" "))):
        yield ZitatWarning("folgesatz", f"Danach steht: „{turned[0]} …“")
    yield from _other_voice(before, behind)
    if is_cut and (who := _other_subject(fund, before)):
        yield ZitatWarning("andere_stimme", f"Im Satz steht, das wollten andere („{who}“).")


def _other_subject(fund: Fund, before: str) -> str:
    """Another party of which the words before a quote say that it wants this."""
    found = OTHERS_WILL.search(_governing(before))
    if not found or OURSELVES.search(before[found.end() :]):
        return ""
    who = found["who"] or found["whose"]
    programm = fund.quelle.programm
    is_own = letters(who).removesuffix("n") in letters(f"{programm.partei} {programm.name}")
    return "" if is_own else " ".join(found[0].split())


def _turning(before: str, behind: str) -> Iterator[ZitatWarning]:
    """Words in the rest of the sentence; a negation that is none of the quote's own clause as such."""
    near_before = "" if ADVERBIAL_FIRST.fullmatch(before) else COORDINATE.split(before)[-1]
    near_behind = ADVERBIAL.sub("", COORDINATE.split(behind)[0])
    thought = NOT_ONLY.sub("", f"{near_before}\n{near_behind}")
    found = [
        ZitatWarning(f"{art}_{where}", f"Im nicht zitierten Teil des Satzes steht {name} („{words}“).")
        for patterns, left_out, where in (
            (EVERYWHERE[:1], thought, "ausserhalb"),
            (EVERYWHERE[1:], f"{before}\n{behind}", "ausserhalb"),
            (NEAR, f"{_governing(before)}\n{CLAUSE_END.split(behind)[0]}", "ausserhalb"),
            (REJECTED_BEFORE, COORDINATE.split(before)[-1], "ausserhalb"),
            (EVERYWHERE[:1], f"{before}\n{behind}", "im_satz"),
        )
        for art, pattern, name in patterns
        if (word := pattern.search(left_out)) and (words := " ".join(word[0].split()))
    ]
    is_near = any(one.art == "verneinung_ausserhalb" for one in found)
    yield from (one for one in found if not is_near or one.art != "verneinung_im_satz")


def _governing(before: str) -> str:
    """The clause that a quote is cut out of, and that before it where the quote is what it speaks of."""
    clauses = CLAUSE_START.split(before)
    is_subordinate = len(clauses) > 1 and SUBORDINATE.fullmatch(clauses[-1])
    return "\n".join(clauses[-2:]) if is_subordinate else clauses[-1]


def _of_numbers(fund: Fund) -> Iterator[ZitatWarning]:
    """Words at its ends and in its gaps that say how a number is meant."""
    text = fund.quelle.strom.text
    for start, end in fund.spans:
        for word in cut_bounds(text, start, end):
            if not LIMIT.search(word):  # told as a limit
                told = " ".join(word.split())
                cut = f"Bei einer Zahl am Rand des Zitats fehlt, wie sie gemeint ist („{told}“)."
                yield ZitatWarning("zahl_abgeschnitten", cut)
        if text[start].isdigit() and (section := SECTION.search(text[max(0, start - 12) : start])):
            cut = f"Vor der Zahl am Anfang des Zitats fehlt „{section[0].strip()}“."
            yield ZitatWarning("zahl_abgeschnitten", cut)
        for words in cut_lists(text, start, end):
            cut = (
                f"Das Zitat beginnt oder endet in einer Aufzählung von Zahlen („{' '.join(words.split())}“)."
            )
            yield ZitatWarning("aufzaehlung_abgeschnitten", cut)


def _other_voice(before: str, behind: str) -> Iterator[ZitatWarning]:
    """A quote within what the source quotes itself, or says of others."""
    is_cut = _is_open(before.rstrip(BEFORE_QUOTE)) or _is_closed(behind.lstrip(BEHIND_QUOTE))
    *_, clause, rest = ("", *re.split("[,;:.]", before))
    if is_cut or (_is_open(before) and _is_closed(behind)):
        marked = "Das steht dort in Anführungszeichen: bitte lesen, wer da spricht."
        yield ZitatWarning("andere_stimme", marked)
    elif rest.strip() in ("", "dass") and (said := SAID.search(clause)) and not OURSELVES.search(clause):
        yield ZitatWarning("andere_stimme", f"Das sagen dort andere („{said[0]}“).")


def _is_open(text: str) -> bool:
    """Does a quotation begin in it that does not end there?"""
    *_, last = ("", *OPENED.split(text))
    return last != text and not CLOSED.search(last)


def _is_closed(text: str) -> bool:
    """Does a quotation end in it that does not begin there?"""
    first, *others = CLOSED.split(text)
    return bool(others) and not OPENED.search(first)


def _lead_in(fund: Fund) -> Iterator[ZitatWarning]:
    """The sentence that a list completes turns all of its lines: „Wir lehnen ab:“."""
    strom = fund.quelle.strom
    paragraph = strom.paragraph_at(fund.spans[0][0])
    if paragraph.art is not ParagraphKind.LISTE:
        return
    above = paragraph
    while above.start and (above.art is ParagraphKind.LISTE or above.art.is_beside):
        above = strom.paragraph_at(above.start - 1)
    start, end = sentence_at(strom, above.end - 1)
    lead_in = strom.text[start:end].rstrip()
    if above.art is not ParagraphKind.LISTE and lead_in.endswith(":"):
        clause = CLAUSE_START.split(lead_in[:-1])[-1]
        if NEGATOR.search(clause) or TURNS_LIST.search(clause):
            yield ZitatWarning("einleitung", f"Die Liste, in der das steht, beginnt mit: „{lead_in}“")


# --- a quote joined from several places ---------------------------------------------------------------------


def joined_warnings(funds: Sequence[Fund]) -> tuple[ZitatWarning, ...]:
    """What may turn the meaning round of a quote that is joined from these places."""
    found = [
        *_joined(APART, ((fund.quelle.strom, span) for fund in funds for span in fund.spans)),
        *(
            ZitatWarning(warning.art, f"Teil {n}: {warning.text}")
            for n, fund in enumerate(funds, start=1)
            for warning in warnings(fund)
        ),
    ]
    for quelle in dict.fromkeys(fund.quelle for fund in funds):
        own = sorted((fund.spans, n) for n, fund in enumerate(funds, start=1) if fund.quelle is quelle)
        for (one, n), (two, m) in pairwise(own):
            found += _between(quelle.strom, (one[-1][1], n), (two[0][0], m))
    return tuple(found)


def _between(strom: Textstrom, ended: tuple[int, int], begun: tuple[int, int]) -> Iterator[ZitatWarning]:
    """Neighbours in one paragraph: a reader takes them for one thought, whatever was left out or moved."""
    (end, n), (start, m) = ended, begun
    if strom.paragraph_at(end - 1) is not strom.paragraph_at(start):
        return
    which = f"Teil {min(n, m)} und Teil {max(n, m)} stehen in einem Absatz"
    if m < n:
        yield ZitatWarning("umgestellt", f"{which}, aber in umgekehrter Reihenfolge.")
    for art, pattern, name in BETWEEN_PARTS:
        if found := pattern.search(strom.text[end:start]):
            yield ZitatWarning(f"{art}_in_auslassung", f"{which}; dazwischen steht {name} („{found[0]}“).")


def is_turned(funds: Sequence[Fund]) -> bool:
    """Is a sentence's end quoted before its beginning? That makes another sentence of its words."""
    return any(
        then < first and sentence_at(one.quelle.strom, first[0]) == sentence_at(two.quelle.strom, then[1] - 1)
        for one, two in combinations(funds, 2)
        if one.quelle is two.quelle
        for first, then in product(one.spans, two.spans)
    )


# --- what a model wrote that is not printed ---------------------------------------------------------------


NAMES = re.compile(
    r"(?:(?:d(?:ie|er|as|en|em|es)|unser\w*|ihr\w*|sein\w*|dies\w*)\s)?(?:[a-zäöü]+[a-zäöü]e[nmrs]?\s)?"
    r"[A-ZÄÖÜ][\w-]*(?:(?:\s(?:und|der|des|die))?\s[A-ZÄÖÜ][\w-]*){0,2}"
)
PRONOUN_BEFORE = re.compile(
    r"(?:\A|\b(?:sie|er|es|ihn|ihm|ihnen|ihr\w{0,2}|sein\w{0,2}|wir|uns|unser\w{0,2}|dies\w{0,2}|das|dort|hier|dazu|dabei"
    r"|jene\w?))\s*\Z",
    re.IGNORECASE,
)
"""„Sie [die SPD]“: the words put in say who is meant."""


SEEN_BEFORE = 1500
"""Characters before a quote in which the noun has to stand that a pronoun is said to mean."""

STRUCK = re.compile(
    r"~~[^~\n]{1,300}~~|<(?:s|del|strike)\b[^<>]{0,80}>[^<]{1,300}<|[\u0335-\u0338\u20d2\u20d3\u20e5\u20e6\u20eb]",
    re.IGNORECASE,
)
REMARK = re.compile(r"[(\[]\s?[!?]{1,3}\s?[)\]]")
LINE_START = re.compile(r"^[^\w\n]+", re.MULTILINE)
HARMLESS_SIGNS = frozenset("°©®™№✓✔➢➤") | {chr(code) for code in range(0x25A0, 0x2600)}
"""Beside what is printed so: marks of lists, which models also set amid a line."""


def emitted_warnings(
    emitted: str, status: ZitatStatus, printed: str, fund: Fund | None = None
) -> Iterator[ZitatWarning]:
    """In what the emitted wording is not the printed one, though it was bound to it; `fund`: where."""
    if STRUCK.search(emitted) and not STRUCK.search(printed):
        yield ZitatWarning("zusatz", "Im Zitat ist etwas durchgestrichen, das gedruckt ist.")
    elif signs := _signs_put_in(emitted, printed):
        yield ZitatWarning("zusatz", f"Gedruckt, aber ohne das Zeichen „{signs}“.")
    closing = emitted.rstrip(" \n\t\xa0\"'“”„«»*_…)]")[-1:]
    if printed and status is not ZitatStatus.ANGEGLICHEN and closing in (".", "?", "!"):
        if (closing == "?") != printed.rstrip(' “”"»«)').endswith("?"):
            yield ZitatWarning(
                "frage", "Gedruckt ist eine Frage." if closing != "?" else "Gedruckt ist keine Frage."
            )
    if printed and loses_sentence_end(printed, unwrapped(emitted)):
        yield ZitatWarning("satzende_fehlt", "Gedruckt sind mehrere Sätze; im Zitat fehlt ein Satzende.")
    is_printed = spelled_out(emitted) == spelled_out(printed)  # some programmes have brackets of their own
    if not is_printed and (words := insertions(emitted)):
        plain = unwrapped(emitted)
        only_names = all(
            NAMES.fullmatch(one) and _names_a_pronoun(plain, one) and (fund is None or _is_named(fund, one))
            for one in words
        )
        told = ", ".join(f"[{one}]" for one in words)
        art = "zusatz_name" if only_names else "zusatz"
        yield ZitatWarning(art, f"Gedruckt, mit Zusatz in Klammern, der dort nicht steht: {told}.")
    if status is ZitatStatus.ANGEGLICHEN and (changed := in_words(unwrapped(emitted), printed, "gedruckt")):
        yield ZitatWarning("angeglichen", f"Angeglichen: {changed}")


def _signs_put_in(emitted: str, printed: str) -> str:
    """„(!)“, or a picture or another sign that is no letter: somebody's opinion of the quote."""
    if emitted.isascii() and "!" not in emitted and "?" not in emitted:
        return ""
    if (remark := REMARK.search(emitted)) and remark[0] not in printed:
        return remark[0]
    amid = composed(LINE_START.sub("", emitted))
    put_in = (
        sign
        for sign in amid
        if sign > "~"
        and (sign in "¬≠" or is_picture_or_mark(sign))
        and sign not in HARMLESS_SIGNS
        and sign not in printed
    )
    return next(put_in, "")


def _is_named(fund: Fund, words: str) -> bool:
    """Does the text before speak of what the words name, or are they the party's own? „Wir [die AfD]“ is only
    the AfD's."""
    programm, start = fund.quelle.programm, fund.spans[0][0]
    seen = fund.quelle.strom.text[max(0, start - SEEN_BEFORE) : fund.spans[-1][1]]
    own = letters(f"{programm.partei} {programm.name}")
    names = [letters(name)[:STEM] for name in NOUN.findall(words) if name.lower() not in ARTICLES]
    return all(name in own or (name in letters(seen) and not PARTY.search(words)) for name in names)


NOUN = re.compile(r"[A-ZÄÖÜ][\w-]{2,}")
PARTY = re.compile(r"\b(?:CDU|CSU|SPD|FDP|AfD|BSW|Union|Grünen?|Linken?|Ampel)\b")
STEM = 6
"""Letters of a noun that all its forms share: „Betrieb“, „Betriebe“."""


def _names_a_pronoun(text: str, words: str) -> bool:
    before = " ".join(text.split()).partition(f"[{words}]")[0].lstrip('„“"»«>*_ ')
    return bool(PRONOUN_BEFORE.search(before))
