"""Which pieces of a file to look at, so that every letter and digit of every font is seen in print.

A font's map from its glyphs to characters may say „7“ of the glyph that draws a 2, in one font of many: the
layer reads „2074“ where 2024 is printed, and lines taken evenly over the file need not hold one. So it is
glyphs that are sampled: what a font draws together with what the layer says it is, each such pair in a line.
"""

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from core.wortlaut.german.folding import letters
from core.wortlaut.reading.mupdf import PdfDocument, pymupdf
from core.wortlaut.reading.pdf import around
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Box

Glyph = tuple[str, int, int]
"""A font, the number of a glyph in it, and the character that the layer says it is."""

PIECE = 16
"""Letters from which on a line is parted: Tesseract takes as long as a piece is wide, and reads a single word
as well as a line (300 of 300 words of four letters and more, of 10 programmes)."""

SHORT = 9
"""Fewer letters are taken where a glyph is in no longer piece: of a number alone Tesseract is not sure."""

START = 4
"""Letters that a piece costs beside its own."""

SHAPE = itemgetter(1, 0)
"""Of a letter in a text trace: which glyph is drawn, and which character it is said to be."""

FILES = "\n"
"""Between the name of a font and what is embedded under it."""

CO2 = "CO2"
"""Its lowered 2 Tesseract reads in few fonts, and no other digit is ever printed there."""

NO_GLYPHS: Mapping[int, Sequence[Glyph | None]] = {}


@dataclass(frozen=True, slots=True)
class Piece:
    """Words side by side on a page, and the glyph of each of their letters, where that is known."""

    page: int
    box: Box
    words: tuple[str, ...]
    glyphs: tuple[Glyph | None, ...]

    @property
    def is_short(self) -> bool:
        return len(self.glyphs) < SHORT


class Glyphs:
    """The glyphs of a document, page by page. A page is traced when it is first asked for."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._files: dict[int, str] = {}
        self._pieces: dict[int, list[Piece]] = {}
        self._of_page: dict[int, frozenset[Glyph]] = {}

    def of_page(self, number: int) -> frozenset[Glyph]:
        """`number`: from 1."""
        if number not in self._of_page:
            with _subset_names():
                self._of_page[number] = self._on(number - 1)
        return self._of_page[number]

    def pages_with(self, wanted: Collection[Glyph], pages: Iterable[int]) -> set[int]:
        """Those of the pages that have any of these."""
        if not wanted:
            return set()
        return {number for number in pages if not self.of_page(number).isdisjoint(wanted)}

    def alike(self, wanted: Collection[Glyph], pages: Iterable[int]) -> set[Glyph]:
        """These, and the same of fonts of the same name, which other pages have others beside."""
        names = {(font.partition(FILES)[0], *rest) for font, *rest in wanted}
        every = self.on(pages) if wanted else set[Glyph]()
        return {glyph for glyph in every if (glyph[0].partition(FILES)[0], *glyph[1:]) in names}

    def on(self, pages: Iterable[int]) -> set[Glyph]:
        return set[Glyph]().union(*map(self.of_page, pages))

    def covering(self, pages: Iterable[int]) -> list[int]:
        """A few of these pages that have every glyph of theirs."""
        at = {number: found for number in pages if (found := self.of_page(number))}
        return sorted(_greedy(at, set[Glyph]().union(*at.values()), dict.fromkeys(at, 1)))

    def pieces(self, strom: Textstrom, page: int) -> list[Piece]:
        """What stands on a page, piece by piece."""
        if page not in self._pieces:
            self._pieces[page] = self._parted(strom, page)
        return self._pieces[page]

    def _parted(self, strom: Textstrom, page: int) -> list[Piece]:
        words = np.flatnonzero(strom.seiten_nr == page)
        if not len(words):
            return []
        glyphs = self._of_words(strom, words, page)
        found = []
        for row in rows(strom, words.tolist()):
            part: list[int] = []
            for word in row:
                part.append(word)
                if sum(len(glyphs[i]) for i in part) >= PIECE:
                    found.append(piece_of(strom, part, glyphs))
                    part = []
            if part and len(part) < len(row) and sum(len(glyphs[i]) for i in part) < SHORT:
                last = len(found.pop().words)  # the end of a line goes with what is before it
                part = row[len(row) - len(part) - last :]
            if part:
                found.append(piece_of(strom, part, glyphs))
        return found

    def _on(self, index: int) -> frozenset[Glyph]:
        fonts = self._fonts(index)
        shapes: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for span in self._document[index].get_texttrace():
            shapes[span["font"]].update(map(SHAPE, span["chars"]))
        return frozenset(
            (fonts.get(name, name), glyph, code)
            for name, found in shapes.items()
            for glyph, code in found
            if is_known(code)
        )

    def _fonts(self, index: int) -> dict[str, str]:
        """Font by its name on this page → by what is embedded: several fonts of a file may have one name."""
        named: dict[str, set[str]] = defaultdict(set)
        for xref, _, _, name, *_ in self._document.get_page_fonts(index):
            if xref not in self._files:
                content = self._document.extract_font(xref)[3]
                self._files[xref] = f"{hash(content):x}" if content else f"#{xref}"
            named[name[:31]].add(self._files[xref])  # a font's name is cut so by MuPDF
        return {name: f"{name}{FILES}{' '.join(sorted(files))}" for name, files in named.items()}

    def _of_words(
        self, strom: Textstrom, words: NDArray[np.int64], page: int
    ) -> dict[int, list[Glyph | None]]:
        """For each word the glyphs of its letters; None for those of a word that was mended."""
        chars = self._chars(strom, words, page)
        return {word: _spelled(_text(strom, word), chars[word]) for word in words.tolist()}

    def words_with(self, strom: Textstrom, page: int, wanted: Collection[Glyph]) -> list[int]:
        """The words of a page that have any of these as a letter; a bullet that is called „n“ is none."""
        chars = self._chars(strom, np.flatnonzero(strom.seiten_nr == page), page, wanted)
        return [
            word
            for word, found in chars.items()
            if any(folded(g[2]) in letters(_text(strom, word).replace(CO2, "")) for g, _ in found)
        ]

    def _chars(
        self, strom: Textstrom, words: NDArray[np.int64], page: int, wanted: Collection[Glyph] | None = None
    ) -> dict[int, list[tuple[Glyph, float]]]:
        """For each word the glyphs that stand in its box, and how far right."""
        names = None if wanted is None else {font for font, *_ in wanted}
        found: list[tuple[Glyph, float]] = []
        middles: list[tuple[float, float]] = []
        with _subset_names():
            fonts = self._fonts(page - 1)
            for span in self._document[page - 1].get_texttrace():
                font = fonts.get(span["font"], span["font"])
                for code, shape, (begins, _), (x0, y0, x1, y1) in (
                    span["chars"] if names is None or font in names else ()
                ):
                    glyph = font, shape, code
                    if folded(code) and (wanted is None or glyph in wanted):
                        found.append((glyph, begins))
                        middles.append(((x0 + x1) / 2, (y0 + y1) / 2))
        x, y = np.array(middles, np.float32).reshape(-1, 2).T
        chars: dict[int, list[tuple[Glyph, float]]] = defaultdict(list)
        numbers = words.tolist()
        for char, place in zip(found, _at(strom.boxes[words], x, y).tolist(), strict=True):
            if place >= 0:
                chars[numbers[place]].append(char)
        return chars


def _spelled(text: str, chars: Sequence[tuple[Glyph, float]]) -> list[Glyph | None]:
    key = letters(text)
    if "".join(folded(glyph[2]) for glyph, _ in chars) == key:
        return [glyph for glyph, _ in chars for _ in folded(glyph[2])]
    once: list[tuple[Glyph, float]] = []
    for glyph, x in chars:
        # Bold by printing over itself.
        if not any(glyph[2] == other[2] and abs(x - there) < OVERPRINTED for other, there in once):
            once.append((glyph, x))
    # All first: the letters of a ligature („ff“) have one place, too.
    for way in (way for every in (chars, once) for way in (every, sorted(every, key=lambda char: char[1]))):
        if "".join(folded(glyph[2]) for glyph, _ in way) == key:
            return [glyph for glyph, _ in way for _ in folded(glyph[2])]
    return [None] * len(key)


OVERPRINTED = 1.0
"""Points between two prints of a letter that is made bold so."""

KNOWN = frozenset("abcdefghijklmnopqrstuvwxyzäöüß0123456789")
"""What Tesseract tells apart where it reads German: „é“ it reads as „e“."""


@cache
def folded(code: int) -> str:
    return letters(chr(code)) if 32 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""


@cache
def is_known(code: int) -> bool:
    """Not a raised or lowered digit („CO₂“): Tesseract does not read it."""
    key = folded(code)
    return bool(key) and KNOWN.issuperset(key) and (not key.isdecimal() or chr(code).isdecimal())


def is_digit(glyph: Glyph) -> bool:
    return chr(glyph[2]).isdecimal()


def cover(pieces: Sequence[Piece], wanted: Collection[Glyph]) -> list[Piece]:
    """As few of the pieces as hold each of these glyphs that is in any."""
    at = {i: frozenset(g for g in piece.glyphs if g and g in wanted) for i, piece in enumerate(pieces)}
    costs = {i: START + (PIECE if piece.is_short else len(piece.glyphs)) for i, piece in enumerate(pieces)}
    return [pieces[i] for i in _greedy(at, set[Glyph]().union(*at.values()), costs)]


def _greedy(
    sets: Mapping[int, frozenset[Glyph]], needed: set[Glyph], costs: Mapping[int, int]
) -> Iterator[int]:
    """Greedy set cover: next always the one with most of what is still needed for its cost."""
    heap = [(-len(found) / costs[index], index) for index, found in sets.items() if found]
    heapq.heapify(heap)
    while heap and needed:
        _, index = heapq.heappop(heap)
        gain = len(sets[index] & needed)
        if gain and heap and -gain / costs[index] > heap[0][0]:
            heapq.heappush(heap, (-gain / costs[index], index))
        elif gain:
            needed -= sets[index]
            yield index


def rows(strom: Textstrom, words: Iterable[int]) -> Iterator[list[int]]:
    """The words line by line; without those that are no words: a bullet is drawn, and read as some letter."""
    row: list[int] = []
    numbers = [word for word in words if any(map(str.isalnum, _text(strom, word)))]
    pages, boxes = strom.seiten_nr[numbers].tolist(), strom.boxes[numbers].tolist()
    for i, (word, page, b) in enumerate(zip(numbers, pages, boxes, strict=True)):
        if row:
            a = boxes[i - 1]
            height = max(a[3] - a[1], 1.0)
            is_apart = abs(a[1] + a[3] - b[1] - b[3]) > height or b[0] > a[2] + 2 * height
            if page != pages[i - 1] or b[0] < a[0] or is_apart:
                yield row
                row = []
        row.append(word)
    if row:
        yield row


def piece_of(
    strom: Textstrom, words: Sequence[int], glyphs: Mapping[int, Sequence[Glyph | None]] = NO_GLYPHS
) -> Piece:
    texts = tuple(_text(strom, word) for word in words)
    of_letters = [
        glyph
        for word, text in zip(words, texts, strict=True)
        for glyph in glyphs.get(word) or [None] * len(letters(text))
    ]
    boxes: list[Box] = [tuple(box) for box in strom.boxes[list(words)].tolist()]
    return Piece(int(strom.seiten_nr[words[0]]), around(boxes), texts, tuple(of_letters))


def _text(strom: Textstrom, word: int) -> str:
    return strom.text[strom.starts[word] : strom.ends[word]]


STEP = 2.0
"""Points a pixel of the picture into which boxes are painted."""


def _at(boxes: NDArray[np.float32], x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.int32]:
    """Which of the boxes each point lies in, -1 where in none: they are painted into a picture."""
    x0, y0, x1, y1 = boxes.T / STEP
    middle, quarter = (y0 + y1) / 2, (y1 - y0) / 4  # the boxes of two lines may overlap
    places = np.maximum(np.stack([middle - quarter, middle + quarter + 1, x0, x1 + 1], 1), 0).astype(int)
    height, width = places[:, 1].max(initial=0) + 1, places[:, 3].max(initial=0) + 1
    drawn = np.full((height, width), -1, np.int32)
    for index, (top, bottom, left, right) in enumerate(places.tolist()):
        drawn[top:bottom, left:right] = index
    rows, columns = (y / STEP).astype(int), (x / STEP).astype(int)
    is_within = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    found = np.full(len(x), -1, np.int32)
    found[is_within] = drawn[rows[is_within], columns[is_within]]
    return found


@contextmanager
def _subset_names() -> Iterator[None]:
    """Have PyMuPDF tell „ABCDEF+Arial“, not „Arial“: each subset of a font has a map of its own."""
    tools = pymupdf().TOOLS
    before = tools.set_subset_fontnames()
    tools.set_subset_fontnames(True)
    try:
        yield
    finally:
        tools.set_subset_fontnames(bool(before))
