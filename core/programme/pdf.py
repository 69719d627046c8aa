"""PDF → lines of words with boxes.

MuPDF knows no threads, and nothing from outside is opened where people are served: see `apart`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from core.errors import OhneTextebene, PdfError
from core.german.folding import ZERO_WIDTH, composed
from core.programme import nameless, ocr, raw_words, tesseract
from core.programme.overprint import is_overprinted, read_once
from core.programme.pdf_files import MAX_SEITEN, MAX_WORDS, check_length, check_page
from core.programme.pdf_processes import (
    PdfDocument,
    PdfPage,
    PdfTextPage,
    damage,
    open_pdf,
    pymupdf,
    reraise_memory,
)
from core.programme.raw_words import RawBlock, RawSpan, RawWord

SCAN_SHARE = 0.2
"""A document is a scan when more of its pages are pictures; one picture as cover is not worth the OCR."""

UNSEEN = re.compile(f"[{ZERO_WIDTH}]")

SYMBOL_FONT = re.compile("dingbat|wingding|webding", re.IGNORECASE)

NO_NAMES: nameless.Names = {}

Box = tuple[float, float, float, float]
EVERYWHERE: Box = (-1e6, -1e6, 1e6, 1e6)


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


def read_pages(
    path: Path, erkannt: Path | None = None, most: int = MAX_SEITEN, distrusted: Collection[int] = ()
) -> list[RawSide]:
    """Read every page; a scan, and pages whose text layer is distrusted, go through Tesseract.

    Given a folder `erkannt`, recognised pages are taken from there; ocr.Unrecognized says which are not in
    it. Without Tesseract the distrusted ones can be read, and nothing on them quoted.
    """
    document = open_pdf(path, most=most)
    try:
        seiten = _with_names(path.name, document, list(_read_all(path, document)))
        pictures = [seite.nummer for seite in seiten if seite.bild_ohne_text]
        is_scan = len(pictures) > SCAN_SHARE * len(seiten)
        wanted = sorted({*(pictures if is_scan else ()), *distrusted})
        if wanted and tesseract.engine():
            for nummer, found in ocr.recognised(path, document, wanted, erkannt).items():
                if found.words:
                    seiten[nummer - 1] = _read_page(path.name, document, nummer - 1, found.words)
                seiten[nummer - 1].doubtful = found.doubtful
        for nummer in () if tesseract.engine() else distrusted:
            seiten[nummer - 1].doubtful = (EVERYWHERE,)
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


def _read_all(path: Path, document: PdfDocument) -> Iterator[RawSide]:
    letters = 0
    for index in range(document.page_count):
        seite = _read_page(path.name, document, index)
        letters += sum(len(word[4]) + 1 for word in seite.roh)
        check_length(path.name, letters)
        yield seite


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
    words, blocks, width, height, label, bild_ohne_text = _extract(document[index], erkannt, names)
    lines = sum(len(block.get("lines", ())) for block in blocks)
    check_page(name, index + 1, len(words), lines)
    drehung = _main_direction(blocks)
    breite, hoehe = (width, height) if drehung % 180 == 0 else (height, width)
    zeilen = _lines(words, blocks, drehung, width, height)
    seite = RawSide(index + 1, breite, hoehe, drehung, zeilen, label, bool(erkannt), bild_ohne_text, words)
    if any(nameless.has_code(word[4]) for word in words):
        seite.ohne_namen = list(nameless.runs_of(blocks))
    return seite


def _extract(
    page: PdfPage, erkannt: bytes, names: nameless.Names
) -> tuple[list[RawWord], list[RawBlock], float, float, str, bool]:
    """Words, blocks, width, height, label of a page, and whether it is a picture without text."""
    flags = pymupdf().TEXT_MEDIABOX_CLIP
    textpage = ocr.textpage(page, flags, erkannt) if erkannt else page.get_textpage(flags=flags)
    words = page.get_text("words", textpage=textpage)
    if erkannt:
        words = [(*word[:4], word[4].translate(tesseract.NO_LETTERS), *word[5:]) for word in words]
    if len(words) > MAX_WORDS:  # nothing that follows is made for so many
        return words, [], 0.0, 0.0, "", False
    words, blocks = _words_and_blocks(page, textpage, words, names)
    # Text coordinates ignore the page's /Rotate, page.rect does not.
    width, height = page.rect.width, page.rect.height
    if page.rotation % 180:
        width, height = height, width
    is_picture = not words and bool(page.get_images())
    return raw_words.joined(words), blocks, width, height, page.get_label(), is_picture


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
    return (
        [wort._replace(text="•") if wort.text in symbols else wort for wort in woerter]
        if symbols
        else woerter
    )


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
