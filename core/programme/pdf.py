"""PDF → lines of words with boxes. The only module that knows PyMuPDF."""

import re
import sys
import threading
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import OhneTextebene, PdfError, PdfFehlt

SCAN_SHARE = 0.2
"""A document is a scan when more of its pages are pictures; one picture as cover is not worth the OCR."""

ZERO_WIDTH = dict.fromkeys([*range(0x200B, 0x2010), 0x2060, 0xFEFF])
"""Characters that nobody sees and no search should stumble over."""

PDF_LOCK = threading.RLock()
"""Held around every call into PyMuPDF while others may be reading or drawing: it does not know threads."""

SYMBOL_FONT = re.compile("dingbat|wingding|webding", re.IGNORECASE)

Box = tuple[float, float, float, float]


class Wort(NamedTuple):
    """A word and its box, in layout coordinates: text runs along +x, lines along +y."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


@dataclass(slots=True)
class Zeile:
    """Words that stand on one line, with the size and weight most of their letters have."""

    woerter: list[Wort]
    x0: float
    y0: float
    x1: float
    y1: float
    groesse: float
    fett: bool
    fett_anfang: bool

    @property
    def text(self) -> str:
        return " ".join(wort.text for wort in self.woerter)

    @property
    def mitte(self) -> float:
        return (self.y0 + self.y1) / 2


@dataclass(slots=True)
class Rohseite:
    """One page as it stands in the file. `drehung`: by how many degrees its text is turned."""

    nummer: int
    breite: float
    hoehe: float
    drehung: int
    zeilen: list[Zeile]
    label: str = ""
    ocr: bool = False
    bild_ohne_text: bool = False

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


@cache
def pymupdf() -> Any:
    """Load PyMuPDF without its layout model, which costs 1–4 s and 80 MB and serves nothing here."""
    for name in ("pymupdf.layout", "pymupdf4llm"):
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    import pymupdf

    tools: Any = pymupdf.TOOLS
    tools.mupdf_display_errors(False)
    tools.mupdf_display_warnings(False)
    return pymupdf


def damage() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises on a damaged file; MuPDF's own errors are no RuntimeErrors."""
    return RuntimeError, ValueError, pymupdf().mupdf.FzErrorBase


def open_pdf(path: Path, in_memory: bool = False) -> Any:
    """Open a PDF that can be read, or say in one sentence why it cannot; `in_memory` keeps no file open."""
    if not path.is_file():
        raise PdfFehlt(f"Die Datei {path.name} fehlt. Legen Sie das PDF in den Ordner {path.parent}.")
    if path.stat().st_size == 0:
        raise PdfError(f"{path.name} ist leer (0 Bytes). Laden Sie das PDF neu herunter.")
    with path.open("rb") as file:
        if b"%PDF-" not in file.read(1024):
            raise PdfError(
                f"{path.name} ist kein PDF. Prüfen Sie, ob statt des PDFs eine Webseite gespeichert wurde."
            )
    try:
        stream = path.read_bytes() if in_memory else None
        document = pymupdf().open(None if in_memory else path, stream=stream, filetype="pdf")
        locked = document.needs_pass and not document.authenticate("")
        pages = 1 if locked else document.page_count
    except damage() as error:
        raise PdfError(
            f"{path.name} ist beschädigt und lässt sich nicht öffnen. Laden Sie es neu herunter."
        ) from error
    if locked:
        raise PdfError(f"{path.name} ist mit einem Kennwort geschützt. Speichern Sie es ohne Kennwort.")
    if pages == 0:
        raise PdfError(f"{path.name} hat keine Seiten. Laden Sie das PDF neu herunter.")
    return document


def read_pages(path: Path) -> list[Rohseite]:
    """Read every page; a scan goes through Tesseract where that is installed."""
    with PDF_LOCK:
        document = open_pdf(path)
    try:
        seiten = [_read_page(document, index) for index in range(document.page_count)]
        if sum(seite.bild_ohne_text for seite in seiten) > SCAN_SHARE * len(seiten) and _tessdata():
            seiten = [_read_page(document, s.nummer - 1, ocr=True) if s.bild_ohne_text else s for s in seiten]
    except damage() as error:
        raise PdfError(f"{path.name} ist beschädigt ({error}). Laden Sie es neu herunter.") from error
    finally:
        with PDF_LOCK:
            document.close()
    if not any(seite.zeilen for seite in seiten):
        raise OhneTextebene(
            f"{path.name} ist ohne Textebene: Es enthält nur Bilder von Text. Installieren Sie Tesseract mit "
            "dem deutschen Sprachpaket (Debian: tesseract-ocr-deu), dann wird der Text erkannt."
        )
    return seiten


def _read_page(document: Any, index: int, ocr: bool = False) -> Rohseite:
    with PDF_LOCK:  # page by page, and not while Python sorts the words: whoever wants to see a page gets in
        words, blocks, width, height, label, bild_ohne_text = _extract(document[index], ocr)
    drehung = _main_direction(blocks)
    breite, hoehe = (width, height) if drehung % 180 == 0 else (height, width)
    zeilen = _lines(words, blocks, drehung, width, height)
    return Rohseite(index + 1, breite, hoehe, drehung, zeilen, label, ocr, bild_ohne_text)


def _extract(page: Any, ocr: bool) -> tuple[list[Any], list[dict[str, Any]], float, float, str, bool]:
    """Words, blocks, width, height, label of a page, and whether it is a picture without text."""
    flags = pymupdf().TEXT_MEDIABOX_CLIP
    if ocr:
        textpage = page.get_textpage_ocr(
            flags=flags, language="deu", dpi=200, full=True, tessdata=_tessdata()
        )
    else:
        textpage = page.get_textpage(flags=flags)
    words = page.get_text("words", textpage=textpage)
    blocks = page.get_text("dict", textpage=textpage)["blocks"]
    # Text coordinates ignore the page's /Rotate, page.rect does not.
    width, height = page.rect.width, page.rect.height
    if page.rotation % 180:
        width, height = height, width
    return words, blocks, width, height, page.get_label(), not words and bool(page.get_images())


@cache
def _tessdata() -> str | None:
    """Where Tesseract's German data lie, None where there are none."""
    try:
        folder = Path(pymupdf().get_tessdata())
    except RuntimeError:  # PyMuPDF's way to say that Tesseract is not installed
        return None
    return str(folder) if (folder / "deu.traineddata").is_file() else None


def _main_direction(blocks: list[dict[str, Any]]) -> int:
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
    words: list[Any], blocks: list[dict[str, Any]], drehung: int, width: float, height: float
) -> list[Zeile]:
    """Join the words to the lines of `blocks`, which know size and weight; leave out text across them."""
    words_of: dict[tuple[int, int], list[Wort]] = {}
    seen: dict[str, list[Wort]] = {}
    for x0, y0, x1, y1, text, block, line, _ in words:
        if not (0 <= x0 + x1 <= 2 * width and 0 <= y0 + y1 <= 2 * height):
            continue  # printer's marks outside the visible page
        if not text.isascii():
            # Some files hold „ä“ as „a“ and two dots.
            text = unicodedata.normalize("NFC", text.translate(ZERO_WIDTH))
        if not text:
            continue
        box = (x0, y0, x1, y1) if drehung == 0 else _turn((x0, y0, x1, y1), drehung, width, height)
        wort = Wort(box[0], box[1], box[2], box[3], text)
        if not _is_shadow(wort, seen):
            words_of.setdefault((block, line), []).append(wort)
    zeilen: list[Zeile] = []
    for block_index, block in enumerate(blocks):
        for line_index, line in enumerate(block.get("lines", ())):
            woerter = words_of.get((block_index, line_index))
            if not woerter or _direction(line["dir"]) != drehung:
                continue
            span = max(line["spans"], key=lambda span: len(span["text"]))
            woerter = _with_bullets(woerter, line["spans"])
            zeilen.append(
                Zeile(
                    woerter,
                    min(wort.x0 for wort in woerter),
                    min(wort.y0 for wort in woerter),
                    max(wort.x1 for wort in woerter),
                    max(wort.y1 for wort in woerter),
                    round(span["size"], 1),
                    _is_bold(span),
                    _is_bold(line["spans"][0]),
                )
            )
    return zeilen


def _with_bullets(woerter: list[Wort], spans: list[dict[str, Any]]) -> list[Wort]:
    """Letters of a symbol font are pictures: the „n“ of ZapfDingbats is a square before a list item."""
    symbols = {span["text"].strip() for span in spans if SYMBOL_FONT.search(span["font"])}
    return (
        [wort._replace(text="•") if wort.text in symbols else wort for wort in woerter]
        if symbols
        else woerter
    )


def _is_shadow(wort: Wort, seen: dict[str, list[Wort]]) -> bool:
    """Text printed twice, a hair's breadth apart, to look bold or cast a shadow, is read once."""
    twins = seen.get(wort.text)
    if twins is None:
        seen[wort.text] = [wort]
        return False
    x0, y0, *_ = wort
    for twin in twins:
        if -2.5 < y0 - twin[1] < 2.5 and -2.5 < x0 - twin[0] < 2.5:
            return True
    twins.append(wort)
    return False


def _turn(box: Box, drehung: int, width: float, height: float) -> Box:
    """A box in page coordinates → layout coordinates, in which the text runs from left to right."""
    x0, y0, x1, y1 = box
    if drehung == 90:
        return (height - y1, x0, height - y0, x1)
    if drehung == 270:
        return (y0, width - x1, y1, width - x0)
    return (width - x1, height - y1, width - x0, height - y0)


def _is_bold(span: dict[str, Any]) -> bool:
    font = span["font"].lower()
    return bool(span["flags"] & 16) or any(
        word in font for word in ("bold", "black", "heavy", "semibold", "ultra")
    )
