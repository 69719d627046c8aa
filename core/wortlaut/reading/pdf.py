"""PDF → lines of words with boxes.

MuPDF knows no threads, and nothing from outside is opened where people are served: see `apart`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from core.wortlaut.errors import OhneTextebene, PdfError
from core.wortlaut.german.folding import ZERO_WIDTH, composed
from core.wortlaut.reading import nameless, ocr, raw_words, tesseract
from core.wortlaut.reading.mupdf import (
    MAX_SEITEN,
    PdfDocument,
    PdfPage,
    PdfTextPage,
    check_length,
    check_page,
    damage,
    open_pdf,
    pymupdf,
    reraise_memory,
)
from core.wortlaut.reading.raw_words import RawBlock, RawSpan, RawWord
from core.wortlaut.records import Box

SCAN_SHARE = 0.2
"""A document is a scan when more of its pages are pictures; one picture as cover is not worth the OCR."""

UNSEEN = re.compile(f"[{ZERO_WIDTH}]")

SYMBOL_FONT = re.compile("dingbat|wingding|webding|europeanpi|bullets|awesome|(?<![a-z])icon", re.IGNORECASE)

NO_NAMES: nameless.Names = {}


def around(boxes: Sequence[Box]) -> Box:
    """The box that holds all of these."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


class PdfWort(NamedTuple):
    """A word and its box, in layout coordinates: text runs along +x, lines along +y."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


@dataclass(slots=True)
class Zeile:
    """Words that stand on one line, with the size and weight most of their letters have."""

    woerter: list[PdfWort]
    x0: float
    y0: float
    x1: float
    y1: float
    groesse: float
    fett: bool
    fett_anfang: bool
    farbe: int = 0
    schrift: str = ""
    mitte: float = field(init=False)

    def __post_init__(self) -> None:
        self.mitte = (self.y0 + self.y1) / 2

    @property
    def text(self) -> str:
        return " ".join(wort.text for wort in self.woerter)

    def with_words(self, woerter: list[PdfWort]) -> "Zeile":
        """The same line with only some of its words."""
        x0, y0, x1, y1, _ = zip(*woerter, strict=True)
        return replace(self, woerter=woerter, x0=min(x0), y0=min(y0), x1=max(x1), y1=max(y1))


@dataclass(slots=True)
class RawSide:
    """One page as it stands in the file. `drehung`: by how many degrees its text is turned.

    `roh`: its words as PyMuPDF gives them, for a second reading that knows nothing of `zeilen`.
    `doubtful`: places (in page coordinates) whose words must not be quoted.
    `ohne_namen`: runs of letters without a name, with their font; None where each letter has one.
    """

    nummer: int
    breite: float
    hoehe: float
    drehung: int
    zeilen: list[Zeile]
    label: str = ""
    ocr: bool = False
    bild_ohne_text: bool = False
    roh: Sequence[RawWord] = ()
    doubtful: Sequence[Box] = ()
    ohne_namen: Sequence[nameless.Run] | None = None

    def page_box(self, box: Box) -> Box:
        """A box in layout coordinates → the same box in PyMuPDF's (unrotated) page coordinates."""
        x0, y0, x1, y1 = box
        width, height = (self.breite, self.hoehe) if self.drehung % 180 == 0 else (self.hoehe, self.breite)
        match self.drehung:
            case 90:
                return (y0, height - x1, y1, height - x0)
            case 180:
                return (width - x1, height - y1, width - x0, height - y0)
            case 270:
                return (width - y1, x0, width - y0, x1)
            case _:
                return box

    def layout_box(self, box: Box) -> Box:
        """The other way round."""
        if not self.drehung:
            return box
        width, height = (self.breite, self.hoehe) if self.drehung % 180 == 0 else (self.hoehe, self.breite)
        return _turn(box, self.drehung, width, height)


def read_pages(
    path: Path, erkannt: Path | None = None, most: int = MAX_SEITEN, distrusted: Collection[int] = ()
) -> list[RawSide]:
    """Read every page; a scan, and pages whose text layer is distrusted, go through Tesseract.

    Given a folder `erkannt`, recognised pages are taken from there; ocr.Unrecognized says which are not in
    it. Without Tesseract the distrusted ones can be read, and nothing on them quoted.
    """
    document = open_pdf(path, most=most)
    try:
        seiten: list[RawSide] = []
        letters = 0
        for index in range(document.page_count):
            seiten.append(_read_page(path.name, document, index))
            letters += sum(len(word[4]) + 1 for word in seiten[-1].roh)
            check_length(path.name, letters)
        seiten = _with_names(path.name, document, seiten)
        pictures = [seite.nummer for seite in seiten if seite.bild_ohne_text]
        is_scan = len(pictures) > SCAN_SHARE * len(seiten)
        wanted = sorted({*(pictures if is_scan else ()), *distrusted})
        if wanted and tesseract.engine():
            for nummer, found in ocr.recognised(path, document, wanted, erkannt).items():
                if found.words:
                    seiten[nummer - 1] = _read_page(path.name, document, nummer - 1, found.words)
                seiten[nummer - 1].doubtful = found.doubtful
        for nummer in () if tesseract.engine() else distrusted:
            seiten[nummer - 1].doubtful = (ocr.EVERYWHERE,)
    except damage() as error:
        reraise_memory(error)
        raise PdfError(f"{path.name} ist beschädigt ({error}). Laden Sie es neu herunter.") from error
    finally:
        document.close()
    if not any(seite.zeilen for seite in seiten):
        raise OhneTextebene(
            f"{path.name} ist ohne Textebene: Es enthält nur Bilder von Text. Installieren Sie Tesseract mit "
            "dem deutschen Sprachpaket (Debian: tesseract-ocr-deu), dann wird der Text erkannt."
        )
    return seiten


def _with_names(name: str, document: PdfDocument, seiten: Sequence[RawSide]) -> list[RawSide]:
    """Read pages again whose letters the whole document gives names; one that stays without is a picture."""
    odd = [seite for seite in seiten if seite.ohne_namen is not None]
    names = nameless.names_of([run for seite in odd for run in seite.ohne_namen or ()])
    read = {s.nummer: _read_page(name, document, s.nummer - 1, names=names) if names else s for s in odd}
    for nummer, seite in read.items():
        if nameless.is_unreadable(seite.roh):
            read[nummer] = replace(seite, zeilen=[], roh=(), bild_ohne_text=True)
    return [read.get(seite.nummer, seite) for seite in seiten]


def _read_page(
    name: str, document: PdfDocument, index: int, erkannt: bytes = b"", names: nameless.Names = NO_NAMES
) -> RawSide:
    page, flags = document[index], pymupdf().TEXT_MEDIABOX_CLIP
    textpage = ocr.textpage(page, flags, erkannt) if erkannt else page.get_textpage(flags=flags)
    words = page.get_text("words", textpage=textpage)
    if erkannt:
        words = [(*word[:4], word[4].translate(tesseract.NO_LETTERS), *word[5:]) for word in words]
    check_page(name, index + 1, len(words), 0)  # nothing that follows is made for more
    words, blocks = _words_and_blocks(page, textpage, words, names)
    # Text coordinates ignore the page's /Rotate, page.rect does not.
    width, height = page.rect.width, page.rect.height
    if page.rotation % 180:
        width, height = height, width
    is_picture = not words and bool(page.get_images())
    words, label = raw_words.joined(words), page.get_label()
    check_page(name, index + 1, len(words), sum(len(block.get("lines", ())) for block in blocks))
    drehung = _main_direction(blocks)
    breite, hoehe = (width, height) if drehung % 180 == 0 else (height, width)
    zeilen = _lines(words, blocks, drehung, width, height)
    seite = RawSide(index + 1, breite, hoehe, drehung, zeilen, label, bool(erkannt), is_picture, words)
    if any(nameless.has_code(word[4]) for word in words):
        seite.ohne_namen = list(nameless.runs_of(blocks))
    return seite


def _words_and_blocks(
    page: PdfPage, textpage: PdfTextPage, words: list[RawWord], names: nameless.Names
) -> tuple[list[RawWord], list[RawBlock]]:
    """From the page's single letters where its words are not to be believed."""
    is_twice, has_nameless = is_overprinted(words), nameless.has_nameless(words)
    is_wrong = is_twice or raw_words.are_too_wide(words)
    flags = pymupdf().TEXT_MEDIABOX_CLIP
    if has_nameless and not is_wrong and not names:
        by_glyph = flags | pymupdf().TEXT_USE_GID_FOR_UNKNOWN_UNICODE
        coded = nameless.few_with_codes(words, page.get_text("words", flags=by_glyph))
        words, has_nameless = coded or words, coded is None
    if not (is_wrong or has_nameless):
        return words, page.get_text("dict", textpage=textpage)["blocks"]
    letters: Sequence[RawBlock] = page.get_text("rawdict", textpage=textpage)["blocks"]
    if has_nameless:
        flags |= pymupdf().TEXT_CID_FOR_UNKNOWN_UNICODE | pymupdf().TEXT_PRESERVE_WHITESPACE
        letters = nameless.with_codes(letters, page.get_text("rawdict", flags=flags)["blocks"], names)
    words, blocks = read_once(letters) if is_twice else raw_words.from_letters(letters)
    return nameless.without_leaders(words) if has_nameless else words, blocks


def _main_direction(blocks: list[RawBlock]) -> int:
    """How most of a page's text runs: 0 (left to right), 90 (upwards), 180 or 270 (downwards)."""
    count: Counter[int] = Counter()
    for block in blocks:
        for line in block.get("lines", ()):
            count[_direction(line["dir"])] += sum(len(span["text"]) for span in line["spans"])
    return count.most_common(1)[0][0] if count else 0


def _direction(vector: tuple[float, float]) -> int:
    x, y = vector
    if abs(x) >= abs(y):
        return 0 if x >= 0 else 180
    return 90 if y < 0 else 270


def _lines(
    words: list[RawWord], blocks: list[RawBlock], drehung: int, width: float, height: float
) -> list[Zeile]:
    """Join the words to the lines of `blocks`, which know size and weight; leave out text across them."""
    words_of: dict[tuple[int, int], list[PdfWort]] = {}
    for x0, y0, x1, y1, text, of_block, of_line, _ in words:
        if not (0 <= x0 + x1 <= 2 * width and 0 <= y0 + y1 <= 2 * height):
            continue  # printer's marks outside the visible page
        if not (text.isascii() or text.isalnum()):
            # Some files hold „ä“ as „a“ and two dots.
            text = composed(UNSEEN.sub("", text))
        if not text:
            continue
        if drehung:
            x0, y0, x1, y1 = _turn((x0, y0, x1, y1), drehung, width, height)
        words_of.setdefault((of_block, of_line), []).append(PdfWort(x0, y0, x1, y1, text))
    zeilen: list[Zeile] = []
    for block_index, block in enumerate(blocks):
        for line_index, line in enumerate(block.get("lines", ())):
            woerter = words_of.get((block_index, line_index))
            if not woerter or _direction(line["dir"]) != drehung:
                continue
            spans = line["spans"]
            span = spans[0] if len(spans) == 1 else max(spans, key=lambda span: len(span["text"]))
            woerter = _with_bullets(woerter, spans)
            x0s, y0s, x1s, y1s, _ = zip(*woerter, strict=True)
            zeilen.append(
                Zeile(
                    woerter,
                    min(x0s),
                    min(y0s),
                    max(x1s),
                    max(y1s),
                    round(span["size"], 1),
                    _is_bold(span),
                    _is_bold(spans[0]),
                    span["color"],
                    next((s["font"] for s in spans if nameless.is_odd(s["text"])), span["font"]),
                )
            )
    return zeilen


def _with_bullets(woerter: list[PdfWort], spans: list[RawSpan]) -> list[PdfWort]:
    """Letters of a symbol font are pictures: the „n“ of ZapfDingbats is a square before a list item."""
    symbols = {span["text"].strip() for span in spans if _is_symbol_font(span["font"])}
    if not symbols:
        return woerter
    return [wort._replace(text="•") if wort.text in symbols else wort for wort in woerter]


@cache
def _is_symbol_font(name: str) -> bool:
    return SYMBOL_FONT.search(name) is not None


def _turn(box: Box, drehung: int, width: float, height: float) -> Box:
    """A box in page coordinates → layout coordinates, in which the text runs from left to right."""
    x0, y0, x1, y1 = box
    if drehung == 90:
        return (height - y1, x0, height - y0, x1)
    if drehung == 270:
        return (y0, width - x1, y1, width - x0)
    return (width - x1, height - y1, width - x0, height - y0)


def _is_bold(span: RawSpan) -> bool:
    return bool(span["flags"] & 16) or _is_bold_font(span["font"])


@cache
def _is_bold_font(name: str) -> bool:
    return any(word in name.lower() for word in ("bold", "black", "heavy", "semibold", "ultra"))


# --- letters that are printed twice, for a shadow or a bold look, are read once -------------------------
# The prints lie a fraction of a letter apart and may be cut anywhere, not at words only: „der Mensche“ four
# times and then „nwürde“ is one „der Menschenwürde“. So it is letters that are compared, not words.

OFFSET = 2.5
"""Points that two prints of a word may lie apart: shadows of titles do, neighbours in a line never."""

SQUARE = 2 * OFFSET
"""Side of the squares in which twins are looked for."""

LETTER_OFFSET = 0.2
"""The same for a letter, of its size: „l“ and „l“ in „alle“ are 0.22 apart."""

LEAST_OFFSET = 0.4
"""Points; that of letters of 2 points. Without it thousands of dust-like ones are all compared with each
other."""
NO_SPACE = 0.03
"""Of the letters' size; printed spaces are at least 0.04 wide (fdp-bund-2009: 0.02 within a word)."""

WORD_SPACE = 0.18
LINE_SPACE = 1.2
"""White from which on letters are two words, or two lines: PyMuPDF's own borders."""


def is_overprinted(words: Sequence[RawWord]) -> bool:
    """Does a word stand where the same one stands already, or one that begins alike just before it?"""
    by_line, by_column = [(w[4], w[1], w[0]) for w in words], [(w[4], w[0], w[1]) for w in words]
    if any(_is_near(a, b) for a, b in pairwise(by_line) if a[0][0] == b[0][0]):
        return True
    # Twins are neighbours in one of the two orders, unless the word stands in its row and its column as well.
    return any(_is_near(a, b) for o in (by_line, by_column) for a, b in pairwise(sorted(o)) if a[0] == b[0])


def _is_near(a: tuple[str, float, float], b: tuple[str, float, float]) -> bool:
    return abs(a[1] - b[1]) < OFFSET and abs(a[2] - b[2]) < OFFSET


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter with the place where it is set (`x`, `y`), its box, and its span in the file.

    `base`: the height of the line that the file has it in; a note's mark in „Bürger¹“ is set above it.
    `is_led`: a later print of the letter before it, itself not read, touches it.
    """

    text: str
    x: float
    y: float
    base: float
    box: tuple[float, float, float, float]
    size: float
    span: RawSpan
    direction: tuple[float, float]
    is_led: bool = False


def read_once(blocks: Sequence[RawBlock]) -> tuple[list[RawWord], list[RawBlock]]:
    """Words and blocks as PyMuPDF gives them, from its „rawdict“, without the letters printed before."""
    words: list[RawWord] = []
    result: list[RawBlock] = []
    kept = without_prints(list(_letters(blocks)))
    upright = [letter for letter in kept if letter.direction[0] > 0.99]
    for number, line in enumerate(_letter_lines(upright)):
        groups = list(_words(line))
        words += [
            (*around([letter.box for letter in group]), _spell(group), number, 0, place)
            for place, group in enumerate(groups)
        ]
        of_spans = [list(letters) for _, letters in groupby(line, key=lambda letter: id(letter.span))]
        spans: list[RawSpan] = [{**own[0].span, "text": _spell(own)} for own in of_spans]
        result.append({"lines": [{"dir": (1.0, 0.0), "spans": spans}]})
    return words, result


def _letters(blocks: Sequence[RawBlock]) -> Iterator[Letter]:
    for block in blocks:
        for line in block.get("lines", ()):
            longest = max(line["spans"], key=lambda span: len(span["chars"]))
            base = longest["chars"][0]["origin"][1] if longest["chars"] else 0.0
            for span in line["spans"]:
                for char in span["chars"]:
                    x, y = char["origin"]
                    yield Letter(char["c"], x, y, base, char["bbox"], span["size"], span, line["dir"])


def without_prints(letters: Sequence[Letter]) -> list[Letter]:
    """Every letter once, where it was printed first, with the white space behind it."""
    seen: dict[tuple[str, int, int], list[Letter]] = defaultdict(list)
    kept: list[Letter] = []
    is_kept = True
    before: Letter | None = None
    for letter in letters:
        # The second „f“ of a ligature has no width: it goes with the first.
        if not letter.text.isspace() and letter.box[2] > letter.box[0]:
            near = min(OFFSET, max(LEAST_OFFSET, LETTER_OFFSET * letter.size))
            # A twin can lie in up to four squares.
            columns = {int((letter.x - OFFSET) / SQUARE), int((letter.x + OFFSET) / SQUARE)}
            rows = {int((letter.y - OFFSET) / SQUARE), int((letter.y + OFFSET) / SQUARE)}
            is_kept = not any(
                abs(letter.x - first.x) < near and abs(letter.y - first.y) < near
                for column in columns
                for row in rows
                for first in seen.get((letter.text, column, row), ())
            )
            if is_kept:
                seen[letter.text, int(letter.x / SQUARE), int(letter.y / SQUARE)].append(letter)
        if is_kept:
            is_led = before is not None and _touches(before, letter)
            kept.append(replace(letter, is_led=True) if is_led else letter)
        before = None if is_kept or letter.text.isspace() else letter
    return kept


def _touches(before: Letter, letter: Letter) -> bool:
    return before.base == letter.base and abs(letter.box[0] - before.box[2]) <= NO_SPACE * letter.size


def _letter_lines(letters: Sequence[Letter]) -> list[list[Letter]]:
    """Letters on one base line without wide white between them, in the order of the file."""
    order = {id(letter): index for index, letter in enumerate(letters)}
    lines: list[list[Letter]] = []
    for row in _rows(_runs(letters)):
        line: list[Letter] = []
        right = 0.0
        for letter in row:
            if line and letter.box[0] - right > LINE_SPACE * letter.size:
                lines.append(line)
                line = []
            # A space of another print may stand amid the word before.
            right = max(right, letter.box[2]) if line else letter.box[2]
            line.append(letter)
        lines.append(line)
    printed = [line for line in lines if any(not letter.text.isspace() for letter in line)]
    return sorted(printed, key=lambda line: min(order[id(letter)] for letter in line))


def _runs(letters: Sequence[Letter]) -> list[list[Letter]]:
    """Letters that the file sets one after the other; a ligature's are at places of their own."""
    runs: list[list[Letter]] = []
    for letter in letters:
        last = runs[-1][-1] if runs else None
        if last is None or letter.base != last.base or letter.x < last.x - 0.5 * letter.size:
            runs.append([])
        runs[-1].append(letter)
    return runs


def _rows(runs: Sequence[list[Letter]]) -> Iterator[list[Letter]]:
    """Runs on one base line (the prints of a word lie up to a quarter of a letter apart), left to right."""
    row: list[list[Letter]] = []
    for run in sorted(runs, key=lambda run: run[0].base):
        if row and run[0].base - row[0][0].base > 0.25 * min(run[0].size, row[0][0].size):
            yield [letter for run in sorted(row, key=lambda run: run[0].x) for letter in run]
            row = []
        row.append(run)
    yield [letter for run in sorted(row, key=lambda run: run[0].x) for letter in run]


def _words(line: Sequence[Letter]) -> Iterator[list[Letter]]:
    """Parted by white that is seen: a space of no width stands between two prints of one word."""
    word: list[Letter] = []
    spaced = False
    for letter in line:
        if letter.text.isspace():
            spaced = True
            continue
        if word:
            white = (letter.box[0] - word[-1].box[2]) / letter.size
            if white > WORD_SPACE or (spaced and white > NO_SPACE and not letter.is_led):
                yield word
                word = []
        word.append(letter)
        spaced = False
    if word:
        yield word


def _spell(word: Sequence[Letter]) -> str:
    return "".join(letter.text for letter in word)
