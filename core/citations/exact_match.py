"""Where a quote stands in a source, word for word. Pure functions on keys; no difference is tolerated."""

import html
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from core.context import Context
from core.errors import IndexFehler
from core.german.folding import (
    SOFT_HYPHEN,
    WORD,
    ZERO_WIDTH,
    Key,
    letters,
    occurrences,
    schluessel,
    spelled_out,
)
from core.german.formats import BESIDE_NUMBERS, NUMBER, signed_numbers
from core.german.quantities import cuts_range, cuts_unit
from core.german.spelling import same_spelling
from core.german.words import (
    ABBREVIATIONS,
    CONDITION,
    FILLERS,
    HEDGE,
    LIMIT,
    MONTHS,
    NEGATOR,
    NUMBER_WORD,
    STOP_WORDS,
    TURNING,
)
from core.index.sammlung import UEBERALL, gebiet_of
from core.memory import Recent
from core.models import Chunk, Fundstelle, Programm, Span
from core.programme import stored_streams
from core.programme.sieve import lets_through, load_key, load_sieve, make_sieve, runs, stands_once
from core.programme.textstrom import Textstrom
from core.search.shown_passage import each


def unstored(text: str) -> tuple[Key, bytes]:
    """The key of a text at hand, all of which may repeat."""
    return schluessel(text), b"\xff"


@dataclass(frozen=True, eq=False)
class Text:
    """What was read of a Programm; who only looks at pages needs no key."""

    strom: Textstrom
    load_key: Callable[[str], tuple[Key, bytes]] = unstored

    @cached_property
    def _loaded(self) -> tuple[Key, bytes]:
        return self.load_key(self.strom.text)

    @property
    def key(self) -> Key:
        return self._loaded[0]

    @property
    def repeats(self) -> bytes:
        """A sieve of what may stand there more than once."""
        return self._loaded[1]

    @property
    def bytes(self) -> int:
        """About what it takes in memory, its key included."""
        strom = self.strom
        arrays = (strom.starts, strom.ends, strom.seiten_nr, strom.boxes)
        per_letter, per_part = 5, 400
        return (
            sys.getsizeof(strom.text)
            + per_letter * len(strom.text)
            + per_part * len(strom.absaetze)
            + sum(array.nbytes for array in arrays)
        )


_texts: Recent[Text] = Recent(256 << 20, lambda text: text.bytes)
"""Those of about eighty usual Programme; an answer is bound to a dozen."""

_sieves: Recent[bytes] = Recent(64 << 20, len)
"""Those of about a thousand."""


@dataclass(frozen=True, slots=True, eq=False)
class Quelle:
    """An indexed Programm; its text stream, that text's key and sieve are loaded when they are needed."""

    programm: Programm
    version: str
    read: Callable[[], Text]
    sieve: Callable[[], bytes]

    @classmethod
    def of(cls, programm: Programm, version: str, strom: Textstrom) -> "Quelle":
        """A source whose text is at hand."""
        text = Text(strom)
        return cls(programm, version, lambda: text, cache(lambda: make_sieve(text.key.text)))

    @property
    def strom(self) -> Textstrom:
        return self.read().strom

    @property
    def key(self) -> Key:
        return self.read().key

    def may_hold(self, alternatives: Iterable[Iterable[int]]) -> bool:
        """False where none of these can stand here: known without reading the text."""
        sieve = self.sieve()
        for one in alternatives:
            if lets_through(sieve, one):
                return True
        return False


class Quellen(Mapping[str, Quelle]):
    """Programm id → Quelle, for every Programm indexed right now; loaded when asked for, then kept.

    With `laender` only those of these, and what is valid everywhere: more no answer can be bound to.
    """

    def __init__(self, context: Context, laender: Iterable[str | None] | None = None) -> None:
        self._folder = str(context.texte)
        self._programme = programme = context.registry.programme
        gebiete = {gebiet_of(programm) for programm in programme.values()}
        if laender is not None:
            gebiete &= {UEBERALL, *(land for land in laender if land)}
        self._quellen: dict[str, Quelle] = {}
        self._versions = {
            programm_id: stand.version
            for gebiet in sorted(gebiete)
            for programm_id, stand in context.store.staende(gebiet).items()
            if programm_id in programme
        }

    @classmethod
    def around(cls, context: Context, retrieved: Mapping[str, Sequence[Fundstelle]]) -> "Quellen":
        """Those that an answer can be bound to that was given on these passages."""
        programme = context.registry.programme
        ids = {fundstelle.chunk.programm_id for found in retrieved.values() for fundstelle in found}
        return cls(context, {programme[id].bundesland for id in ids if id in programme})

    def __getitem__(self, programm_id: str) -> Quelle:
        if (quelle := self._quellen.get(programm_id)) is None:
            stamp = stored_streams.druck_stamp(Path(self._folder), programm_id)
            found = _quelle(self._folder, self._programme[programm_id], self._versions[programm_id], stamp)
            quelle = self._quellen.setdefault(programm_id, found)
        return quelle

    def __iter__(self) -> Iterator[str]:
        return iter(self._versions)

    def __len__(self) -> int:
        return len(self._versions)


def find_quelle(context: Context, programm_id: str) -> Quelle | None:
    """One of `Quellen`, without looking at other Länder."""
    programm = context.registry.programme.get(programm_id)
    stand = programm and context.store.staende(gebiet_of(programm)).get(programm_id)
    if programm is None or not stand:
        return None
    stamp = stored_streams.druck_stamp(context.texte, programm_id)
    return _quelle(str(context.texte), programm, stand.version, stamp)


@lru_cache(maxsize=1024)
def _quelle(folder: str, programm: Programm, version: str, stamp: int) -> Quelle:
    """`stamp`: what may be quoted changes when the print has been compared."""
    key = folder, programm.id, f"{version} {stamp}"
    place = Path(folder), programm.id, version
    read = partial(_texts.get, key, partial(_text, *place))
    sieve = partial(_sieves.get, key, partial(load_sieve, *place, lambda: read().key.text))
    return Quelle(programm, version, read, sieve)


def _text(folder: Path, programm_id: str, version: str) -> Text:
    strom = stored_streams.load_quotable(folder, programm_id, version)
    if strom is None:
        raise IndexFehler(
            f"Der gespeicherte Text von „{programm_id}“ fehlt. Neu einlesen mit: python -m core index --all"
        )
    return Text(strom, partial(load_key, folder, programm_id, version))


# --- what a model emitted as a quote → the parts that must stand in the source ------------------------------

ELLIPSIS = re.compile(r"\[\s*(?:…|\.{2,3})\s*\]|\(\s*(?:…|\.{2,3})\s*\)|…|\.{2,}|\.(?:[ \xa0\u202f]\.){2,}")
CHANGED_CASE = re.compile(r"\[([^\W\d_])\](?=[^\W\d_])")
"""„[W]ir“: how a quote tells that it begins amid a sentence."""

INSERTION = re.compile(r"\[([^\[\]]{0,60})\](?![^\W\d_])")
"""None right before a letter: „[un]gerecht“ is another word."""

PAGES = r"(?:S\.|Seiten?)\s*\d{1,4}(?:\s*(?:ff?\.|[–-]\s*\d{1,4}))?"
NAMED = (
    rf"(?:[A-ZÄÖÜ][\w/-]{{1,30}} ){{0,2}}(?:[\w/-]{{0,20}}[Pp]rogramm|[A-ZÄÖÜ]{{2,5}})(?: \d{{4}})?,? {PAGES}"
)
"""„SPD-Wahlprogramm, S. 12“, „SPD 2022, S. 3“: a source written behind a quote, by its form alone."""

CITATION_MARK = re.compile(
    r"[\[【]\s*(?:Q|Quelle|Fn\.?|Fußnote)?\s*\d{1,3}(?:\s*[,;–-]\s*Q?\s*\d{1,3})*\s*[\]】]"
    rf"|[\[(]\s*Q\d{{1,3}}(?:\s*,\s*{PAGES})?\s*[\])]|【\s*Q?\d{{1,3}}(?::\d{{1,3}})?†(\w{{0,10}})】|\[\^\d{{1,3}}\]"
    r"|[\[(]\s*(?:vgl\.?\s*|siehe\s*)?(?:S\.|Seiten?)\s*\d([^()\[\]]{0,40})[\])]"
    r"|\[\s*sic!?\s*\]",
    re.IGNORECASE,
)
SOURCE_BEHIND = re.compile(rf"(\s\({NAMED}\)|\s[–—-]\s{NAMED})(?=[\s“”\"»«*_.]*$)")
LABEL_BEFORE = re.compile(r"^([\s„“\"»«>*_]*)Q\d{1,3}:\s")
RAISED_MARK = re.compile(r"(?:(?<=[.!?,;:“”\"»«)])|(?<=[^\W\d_]{4}))[¹²³⁰⁴-⁹]{1,3}(?![^\W_])")
"""A footnote's number behind a sentence or a word; „m²“ is none."""

MARKDOWN_LINK = re.compile(
    r"\[([^\[\]]+)\]\((?:(?:https?:)?//[^()\s]+|www\.[^()\s]+|\.{0,2}/[\w-]+[/?#.][^()\s]*|[\w./-]*\.(?:pdf|html?)\b[^()\s]*"
    r"|#[^()\s]*|Q\d{1,3})\)"
)
HTML_TAG = re.compile(
    r"</?(?:a|abbr|article|b|blockquote|body|br|center|cite|code|del|div|em|font|h[1-6]|hr|html|i|img|ins|kbd|li|mark|ol|p"
    r"|pre|q|s|section|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|zitat|quote|quelle|source|text"
    r"|passage)(?:\s+[\w:-]+=(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))*\s*/?>|<https?://[^<>\s]+>",
    re.IGNORECASE,
)
"""Of links and tags what is passed over is an address or an attribute by its form: „[Verkauf](nicht)“ and
„<s nicht>“ are neither."""

TURNS_SENSE = re.compile(
    rf"{NEGATOR.pattern}|{TURNING.pattern}|{CONDITION.pattern}|{LIMIT.pattern}|{HEDGE.pattern}"
    rf"|\b(?:nein|stop|sondern|aber|jedoch|ein(?:e[nmrs]?)?\s(?:Teil|Drittel|Viertel))\b|\b(?i:{NUMBER_WORD})\b|(?i:abgeschaff|gestrichen)",
    re.IGNORECASE,
)
"""What words beside the quote's own may not hold, or they would make another statement of it: such a mark
stays in, and the quote stands nowhere."""

REFERENCE = re.compile(
    r"(?:[\s\d.,;:/–-]|\b(?:ff?|bis|und|u|folgende[nr]?|rechts|links|oben|unten|Mitte|Spalte|Abs|Absatz|Zeilen?|Z|Kap"
    r"|Kapitel|Abschnitt|Punkt|Nr|Ziffer|Anm|Fn|Fußnote|Seiten?|S|im|in|der|des|PDF|Datei|source|L\d{1,4}|[A-ZÄÖÜ]{2,5}"
    r"|[\w/-]{0,20}[Pp]rogramms?|sic)\b)*"
)
"""Words that say where something stands, and nothing else."""

BARE_NUMBER = re.compile(r"[\[【][\s\d,;–-]+[\]】]")
BEFORE_MARK = re.compile(r"[^\W_][ \xa0\n]+\Z")
COUNTABLE = re.compile(r"\s+(?!(?:und|oder|sowie|wie|dass|weil)\b)[^\W\d_]")
"""„[60]“ between two words is put in; behind a sentence or right behind a word it is that of a footnote."""

ESCAPED = re.compile(r"\\[nrt]")
LIST_NUMBER = re.compile(
    r"^([ \t\xa0>*_#„“\"'»•–-]*)(?:\(?\d{1,2}[.)]|\(?[a-z]\)|\d{1,2}(?:\.\d{1,2}){1,2}\.?)"
    rf"[ \t\xa0]+(?=[„\"'»*_]*[^\W\d_])(?!(?:{'|'.join(MONTHS)})\b)",
    re.MULTILINE,
)
WAS_NUMBERED = "\ue000"
"""Stands in a quote where the number of a line was taken out; no text has this character."""

WRAPPED = re.compile(r"[&<\[【(\\¹²³⁰⁴-⁹]|Q\d|S\.\s*\d|Seiten? ")
NUMBERED = re.compile(r"[\d)]")
DIVIDED = re.compile(r"[\[(…]|\.[ \xa0\u202f]?\.")
"""What the patterns above cannot do without; most quotes have none of it."""

BEFORE_LINE = re.compile(r"(?:(?<!\d)[.!?:;…•▪●■]|\n[–-])$")


@lru_cache(maxsize=512)  # asked for at every step of binding a quote
def unwrapped(text: str) -> str:
    """Without HTML, Markdown links, footnote marks and sources; what they stood in is kept."""
    if not WRAPPED.search(text):
        return text
    text = MARKDOWN_LINK.sub(r"\1", ESCAPED.sub(" ", html.unescape(text)))
    for mark in (HTML_TAG, CITATION_MARK, SOURCE_BEHIND):
        text = mark.sub(_passed_over, text)
    return CHANGED_CASE.sub(r"\1", RAISED_MARK.sub("", LABEL_BEFORE.sub(r"\1", text)))


def _passed_over(mark: re.Match[str]) -> str:
    """What stands for a mark: nothing; its words, where it has others than of a place; itself, where these
    could turn the sense."""
    told = " ".join(mark.groups("")).strip(" ,;:")
    if BARE_NUMBER.fullmatch(mark[0]):
        before, behind = mark.string[max(0, mark.start() - 9) : mark.start()], mark.string[mark.end() :]
        return mark[0] if BEFORE_MARK.search(before) and COUNTABLE.match(behind) else " "
    if REFERENCE.fullmatch(told) or mark.re is SOURCE_BEHIND:
        return mark[0] if TURNS_SENSE.search(told) and mark.re is SOURCE_BEHIND else " "
    return mark[0] if TURNS_SENSE.search(told) else f" [{told}] "


def unnumbered(text: str) -> str:
    """With a mark in place of the numbers with which a list counts its lines: „1. Wir bauen“, „b) Wir“."""
    return LIST_NUMBER.sub(rf"\1{WAS_NUMBERED}", text) if NUMBERED.search(text) else text


PUT_IN = "\ue001"
"""Stands in a quote where words in square brackets were; no text has this character."""

JOINT = re.compile(rf"([…{PUT_IN}])")


class Way(NamedTuple):
    """The parts of a quote in order, and of each joint of two whether words were put in there: then nothing
    but a pronoun may be left out."""

    pieces: list[str]
    put_in: list[bool]


def way_of(text: str) -> Way:
    """The pieces between ellipses and inserted words; an insertion that could turn the meaning stays in."""
    if DIVIDED.search(text):
        text = INSERTION.sub(_insertion, ELLIPSIS.sub("…", text))
    pieces, put_in = list[str](), list[bool]()
    joints: list[str] = []
    for number, one in enumerate(JOINT.split(text)):
        if number % 2:
            joints.append(one)
        elif piece := one.strip():
            if pieces:
                put_in.append("…" not in joints)
            pieces.append(piece)
            joints = []
    return Way(pieces, put_in)


def _insertion(found: re.Match[str]) -> str:
    if not letters(found[1]):
        return " "
    return found[0] if NUMBER.search(found[1]) or TURNS_SENSE.search(found[1]) else PUT_IN


def parts(text: str) -> list[str]:
    return way_of(text).pieces


def insertions(text: str) -> list[str]:
    """The words in brackets that a quote has and its source has not; they were passed over to find it."""
    plain = unwrapped(text)
    if "[" not in plain:
        return []
    found = INSERTION.finditer(ELLIPSIS.sub("…", plain))
    return [" ".join(one[1].split()) for one in found if _insertion(one) == PUT_IN]


# --- where a quote stands in a source -----------------------------------------------------------------------

MIN_CHARACTERS = 20
"""Shorter snippets stand everywhere („soziale Gerechtigkeit“) and prove nothing."""

MIN_LETTERS = 12
"""So many letters and digits a part between ellipses needs, and so many of a quote must lie in a Chunk."""

ANCHOR = 20
"""So many letters one part needs that shorter ones are bound beside it."""

MOST_REPLACED = 3
"""Words of the source in whose place others may be put."""

LONG = 150
"""Letters of a quote that may hold a usual passage as a whole."""

MAX_GAP = 500
"""Characters an ellipsis may leave out; what is further apart is no longer one passage."""

JOINERS = rf"-‐\u2011\u2012\u2212*:_/·'’{SOFT_HYPHEN}{ZERO_WIDTH}"
WORD_GOES_ON = re.compile(rf"[^\W_]|(?:[{JOINERS}]|/-|-/)(?=[^\W_])|[()](?=[^\W\d_])")
"""Behind a word, and before it read backwards: „Bürger(innen)“, „Bürger/-innen“."""

DIGIT = re.compile("[\\d¹²³⁰⁴-⁹₀-₉]")
BLANK, DASH, SYMBOL = "[ \xa0\u2009\u202f]", r"[–\u2212-]", "[%‰€$°]"
GROUP = rf"(?:{BLANK}|['’])"
SIDE = f"[{BESIDE_NUMBERS}]"
NUMBER_BEFORE = re.compile(
    rf"(?:\d[.,]|\d{BLANK}?{DASH}{BLANK}?|{DASH}|{SIDE}|[≤≥±≈×÷√¬]{BLANK}|(?<=[^\s•]{BLANK}){SIDE}{BLANK})\Z"
)
"""A „+“ or „>“ with which a line begins is a mark of a list."""
NUMBER_BEHIND = re.compile(
    rf"[.,]\d|{BLANK}?{DASH}{BLANK}?\d|{BLANK}?(?:{SYMBOL}|{SIDE}|(?:euro|cent|mio|mrd|tsd)\b"
    r"|prozent|promille|million|milliard|billion|tausend|hundert|dollar)"
    rf"|\.\s(?:{'|'.join(MONTHS)}|Jahrhundert)\b",
    re.IGNORECASE,
)
COMPOUND, LOOSE_HYPHEN = re.compile(r"\w-\d"), re.compile(r"(?<=\w)[ \xa0]-(?=\d+[ \xa0]?-[ \xa0]?[^\W\d_])")
STOP, INNER_STOP = re.compile(r"[.!?:;]"), re.compile(r"[.!?:;][\W_]{1,9}[^\W_]")
LAST_MARKS, FIRST_MARKS = re.compile(r"(?<![\W_])[\W_]+\Z"), re.compile(r"[\W_]{0,20}")
GROUP_BEFORE, GROUP_BEHIND = re.compile(rf"(?<!\d)\d{{1,3}}{GROUP}\Z"), re.compile(rf"{GROUP}\d{{3}}(?!\d)")
FIRST_GROUP, LAST_GROUP = re.compile(r"\d{3}(?!\d)"), re.compile(r"(?<!\d)\d{1,3}\Z")
"""„2 500“ is one number, and so are „10–15“, „5 %“, „500 Mio.“ and „1. August“; „2030 500“ are two."""

SIGN = re.compile(rf"(?:{DASH}|{SIDE}{BLANK}?)\Z")
UNIT = re.compile(rf"{BLANK}?({SYMBOL}|{SIDE})")
SIGN_FIRST = re.compile(rf"{DASH}|{SIDE}")
AROUND = " \n\t\xa0\"'“”„«»*_"
END_OF_QUESTION = re.compile(r"[?!]+")


@dataclass(frozen=True, slots=True)
class Fund:
    """A quote found in a source: a span of its text stream for every part."""

    quelle: Quelle
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The source's own wording."""
        return " … ".join(" ".join(self.quelle.strom.text[start:end].split()) for start, end in self.spans)

    @property
    def gaps(self) -> list[str]:
        """What ellipses leave out."""
        return [self.quelle.strom.text[a[1] : b[0]] for a, b in pairwise(self.spans)]


def is_too_short(text: str) -> bool:
    """Of what is looked for: no footnote mark, tag, number of a line or word put in makes a quote longer."""
    searched = " ".join(parts(unnumbered(unwrapped(text)))).replace(WAS_NUMBERED, " ")
    bare = " ".join(searched.split()).strip(" \"'“”„«»*_#>`~")
    return len(bare) < MIN_CHARACTERS or len(letters(bare)) < MIN_LETTERS


def find_chunk_for_text(text: str, chunks: object) -> Chunk | Fundstelle | Mapping[str, object] | None:
    """The passage a snippet was copied from, letter by letter; None for snippets under 20 characters.

    `chunks` in any form that `passages_of` takes; what is returned is the very object that was handed over.
    """
    if not isinstance(text, str) or is_too_short(text):
        return None
    needles = [needle for needle in dict.fromkeys((letters(text), letters(unwrapped(text)))) if needle]
    for passage in each(chunks):
        whole = passage["text"]
        if isinstance(whole, str) and any(needle in _chunk_key(whole) for needle in needles):
            return passage
    return None


_chunk_key = lru_cache(maxsize=8192)(letters)

Excerpt = Callable[[str], int]
"""Where letters first stand in what is at hand of a source, as a place in its key; below 0: nowhere."""


def nowhere(needle: str) -> int:
    return -1


def find(text: str, quelle: Quelle, excerpt: Excerpt = nowhere) -> list[Fund]:
    """Every place where the quote stands in the source word for word, with ellipses where it has some."""
    for whole in _wholes(text):
        if found := [Fund(quelle, (span,)) for span in _places(whole, quelle, excerpt)]:
            return found
    return next((found for way in _divided(text) if (found := find_way(way, quelle, excerpt))), [])


@lru_cache(maxsize=512)
def _wholes(text: str) -> tuple[str, ...]:
    """The ways in which a quote may stand in one piece."""
    plain = unwrapped(text)
    ways: tuple[str, ...] = (text, plain, unnumbered(plain))
    if "[" in plain:
        ways = (*ways, INSERTION.sub(lambda found: " " if _insertion(found) == PUT_IN else found[0], plain))
    return tuple(dict.fromkeys(ways))


@lru_cache(maxsize=512)
def _divided(text: str) -> tuple[Way, ...]:
    """The other ways in which it may stand in parts, each long enough, or in a sentence with one that is."""
    wholes = _wholes(text)
    if len(wholes) == 1 and not DIVIDED.search(text):
        return ()
    plain, whole = unwrapped(text), [[one.strip()] for one in wholes]
    ways = [way_of(one) for one in dict.fromkeys((plain, unnumbered(plain)))]
    return tuple(way for way in ways if way.pieces and way.pieces not in whole and _is_long_enough(way))


def _is_long_enough(way: Way) -> bool:
    long = [len(letters(piece)) for piece in way.pieces]
    return min(long) >= MIN_LETTERS or (min(long) > 1 and max(long) >= ANCHOR and not any(way.put_in))


def find_way(way: Way, quelle: Quelle, excerpt: Excerpt = nowhere) -> list[Fund]:
    """Every place of a quote in parts; none where they are too short to be looked for."""
    if not _is_long_enough(way):
        return []
    if all(len(letters(piece)) >= MIN_LETTERS for piece in way.pieces):
        return find_parts(way.pieces, quelle, excerpt, way.put_in)
    return _find_beside(way.pieces, quelle, excerpt)


def find_parts(
    pieces: Sequence[str], quelle: Quelle, excerpt: Excerpt = nowhere, put_in: Sequence[bool] = ()
) -> list[Fund]:
    """Every place where these stand in this order, each word for word, with little between them."""
    places = [list(_places(piece, quelle, excerpt)) for piece in pieces]
    return (
        [Fund(quelle, spans) for spans in _chains(places, quelle.strom.text, put_in)] if all(places) else []
    )


def _find_beside(pieces: Sequence[str], quelle: Quelle, excerpt: Excerpt) -> list[Fund]:
    """„Wir wollen … gezielt … die Bahn im ganzen Land ausbauen“: a part that is too short to be looked for is
    bound in the sentence of the long ones, where these stand but once, and it too."""
    long = [n for n, piece in enumerate(pieces) if len(letters(piece)) >= MIN_LETTERS]
    found = find_parts([pieces[n] for n in long], quelle, excerpt)
    if len(found) != 1 or len(found[0].spans) != len(long):
        return []
    spans = dict(zip(long, found[0].spans, strict=True))
    strom, source = quelle.strom, quelle.key
    text, paragraph = strom.text, strom.paragraph_at(found[0].spans[0][0])
    sentence = next(
        (span for span in strom.sentences_of(paragraph) if span[0] <= found[0].spans[0][0] < span[1]), None
    )
    if sentence is None or found[0].spans[-1][1] > sentence[1]:
        return []
    low = sentence[0]
    for n, piece in enumerate(pieces):
        if n not in spans:
            high = min((start for m, (start, _) in spans.items() if m > n), default=sentence[1])
            needle, first, last = spelled_out(piece), source.at(low), source.at(high)
            hits = (first + place for place in occurrences(needle, source.text[first:last]))
            places = list(_whole_at(hits, piece, needle, source, text))
            if len(places) != 1:
                return []
            spans[n] = places[0]
        low = spans[n][1]
    return [Fund(quelle, _without_empty_gaps([spans[n] for n in sorted(spans)], text))]


def ways_to_stand(text: str) -> list[tuple[int, ...]]:
    """The runs of the quote as a whole, and those of its parts: a source that holds it has all of one."""
    ways = [*([whole] for whole in _wholes(text)), *(way.pieces for way in _divided(text))]
    keys = dict.fromkeys(tuple([spelled_out(piece) for piece in way]) for way in ways)
    found = [[number for key in way for number in runs(key)] for way in keys if all(way)]
    # Every sixth first: a false word spoils eleven runs in a row, so one of them is soon met.
    return [tuple(chain.from_iterable(numbers[first::6] for first in range(6))) for numbers in found]


def _places(piece: str, quelle: Quelle, excerpt: Excerpt = nowhere) -> Iterator[Span]:
    """Where a piece stands from word border to word border, with the same numbers."""
    needle = spelled_out(piece)
    at_hand = excerpt(needle)
    if at_hand < 0 and not quelle.may_hold([runs(needle)]):
        return
    source = quelle.read()
    if at_hand >= 0 and stands_once(source.repeats, needle):
        yield from _whole_at((at_hand,), piece, needle, source.key, source.strom.text)
    else:
        yield from _places_in(piece, needle, source.key, source.strom.text)


def _places_in(piece: str, needle: str, key: Key, text: str) -> Iterator[Span]:
    return _whole_at(occurrences(needle, key.text), piece, needle, key, text)


def _whole_at(places: Iterable[int], piece: str, needle: str, key: Key, text: str) -> Iterator[Span]:
    """Those of these places of a piece's letters at which its words stand."""
    for place in places:
        start, end = with_signs(*key.span(place, place + len(needle)), piece, text)
        source = text[start:end]
        if (
            is_whole(text, start, end)
            # The key of „1,5“ is that of „15“, and of „15 %“; the numbers are not the same.
            and (not DIGIT.search(source) or _has_numbers(source, piece))
            and not key.splits(place, place + len(needle))
            and same_spelling(piece, source)
            and same_stops(source, piece)
            and not _ends_elsewhere(source, piece)
            and _begins_lines(piece, place, key, text)
        ):
            # A quote that closes with the sentence has its full stop; a question is shown as one in any case.
            asked = END_OF_QUESTION.match(text, end)
            closing = piece.rstrip(AROUND)[-1:]
            has_stop = closing == "." and text[end : end + 1] == closing
            yield start, asked.end() if asked else end + has_stop


def _has_numbers(source: str, piece: str) -> bool:
    """Also a tag may end in „>“ before a number, and a hyphen may have lost its place: „Tempo -30-Zonen“."""
    told = signed_numbers(source)
    return (
        told == signed_numbers(piece)
        or told == signed_numbers(unwrapped(piece))
        or bool(COMPOUND.search(source) and told == signed_numbers(LOOSE_HYPHEN.sub("-", piece)))
    )


def same_stops(source: str, piece: str) -> bool:
    """„… im Tal. Nicht die Straße“ is not „… im Tal nicht. Die Straße“.

    A break of the line may stand for a stop: before a heading, or where a model set one.
    """
    if not NEGATOR.search(piece) and not NEGATOR.search(source):
        return True
    if not _same_negators(source, piece):
        return False
    printed, emitted = _beside_negators(source), _beside_negators(piece)
    if len(printed) != len(emitted):  # a hyphen that broke the word: there its letters decide alone
        return True
    return not any(_moves(one, two) for one, two in zip(printed, emitted, strict=True))


Beside = tuple[str, str]
"""Before and behind a negation: a stop, a comma, a break of the line or the text's own end, or nothing."""


def _moves(one: Beside, two: Beside) -> bool:
    """Is a stop on another side, or has a comma changed its side? One that is only lost is no matter."""
    if any(a != b and "." in (a, b) and "\n" not in (a, b) for a, b in zip(one, two, strict=True)):
        return True
    return (one, two) in ((("", ","), (",", "")), ((",", ""), ("", ",")))


def _beside_negators(text: str) -> list[Beside]:
    found = []
    for negator in NEGATOR.finditer(text):
        start, end = negator.span()
        before, behind = LAST_MARKS.search(text, max(0, start - 20), start), FIRST_MARKS.match(text, end)
        is_first, is_last = not before or not before.start(), not behind or behind.end() == len(text)
        found.append((_mark(before, is_first), _mark(behind, is_last)))
    return found


def _mark(marks: re.Match[str] | None, is_border: bool) -> str:
    between = marks[0] if marks else ""
    if is_border or "\n" in between:
        return "\n"
    return "." if STOP.search(between) else "," if "," in between else ""


BROKEN_WORD = re.compile(rf"[-‐¬]\s+(?=[a-zäöüß])|[{SOFT_HYPHEN}{ZERO_WIDTH}]")


def _same_negators(source: str, piece: str) -> bool:
    """„nicht Raucher“ is no „Nichtraucher“. Of a word with a hyphen nobody knows whether it is one."""
    least, most = _negators(source)
    fewest, many = _negators(piece)
    return fewest <= most and least <= many


def _negators(text: str) -> tuple[int, int]:
    """How many there are at least and at most."""
    counts = []
    for one in (text, BROKEN_WORD.sub("", text)):
        found = [match.span() for match in NEGATOR.finditer(one.replace("_", " "))]
        counts.append(len(found))
        beside = (one[max(0, start - 1) : start] + one[end : end + 1] for start, end in found)
        counts.append(sum("-" not in marks for marks in beside))
    return min(counts), max(counts)


SENTENCE_END = re.compile(r"[.!?][\W_]{0,4}?[ \xa0\n\t][\W_]{0,9}?(?=[A-ZÄÖÜ])")
LAST_WORD = re.compile(r"[^\W\d_]+\Z")
ANY_MARK = re.compile(r"[.,:;!?–—•▪|()\[\]\n]|\s-\s|<")


def _ends_elsewhere(source: str, piece: str) -> bool:
    """Does a sentence of the quote end amid one of the source? Where that has a comma, a dash or a break of
    the line, a stop may stand for it."""
    if not INNER_STOP.search(piece):
        return False
    added = _sentence_ends(piece) - _sentence_ends(source)
    return any(not _is_marked_at(source, place) for place in added)


def loses_sentence_end(source: str, piece: str) -> bool:
    """Where two texts have the same letters: does a sentence of the source go on in the quote without any
    mark?"""
    if not INNER_STOP.search(source) or spelled_out(source) != spelled_out(piece):
        return False
    lost = _sentence_ends(source) - _sentence_ends(piece)
    return any(not _is_marked_at(piece, place) for place in lost)


def _sentence_ends(text: str) -> set[int]:
    """Behind how many letters. „bzw.“ and „2.“ end none."""
    ends = set()
    for found in SENTENCE_END.finditer(text):
        word = LAST_WORD.search(text, max(0, found.start() - 30), found.start())
        if word and len(word[0]) > 2 and word[0].lower() not in ABBREVIATIONS:
            ends.add(len(spelled_out(text[: found.start()])))
    return ends


def _is_marked_at(text: str, place: int) -> bool:
    """Stands any mark behind so many letters?"""
    key = schluessel(text)
    if not 0 < place < len(key.text):
        return True
    between = text[key.place(place - 1) + 1 : key.place(place)]
    return bool(ANY_MARK.search(between))


def with_signs(start: int, end: int, piece: str, text: str) -> Span:
    """With the minus before its first number and the „%“ behind its last one, which are no letters."""
    bare = piece.strip(AROUND)
    sign, unit = SIGN.search(text, max(0, start - 2), start), UNIT.match(text, end)
    has_sign = sign and text[start].isdigit() and SIGN_FIRST.match(bare)
    has_unit = unit and text[end - 1].isdigit() and bare.rstrip(").,;:!?" + AROUND).endswith(unit[1])
    return sign.start() if sign and has_sign else start, unit.end() if unit and has_unit else end


def _begins_lines(piece: str, place: int, key: Key, text: str) -> bool:
    """Where a line of the quote was numbered, the source begins one: „2. Mai“ is no „Mai“ amid a sentence."""
    if WAS_NUMBERED not in piece:
        return True
    lines = piece.split(WAS_NUMBERED)[:-1]
    for n in range(len(lines)):
        at = key.place(place + len(spelled_out("".join(lines[: n + 1]))))
        before = text[max(0, at - 12) : at]
        bare = before.rstrip(" \t\xa0\n„“\"'»*")
        # It stands amid a paragraph, behind no sentence and no mark of a list.
        if bare and "\n" not in before[len(bare) :] and not BEFORE_LINE.search(bare):
            return False
    return True


def find_in(words: str, passage: str) -> tuple[Span, ...]:
    """Where words first stand in one passage, word for word, with ellipses where they have some; or nowhere.

    >>> find_in("„die Bahn … fährt wieder“", "Wir wollen, dass die Bahn im Tal täglich fährt wieder.")
    ((17, 25), (42, 54))
    """
    key = schluessel(passage)
    for whole in _wholes(words):
        if place := next(_places_in(whole, spelled_out(whole), key, passage), None):
            return (place,)
    for way in _divided(words):
        places = [list(_places_in(piece, spelled_out(piece), key, passage)) for piece in way.pieces]
        if chain := next(iter(_chains(places, passage, way.put_in)), None):
            return chain
    return ()


def is_whole(text: str, start: int, end: int) -> bool:
    """„öffentlich“ does not stand in „nichtöffentlich“ or „nicht-öffentlich“, „3“ not in „3,5“ or „3 %“, and
    „15 Prozent“ not in „10 bis 15 Prozent“."""
    before, behind = text[max(0, start - 3) : start], text[end : end + 3]
    return not (
        WORD_GOES_ON.match(before[::-1])
        or WORD_GOES_ON.match(behind)
        or (text[start].isdigit() and _begins_amid_number(text, start))
        or (text[end - 1].isdigit() and _ends_amid_number(text, end))
        or cuts_unit(text, end)
        or cuts_range(text, start, end)
    )


def _begins_amid_number(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start]
    is_group = FIRST_GROUP.match(text, start) and GROUP_BEFORE.search(before)
    return bool(is_group or NUMBER_BEFORE.search(before))


def _ends_amid_number(text: str, end: int) -> bool:
    is_group = GROUP_BEHIND.match(text, end) and LAST_GROUP.search(text[max(0, end - 8) : end])
    return bool(is_group or NUMBER_BEHIND.match(text, end))


def _chains(
    places: Sequence[Sequence[Span]], text: str, put_in: Sequence[bool] = ()
) -> list[tuple[Span, ...]]:
    """For every place of the first part the nearest place of the next one from which the rest is reached.

    Parts with no letter between them are one: there an ellipsis leaves nothing out.
    """
    tails: dict[Span, tuple[Span, ...]] = {span: (span,) for span in places[-1]}
    for number, earlier in reversed(list(enumerate(places[:-1]))):
        is_put_in = number < len(put_in) and put_in[number]
        known = list(tails)  # in the order of the text
        reached: dict[Span, tuple[Span, ...]] = {}
        for span in earlier:
            place = bisect_left(known, (span[1],))
            if place < len(known) and known[place][0] - span[1] <= MAX_GAP:
                if not is_put_in or _may_be_replaced(text[span[1] : known[place][0]]):
                    reached[span] = (span, *tails[known[place]])
        tails = reached
    return [_without_empty_gaps(spans, text) for spans in tails.values()]


def _may_be_replaced(gap: str) -> bool:
    """For „sie“ a quoter may put in „[die SPD]“; for „den Ausbau“ nothing."""
    told = WORD.findall(gap.lower())
    is_small = len(told) <= MOST_REPLACED and all(word in STOP_WORDS or word in FILLERS for word in told)
    return is_small and not TURNS_SENSE.search(gap) and not STOP.search(gap)


def _without_empty_gaps(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    found = [spans[0]]
    for start, end in spans[1:]:
        if letters(text[found[-1][1] : start]):
            found.append((start, end))
        else:
            found[-1] = found[-1][0], end
    return tuple(found)


def border_letters(text: str) -> set[str]:
    """First and last letters of a quote and its parts: one of them lies in every passage it runs into.

    None of them for a long quote, which may hold a whole passage.
    """
    ways = (_wholes(text), parts(unwrapped(text)), *(way.pieces for way in _divided(text)))
    keys = [spelled_out(piece) for way in ways for piece in way]
    if len(keys[0]) > LONG:
        return set()
    return {border for key in keys for border in (key[:MIN_LETTERS], key[-MIN_LETTERS:]) if border}


def is_unsure(fund: Fund) -> bool:
    """Does a part of it touch what was not read with certainty?"""
    return any(fund.quelle.strom.is_unsure(*span) for span in fund.spans)


def united(spans: Iterable[Span]) -> list[Span]:
    """Those that overlap as one; an address may name the whole text two hundred times."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def overlaps(fund: Fund, ranges: Sequence[Span]) -> bool:
    """Does the quote lie in one of these ranges, or run from one into its neighbour?"""
    text = fund.quelle.strom.text
    for start, end in fund.spans:
        if any(low <= start < end <= high for low, high in ranges):
            return True
        wanted = min(MIN_LETTERS, len(letters(text[start:end])))
        for low, high in ranges:
            shared = text[max(start, low) : min(end, high)]
            if shared and len(letters(shared)) >= wanted:
                return True
    return False
