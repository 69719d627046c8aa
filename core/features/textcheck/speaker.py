"""Whose words a quote is: the subject of the clause that introduces it, or of the one right behind it.

A paragraph is taken apart into sentences, in which every quote is one sign, and a sentence into clauses at
its commas, colons and quotes. Of the parties that a clause names, one speaks where it is the subject („die
SPD schreibt“), a source („laut SPD“, „im Programm der SPD“) or a label („SPD: …“). Behind „gegen“, „über“ and
„anders als“, as an object or in a clause beside, it does not. Who is no party needs a verb of saying. What is
told by no fixed form (`fixed_forms.is_plain`) is a reading that accuses nobody.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from core.features.textcheck.clause import (
    IMPERSONAL,
    NOBODY,
    OBJECTS,
    PAST,
    SAYS,
    Mention,
    Role,
    Speaker,
    actor_of,
    joined,
    named_in,
    noun_phrase,
    read_mentions,
    speaker_of,
)
from core.features.textcheck.denial import denials
from core.features.textcheck.fixed_forms import (
    NOT_OWN,
    TURNS,
    by_comparison,
    by_printed_words,
    doubted,
    is_inquit,
    is_plain,
    is_verb_of_saying,
    without_harmless,
)
from core.features.textcheck.pronouns import VOCATIVE, with_addressed, with_topic
from core.features.textcheck.sentence_words import (
    ARTICLES,
    DOCUMENT_NOUN,
    PREPOSITIONS,
    RELATIVE,
    SOMEBODY_NOUN,
    SUBORDINATE,
    Kind,
    Reader,
    Word,
    Words,
    as_written,
    is_verb,
)
from core.features.textcheck.several_quotes import (
    RESPECTIVE,
    Told,
    by_order,
    one_against_the_other,
    one_and_other,
    respectively,
)
from core.wortlaut.german.sentences import sentences
from core.wortlaut.german.words import FIRST_WORDS

# --- the clauses around a quote -----------------------------------------------------------------------------

GOES_ON = re.compile(
    r"\b(?:sie|er|es|diese|dieser|dieses|dort|darin|dazu|hier|weiter|weiterhin|ferner|außerdem|zudem|ebenda|ihrem|ihren"
    r"|ihre|ihr|seinem|partei|fraktion|genossen|ampelpartei|regierungspartei|kanzlerpartei|man|wörtlich|unten|stelle"
    r"|programm|wahlprogramm|papier|kapitel|anschluss|auch|sodann|später|abschnitt|text|heißt|steht|folgt|seite|s)\b",
    re.IGNORECASE,
)
"""Words that give a quote to whoever spoke last."""

SAME_SOURCE = re.compile(r"(?:vgl\. |siehe )?(?:ebd\b|ebenda|a\. ?a\. ?O|ibid)", re.IGNORECASE)

SPOKEN = re.compile(
    r"(?:sag|schreib|schrieb|erklär|forder|formulier|beton|kommentier|kritisier|behaupt)\w*|hieß|heißt|steht|stand"
)
"""Where somebody does so who cannot be told, a party named there need not be it: „In der Zeitung hieß es
über die SPD“."""

FARTHEST = 80
"""Words before and behind a quote that are read, so that a sentence without end takes no time without end."""

BREAKS = frozenset(",;:–—|")
FILLERS = frozenset(
    "nämlich zitat ich zitiere darf zitieren wörtlich und zwar konkret genauer zum beispiel etwa also"
    " bitte".split()
)
ADDRESSED = frozenset("sie ihr ihre ihrem ihren ihrer euch euer eure eurem euren du dein deinem".split())


def _pieces(words: Words) -> list[list[Word]]:
    """The clauses of what stands before a quote, split at marks and at an „und“ with a verb of its own."""
    found: list[list[Word]] = [[]]
    for n, word in enumerate(words):
        if word.kind is Kind.MARK and word.text in BREAKS:
            is_list = word.text == "," and n and words[n - 1].is_name and joined(words, n - 1) is not None
            if is_list:
                found[-1].append(word)
            else:
                found.append([])
            continue
        own_verb = (
            word.low in ("und", "doch", "aber")
            and _opens_clause(words, n)
            and any(is_verb(one) for one in found[-1])
        )
        if own_verb:
            found.append([])
        found[-1].append(word)
    return [piece for piece in found if piece]


def _opens_clause(words: Words, at: int) -> bool:
    """„… und die FDP schreibt“: behind it a name and a verb."""
    behind = at + 1
    while behind < len(words) and words[behind].low in ARTICLES:
        behind += 1
    return behind + 1 < len(words) and words[behind].is_name and is_verb(words[behind + 1])


def _is_aside(piece: Words, number: int) -> bool:
    """A clause beside: „die im Bund regiert“, „wie die CDU kritisiert“, „anders als die CDU“."""
    if piece[0].low in ("und", "oder", "aber") and len(piece) > 1:
        piece = piece[1:]
    first = piece[0].low
    is_verbless = not any(is_verb(one) for one in piece)
    if number and first in ("von", "vom") and PAST.fullmatch(piece[-1].text):
        return True  # „der Rat, von der SPD gern zitiert, schreibt“
    if first in SUBORDINATE or (first in ("anders", "nicht", "ähnlich") and is_verbless):
        return True
    if first == "auch" and is_verbless and number:
        return True
    return _is_relative(piece, number)


def _is_relative(piece: Words, number: int) -> bool:
    """„…, die der CDU Wortbruch vorwirft“: the verb ends it; in „die CDU fordert mehr“ it does not."""
    if number == 0 or len(piece) < 2 or not is_verb(piece[-1]):
        return False
    first = 1 if piece[0].low in PREPOSITIONS and piece[1].low in RELATIVE else 0
    if piece[first].low not in RELATIVE:
        return False
    named = piece[first + 1].is_name if first + 1 < len(piece) else False
    return not named or (len(piece) > first + 3 and not is_verb(piece[first + 2]))


def _is_apposition(pieces: Sequence[Words], number: int) -> bool:
    """„Auch die SPD, sonst Partner der CDU, schreibt“: without a verb, between a name and its verb."""
    if not 0 < number < len(pieces) - 1 or not is_verb(pieces[number + 1][0]):
        return False
    until = [word for piece in pieces[: number + 1] for word in piece]
    named = read_mentions(pieces[number - 1])
    return not any(is_verb(word) for word in until) and any(one.role.is_source for one in named)


def _is_vocative(pieces: Sequence[Words], number: int) -> bool:
    """„Herr Kollege von der SPD, …“."""
    first = pieces[number]
    return (
        number == 0
        and len(pieces) > 1
        and first[0].low in VOCATIVE
        and not any(is_verb(word) for word in first[1:])
    )


def _speaks_to(pieces: Sequence[Words]) -> bool:
    """„Liebe SPD, in Ihrem Programm steht“; „Liebe SPD, ich habe gelesen“ is no word of theirs."""
    return any(word.low in ADDRESSED for piece in pieces[1:] for word in piece)


def _before(words: Words, may_be_bare: bool) -> tuple[Speaker | None, bool, Speaker]:
    """Who speaks by what stands before a quote; does it give the quote to whoever spoke last; and, where
    nobody did, the only party of the clauses beside."""
    has_colon = bool(words) and words[-1].text == ":"
    if has_colon and (found := by_comparison(words)):
        return found, False, NOBODY
    pieces = _pieces(words)
    while len(pieces) > 1 and all(word.low in FILLERS for word in pieces[-1]):
        pieces.pop()
    if not pieces:
        return None, False, NOBODY
    goes_on = False
    for number in reversed(range(len(pieces))):
        piece = pieces[number]
        is_next = number == len(pieces) - 1
        if _is_relative(piece, number) if is_next else _is_aside(piece, number):
            continue
        if _is_apposition(pieces, number) or (_is_vocative(pieces, number) and not _speaks_to(pieces)):
            continue
        if has_colon and is_next and (found := by_printed_words(piece)):
            return found, False, NOBODY
        if found := speaker_of(piece, is_label=has_colon and is_next):
            whole = _over_asides(pieces, number)
            if whole and is_plain(whole, found, has_colon, may_be_bare):
                return replace(found, is_plain=True), False, NOBODY
            return doubted([word for one in pieces[number:] for word in one], found), False, NOBODY
        if is_next and has_colon and (actor := actor_of(piece)):
            return Speaker(fremd=actor), False, NOBODY
        goes_on = goes_on or (is_next and bool(GOES_ON.search(" ".join(word.text for word in piece))))
    named = (one for piece in pieces for one in read_mentions(piece) if one.role.is_source)
    beside = {one.parteien for one in named}
    return None, goes_on, Speaker(beside.pop()) if goes_on and len(beside) == 1 else NOBODY


def _over_asides(pieces: Sequence[Words], number: int) -> Words:
    """„Die SPD, die im Bund mit der CDU regiert, | schreibt“, „die SPD, die das ablehnt“: without the
    clauses beside; empty where another clause stands between it and the quote."""
    if number == len(pieces) - 1:
        return pieces[number]
    *between, last = range(number + 1, len(pieces))
    beside = [
        n
        for n in (*between, last)
        if _is_aside(pieces[n], n) or _is_apposition(pieces, n) or not any(map(is_verb, pieces[n]))
    ]
    if last in beside and any(NOT_OWN.fullmatch(w.low) or w.low in TURNS for w in pieces[last]):
        return []  # „Es war die SPD, die sich anhören musste“
    if last in beside and any(SAYS.fullmatch(w.low) or "stell" in w.low for w in pieces[last]):
        # „Die SPD beauftragte ein Institut, das feststellte“; „die SPD, die das ablehnt“ is its own
        if not pieces[last - 1][-1].is_name:
            return []
    if len(beside) == len(pieces) - 1 - number:
        own = speaker_of(pieces[number]) or NOBODY
        others = (one for n in beside for one in read_mentions(without_harmless(pieces[n], own)))
        is_silent = all(one.role is Role.DENIED for one in others)  # „Es war die SPD, nicht die CDU, die …“
        return pieces[number] if is_silent else []
    is_divided = beside == between and between and is_verb(pieces[last][0])
    return [*pieces[number], *pieces[last]] if is_divided and pieces[number][-1].is_name else []


THESE = frozenset("das dies dieser diese dieses mit damit".split())
OPENS_BEHIND = THESE | {"versprochen", "geschrieben", "nachzulesen"}


def _behind(words: Words, is_gapped: bool, is_opening: bool) -> tuple[Speaker | None, bool, int]:
    """Who speaks by what stands right behind a quote, does it go on, and how many of the words say so.
    `is_opening`: the quote opens its sentence."""
    start = next((n for n, word in enumerate(words) if word.text not in ",.!?;–—:"), len(words))
    if start == len(words):
        return None, False, 0
    if told := _set_right(words):
        return told, False, len(words)
    end = _clause_end(words, start)
    if end == start:
        return None, False, 0
    piece, first = words[start:end], words[start]
    has_comma = any(word.text in ",;–—:" for word in words[:start])
    if not has_comma and (found := _as_its(piece)):
        return Speaker(found.parteien, is_plain=found.first <= 1), False, start + found.behind
    if is_gapped and piece[-1].is_name and not any(is_verb(one) for one in piece):
        named = read_mentions(piece)  # „„a“ schreibt die SPD, „b“ die FDP“
        return Speaker(named[0].parteien, is_plain=len(named) == 1), False, end
    if not _opens_attribution(piece, has_comma):
        return None, False, 0
    may_say = is_opening and words[0].text == "," and start == 1
    if speaker := speaker_of(piece, is_label=has_comma):
        if is_plain(piece, speaker, is_label=False) or (may_say and is_inquit(piece, speaker)):
            return replace(speaker, is_plain=True), False, end
        return doubted(piece, speaker), False, end
    if may_say and is_verb_of_saying(first) and (stranger := noun_phrase(piece, 1)):
        return Speaker(fremd=stranger.words), False, end  # „„a“, grantelt der Wirt“
    says = first.low == "so" or SAYS.fullmatch(first.low) or IMPERSONAL.fullmatch(first.low)
    return None, bool(says) and bool(GOES_ON.search(as_written(piece))), end if says else 0


def _set_right(words: Words) -> Speaker | None:
    """„„a“ wird der CDU zugeschrieben, steht aber im Programm der SPD“."""
    for piece in _pieces(words):
        if SETS_RIGHT.match(" ".join(word.text for word in piece[:4])):
            said = speaker_of(piece) or _source_of_none(piece)
            return replace(said, is_plain=is_plain(piece, said, is_label=False)) if said else None
    return None


def _source_of_none(words: Words) -> Speaker | None:
    """„stammt aber von einem Kabarettisten“, „aus einem Schulbuch“; „im Programm“ is that of a party."""
    source = next((n for n, word in enumerate(words) if word.low in ("von", "vom", "aus")), None)
    if source is None or named_in(words) or any(DOCUMENT_NOUN.fullmatch(word.low) for word in words[source:]):
        return None
    return Speaker(fremd=as_written(words[source:]).rstrip(".!?"))


def _as_its(piece: Words) -> Mention | None:
    """„das Versprechen „…“ der SPD“, „steht „…“ im Programm der SPD“."""
    if piece[0].low not in ARTICLES | {"von", "aus", "im", "in", "bei"}:
        return None
    for one in read_mentions(piece):
        is_genitive = (
            one.first <= 1 and piece[0].low in ("der", "des", "von", "aus") and one.role is not Role.PERSON
        )
        if one.role in (Role.SOURCE, Role.IN_DOCUMENT) or is_genitive:
            return one
    return None


def _opens_attribution(piece: Words, has_comma: bool) -> bool:
    """„…, schreibt die SPD“, „… – mit diesem Satz wirbt die SPD“; but not „…, die FDP will mehr“."""
    first = piece[0].low
    if first in SUBORDINATE or (len(piece) > 1 and piece[1].is_name and first in ARTICLES):
        return False
    objects = any(OBJECTS.fullmatch(word.low) for word in piece)
    if objects and (not has_comma or first in THESE):
        return False
    if has_comma and first in ("im", "in", "aus", "bei"):
        return any(one.role in (Role.SOURCE, Role.IN_DOCUMENT) for one in read_mentions(piece))
    return is_verb(piece[0]) or first in ("so", "laut") or (has_comma and first in OPENS_BEHIND)


def _clause_end(words: Words, start: int) -> int:
    """Up to its comma, or an „und“ with another verb."""
    for n in range(start, len(words)):
        word = words[n]
        if word.text in (",", ";", ".", "–", "—", ":", "?", "!"):
            is_list = (
                word.text == "," and n > start and words[n - 1].is_name and joined(words, n - 1) is not None
            )
            is_initial = (
                word.text == "." and n > start and not words[n - 1].is_name and len(words[n - 1].text) < 4
            )
            is_other = word.text == "," and n + 1 < len(words) and words[n + 1].low == "sondern"
            if not is_list and not is_initial and not is_other:
                return n
        elif (
            word.low in ("und", "aber", "doch")
            and n + 1 < len(words)
            and (is_verb(words[n + 1]) or _opens_clause(words, n))
        ):
            return n
    return len(words)


# --- a paragraph --------------------------------------------------------------------------------------------

FIRST_SIGN, OPAQUE = 0xE000, "\uf8ff"
"""Characters that no text has stand for its quotes, and one for what else is in marks: „sogenannte“."""

FOREIGN_SIGNS = re.compile("[\ue000-\uf8ff]")
SIGN = re.compile("[\ue000-\uf7ff]")
OTHER_MARKS = re.compile('[„“"»«‚\u203a\u2039][^„“”"»«‚‘\u203a\u2039\n]{1,150}[“”"«»‘\u2039\u203a]')
NEXT_SENTENCE = re.compile(
    r"(?<=[\ue000-\uf7ff])\s+(?=(?P<word>[^\W\d_]+)(?P<passive>\s(?:wird|wurde|werden|wurden)\b)?"
    r"|[\ue000-\uf7ff])|(?<=[.!?])(?<!vs\.)(?<!bzw\.)\s+(?=[\ue000-\uf7ff])"
)
STOP_BEHIND = re.compile(r"[.!?]\s+(?=[A-ZÄÖÜ\ue000-\uf7ff])")
LINE_END = re.compile(r"(?<=[.!?)\]\ue000-\uf7ff])\n\s*(?=[A-ZÄÖÜ\ue000-\uf7ff–—]|\[)")

BEHIND = re.compile(
    r"\s*+[.,;:!?]?\s*+[(\[](?P<inside>[^()\[\]\n]{2,200}(?:\([^()\n]{1,60}\))?[^()\[\]\n]{0,60})[)\]]"
)
DASH_BEHIND = re.compile("\\s*+[–—]\\s*+(?P<inside>[^\\n\ue000-\uf8ff]{2,150})$")
COMMA_BEHIND = re.compile(
    "\\s*+,\\s*+(?P<inside>[^\\n;()\ue000-\uf8ff]{2,90}?\\b(?:S\\.|Seiten?|\\d{4}:)\\s?\\d{1,3}(?:\\s?ff?\\.)?)"
)
INTERJECTION = re.compile(
    r"(?:\w+ )?(?:Beifall|Zuruf|Zwischenruf|Gegenruf|Heiterkeit|Lachen|Unruhe|Widerspruch)"
)
"""In minutes; they say nothing of whose a quote is."""

NOTE_MARK = re.compile(r"[.,;]?(?:\s?\[\^?\d{1,3}\]|[⁰¹²³⁴-⁹]{1,3})")


SAID_SO = re.compile(
    r"(?:So (?:steht|heißt|schreib|formulier|will|sag|verspr|lautet|liest)"
    r"|Mit (?:diesen|diesem|dieser) "
    r"(?:Wort|Satz|Sätze|Versprechen|Forderung|Ansage|Zeile|Formulierung|Bekenntnis)"
    r"|(?:Das|Dies|(?:Dieser|Der|Diesen) Satz|Das Zitat|Diese Worte|Diese Sätze|Dieses Versprechen"
    r"|Mit diesen Worten)"
    r"\b[^.]{0,60}?\b(?:steh|schreib|heiß|verspr|sag|stamm|find|wirb|(?:ist|kommt|war) (?:von|aus|bei)\b))"
)
"""A sentence that tells whose the quote before it is, where its own sentence does not."""

IN_TRUTH = r"(?:aber|jedoch|vielmehr|indes|allerdings|hingegen|tatsächlich|in Wahrheit|in Wirklichkeit)"
STANDS = r"(?:steht|stammt|findet sich|kommt|ist)"
ITSELF = (
    r"(?:[Ee]s|[Ee]r|[Dd]as|[Dd]ies|(?:[Dd]er|[Dd]ieser) Satz|(?:[Dd]as|[Dd]ieses) Zitat|[Dd]ie(?:se)? Zeile)"
)
SET_RIGHT = re.compile(
    rf"{ITSELF} {STANDS} {IN_TRUTH}\b|(?:Tatsächlich|In Wahrheit|In Wirklichkeit) {STANDS} {ITSELF}\b"
)
"""A sentence that tells whose it is against what was said before."""

SETS_RIGHT = re.compile(rf"{STANDS} {IN_TRUTH}\b")
"""„„a“ – das klingt nach der CDU, stammt aber von der SPD“."""


@dataclass
class Memory:
    """Who spoke last, and which parties were the subject of sentences since."""

    spoke: tuple[str, ...] = ()
    fremd: str = ""
    since: list[tuple[str, ...]] = field(default_factory=list)
    here: Speaker = NOBODY
    """Of whom the sentence before speaks, in this paragraph."""
    near: tuple[str, ...] = ()
    """All that this paragraph named so far."""
    has_somebody: bool = False
    """Names the sentence before, which has no quote, somebody whom „sie“ could mean, too?"""

    def forget(self) -> None:
        self.spoke, self.fremd, self.since, self.here = (), "", [], NOBODY

    def speaks(self, speaker: Speaker) -> None:
        self.spoke, self.fremd, self.since, self.here = speaker.of, speaker.fremd, [], speaker
        self.near = (*self.near, *speaker.of)

    def speaker(self) -> Speaker:
        """Exactly one, or one of several."""
        if self.fremd and not self.since:
            return Speaker(fremd=self.fremd)
        parteien = tuple(dict.fromkeys((*self.spoke, *(p for topic in self.since for p in topic))))
        return (
            Speaker(parteien)
            if len(parteien) < 2 or (self.spoke and not self.since)
            else Speaker(moeglich=parteien)
        )


def read_paragraph(text: str, spans: Sequence[tuple[int, int]], reader: Reader, memory: Memory) -> list[Told]:
    """What a paragraph says of each of its quotes, which stand at `spans`. The memory goes on to the next."""
    signs, told = _with_signs(text, spans), [Told() for _ in spans]
    signs = _sources_apart(signs, told, reader)
    memory.here, memory.near, memory.has_somebody = NOBODY, (), False
    last: list[Told] = []
    borders, above = _sentences(signs), list[Word]()
    for sign, denied in denials([signs[low:high] for low, high in borders], SIGN).items():
        told[ord(sign) - FIRST_SIGN].denied = denied
    for low, high in borders:
        words = reader.words(signs[low:high])
        if SIGN.search(signs, low, high):
            words = list(with_topic(with_addressed(words), above))
        slots = [n for n, word in enumerate(words) if word.kind is Kind.QUOTE]
        if slots:
            _sentence(words, slots, told, memory, signs[low:high], reader)
            last, above = [told[ord(words[slot].text) - FIRST_SIGN] for slot in slots], []
            continue
        _next_sentence(last, words[:FARTHEST], signs[low:high].strip(), memory)
        if topic := named_in(words[:FARTHEST]):
            memory.since.append(topic)
            memory.near = (*memory.near, *topic)
            memory.here = Speaker(topic) if len(topic) == 1 else Speaker(moeglich=topic)
        last, above = [], words[:FARTHEST]
        memory.has_somebody = any(SOMEBODY_NOUN.fullmatch(word.low) for word in above if word.is_capital)
    return told


def _next_sentence(last: Sequence[Told], words: Words, sentence: str, memory: Memory) -> None:
    """What the sentence behind says of the quotes before it, where their own names nobody for certain."""
    is_set_right = SET_RIGHT.match(sentence) is not None
    is_of_them = is_set_right or SAID_SO.match(sentence) is not None
    words = words[: _clause_end(words, 0)] if is_of_them else words
    said = NOBODY
    if is_of_them:
        said = speaker_of(words) or (_source_of_none(words) if is_set_right else None) or NOBODY
    is_sure = is_plain(words, said, is_label=False)
    said = replace(said, is_plain=True) if is_sure else doubted(words, said)
    for one in last:
        if one.source or one.speaker.is_plain:
            continue
        is_known = one.speaker != NOBODY and not (is_set_right and (said.is_plain or said.fremd))
        if one is last[-1] and not is_known and said != NOBODY:
            one.speaker, one.behind = said, sentence
            memory.speaks(said)
        if is_of_them or one.speaker == NOBODY:
            one.named = tuple(dict.fromkeys((*one.named, *named_in(words))))


def _with_signs(text: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for n, (start, end) in enumerate(spans):
        pieces += [FOREIGN_SIGNS.sub(" ", text[at:start]), chr(FIRST_SIGN + n)]
        at = end
    pieces.append(FOREIGN_SIGNS.sub(" ", text[at:]))
    text = "".join(pieces)
    return OTHER_MARKS.sub(lambda match: match[0] if SIGN.search(match[0]) else OPAQUE, text)


def _sources_apart(signs: str, told: Sequence[Told], reader: Reader) -> str:
    """The text without brackets and dashes right behind quotes, which are their sources."""
    pieces, at = [], 0
    places = [match.start() for match in SIGN.finditer(signs)]
    for n, place in enumerate(places):
        own = told[ord(signs[place]) - FIRST_SIGN]
        pieces.append(signs[at : place + 1])
        at = place + 1
        behind = signs[at : places[n + 1] if n + 1 < len(places) else len(signs)]
        if mark := NOTE_MARK.match(behind):
            at += mark.end()
            behind = behind[mark.end() :]
        found = BEHIND.match(behind)
        if found and "\n" in behind[: found.start("inside")] and not re.search(r"[^\W\d_]", found["inside"]):
            found = None  # „[10:16] Anna: …“ begins the next line of a chat
        if found and "\n" in behind[: found.start("inside")] and n + 1 < len(places):
            if not behind[found.end() :].strip(" :") and "\n" not in behind[found.end() :]:
                found = None  # „[FDP] „b““ is a line of its own
        if found:
            own.source = "" if INTERJECTION.match(found["inside"]) else found["inside"]
            pieces.append(behind[: found.start("inside") - 1].rstrip() or "")
            at += found.end()
        elif (dash := DASH_BEHIND.match(behind.lstrip("\n ").split("\n")[0].rstrip())) and _is_source(
            dash["inside"], reader
        ):
            own.source = dash["inside"]
            at += behind.index(dash["inside"]) + len(dash["inside"])
        elif (comma := COMMA_BEHIND.match(behind)) and _names_first(comma["inside"], reader):
            own.source = comma["inside"]
            at += comma.end()
    return "".join([*pieces, signs[at:]])


def _names_first(words: str, reader: Reader) -> bool:
    """„„a“, SPD 2021, S. 3“; „„a“, heißt es bei der SPD auf S. 3“ is a clause."""
    found = reader.words(words)
    name = found[1 if len(found) > 1 and found[0].low in ARTICLES else 0]
    return name.is_name and not any(is_verb(word) for word in found)


def _is_source(words: str, reader: Reader) -> bool:
    """„SPD, Wahlprogramm 2021, S. 3“, but not „die SPD lehnt das ab“."""
    found = reader.words(words)
    if words.rstrip().endswith((":", "–", "—", "-")):
        return False  # „SPD: „…“ – FDP: „…““, and „— FDP —“ over the next
    behind = 1 if found and found[0].low in ARTICLES else 0
    if re.search(r"\b(?:S\.|Seiten?)\s*\d", words) and not re.match("so |das |dies|mit ", words):
        return True
    if len(found) <= behind or not found[behind].is_name:
        return False
    return not any(is_verb(word) for word in found) and (
        len(found) == behind + 1 or not found[behind + 1].text[0].islower()
    )


def _sentences(signs: str) -> list[tuple[int, int]]:
    """A quote with its own full stop, or behind a colon, may end one."""
    borders = {0, len(signs)}
    # A quote's sign is one character, which a splitter takes for an initial.
    wide = SIGN.sub("x", signs)
    for start, end in sentences(wide):
        borders |= {start, end}
    for match in SIGN.finditer(signs):
        if behind := STOP_BEHIND.match(signs, match.end()):
            borders.add(behind.end())
    for match in NEXT_SENTENCE.finditer(signs):
        if (
            match["word"] is None
            or (match["passive"] and match["word"][0].isupper() and PAST.fullmatch(match["word"].lower()))
            or match["word"] in FIRST_WORDS
            or match["word"] in ("Damit", "Ganz", "Weiter", "Ferner", "Dort", "Anders")
        ):
            borders.add(match.end())
    borders |= {match.end() for match in LINE_END.finditer(signs)}
    ordered = sorted(borders)
    return [(low, high) for low, high in pairwise(ordered) if signs[low:high].strip()]


def _sentence(
    words: Words, slots: Sequence[int], told: Sequence[Told], memory: Memory, text: str, reader: Reader
) -> None:
    own = [told[ord(words[slot].text) - FIRST_SIGN] for slot in slots]
    left = 0
    by_behind: list[bool] = []
    starts: list[int] = []
    for n, (slot, one) in enumerate(zip(slots, own, strict=True)):
        following = slots[n + 1] if n + 1 < len(slots) else len(words)
        near = max(left, slot - FARTHEST)
        before = _without_brackets(words[near:slot])
        behind = _without_brackets(words[slot + 1 : min(following, slot + 1 + FARTHEST)])
        lead, goes_on, beside = _before(before, may_be_bare=n > 0)
        if lead is None or not lead.is_plain:
            lead = _bracket_label(words[near:slot]) or lead
        if by_behind and lead is not None and lead.is_plain:
            own[n - 1].named = named_in(words[starts[-1] : near])
        follow, follows_on, taken = _behind(
            behind, bool(by_behind) and by_behind[-1] and lead is None, is_opening=not before
        )
        introduces_next = n + 1 < len(slots) and [word.text for word in behind[taken:]] in ([], [":"])
        if introduces_next and (lead is not None or one.source):
            follow, follows_on, taken = None, False, 0  # „„a“, heißt es bei der FDP: „b““
        end = slot + 1 + _real(words, slot + 1, taken)
        one.before, one.behind = _claiming(words[near:slot], before), as_written(words[slot + 1 : end])
        one.goes_on = goes_on or follows_on
        if beside != NOBODY and follow is None and memory.speaker() == NOBODY:
            lead = beside
        one.speaker = _of_both(lead, follow)
        around = words[near : min(following, slot + FARTHEST)]
        one.named = named_in(around)
        one.is_said = any(SPOKEN.fullmatch(word.low) or word.low in TURNS for word in around)
        if before and before[-1].text == ":" and SOMEBODY_NOUN.fullmatch(before[0].low):
            one.is_said = True  # „Kommentar unter einem Beitrag der SPD: „a““
        starts.append(near)
        by_behind.append(follow is not None)
        is_joined = n > 0 and all(
            word.low in ("und", ",", "sowie", "oder", "weiter", ":", "dann", "–") for word in before
        )
        if follow is not None and lead is None and is_joined:
            respectively(own[: n + 1], follow, RESPECTIVE.search(text) is not None)
        elif one.speaker == NOBODY and n and own[n - 1].speaker != NOBODY and not one.source:
            is_sure = is_joined and own[n - 1].speaker.is_plain
            one.speaker = replace(own[n - 1].speaker, is_plain=is_sure)
        left = end
    by_order(own)
    one_and_other(own, words, slots)
    one_against_the_other(own, words[slots[0] : slots[-1]])
    _remember(own, memory, reader)


def _remember(own: Sequence[Told], memory: Memory, reader: Reader) -> None:
    """Who spoke last says what nobody else is told to say; and who speaks now is remembered."""
    for one in own:
        if SAME_SOURCE.match(one.source):
            one.source, one.goes_on = "", True
        if one.speaker == NOBODY and not one.source:
            is_own = memory.here.parteien and re.search(r"\beigene[nmr]?\b", one.before)
            goes_on = one.goes_on and not is_own
            last = memory.speaker() if goes_on else memory.here
            is_sie = memory.has_somebody and re.search(r"\bsie\b", f"{one.before} {one.behind}")
            one.speaker = Speaker(moeglich=last.of) if is_sie and last.of else replace(last, is_plain=False)
            if last != NOBODY:
                since = (p for topic in memory.since for p in topic)
                named = (*memory.spoke, *since) if goes_on else memory.near
                one.named = tuple(dict.fromkeys((*one.named, *named)))
        in_source = [named for named in read_mentions(reader.words(one.source)) if named.role.is_source]
        if in_source:
            memory.speaks(Speaker(in_source[0].parteien))
        elif one.speaker != NOBODY:
            memory.speaks(one.speaker)


def _bracket_label(words: Words) -> Speaker | None:
    """„Zitat 1 (SPD): „a““, „dafür ist die SPD („a“)“, „[SPD] „a““, „— SPD — „a““."""
    if len(words) > 2 and words[0].text + words[-1].text in ("[]", "()", "––", "——"):
        only = read_mentions(words[1:-1])
        if len(only) == 1 and only[0].first == 0 and only[0].behind == len(words) - 2:
            return Speaker(only[0].parteien, is_plain=True)
    if len(words) > 1 and words[-1].text == "(" and words[-2].is_name:
        return Speaker(words[-2].parteien, is_plain=True)
    if [word.text for word in words[-2:]] != [")", ":"]:
        return None
    opened = max((n for n, word in enumerate(words) if word.text == "("), default=len(words))
    named = [one for one in read_mentions(words[opened + 1 :]) if one.role.is_source]
    return Speaker(named[0].parteien, is_plain=len(named) == 1) if named else None


def _of_both(lead: Speaker | None, follow: Speaker | None) -> Speaker:
    """Behind a quote counts as much as before it; where both name somebody else, nobody can tell."""
    if lead is None or follow is None or lead == follow:
        return follow or lead or NOBODY
    if set(lead.of) & set(follow.of):
        return lead if lead.is_plain or len(follow.of) > len(lead.of) else follow
    if lead.of and follow.of and lead.is_plain == follow.is_plain:
        return Speaker(moeglich=(*lead.of, *follow.of))
    return lead if lead.is_plain else follow


def _without_brackets(words: Words) -> list[Word]:
    """Asides in brackets say nothing; a party behind a person's name stays."""
    kept: list[Word] = []
    depth = 0
    for n, word in enumerate(words):
        if word.text in ("(", "["):
            inside = words[n + 1 : n + 4]
            name = inside[1:] if inside and inside[0].low in ARTICLES else inside
            is_party = len(name) > 1 and name[0].is_name and name[1].text in (")", "]", ",")
            if is_party and n and words[n - 1].is_capital:
                kept.append(word)
            else:
                depth += 1
        elif word.text in (")", "]"):
            if not depth:
                kept.append(word)
            depth = max(0, depth - 1)
        elif not depth:
            kept.append(word)
    return kept


def _real(words: Words, start: int, taken: int) -> int:
    """How many words, brackets with them, those are that were taken without brackets."""
    near = words[start : start + FARTHEST]
    kept = _without_brackets(near)[:taken]
    end = next((n + 1 for n, word in enumerate(near) if kept and word is kept[-1]), 0)
    if end and end < len(near) and near[end].text in "([":  # „heißt es bei der SPD (Wahlprogramm 2021, S. 3)“
        end = next((n + 1 for n in range(end, len(near)) if near[n].text in ")]"), end)
    return end


def _claiming(words: Words, before: Words) -> str:
    """What stands before a quote, without clauses about others, and with what stands in brackets."""
    pieces = _pieces(before)
    kept = [piece for n, piece in enumerate(pieces) if n == len(pieces) - 1 or not _is_aside(piece, n)]
    aside = [word for word in words if not any(word is one for one in before)]
    return " ".join(filter(None, (*(as_written(piece) for piece in kept), as_written(aside))))
