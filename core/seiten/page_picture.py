"""One page of a PDF with boxes marked on it, as PDF and as picture; what was drawn last is kept in memory.

Boxes are in PyMuPDF's page coordinates, which do not know of a page's /Rotate: those of the text stream.
Drawn is apart from this process, and once for all who ask for the same at the same time.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from core.errors import EingabeError, PdfError, PdfFehlt
from core.memory import Recent
from core.programme import stored_streams
from core.programme.pdf import Box
from core.programme.pdf_processes import Aim, apart
from core.seiten import page_drawing
from core.seiten.page_drawing import YELLOW, Colored, Farbe, PageMeasures, Pixel, Stamp

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
            stempel = page_drawing.stamp_of(path)
            dokument = _once(_documents, stempel, partial(_open, stempel))
            if page_drawing.stamp_of(path) == stempel:
                return dokument
    except OSError as error:
        raise PdfFehlt(f"{path.name} fehlt im Ordner {path.parent} oder ist nicht lesbar.") from error
    raise PdfError(f"{path.name} wird gerade geschrieben. Versuchen Sie es gleich noch einmal.")


def _open(stempel: Stamp) -> Document:
    version = stored_streams.content_version(stempel[0])
    pages, is_sound = apart(Aim.DRAW, stempel[0].name, page_drawing.look, stempel)
    return Document(stempel, version, pages, is_sound)


def draw_pdf(dokument: Document, seite: int, boxes: Sequence[Box], hinweis: str = "") -> bytes:
    return draw_marked(dokument, seite, ((YELLOW, tuple(boxes)),) if boxes else (), hinweis)


def draw_marked(dokument: Document, seite: int, marken: tuple[Colored, ...], hinweis: str = "") -> bytes:
    """The page as a PDF of its own with marks in several colours; `hinweis`: what it says at its top."""
    draw = partial(_apart, dokument, seite, page_drawing.cut, marken, hinweis)
    return kept(("pdf", dokument.stempel, seite, marken, hinweis), draw)


def draw_appended(dokument: Document, marken: Mapping[int, tuple[Colored, ...]]) -> bytes:
    """What has to be added at its end for marks on these pages: a few KB, however large the PDF is."""
    draw = partial(apart, Aim.DRAW, dokument.name, page_drawing.appended, dokument.stempel, marken)
    return kept(("anhang", dokument.stempel, tuple(marken.items())), draw)


def blatt(dokument: Document, seite: int) -> PageMeasures:
    key = dokument.stempel, seite
    return _once(_sheets, key, partial(_apart, dokument, seite, page_drawing.sheet))


def draw_unmarked(dokument: Document, seite: int, dpi: int) -> Pixel:
    """The page without anybody's annotations; kept, so that the next mark on it costs no drawing."""
    key = dokument.stempel, seite, dpi
    return _once(_unmarked, key, partial(_apart, dokument, seite, page_drawing.unmarked, dpi))


def draw_plate(number: int, width: float, height: float, colour: Farbe, scale: float) -> Pixel:
    return apart(Aim.DRAW, "Die Seite", page_drawing.plate, number, width, height, colour, scale)


def kept(key: Hashable, draw: Callable[[], bytes]) -> bytes:
    return _once(_drawn, key, draw)


def _apart(dokument: Document, seite: int, draw: Callable[..., T], *arguments: object) -> T:
    if not 1 <= seite <= dokument.seitenzahl:
        raise EingabeError(f"{dokument.name} hat keine Seite {seite}, sondern {dokument.seitenzahl} Seiten.")
    name = f"Seite {seite} von {dokument.name}"
    return apart(Aim.DRAW, name, draw, dokument.stempel, seite, *arguments)
