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

from core.context import Context
from core.errors import IndexFehler
from core.german.folding import SOFT_HYPHEN, ZERO_WIDTH, Key, letters, occurrences, schluessel, spelled_out
from core.german.formats import NUMBER, signed_numbers
from core.german.spelling import same_spelling
from core.german.words import MONTHS, NEGATOR, TURNING
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
    r"</?([a-zA-Z][\w-]{0,20})(?:\s+[\w:-]+=(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))*\s*/?>|<https?://[^<>\s]+>"
)
"""Of links and tags what is passed over is an address or an attribute by its form: „[Verkauf](nicht)“ and
„<s nicht>“ are neither."""

TURNS_SENSE = re.compile(
    rf"{NEGATOR.pattern}|{TURNING.pattern}|ab(?:ge|zu)?schaff|verbot|verzicht|streich|gestrichen|beend|abbau|abgebaut"
    r"|ausstieg|aussteig|zurücknehm|aufheb|aufgehoben|\b(?:nein|stop)\b",
    re.IGNORECASE,
)
"""What words beside the quote's own may not hold, or they would turn its sense: such a mark stays in, and the
quote stands nowhere."""

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
        text = mark.sub(partial(_passed_over, " "), text)
    return CHANGED_CASE.sub(r"\1", RAISED_MARK.sub("", LABEL_BEFORE.sub(r"\1", text)))


def _passed_over(instead: str, mark: re.Match[str]) -> str:
    """What stands for a mark: itself, where its words could turn the sense."""
    return mark[0] if any(TURNS_SENSE.search(words) for words in mark.groups("")) else instead


def unnumbered(text: str) -> str:
    """With a mark in place of the numbers with which a list counts its lines: „1. Wir bauen“, „b) Wir“."""
    return LIST_NUMBER.sub(rf"\1{WAS_NUMBERED}", text) if NUMBERED.search(text) else text


def parts(text: str) -> list[str]:
    """The pieces between ellipses and inserted words; an insertion that could turn the meaning stays in."""
    if DIVIDED.search(text):
        text = INSERTION.sub(
            lambda match: match[0] if NUMBER.search(match[0]) else _passed_over("…", match),
            ELLIPSIS.sub("…", text),
        )
    return [part for part in (piece.strip() for piece in text.split("…")) if part]


# --- where a quote stands in a source -----------------------------------------------------------------------

MIN_CHARACTERS = 20
"""Shorter snippets stand everywhere („soziale Gerechtigkeit“) and prove nothing."""

MIN_LETTERS = 12
"""So many letters and digits a part between ellipses needs, and so many of a quote must lie in a Chunk."""

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
NUMBER_BEFORE = re.compile(rf"(?:\d[.,]|\d{BLANK}?{DASH}{BLANK}?|{DASH}|[+±])\Z")
NUMBER_BEHIND = re.compile(
    rf"[.,]\d|{BLANK}?{DASH}{BLANK}?\d|{BLANK}?(?:{SYMBOL}|(?:euro|cent|mio|mrd|tsd)\b"
    r"|prozent|promille|million|milliard|billion|tausend|hundert|dollar)"
    rf"|\.\s(?:{'|'.join(MONTHS)}|Jahrhundert)\b",
    re.IGNORECASE,
)
GROUP_BEFORE, GROUP_BEHIND = re.compile(rf"(?<!\d)\d{{1,3}}{GROUP}\Z"), re.compile(rf"{GROUP}\d{{3}}(?!\d)")
FIRST_GROUP, LAST_GROUP = re.compile(r"\d{3}(?!\d)"), re.compile(r"(?<!\d)\d{1,3}\Z")
"""„2 500“ is one number, and so are „10–15“, „5 %“, „500 Mio.“ and „1. August“; „2030 500“ are two."""

SIGN, UNIT = re.compile(rf"({DASH}|[+±])\Z"), re.compile(rf"{BLANK}?({SYMBOL})")
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
    return next((found for pieces in _divided(text) if (found := find_parts(pieces, quelle, excerpt))), [])


@lru_cache(maxsize=512)
def _wholes(text: str) -> tuple[str, ...]:
    """The ways in which a quote may stand in one piece."""
    plain = unwrapped(text)
    return tuple(dict.fromkeys((text, plain, unnumbered(plain))))


@lru_cache(maxsize=512)
def _divided(text: str) -> tuple[list[str], ...]:
    """The other ways in which it may stand in parts, each long enough."""
    wholes = _wholes(text)
    if len(wholes) == 1 and not DIVIDED.search(text):
        return ()
    plain, whole = unwrapped(text), [[one.strip()] for one in wholes]
    ways = [parts(one) for one in dict.fromkeys((plain, unnumbered(plain)))]
    return tuple(
        way
        for way in ways
        if way and way not in whole and all(len(letters(piece)) >= MIN_LETTERS for piece in way)
    )


def find_parts(pieces: Sequence[str], quelle: Quelle, excerpt: Excerpt = nowhere) -> list[Fund]:
    """Every place where these stand in this order, each word for word, with little between them."""
    places = [list(_places(piece, quelle, excerpt)) for piece in pieces]
    return [Fund(quelle, spans) for spans in _chains(places, quelle.strom.text)] if all(places) else []


def ways_to_stand(text: str) -> list[tuple[int, ...]]:
    """The runs of the quote as a whole, and those of its parts: a source that holds it has all of one."""
    ways = [*([whole] for whole in _wholes(text)), *_divided(text)]
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
            and _begins_lines(piece, place, key, text)
        ):
            # A quote that closes with the sentence has its full stop; a question is shown as one in any case.
            asked = END_OF_QUESTION.match(text, end)
            closing = piece.rstrip(AROUND)[-1:]
            has_stop = closing == "." and text[end : end + 1] == closing
            yield start, asked.end() if asked else end + has_stop


def _has_numbers(source: str, piece: str) -> bool:
    """Also a tag may end in „>“ before a number."""
    return signed_numbers(source) in (signed_numbers(piece), signed_numbers(unwrapped(piece)))


def with_signs(start: int, end: int, piece: str, text: str) -> Span:
    """With the minus before its first number and the „%“ behind its last one, which are no letters."""
    bare = piece.strip(AROUND)
    sign, unit = SIGN.search(text, max(0, start - 1), start), UNIT.match(text, end)
    has_sign = sign and text[start].isdigit() and SIGN.match(bare[:1])
    has_unit = unit and text[end - 1].isdigit() and bare.rstrip(").,;:!?" + AROUND).endswith(unit[1])
    return start - 1 if has_sign else start, unit.end() if unit and has_unit else end


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
    for pieces in _divided(words):
        places = [list(_places_in(piece, spelled_out(piece), key, passage)) for piece in pieces]
        if chain := next(iter(_chains(places, passage)), None):
            return chain
    return ()


def is_whole(text: str, start: int, end: int) -> bool:
    """„öffentlich“ does not stand in „nichtöffentlich“ or „nicht-öffentlich“, „3“ not in „3,5“ or „3 %“."""
    before, behind = text[max(0, start - 3) : start], text[end : end + 3]
    return not (
        WORD_GOES_ON.match(before[::-1])
        or WORD_GOES_ON.match(behind)
        or (text[start].isdigit() and _begins_amid_number(text, start))
        or (text[end - 1].isdigit() and _ends_amid_number(text, end))
    )


def _begins_amid_number(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start]
    is_group = FIRST_GROUP.match(text, start) and GROUP_BEFORE.search(before)
    return bool(is_group or NUMBER_BEFORE.search(before))


def _ends_amid_number(text: str, end: int) -> bool:
    is_group = GROUP_BEHIND.match(text, end) and LAST_GROUP.search(text[max(0, end - 8) : end])
    return bool(is_group or NUMBER_BEHIND.match(text, end))


def _chains(places: Sequence[Sequence[Span]], text: str) -> list[tuple[Span, ...]]:
    """For every place of the first part the nearest place of the next one from which the rest is reached.

    Parts with no letter between them are one: there an ellipsis leaves nothing out.
    """
    tails: dict[Span, tuple[Span, ...]] = {span: (span,) for span in places[-1]}
    for earlier in reversed(places[:-1]):
        known = list(tails)  # in the order of the text
        reached: dict[Span, tuple[Span, ...]] = {}
        for span in earlier:
            place = bisect_left(known, (span[1],))
            if place < len(known) and known[place][0] - span[1] <= MAX_GAP:
                reached[span] = (span, *tails[known[place]])
        tails = reached
    return [_without_empty_gaps(spans, text) for spans in tails.values()]


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
    ways = (_wholes(text), parts(unwrapped(text)), *_divided(text))
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
