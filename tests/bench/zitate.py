"""Quotes as a model might emit them, made of real sentences: true ones that were damaged, and false ones.

Written without the code that binds quotes, so that a fault there does not hide itself here.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from random import Random

from core.wortlaut.german.sentences import sentences
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk

SHORTEST = 40
"""Characters of a sentence that is drawn."""

PART = 12
"""Letters of each part of a quote with an ellipsis."""

HALF = 20
"""Letters of each half where halves are torn apart."""


@dataclass(frozen=True, slots=True)
class Satz:
    """A sentence, or two neighbouring ones, as a range of a Programm's text stream."""

    programm: str
    partei: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Probe:
    """A quote that a party's assessment holds. `satz` is what it was made of, `andere` what was mixed in."""

    art: str
    partei: str
    text: str
    satz: Satz
    andere: Satz | None = None


@dataclass(frozen=True)
class Stock:
    """What is drawn from, and the letters of every party's Programme."""

    saetze: Sequence[Satz]
    paare: Sequence[Satz]
    chunkgrenzen: Sequence[Satz]
    umbrueche: Sequence[Satz]
    letters: Mapping[str, Sequence[str]]

    def holds(self, partei: str, text: str) -> bool:
        """Does the wording stand in a Programm of that party? Around an ellipsis: in that order?"""
        wanted = parts(text)
        return any(_in_order(wanted, programm) for programm in self.letters[partei])


def parts(text: str) -> list[str]:
    """The letters before and behind each ellipsis."""
    return [letters(part) for part in re.split(r"…|\.\.\.", text)]


def letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum())


def _in_order(parts: Iterable[str], text: str) -> bool:
    place = 0
    for part in parts:
        found = text.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return True


# --- what is drawn from -------------------------------------------------------------------------------------


def read_vorrat(
    stroeme: Mapping[str, Textstrom], parteien: Mapping[str, str], chunks: Mapping[str, Sequence[Chunk]]
) -> Stock:
    """The sentences of Programme, their party and their Chunks."""
    saetze: list[Satz] = []
    paare: list[Satz] = []
    limits: list[Satz] = []
    umbrueche: list[Satz] = []
    texts: dict[str, list[str]] = {}
    for programm_id, strom in stroeme.items():
        partei = parteien[programm_id]
        texts.setdefault(partei, []).append(letters(strom.text))
        own = [Satz(programm_id, partei, *span, strom.text[slice(*span)]) for span in _prose(strom)]
        ends = {chunk.end for chunk in chunks[programm_id]}
        for one, two in pairwise(own):
            if not letters(strom.text[one.end : two.start]):
                both = Satz(programm_id, partei, one.start, two.end, strom.text[one.start : two.end])
                (limits if one.end in ends else paare).append(both)
        saetze += own
        umbrueche += [satz for satz in own if len(strom.pages_of(satz.start, satz.end)) > 1]
    return Stock(saetze, paare, limits, umbrueche, texts)


def _prose(strom: Textstrom) -> Iterator[tuple[int, int]]:
    for teil in strom.absaetze:
        for start, end in sentences(strom.text[teil.start : teil.end]) if teil.art.is_prose else ():
            satz = strom.text[teil.start + start : teil.start + end]
            if len(satz) >= SHORTEST and len(letters(satz)) >= 0.7 * SHORTEST:
                yield teil.start + start, teil.start + end


Maker = Callable[[Random, str], str | None]
"""Changes a text; None where it offers nothing to change."""


def draw(rng: Random, pool: Sequence[Satz], art: str, maker: Maker) -> Iterator[Probe]:
    """Quotes of one kind, each of another sentence."""
    made = ((satz, maker(rng, satz.text)) for satz in rng.sample(pool, len(pool)))
    return (Probe(art, satz.partei, text, satz) for satz, text in made if text)


def absent(stock: Stock, proben: Iterable[Probe]) -> Iterator[Probe]:
    """Only those whose wording stands in no Programm of the party."""
    return (probe for probe in proben if not stock.holds(probe.partei, probe.text))


# --- true, damaged ------------------------------------------------------------------------------------------


def _replaced(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def _words(text: str, pattern: str = r"[^\W\d_]+") -> list[re.Match[str]]:
    return list(re.finditer(pattern, text))


def verbatim(rng: Random, text: str) -> str:
    return text


def hyphenated(rng: Random, text: str) -> str | None:
    long = _words(text, r"[^\W\d_]{6,}")
    return _broken(rng, text, rng.sample(long, min(len(long), rng.randint(1, 3))), ["-", "- ", "-\n"])


def _broken(rng: Random, text: str, words: Sequence[re.Match[str]], marks: Sequence[str]) -> str | None:
    """A mark at a random letter within each of these words."""
    for match in sorted(words, key=lambda match: -match.start()):
        place = match.start() + rng.randrange(2, len(match[0]) - 2)
        text = text[:place] + rng.choice(marks) + text[place:]
    return text if words else None


def quote_marks(rng: Random, text: str) -> str:
    marks = rng.choice(["„“", "»«", '""', "‚‘", "“”", "«»"])
    bare = re.sub('[„“”»«"‚‘]', "", text)
    if rng.random() < 0.5:
        return f"{marks[0]}{bare}{marks[1]}"
    match = rng.choice(_words(bare))
    return _replaced(bare, match, f"{marks[0]}{match[0]}{marks[1]}")


DASHES = "[\N{MINUS SIGN}\N{NON-BREAKING HYPHEN}–—-]"


def dashes(rng: Random, text: str) -> str | None:
    changed = re.sub(DASHES, lambda _: rng.choice("–—-\N{MINUS SIGN}"), text)
    return changed if re.search(DASHES, text) else None


def commas(rng: Random, text: str) -> str:
    if "," in text and rng.random() < 0.5:
        return re.sub(r",(?!\d)", "", text)
    match = rng.choice(_words(text))
    return _replaced(text, match, match[0] + ",")


SPACES = (" ", "  ", "\n", "\xa0", "\t", " \n ", "\u202f", "\r\n")


def white_space(rng: Random, text: str) -> str:
    return re.sub(r"\s+", lambda _: rng.choice(SPACES), text)


def case(rng: Random, text: str) -> str:
    return rng.choice([text.lower(), text.upper(), text.title()])


def soft_hyphens(rng: Random, text: str) -> str | None:
    return _broken(rng, text, _words(text, r"[^\W\d_]{6,}"), ["\xad"])


LIGATURES = {"ffi": "ﬃ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "st": "ﬆ"}


def ligatures(rng: Random, text: str) -> str | None:
    changed = re.sub("|".join(LIGATURES), lambda match: LIGATURES[match[0]], text)
    return None if changed == text else changed


def markdown(rng: Random, text: str) -> str:
    match = rng.choice(_words(text))
    return rng.choice(
        [f"**{text}**", f"*{text}*", f"> {text}", f"`{text}`", f"- {text}", f"> „{text}“",
         _replaced(text, match, f"**{match[0]}**"), f"> {text}".replace(" ", "\n> ", 3)]
    )  # fmt: skip


def reference_behind(rng: Random, text: str) -> str:
    number = rng.randint(1, 160)
    reference = rng.choice([f"(S. {number})", f"[{number}]", f"[Q{number}]"])
    return rng.choice([f"{text} {reference}", f"{text}{reference}", f"„{text}“ {reference}"])


TYPED = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
INVISIBLE = "\u200b\u200c\u2060\ufeff\xad"
STARTS = ("1. ", "2) ", "a) ", "• ", "- ", "– ", "* ", "3.1 ")


def typed(rng: Random, text: str) -> str | None:
    """Without German keys; of „Masse“ and „Maße“ nobody could tell."""
    changed = text.translate({ord(letter): two for letter, two in TYPED.items()})
    return None if changed == text or re.search(r"(?i)\b(?:ma|bu|flo)(?:ss|ß)en?\b", text) else changed


def typed_in_part(rng: Random, text: str) -> str | None:
    return _replaced(text, found, TYPED[found[0]]) if (found := _one(rng, text, "[äöüÄÖÜ]")) else None


def blanks_at_hyphens(rng: Random, text: str) -> str | None:
    changed = re.sub(r"(?<=\w)-(?=\w)|(?<=\w)- ", lambda m: rng.choice((" -", " - ", "- ")), text)
    return None if changed == text else changed


def hyphen_lost(rng: Random, text: str) -> str | None:
    """„Klima und Umweltschutz“, „29Euro“ not: there it parts a number from a word."""
    found = _one(rng, text, r"(?<=[^\W\d_])[-‐](?=[ A-ZÄÖÜ])")
    return _replaced(text, found, "") if found else None


def unseen_letters(rng: Random, text: str) -> str | None:
    words = _words(text, r"[^\W\d_]{4,}")
    if not words:
        return None
    match = rng.choice(words)
    changed = _replaced(text, match, match[0][:2] + rng.choice(INVISIBLE) + match[0][2:])
    return changed.replace(" ", rng.choice("\xa0\u202f\u2009"), 2).replace("-", "\N{NON-BREAKING HYPHEN}")


def bullet_amid(rng: Random, text: str) -> str:
    blank = rng.choice(_words(text, " "))
    return _replaced(text, blank, rng.choice((" • ", "\n- ", "\n• ", " · ", "\n* ", "\n> ")))


def begins_a_list(rng: Random, text: str) -> str | None:
    """With a number or mark that the source does not have; one of its own would be changed by it."""
    return None if text[:1].isdigit() or not text[:1].isupper() else rng.choice(STARTS) + text


def in_ellipses(rng: Random, text: str) -> str:
    mark = rng.choice(("…", "...", "[...]", "[…]"))
    return rng.choice((f"{mark} {text}", f"{text} {mark}", f"„{mark} {text} {mark}“", f"{mark}{text}{mark}"))


def formatted(rng: Random, text: str) -> str:
    match = rng.choice(_words(text))
    inside = [_replaced(text, match, f"{mark}{match[0]}{mark}") for mark in ("_", "__")]
    return rng.choice([f"## {text}", f"_{text}_", f"***{text}***", f"- **{text}**", *inside])


def _one(rng: Random, text: str, pattern: str) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text))
    return rng.choice(found) if found else None


def several_damages(rng: Random, text: str) -> str:
    makers = [hyphenated, quote_marks, commas, white_space, case, soft_hyphens, markdown, unseen_letters]
    for maker in rng.sample(makers, 3):
        text = maker(rng, text) or text
    return text


SPELLINGS: Mapping[str, Maker] = {
    "typed without German keys": typed,
    "typed so in part": typed_in_part,
    "blanks at hyphens": blanks_at_hyphens,
    "hyphen lost": hyphen_lost,
    "unseen letters": unseen_letters,
    "bullet amid": bullet_amid,
    "begins a list": begins_a_list,
    "in ellipses": in_ellipses,
    "formatted": formatted,
}
"""How real models spell what they copy without changing a word."""

DAMAGES: Mapping[str, tuple[str, Maker]] = {
    "verbatim": ("saetze", verbatim),
    "hyphenation put back": ("saetze", hyphenated),
    "quote marks": ("saetze", quote_marks),
    "dashes": ("saetze", dashes),
    "commas": ("saetze", commas),
    "white space": ("saetze", white_space),
    "case": ("saetze", case),
    "soft hyphens": ("saetze", soft_hyphens),
    "ligatures": ("saetze", ligatures),
    "Markdown": ("saetze", markdown),
    "reference behind": ("saetze", reference_behind),
    "three damages at once": ("saetze", several_damages),
    **{art: ("saetze", maker) for art, maker in SPELLINGS.items()},
    "over a page break": ("umbrueche", verbatim),
    "into the next passage": ("chunkgrenzen", verbatim),
    "two sentences": ("paare", verbatim),
}
"""Kind → where it is drawn from, how it is made."""


def true_quotes(rng: Random, stock: Stock, count: int) -> list[Probe]:
    """`count` of each kind."""
    return [
        probe
        for art, (pool, maker) in DAMAGES.items()
        for probe in islice(draw(rng, getattr(stock, pool), art, maker), count)
    ]


# --- true, with an ellipsis or cut --------------------------------------------------------------------------

NEGATION = re.compile(
    r"(?<![\w-])(nicht|nichts|kein(?:e[mnrs]?|erlei)?|keinesfalls|keineswegs|nie|niemals|niemand(?:e[mn])?|"
    r"nirgends|nirgendwo|weder|ohne)(?![\w-])",
    re.IGNORECASE,
)
ELLIPSES = (" … ", "… ", "…", " ... ", "... ", " […] ", " [...] ", " (…) ")


def elided(rng: Random, text: str) -> str | None:
    """First words … last words."""
    starts = [match.start() for match in re.finditer(r"(?<=\s)\S", text)]
    first = [place for place in starts if len(letters(text[:place])) >= PART]
    # Cut behind „22“ of „22 %“ it would be another number.
    first = [place for place in first if not text[:place].rstrip()[-1:].isdigit()]
    if not first:
        return None
    end = rng.choice(first[: max(1, len(first) // 2)])
    last = [p for p in starts if letters(text[end:p]) and len(letters(text[p:])) >= PART]
    if not last:
        return None
    return text[:end].rstrip() + rng.choice(ELLIPSES) + text[rng.choice(last) :]


def elided_negation(rng: Random, text: str) -> str | None:
    """The same; what is left out holds a negation."""
    made = elided(rng, text) if NEGATION.search(text) else None
    if made is None:
        return None
    return made if len(NEGATION.findall(made)) < len(NEGATION.findall(text)) else None


def negation_cut_off(rng: Random, text: str) -> str | None:
    """Only the part of a sentence before or behind its negation."""
    negation = NEGATION.search(text)
    if negation is None:
        return None
    before, behind = text[: negation.start()].rstrip(), text[negation.end() :].lstrip()
    longer = max(before, behind, key=len)
    return longer if len(letters(longer)) >= 30 and not NEGATION.search(longer) else None


def elided_quotes(rng: Random, stock: Stock, count: int) -> list[Probe]:
    pools = [("one sentence", stock.saetze), ("two sentences", stock.paare)]
    return [
        probe
        for name, pool in pools
        for art, maker in ((name, elided), (f"{name}, negation left out", elided_negation))
        for probe in islice(draw(rng, pool, art, maker), count)
    ]


def cut_quotes(rng: Random, stock: Stock, count: int) -> list[Probe]:
    return list(islice(draw(rng, stock.saetze, "negation cut off", negation_cut_off), count))


# --- true, joined from several places -----------------------------------------------------------------------

JOINTS = (" … ", " ... ", " […] ", " [...] ", "… ", "\n[…]\n")
APART = 800
"""Characters between two sentences that no single ellipsis leads over."""


def joined_quotes(rng: Random, stock: Stock, count: int) -> list[Probe]:
    """Two sentences of one party: the second far behind, the second before, of another Programm."""
    pool = [satz for satz in stock.saetze if not re.search(r"…|\.\.\.|[\[\]]", satz.text)]
    by_partei: dict[str, list[Satz]] = {}
    for satz in pool:
        by_partei.setdefault(satz.partei, []).append(satz)
    pairs = ((one, rng.choice(by_partei[one.partei])) for one in rng.sample(pool, len(pool)))
    made: dict[str, list[Probe]] = {"behind": [], "before": [], "in another Programm": []}
    for one, two in pairs:
        where = "before" if two.start < one.start else "behind"
        art = where if one.programm == two.programm else "in another Programm"
        is_apart = one.programm != two.programm or max(one.start, two.start) - min(one.end, two.end) > APART
        if is_apart and letters(one.text) != letters(two.text):
            text = one.text.rstrip(" .") + rng.choice(JOINTS) + two.text
            made[art].append(Probe(f"joined, {art}", one.partei, text, one, two))
    return [probe for own in made.values() for probe in own[:count]]


# --- true, with slips ---------------------------------------------------------------------------------------

ARTICLES = {
    "der": "die", "die": "der", "das": "der", "den": "dem", "dem": "den", "des": "der",
    "ein": "eine", "eine": "einer", "einen": "ein", "einem": "einen", "einer": "eine", "eines": "einer",
}  # fmt: skip
BENT_ADJECTIVE = r"(?<= )[a-zäöüß]{2,}(?:lich|ig|isch|sam|bar|haft|iv|al|ell)(e[nmrs]?)(?= )"
BENT_NOUN = r"(?<= )[A-ZÄÖÜ][a-zäöüß]{4,}?(en|es|e|(?<!s)s)(?= )"
ADJECTIVE_ENDINGS = ("e", "en", "er", "es", "em")
NOUN_ENDINGS = {"en": "e", "e": "en", "es": "s", "s": "es"}
DERIVED = r"(?<= )[a-zäöüß]{2,}(?:lich|ig|isch)e[nmrs]? (?=[A-ZÄÖÜ])"
ATTRIBUTE = r"(?<= )(?:der|die|das|den|dem|des|ein|mit|für|von|zur|zum) ([a-zäöüß]{4,}e[nmrs]? )(?=[A-ZÄÖÜ])"
QUANTITY = re.compile(
    r"einzig|einig|\w*wenig|\w+zig|dreißig|nichtig|viel|all|beid|erst|zweit|dritt|viert|fünft|halb|ganz|"
    r"kein|letzt|doppelt|dreifach|mehrere|einem?|zehnt|hundert|tausend|\d|"
    r"Million|Milliard|Drittel|Hälfte"
)
"""Words whose loss changes how many: no slip."""


def article_changed(rng: Random, text: str) -> str | None:
    found = _words(text, rf"(?<= )(?:{'|'.join(ARTICLES)})(?= )")
    if not found:
        return None
    match = rng.choice(found)
    return _replaced(text, match, ARTICLES[match[0]])


def ending_changed(rng: Random, text: str) -> str | None:
    found = [m for m in _words(text, f"{BENT_ADJECTIVE}|{BENT_NOUN}") if not QUANTITY.match(m[0])]
    if not found:
        return None
    match = rng.choice(found)
    ending = match[1] or match[2]
    new = NOUN_ENDINGS[ending] if match[2] else rng.choice([e for e in ADJECTIVE_ENDINGS if e != ending])
    return _replaced(text, match, match[0][: -len(ending)] + new)


def adjective_dropped(rng: Random, text: str) -> str | None:
    found = [m.span(m.lastindex or 0) for m in _words(text, f"{DERIVED}|{ATTRIBUTE}")]
    found = [span for span in found if not QUANTITY.match(text, *span)]
    if not found:
        return None
    start, end = rng.choice(found)
    return text[:start] + text[end:]


def two_slips(rng: Random, text: str) -> str | None:
    if len(text.split()) < 11:
        return None
    for maker in rng.sample([article_changed, ending_changed, adjective_dropped], 2):
        text = maker(rng, text) or ""
    return text or None


SLIPS: Mapping[str, Maker] = {
    "article changed": article_changed,
    "ending changed": ending_changed,
    "adjective dropped": adjective_dropped,
    "two slips": two_slips,
}


def slipped_quotes(rng: Random, stock: Stock, count: int) -> list[Probe]:
    """In sentences of at least eight words, eleven where there are two slips."""
    long = [satz for satz in stock.saetze if len(satz.text.split()) >= 8]
    return [
        probe
        for art, maker in SLIPS.items()
        for probe in islice(absent(stock, draw(rng, long, art, maker)), count)
    ]


# --- false --------------------------------------------------------------------------------------------------

CARDINALS = "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn".split()
ORDINALS = [f"{stem}{ending}" for ending in ("e", "en", "er") for stem in ("erst", "zweit", "dritt", "viert")]
AMOUNTS = "Millionen Milliarden Hälfte Drittel Viertel zwanzig dreißig doppelt dreifach".split()
NUMBER_WORDS = {
    one: two
    for one, two in pairwise([*CARDINALS, *ORDINALS, *AMOUNTS])
    if one not in ("dreizehn", "vierte", "vierten", "vierter", "Milliarden", "Viertel", "dreißig", "dreifach")
}
OPPOSITES = """senken/erhöhen senkt/erhöht gesenkt/erhöht Senkung/Erhöhung abschaffen/einführen
    abgeschafft/eingeführt Abschaffung/Einführung mehr/weniger für/gegen stärken/schwächen stärkt/schwächt
    gestärkt/geschwächt Stärkung/Schwächung ausbauen/abbauen ausgebaut/abgebaut Ausbau/Abbau
    verbieten/erlauben verboten/erlaubt fördern/behindern fördert/behindert Förderung/Behinderung
    befürworten/ablehnen ermöglichen/verhindern ermöglicht/verhindert steigen/sinken steigt/sinkt
    gestiegen/gesunken verlängern/verkürzen Verlängerung/Verkürzung beschleunigen/verlangsamen
    beschleunigt/verlangsamt mindestens/höchstens öffentliche/private öffentlichen/privaten
    staatliche/nichtstaatliche hohe/niedrige hohen/niedrigen höhere/niedrigere höheren/niedrigeren
    große/kleine großen/kleinen größer/kleiner besser/schlechter bessere/schlechtere gut/schlecht
    gute/schlechte stark/schwach starke/schwache starken/schwachen schneller/langsamer schnell/langsam
    immer/selten Armut/Reichtum Krieg/Frieden Vorteile/Nachteile Einnahmen/Ausgaben Gewinne/Verluste
    Zunahme/Abnahme Beginn/Ende vor/nach innerhalb/außerhalb zulässig/unzulässig gerecht/ungerecht
    gerechte/ungerechte gerechten/ungerechten möglich/unmöglich abhängig/unabhängig abhängige/unabhängige
    sicher/unsicher sichere/unsichere sicheren/unsicheren nötig/unnötig befristete/unbefristete
    freiwillig/verpflichtend richtig/falsch ausreichend/unzureichend bezahlbar/unbezahlbar""".split()
OPPOSITE = {one: other for pair in OPPOSITES for a, b in [pair.split("/")] for one, other in ((a, b), (b, a))}
FREQUENT = frozenset("mehr weniger für gegen vor nach".split())
"""Taken only now and then, or they would crowd out the rest."""

KEIN = re.compile(r"[Kk]ein(?:e[mnrs]?)?")
UNNEGATED = {"nie": "immer", "niemals": "immer", "ohne": "mit", "weder": "sowohl", "nichts": "alles"}
VERBS = (
    "wird|werden|ist|sind|war|hat|haben|wollen|will|soll|sollen|sollte|müssen|muss|kann|können|darf|dürfen|"
    "lehnen|fordern|setzen|stehen|brauchen|bleibt|gilt|führt|schafft|braucht"
)
LAST_VERB = re.compile(r"(?<= )[a-zäöüß]+(?:en|t)(?=[.!,:;]|$)")
BEFORE = (
    "Wir werden nach der Wahl",
    "Bis zum Sommer wollen wir gemeinsam mit den Verbänden",
    "Jede Gemeinde erhält künftig",
    "Unsere Fraktion wird sich im Ausschuss dafür einsetzen, dass",
    "Nach Ansicht der Fachleute braucht das Land",
    "Besonders in den Vorstädten gilt:",
)
BEHIND = (
    "und legen dafür jährlich einen Bericht vor.",
    "und zwar in allen Landkreisen gleichermaßen.",
    "damit die Wartezeiten in den Ämtern endlich kürzer werden.",
    "und stellen die Mittel im nächsten Haushalt bereit.",
    "ganz gleich, welche Regierung im Amt ist.",
)


def number_changed(rng: Random, text: str) -> str | None:
    """The first number + 1; a list's own numbering is none."""
    match = re.search(r"(?<!^)(?<!\d)\d+|^\d+(?![\d.)])", text)
    return _plus_one(text, match) if match and not _in_brackets(text, match.start()) else None


def bracketed_number_changed(rng: Random, text: str) -> str | None:
    """The same where the first number stands in brackets: „(Kapitel 3)“, „(44)“, „(2025)“."""
    match = re.search(r"\d+", text)
    return _plus_one(text, match) if match and _in_brackets(text, match.start()) else None


def _plus_one(text: str, number: re.Match[str]) -> str:
    return _replaced(text, number, str(int(number[0]) + 1))


def _in_brackets(text: str, place: int) -> bool:
    before = text[:place]
    return max(before.rfind("("), before.rfind("[")) > max(before.rfind(")"), before.rfind("]"))


def number_word_changed(rng: Random, text: str) -> str | None:
    found = [match for match in _words(text) if match[0] in NUMBER_WORDS]
    return _replaced(text, found[0], NUMBER_WORDS[found[0][0]]) if found else None


def negation_added(rng: Random, text: str) -> str | None:
    """„kein“ for „ein“, or „nicht“ behind a finite verb or before the last one."""
    input_tokens = _words(text, r"(?<= )ein(?:e[mnrs]?)?(?= )")
    verbs = _words(text, rf"(?<= )(?:{VERBS})(?= (?!nicht))")
    if input_tokens and rng.random() < 0.5:
        match = rng.choice(input_tokens)
        return _replaced(text, match, "k" + match[0])
    if verbs and rng.random() < 0.7:
        match = rng.choice(verbs)
        return _replaced(text, match, match[0] + " nicht")
    last = LAST_VERB.search(text)
    return _replaced(text, last, "nicht " + last[0]) if last else None


def negation_removed(rng: Random, text: str) -> str | None:
    match = NEGATION.search(text)
    if match is None:
        return None
    if KEIN.fullmatch(match[0]):
        return _replaced(text, match, ("E" if match[0][0] == "K" else "e") + match[0][2:])
    new = UNNEGATED.get(match[0].casefold(), "")
    return re.sub("  +", " ", _replaced(text, match, new)).strip()


def opposite(rng: Random, text: str) -> str | None:
    found = [m for m in _words(text) if m[0] in OPPOSITE and (m[0] not in FREQUENT or rng.random() < 0.1)]
    if not found:
        return None
    match = rng.choice(found)
    return _replaced(text, match, OPPOSITE[match[0]])


def halves_swapped(rng: Random, text: str) -> str | None:
    torn = halves(text)
    return f"{torn[1].rstrip('.!? ')} … {torn[0]}" if torn else None


def five_true_words(rng: Random, text: str) -> str | None:
    words = text.rstrip(".!?").split()
    if len(words) < 8:
        return None
    place = rng.randrange(len(words) - 4)
    return " ".join([rng.choice(BEFORE), *words[place : place + 5], rng.choice(BEHIND)])


def slipped_and_false(rng: Random, text: str) -> str | None:
    return _slipped(rng, text, [number_changed, number_word_changed, negation_added, negation_removed])


def slipped_and_opposite(rng: Random, text: str) -> str | None:
    return _slipped(rng, text, [opposite])


def _slipped(rng: Random, text: str, makers: Sequence[Maker]) -> str | None:
    """Falsified, then slipped elsewhere: what was falsified is still there."""
    false = rng.choice(makers)(rng, text) or ""
    slipped = rng.choice([article_changed, ending_changed, adjective_dropped])(rng, false) or ""
    before, falsified, after = (Counter(version.split()) for version in (text, false, slipped))
    return slipped if falsified - before <= after - before else None


def halves(text: str) -> tuple[str, str] | None:
    words = text.split()
    torn = " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])
    return torn if min(len(letters(half)) for half in torn) >= HALF else None


def name_changed(rng: Random, text: str) -> str | None:
    """Another name or noun for one amid the sentence."""
    found = _words(text, r"(?<=[a-zäöüß,] )[A-ZÄÖÜ][a-zäöüß]{3,}")
    return _replaced(text, rng.choice(found), rng.choice(NAMES)) if found else None


def umlaut_lost(rng: Random, text: str) -> str | None:
    """„fordern“ for „fördern“, „wurde“ for „würde“."""
    found = _one(rng, text, r"(?<=[a-zß])[äöü](?=[a-zß])")
    return _replaced(text, found, {"ä": "a", "ö": "o", "ü": "u"}[found[0]]) if found else None


def turned_in_a_mark(rng: Random, text: str) -> str | None:
    """Words that turn the sense, between marks that a reader may take for a footnote, a tag or an address."""
    word = _one(rng, text, r"(?<= )[^\W\d_]{3,}(?= )")
    if word and rng.random() < 0.2:
        return _replaced(text, word, f"[{word[0]}](nicht)")
    return _replaced(text, word, f"{rng.choice(TURNS)} {word[0]}") if word else None


def short_between_marks(rng: Random, text: str) -> str | None:
    """A word or two, which stand everywhere, with marks that make them look like a quote."""
    words = _one(rng, text, r"(?<![^ ])[^\W\d_]+(?: [^\W\d_]+)?(?![^ ])")
    return rng.choice(PADDED).format(words[0]) if words and len(words[0]) < 20 else None


TURNS = (
    "[soll gestoppt werden, er]",
    "[die Abschaffung der]",
    "(S. 4 nicht)",
    "<s nicht>",
    "[kein]",
    "[Q3, nie]",
)
PADDED = (
    "{} (siehe S. 12, rechts unten)", "{} [Q12] (Seite 123) [Q4] [Q5]", "<strong>{}</strong> <br/> <br/>",
    "[{}](https://example.org/programm#seite-3)", "1. {} (vgl. S. 12 und folgende)", "[…] {} […] [Q1] […]",
)  # fmt: skip
NAMES = ("Neustadt", "Müller", "Wolfsburg", "Österreich", "Schmidt", "Elbe", "Feuerwehr", "Goethe", "Polen")
CHANGES = (
    number_changed,
    number_word_changed,
    negation_added,
    negation_removed,
    opposite,
    name_changed,
    umlaut_lost,
)


FALSIFICATIONS: Mapping[str, Maker] = {
    "number changed": number_changed,
    "number in brackets changed": bracketed_number_changed,
    "number word changed": number_word_changed,
    "negation added": negation_added,
    "negation removed": negation_removed,
    "opposite word": opposite,
    "halves swapped": halves_swapped,
    "invented around five true words": five_true_words,
    "name changed": name_changed,
    "umlaut lost": umlaut_lost,
    "turned in a mark": turned_in_a_mark,
    "short words between marks": short_between_marks,
    "slip and number or negation": slipped_and_false,
    "slip and opposite word": slipped_and_opposite,
}
FOREIGN_TAIL, FOREIGN = "second half of another party", "sentence of another party"


def false_quotes(rng: Random, stock: Stock, count: int) -> list[Probe]:
    """`count` of each kind; none stands in the party's Programme."""
    kinds = [draw(rng, stock.saetze, art, maker) for art, maker in FALSIFICATIONS.items()]
    kinds += [_foreign_tails(rng, stock), _foreign_saetze(rng, stock)]
    plain = [probe for kind in kinds for probe in islice(absent(stock, kind), count)]
    return [*plain, *_falsely_spelled(rng, stock, count), *_falsely_joined(rng, stock, count)]


def number_cut(rng: Random, text: str) -> str | None:
    """Cut amid a number, or between it and what it counts: „um 5“ for „um 5 %“, „500 Häuser“ for „2 500“."""
    cut = _one(rng, text, CUT_NUMBER)
    if cut is None:
        return None
    before, behind = text[: cut.start()], text[cut.end() :]
    longer = max(before, behind, key=len) if behind[:1].isdigit() else before
    return longer if len(letters(longer)) >= HALF else None


CUT_NUMBER = (
    r"(?<=\d)(?: ?[–-] ?|,)(?=\d)|(?<=\d)[ \xa0]?(?=[%‰€]|Prozent|Mio|Mrd|Milli|Euro\b)"
    r"|(?<=(?<!\d)\d)[ \xa0](?=\d{3}\b)|(?<=(?<!\d)\d\d)[ \xa0](?=\d{3}\b)"
)


def cut_numbers(rng: Random, stock: Stock, count: int) -> list[Probe]:
    """They stand in the Programm, letter for letter, and say another number."""
    return list(islice(draw(rng, stock.saetze, "number cut", number_cut), count))


def _changed(rng: Random, text: str) -> str | None:
    return rng.choice(CHANGES)(rng, text)


def _falsely_spelled(rng: Random, stock: Stock, count: int) -> Iterator[Probe]:
    """One word, number, name or negation changed, then spelled as models do."""
    for art, maker in SPELLINGS.items():
        false = absent(stock, draw(rng, stock.saetze, f"changed, then {art}", _changed))
        spelled = (replace(probe, text=text) for probe in false if (text := maker(rng, probe.text)))
        yield from islice(spelled, count)


def _falsely_joined(rng: Random, stock: Stock, count: int) -> Iterator[Probe]:
    """One of the parts of a joined quote falsified."""
    made: Counter[str] = Counter()
    for probe in joined_quotes(rng, stock, 4 * count):
        assert probe.andere is not None
        first = rng.random() < 0.5
        part = probe.satz if first else probe.andere
        false = _changed(rng, part.text)
        if made[probe.art] < count and false and not stock.holds(part.partei, false):
            texts = (false, probe.andere.text) if first else (probe.satz.text, false)
            made[probe.art] += 1
            yield replace(probe, art=f"changed, {probe.art}", text=rng.choice(JOINTS).join(texts))


def _foreign_tails(rng: Random, stock: Stock) -> Iterator[Probe]:
    for satz, andere in _two_parties(rng, stock):
        head, tail = halves(satz.text), halves(andere.text)
        if head and tail:
            yield Probe(FOREIGN_TAIL, satz.partei, f"{head[0]} {tail[1]}", satz, andere)


def _foreign_saetze(rng: Random, stock: Stock) -> Iterator[Probe]:
    for satz, andere in _two_parties(rng, stock):
        yield Probe(FOREIGN, satz.partei, andere.text, satz, andere)


def _two_parties(rng: Random, stock: Stock) -> Iterator[tuple[Satz, Satz]]:
    pool = stock.saetze
    pairs = zip(rng.sample(pool, len(pool)), rng.sample(pool, len(pool)), strict=True)
    return ((satz, andere) for satz, andere in pairs if satz.partei != andere.partei)
