"""One page of a PDF with boxes marked on it, as PDF and as picture; what was drawn last is kept in memory.

Boxes are in PyMuPDF's page coordinates, which do not know of a page's /Rotate: those of the text stream.
"""

import math
import struct
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import EingabeError, PdfError, PdfFehlt
from core.programme import ablage
from core.programme.pdf import PDF_LOCK, Box, damage, open_pdf, pymupdf

GELB = (1.0, 0.87, 0.2)
DPI = 110
MAX_PIXELS = 40_000_000
"""A larger picture (of a poster) is drawn with fewer dots per inch."""

T = TypeVar("T")
Pixel = NDArray[np.uint8]
"""A picture: rows of pixels of red, green and blue."""

Stempel = tuple[Path, int, int]
"""A file as it was: its path, when it was written, its size."""


class Zuletzt(Generic[T]):
    """What was used last, up to a total weight; the rest is forgotten."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._weight = 0
        self._values: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: T, weight: int) -> None:
        with self._lock:
            self._weight += weight - self._values.pop(key, (value, 0))[1]
            self._values[key] = value, weight
            while self._weight > self._limit and len(self._values) > 1:
                self._weight -= self._values.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._weight = 0


@dataclass(frozen=True, slots=True, eq=False)
class Dokument:
    """A PDF held open, and which content it has: later changes on disk do not reach it."""

    stempel: Stempel
    version: str
    seitenzahl: int
    pdf: Any


@dataclass(frozen=True, slots=True)
class SeitenBild:
    """One page with marks.

    `breite`, `hoehe` and `boxes` are in points from the upper left corner of the page as it is seen, that is
    after its /Rotate: times dpi / 72 they are pixels of `png(dpi)`.
    """

    seite: int
    breite: float
    hoehe: float
    boxes: tuple[Box, ...]
    pdf: bytes

    def png(self, dpi: int = DPI) -> bytes:
        return _png(self.pdf, dpi)


_dokumente: Zuletzt[Dokument] = Zuletzt(128 << 20)
_gezeichnet: Zuletzt[bytes] = Zuletzt(64 << 20)
_unmarkiert: Zuletzt[Pixel] = Zuletzt(64 << 20)


def render_page_pdf(path: Path, seite: int, boxes: Sequence[Box] = ()) -> bytes:
    """One page cut out as a PDF, with one highlight annotation over the boxes; the same bytes every time."""
    return draw_pdf(open_dokument(path), seite, boxes)


def render_page_png(path: Path, seite: int, boxes: Sequence[Box] = (), dpi: int = DPI) -> bytes:
    """The same page as a picture."""
    return _png(render_page_pdf(path, seite, boxes), dpi)


def open_dokument(path: Path) -> Dokument:
    """A PDF, kept open and in memory until others were used more lately or the file changes."""
    try:
        for _ in range(3):
            stempel = _stempel(path)
            if known := _dokumente.get(stempel):
                return known
            with PDF_LOCK:
                version, pdf = ablage.content_version(path), open_pdf(path, in_memory=True)
                if _stempel(path) == stempel:
                    dokument = Dokument(stempel, version, pdf.page_count, pdf)
                    _dokumente.put(stempel, dokument, stempel[2])
                    return dokument
    except OSError as error:
        raise PdfFehlt(f"{path.name} fehlt im Ordner {path.parent} oder ist nicht lesbar.") from error
    raise PdfError(f"{path.name} wird gerade geschrieben. Versuchen Sie es gleich noch einmal.")


def _stempel(path: Path) -> Stempel:
    stat = path.stat()
    return path, stat.st_mtime_ns, stat.st_size


def draw_pdf(dokument: Dokument, seite: int, boxes: Sequence[Box]) -> bytes:
    key = ("pdf", dokument.stempel, seite, tuple(boxes))
    return kept(key, partial(_cut, dokument, seite, boxes))


def draw_bild(dokument: Dokument, seite: int, boxes: Sequence[Box]) -> SeitenBild:
    sheet = blatt(dokument, seite)
    return SeitenBild(seite, sheet.breite, sheet.hoehe, sheet.seen(boxes), draw_pdf(dokument, seite, boxes))


@dataclass(frozen=True, slots=True, eq=False)
class Blatt:
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


def blatt(dokument: Dokument, seite: int) -> Blatt:
    with _opened(dokument, seite) as page:
        return _blatt(page)


def _blatt(page: Any) -> Blatt:
    return Blatt(page.rect.width, page.rect.height, np.array(page.rotation_matrix).reshape(3, 2))


def draw_unmarked(dokument: Dokument, seite: int, dpi: int) -> Pixel:
    """The page without anybody's annotations; kept, so that the next mark on it costs no drawing."""
    key = dokument.stempel, seite, dpi
    known = _unmarkiert.get(key)
    if known is None:
        with _opened(dokument, seite) as page:
            known = _pixels(page, dpi)
        _unmarkiert.put(key, known, known.nbytes)
    return known


def _png(pdf: bytes, dpi: int) -> bytes:
    return kept(("png", pdf, dpi), partial(_rasterised, pdf, dpi), len(pdf))


def kept(key: Hashable, draw: Callable[[], bytes], extra: int = 0) -> bytes:
    known = _gezeichnet.get(key)
    if known is not None:
        return known
    drawn = draw()
    _gezeichnet.put(key, drawn, len(drawn) + extra)
    return drawn


# --- drawing ------------------------------------------------------------------------------------------------


def _cut(dokument: Dokument, seite: int, boxes: Sequence[Box]) -> bytes:
    with _opened(dokument, seite):
        return _single_page(dokument.pdf, seite - 1, boxes)


@contextmanager
def _opened(dokument: Dokument, seite: int) -> Iterator[Any]:
    """A page of PyMuPDF, ours alone; what goes wrong with it is said in one sentence."""
    name = dokument.stempel[0].name
    if not 1 <= seite <= dokument.seitenzahl:
        raise EingabeError(f"{name} hat keine Seite {seite}, sondern {dokument.seitenzahl} Seiten.")
    try:
        with PDF_LOCK:
            yield dokument.pdf[seite - 1]
    except damage() as error:
        raise PdfError(f"Seite {seite} von {name} ist beschädigt ({error}).") from error


def _single_page(source: Any, index: int, boxes: Sequence[Box]) -> bytes:
    with pymupdf().open() as single:
        # Without the file's own annotations: no highlight on the page is anybody else's.
        single.insert_pdf(source, from_page=index, to_page=index, links=False, annots=False, widgets=False)
        _hide_layers(source, single)
        if boxes:
            _mark(single, boxes)
        cut: bytes = single.tobytes(garbage=1, deflate=True, no_new_id=True)
    return cut


def _hide_layers(source: Any, single: Any) -> None:
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


def _mark(single: Any, boxes: Sequence[Box]) -> None:
    page = single[0]  # PyMuPDF loses the annotation with its page
    annot = page.add_highlight_annot([pymupdf().Rect(box) for box in boxes])
    annot.set_colors(stroke=GELB)
    annot.update()
    single.xref_set_key(annot.xref, "NM", "null")
    # MuPDF draws round ends that lap over the neighbouring words, and darkens where two lines meet.
    numbers = [float(n) for n in single.xref_get_key(annot.xref, "QuadPoints")[1].strip("[]").split()]
    quads = [(numbers[i : i + 8 : 2], numbers[i + 1 : i + 8 : 2]) for i in range(0, len(numbers), 8)]
    areas = [f"{min(x):.2f} {min(y):.2f} {max(x) - min(x):.2f} {max(y) - min(y):.2f} re" for x, y in quads]
    colour = " ".join(f"{part:g}" for part in GELB)
    look = int(single.xref_get_key(annot.xref, "AP/N")[1].split()[0])
    single.update_stream(look, "\n".join([f"q /H gs {colour} rg", *areas, "f Q"]).encode())


def _rasterised(pdf: bytes, dpi: int) -> bytes:
    try:
        with PDF_LOCK, pymupdf().open(stream=pdf, filetype="pdf") as document:
            pixel = _pixels(document[0], dpi, annots=True)
    except damage() as error:
        raise PdfError(f"Die Seite lässt sich nicht zeichnen ({error}).") from error
    return png_file(pixel)


def _pixels(page: Any, dpi: int, annots: bool = False) -> Pixel:
    zoom = _blatt(page).zoom(dpi)
    pixmap = page.get_pixmap(matrix=pymupdf().Matrix(zoom, zoom), alpha=False, annots=annots)
    return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width, 3)


def png_file(pixel: Pixel) -> bytes:
    """As small as MuPDF's own PNG of a page of text, in half the time, and without holding the lock."""
    height, width, _ = pixel.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = pixel.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(rows.data, level=1)), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
