"""Drawing pages apart from the server (see `core.processes.pdf_processes`); what is open is kept."""

import math
import struct
import zlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.errors import EingabeError
from core.base.memory import Recent
from core.processes.pdf_processes import Aim, apart
from core.programme import stored_streams
from core.wortlaut.errors import PdfError, PdfFehlt
from core.wortlaut.reading.mupdf import (
    PdfDocument,
    PdfPage,
    damage,
    open_pdf,
    pymupdf,
    reraise_memory,
    saved_on_top,
)
from core.wortlaut.reading.pdf import around
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Box

YELLOW = (1.0, 0.87, 0.2)
MAX_PIXELS = 16_000_000
"""A larger picture (of a poster) is drawn with fewer dots per inch; A3 at 220 dpi has 9.4 million."""

Pixel = NDArray[np.uint8]
"""A picture: rows of pixels of red, green and blue."""

Farbe = tuple[float, float, float]

Colored = tuple[Farbe, tuple[Box, ...]]
"""Boxes of a page and the colour they are marked with."""

Stamp = tuple[Path, int, int]
"""A file as it was: its path, when it was written, its size."""


@dataclass(frozen=True, slots=True, eq=False)
class PageMeasures:
    """Width and height of a page as it is seen, in points, and how page coordinates turn into those."""

    breite: float
    hoehe: float
    drehung: NDArray[np.float64]

    def seen(self, boxes: Sequence[Box] | NDArray[np.float32]) -> tuple[Box, ...]:
        """Boxes in points from the upper left corner of the page as it is seen."""
        corners = np.array(boxes, float).reshape(-1, 2, 2) @ self.drehung[:2] + self.drehung[2]
        turned = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).round(2)
        return tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in turned.tolist())

    def zoom(self, dpi: int) -> float:
        """Pixels per point."""
        return min(dpi / 72, math.sqrt(MAX_PIXELS / (self.breite * self.hoehe)))


def stamp_of(path: Path) -> Stamp:
    stat = path.stat()
    return path, stat.st_mtime_ns, stat.st_size


_open_pdfs: Recent[tuple[int, PdfDocument]] = Recent(64 << 20, lambda pair: pair[0])


def _pdf(stempel: Stamp) -> PdfDocument:
    """The file as it was then, held in memory: later changes on disk do not reach it."""
    return _open_pdfs.get(stempel, partial(_opened, stempel))[1]


def _opened(stempel: Stamp) -> tuple[int, PdfDocument]:
    path = stempel[0]
    pdf = open_pdf(path, in_memory=True)
    if stamp_of(path) != stempel:
        raise PdfError(f"{path.name} wird gerade geschrieben. Versuchen Sie es gleich noch einmal.")
    return stempel[2], pdf


@contextmanager
def _page(stempel: Stamp, seite: int) -> Iterator[PdfPage]:
    """A page of PyMuPDF; what goes wrong with it is said in one sentence."""
    try:
        yield _pdf(stempel)[seite - 1]
    except damage() as error:
        reraise_memory(error)
        raise PdfError(f"Seite {seite} von {stempel[0].name} ist beschädigt ({error}).") from error


def look(stempel: Stamp) -> tuple[int, bool]:
    """How many pages there are, and whether the file is sound enough for something to be appended to it."""
    pdf = _pdf(stempel)
    return pdf.page_count, bool(pdf.can_save_incrementally())


def sheet(stempel: Stamp, seite: int) -> PageMeasures:
    with _page(stempel, seite) as page:
        return _sheet(page)


def _sheet(page: PdfPage) -> PageMeasures:
    return PageMeasures(page.rect.width, page.rect.height, np.array(page.rotation_matrix).reshape(3, 2))


def unmarked(stempel: Stamp, seite: int, dpi: int) -> Pixel:
    """The page without anybody's annotations."""
    with _page(stempel, seite) as page:
        zoom = _sheet(page).zoom(dpi)
        pixmap = page.get_pixmap(matrix=pymupdf().Matrix(zoom, zoom), alpha=False, annots=False)
        return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width, 3)


def png_file(pixel: Pixel) -> bytes:
    """As small as MuPDF's own PNG of a page of text, in half the time, and without holding Python's lock."""
    height, width, _ = pixel.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = pixel.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(rows.data, level=1)), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def plate(number: int, width: float, height: float, colour: Farbe, scale: float) -> Pixel:
    """A number in white on a colour."""
    with pymupdf().open() as document:
        page = document.new_page(width=width, height=height)
        page.draw_rect(page.rect, color=None, fill=colour)
        start = (width - pymupdf().get_text_length(str(number), fontsize=8)) / 2
        page.insert_text((start, 7.8), str(number), fontsize=8, color=(1, 1, 1))
        pixmap = page.get_pixmap(matrix=pymupdf().Matrix(scale, scale), alpha=False)
        return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width, 3)


# --- one page as a PDF of its own ---------------------------------------------------------------------------


def cut(stempel: Stamp, seite: int, marken: Sequence[Colored], hinweis: str = "") -> bytes:
    """One page as a PDF, with one highlight annotation for each colour; the same bytes every time.

    `hinweis`: what is to be known of the marks, written at the page's top.
    """
    with _page(stempel, seite), pymupdf().open() as single:
        source, page = _pdf(stempel), seite - 1
        # Without the file's own annotations: no highlight on the page is anybody else's.
        single.insert_pdf(source, from_page=page, to_page=page, links=False, annots=False, widgets=False)
        _hide_layers(source, single)
        _mark(single, 0, marken)
        if hinweis:
            _write(single, hinweis)
        whole: bytes = single.tobytes(garbage=1, deflate=True, no_new_id=True)
    return whole


def _hide_layers(source: PdfDocument, single: PdfDocument) -> None:
    """Layers that are switched off stay off: cutting out forgets which were."""
    hidden = {layer["name"] for layer in source.get_ocgs().values() if not layer["on"]}
    if not hidden:
        return
    layers = {
        xref: single.xref_get_key(xref, "Name")[1]
        for xref in range(1, single.xref_length())
        if single.xref_get_key(xref, "Type") == ("name", "/OCG")
    }
    every = " ".join(f"{xref} 0 R" for xref in layers)
    off = " ".join(f"{xref} 0 R" for xref, name in layers.items() if name in hidden)
    value = f"<</OCGs[{every}]/D<</OFF[{off}]>>>>"
    single.xref_set_key(single.pdf_catalog(), "OCProperties", value)


def _mark(document: PdfDocument, index: int, marken: Sequence[Colored]) -> None:
    for farbe, boxes in marken:
        page = document[index]  # PyMuPDF loses the annotation with its page
        annot = page.add_highlight_annot([pymupdf().Rect(box) for box in boxes])
        annot.set_colors(stroke=farbe)
        annot.update()
        document.xref_set_key(annot.xref, "NM", "null")
        _fill(document, annot.xref, farbe)


def _write(document: PdfDocument, hinweis: str) -> None:
    """At the top of the only page, as one sees it, above all that is printed there."""
    page = document[0]
    x0, y0, x1, _ = page.rect
    where = pymupdf().Rect(x0 + 8, y0 + 6, x1 - 8, y0 + 34) * page.derotation_matrix
    annot = page.add_freetext_annot(
        where, hinweis, fontsize=10, text_color=(0.5, 0, 0), fill_color=(1, 0.95, 0.85), rotate=page.rotation
    )
    document.xref_set_key(annot.xref, "NM", "null")


def _fill(document: PdfDocument, annot: int, farbe: Farbe) -> None:
    """MuPDF draws round ends that lap over the neighbouring words, and darkens where two lines meet."""
    numbers = [float(n) for n in document.xref_get_key(annot, "QuadPoints")[1].strip("[]").split()]
    quads = [(numbers[i : i + 8 : 2], numbers[i + 1 : i + 8 : 2]) for i in range(0, len(numbers), 8)]
    areas = [f"{min(x):.2f} {min(y):.2f} {max(x) - min(x):.2f} {max(y) - min(y):.2f} re" for x, y in quads]
    colour = " ".join(f"{part:g}" for part in farbe)
    look = int(document.xref_get_key(annot, "AP/N")[1].split()[0])
    document.update_stream(look, "\n".join([f"q /H gs {colour} rg", *areas, "f Q"]).encode())


# --- the whole PDF ------------------------------------------------------------------------------------------


def appended(stempel: Stamp, marken: Mapping[int, Sequence[Colored]]) -> bytes:
    """What has to be added at the end of the file so that these pages bear marks."""
    path, _, size = stempel
    document = open_pdf(path)
    try:
        for seite, of_page in marken.items():
            _without_highlights(document[seite - 1])
            _mark(document, seite - 1, of_page)
        whole = saved_on_top(document)
    except damage() as error:
        reraise_memory(error)
        raise PdfError(f"{path.name} lässt sich nicht markieren ({error}).") from error
    finally:
        document.close()
    if stamp_of(path) != stempel or memoryview(whole)[:size] != path.read_bytes():
        raise PdfError(f"{path.name} wird gerade geschrieben. Versuchen Sie es gleich noch einmal.")
    return whole[size:]


def _without_highlights(page: PdfPage) -> None:
    """No highlight on a page with ours is anybody else's."""
    annot = page.first_annot
    while annot:
        is_highlight = annot.type[0] == pymupdf().PDF_ANNOT_HIGHLIGHT
        annot = page.delete_annot(annot) if is_highlight else annot.next


# --- the boxes of marked words: one for each line, as somebody with a pen would draw them ------------------


PageBox = tuple[float, float, float, float]
"""A box as (start, top, end, bottom) along the line, whichever way the line runs on the page."""


def line_boxes(strom: Textstrom, on_page: NDArray[np.intp], indices: Sequence[int]) -> list[Box]:
    """Of these words of a page, each line as a box, or as several where a column gap lies in it."""
    # Along the line, then across it: text that runs up or down the page is handled as if it were level.
    axes = [1, 0, 3, 2] if _is_upright(strom, on_page) else [0, 1, 2, 3]
    others = strom.boxes[np.setdiff1d(on_page, indices)][:, axes]
    boxes = [box for line in _lines(strom, indices, axes) for box in _joined(line)]
    trimmed = [_trimmed(box, others) for box in boxes]
    return [tuple(round(box[i], 2) for i in axes) for box in trimmed]  # type: ignore[misc]


def _is_upright(strom: Textstrom, on_page: NDArray[np.intp]) -> bool:
    """Do the lines run up or down? Long words are longer along the line than across it."""
    words = on_page[strom.ends[on_page] - strom.starts[on_page] >= 5]
    width, height = (strom.boxes[words, 2:] - strom.boxes[words, :2]).T
    return bool(np.sum(height > width) > len(words) / 2)


def _lines(strom: Textstrom, indices: Sequence[int], axes: list[int]) -> list[list[PageBox]]:
    """Words that follow each other in the text and on one line."""
    lines: list[list[PageBox]] = []
    before = -1
    for index in indices:
        box: PageBox = tuple(strom.boxes[index, axes].tolist())
        if lines and lines[-1][-1] == box:
            pass  # a word that the text has in two pieces
        elif lines and index == before + 1 and _is_next(lines[-1][-1], box):
            lines[-1].append(box)
        elif box[0] < box[2] and box[1] < box[3]:
            lines.append([box])
        before = index
    return lines


def _is_next(a: PageBox, b: PageBox) -> bool:
    height = min(a[3] - a[1], b[3] - b[1])
    same_line = abs((a[1] + a[3]) - (b[1] + b[3])) < 0.8 * height
    return same_line and b[0] < b[2] and _gap(a, b) > -0.3 * height


def _gap(a: PageBox, b: PageBox) -> float:
    """What lies between two words of a line, in whichever direction it is read."""
    return max(b[0] - a[2], a[0] - b[2])


def _joined(line: list[PageBox]) -> list[PageBox]:
    """One box for a line, several where more than the spaces of that line lies between: a column gap."""
    height = median(box[3] - box[1] for box in line)
    gaps = [_gap(a, b) for a, b in pairwise(line)]
    widest = max(0.6 * height, min(1.5 * height, 1.5 * median(gaps)) if len(gaps) > 2 else 0)
    result = [line[0]]
    for box, gap in zip(line[1:], gaps, strict=True):
        if gap > widest:
            result.append(box)
        else:
            result[-1] = around([result[-1], box])
    return result


def _trimmed(box: PageBox, others: NDArray[np.float32]) -> PageBox:
    """A box that reaches into the lines above or below gives up to a fifth of its height."""
    start, top, end, bottom = box
    near = others[
        (others[:, 0] < end) & (others[:, 2] > start) & (others[:, 1] < bottom) & (others[:, 3] > top)
    ]
    middle, spare = (top + bottom) / 2, 0.2 * (bottom - top)
    middles = (near[:, 1] + near[:, 3]) / 2
    above, below = near[middles < middle - spare], near[middles > middle + spare]
    if len(above):
        top = min(top + spare, (top + float(above[:, 3].max())) / 2)
    if len(below):
        bottom = max(bottom - spare, (bottom + float(below[:, 1].min())) / 2)
    return start, top, end, bottom


# --- one page of a PDF with boxes marked on it, as PDF and as picture; what was drawn last is kept in memory
# Boxes are in PyMuPDF's page coordinates, which do not know of a page's /Rotate: those of the text stream.
# Drawn is apart from this process, and once for all who ask for the same at the same time.


DPI = 110

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A PDF as it was when it was opened, and which content it has."""

    stempel: Stamp
    version: str
    seitenzahl: int
    is_sound: bool
    """Marks can be appended to it."""

    @property
    def name(self) -> str:
        return self.stempel[0].name


Opened = Document | PdfError
"""A PDF that cannot be opened stays so until it changes; nobody waits for that twice."""

_documents: Recent[Opened] = Recent(4000, lambda dokument: 1)
_sheets: Recent[PageMeasures | PdfError] = Recent(20_000, lambda sheet: 1)
_drawn: Recent[bytes | PdfError] = Recent(64 << 20, lambda drawn: _weight(drawn) + 1000)
_unmarked: Recent[Pixel | PdfError] = Recent(64 << 20, lambda drawn: _weight(drawn) + 1000)


def forget_pictures() -> None:
    """What was drawn last; nobody waits for it."""
    _unmarked.clear()
    _drawn.clear()


def _weight(drawn: "bytes | Pixel | PdfError") -> int:
    return 0 if isinstance(drawn, PdfError) else len(drawn) if isinstance(drawn, bytes) else drawn.nbytes


def _once(memory: "Recent[T | PdfError]", key: Hashable, make: Callable[[], T]) -> T:
    """What was made before, or its failure: a page that took all its time once would take it again."""
    found = memory.get(key, lambda: _or_failure(make))
    if isinstance(found, PdfError):
        raise type(found)(*found.args)
    return found


def _or_failure(make: Callable[[], T]) -> T | PdfError:
    try:
        return make()
    except PdfError as error:
        return error.with_traceback(None)


def open_document(path: Path) -> Document:
    """A PDF that can be opened; known until others were used more lately or the file changes."""
    try:
        for _ in range(3):
            stempel = stamp_of(path)
            dokument = _once(_documents, stempel, partial(_open, stempel))
            if stamp_of(path) == stempel:
                return dokument
    except OSError as error:
        raise PdfFehlt(f"{path.name} fehlt im Ordner {path.parent} oder ist nicht lesbar.") from error
    raise PdfError(f"{path.name} wird gerade geschrieben. Versuchen Sie es gleich noch einmal.")


def _open(stempel: Stamp) -> Document:
    version = stored_streams.content_version(stempel[0])
    pages, is_sound = apart(Aim.DRAW, stempel[0].name, look, stempel)
    return Document(stempel, version, pages, is_sound)


def draw_pdf(dokument: Document, seite: int, boxes: Sequence[Box], hinweis: str = "") -> bytes:
    return draw_marked(dokument, seite, ((YELLOW, tuple(boxes)),) if boxes else (), hinweis)


def draw_marked(dokument: Document, seite: int, marken: tuple[Colored, ...], hinweis: str = "") -> bytes:
    """The page as a PDF of its own with marks in several colours; `hinweis`: what it says at its top."""
    draw = partial(_apart, dokument, seite, cut, marken, hinweis)
    return kept(("pdf", dokument.stempel, seite, marken, hinweis), draw)


def draw_appended(dokument: Document, marken: Mapping[int, tuple[Colored, ...]]) -> bytes:
    """What has to be added at its end for marks on these pages: a few KB, however large the PDF is."""
    draw = partial(apart, Aim.DRAW, dokument.name, appended, dokument.stempel, marken)
    return kept(("anhang", dokument.stempel, tuple(marken.items())), draw)


def blatt(dokument: Document, seite: int) -> PageMeasures:
    key = dokument.stempel, seite
    return _once(_sheets, key, partial(_apart, dokument, seite, sheet))


def draw_unmarked(dokument: Document, seite: int, dpi: int) -> Pixel:
    """The page without anybody's annotations; kept, so that the next mark on it costs no drawing."""
    key = dokument.stempel, seite, dpi
    return _once(_unmarked, key, partial(_apart, dokument, seite, unmarked, dpi))


def draw_plate(number: int, width: float, height: float, colour: Farbe, scale: float) -> Pixel:
    return apart(Aim.DRAW, "Die Seite", plate, number, width, height, colour, scale)


def kept(key: Hashable, draw: Callable[[], bytes]) -> bytes:
    return _once(_drawn, key, draw)


def _apart(dokument: Document, seite: int, draw: Callable[..., T], *arguments: object) -> T:
    if not 1 <= seite <= dokument.seitenzahl:
        raise EingabeError(f"{dokument.name} hat keine Seite {seite}, sondern {dokument.seitenzahl} Seiten.")
    name = f"Seite {seite} von {dokument.name}"
    return apart(Aim.DRAW, name, draw, dokument.stempel, seite, *arguments)
