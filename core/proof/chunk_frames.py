"""How a page was read, as a picture: a numbered frame around the words of each Chunk."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.base.models import gebiet_of
from core.programme.context import Context, default_context
from core.programme.registry import Registered
from core.proof.highlight import boxes_on, document_of, quelle_of
from core.proof.marked_page import area
from core.proof.page_addresses import PageWish
from core.proof.page_drawing import (
    DPI,
    Document,
    PageMeasures,
    Pixel,
    blatt,
    draw_plate,
    draw_unmarked,
    kept,
    png_file,
)
from core.proof.zitat_page import PageGlance, page_glance
from core.wortlaut.reading.textstrom import ParagraphKind, Seite, Textstrom
from core.wortlaut.records import Box, Chunk

FARBEN = ((0.13, 0.42, 0.6), (0.62, 0.38, 0.1))
"""Of the frames, in turn."""

PINK = np.array((1.0, 0.78, 0.78), np.float32)
"""Over sentences that were not read with certainty."""

LABEL = (14.0, 10.0, 3.0)
"""Width and height of a number, and its distance from the words, in points."""


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """What of a Chunk stands on the page, under the number that is drawn beside it."""

    nummer: int
    chunk: Chunk
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    ebene: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PageStructure:
    """A page, its Chunks and headings in reading order; boxes in points of the page as it is seen.

    `version`: the one that was read, None where this PDF is not what was read; then there are no Chunks.
    """

    seite: int
    blatt: PageMeasures
    chunks: tuple[ChunkPlace, ...]
    ueberschriften: tuple[Heading, ...]
    version: str | None
    woerter: tuple[Box, ...]
    dokument: Document
    unsicher: tuple[Box, ...] = ()

    @property
    def breite(self) -> float:
        return self.blatt.breite

    @property
    def hoehe(self) -> float:
        return self.blatt.hoehe

    @property
    def marked(self) -> bool:
        return bool(self.chunks)

    def png(self, dpi: int = DPI) -> bytes:
        frames = tuple((stelle.nummer, stelle.boxes) for stelle in self.chunks)
        key = ("aufbau", self.dokument.stempel, self.seite, dpi, frames, self.unsicher)
        return kept(key, partial(_drawn, self, dpi))


def render_structure(programm_id: str, seite: int, context: Context | None = None) -> PageStructure | None:
    """A page as it was read and cut; None where there is no such page."""
    context = context or default_context()
    dokument = document_of(context, programm_id)
    if dokument is None or not 1 <= seite <= dokument.seitenzahl:
        return None
    sheet = blatt(dokument, seite)
    quelle = quelle_of(context, programm_id, dokument)
    if quelle is None:
        return PageStructure(seite, sheet, (), (), None, (), dokument)
    strom = quelle.strom

    def seen(*spans: tuple[int, int]) -> tuple[Box, ...]:
        return sheet.seen(boxes_on(quelle, seite, spans))

    stored = context.store.chunks_of(gebiet_of(quelle.programm), quelle.programm.id)
    here = [chunk for chunk in stored if seite in chunk.seiten]
    return PageStructure(
        seite,
        sheet,
        tuple(ChunkPlace(n, chunk, seen((chunk.start, chunk.end))) for n, chunk in enumerate(here, 1)),
        tuple(
            Heading(strom.text[teil.start : teil.end], teil.ebene, seen((teil.start, teil.end)))
            for teil in strom.absaetze
            if teil.art is ParagraphKind.HEADING and seite in strom.pages_of(teil.start, teil.end)
        ),
        quelle.version,
        sheet.seen(strom.boxes[strom.seiten_nr == seite]),
        dokument,
        seen(*strom.unsure_sentences),
    )


# --- drawing ------------------------------------------------------------------------------------------------


def _drawn(aufbau: PageStructure, dpi: int) -> bytes:
    pixel = draw_unmarked(aufbau.dokument, aufbau.seite, dpi).copy()
    scale = aufbau.blatt.zoom(dpi)
    for box in aufbau.unsicher:
        part = pixel[area(box, scale)]
        part[:] = np.rint(part * PINK)
    for stelle in aufbau.chunks:
        if stelle.boxes:
            _draw_frame(pixel, stelle, scale)
            (x, y), label = _place(stelle.boxes, aufbau.woerter), _label(stelle.nummer, scale)
            rows, columns = area((x, y, x + LABEL[0], y + LABEL[1]), scale)
            height, width = label.shape[:2]
            part = pixel[rows.start : rows.start + height, columns.start : columns.start + width]
            part[:] = label[: part.shape[0], : part.shape[1]]
    return png_file(pixel)


def _draw_frame(pixel: Pixel, stelle: ChunkPlace, scale: float) -> None:
    width = max(1, round(0.8 * scale))
    lines = [*stelle.boxes, *(box for a, b in pairwise(stelle.boxes) if (box := _between(a, b)))]
    areas = [area((x0 - 1, y0, x1 + 1, y1), scale) for x0, y0, x1, y1 in lines]
    rows_of_all, columns_of_all = zip(*areas, strict=True)
    window = _hull(rows_of_all), _hull(columns_of_all)
    covered = np.zeros(pixel.shape[:2], bool)
    for rows, columns in areas:
        covered[rows, columns] = True
    pixel[window][_edge(covered[window], width)] = [round(255 * part) for part in _color(stelle.nummer)]


def _hull(slices: Sequence[slice]) -> slice:
    return slice(min(s.start for s in slices), max(s.stop for s in slices))


def _color(nummer: int) -> tuple[float, float, float]:
    return FARBEN[nummer % len(FARBEN)]


def _between(a: Box, b: Box) -> Box | None:
    """The space between two lines below each other; None where there is more than a line's height."""
    x0, x1 = max(a[0], b[0]), min(a[2], b[2])
    is_next = x0 < x1 and 0 < b[1] - a[3] < a[3] - a[1]
    return (x0, a[3], x1, b[1]) if is_next else None


def _edge(covered: NDArray[np.bool_], width: int) -> NDArray[np.bool_]:
    """The outermost pixels of an area."""
    inner = np.pad(covered, width)
    for axis in (0, 1):
        inner = np.logical_and.reduce([np.roll(inner, step, axis) for step in range(-width, width + 1)])
    edge: NDArray[np.bool_] = covered & ~inner[width:-width, width:-width]
    return edge


def _place(boxes: Sequence[Box], words: Sequence[Box]) -> tuple[float, float]:
    """Left of the first line that has no words there; else at the edge of the page."""
    width, height, distance = LABEL
    x0, y0, x1, y1 = np.array(words).T
    for left, top, *_ in boxes:
        x = left - distance - width
        is_free = not ((x0 < left - distance) & (x1 > x) & (y0 < top + height) & (y1 > top)).any()
        if x >= 0 and is_free:
            return x, top
    return 0.0, boxes[0][1]


@lru_cache(maxsize=256)
def _label(nummer: int, scale: float) -> Pixel:
    width, height, _ = LABEL
    return draw_plate(nummer, width, height, _color(nummer), scale)


# --- a Programm page by page: its picture with the Chunks framed, what is on it, the way to every Abschnitt


NOT_READ_IN = "Das Programm ist nicht eingelesen. Deshalb gibt es noch keine Passagen und Abschnitte."
READ_DIFFERENTLY = (
    "Seit dem Einlesen hat sich das PDF geändert oder die Art, es zu lesen. Wo die Passagen jetzt stehen, "
    "ist nicht gesichert; „Einlesen“ in der Liste bringt das Programm auf den neuesten Stand."
)


@dataclass(frozen=True, slots=True)
class Abschnitt:
    """A heading with Chunks below it; `ebene` counts from 0, `seite` is where the first of them begins."""

    titel: str
    ebene: int
    seite: int


@dataclass(frozen=True, slots=True)
class Unsure:
    """A sentence that was not read with certainty, and the page on which it begins."""

    seite: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class ProgrammView:
    """`gelesen`: how the page was read; None where this PDF is not what was read, as `blick` then says."""

    blick: PageGlance
    chunks: tuple[ChunkPlace, ...]
    ueberschriften: tuple[Heading, ...]
    gelesen: Seite | None
    abschnitte: tuple[Abschnitt, ...]
    unsicher: tuple[Unsure, ...] = ()


def programm_view(
    context: Context, programm: Registered, seite: int | None = None, framed: bool = True
) -> ProgrammView:
    """The page nearest to the one asked for, else the first with text; `framed`: with its Chunks."""
    if not seite:
        stored = context.store.chunks_of(gebiet_of(programm), programm.id)
        seite = min((chunk.seite for chunk in stored), default=1)
    blick = page_glance(context, programm.id, seite)
    aufbau = render_structure(programm.id, blick.seite, context) if blick.seitenzahl else None
    if aufbau is None:
        return ProgrammView(blick, (), (), None, ())
    if aufbau.version is None:
        is_indexed = programm.id in context.store.staende(gebiet_of(programm))
        blick = replace(blick, hinweis=READ_DIFFERENTLY if is_indexed else NOT_READ_IN)
        return ProgrammView(blick, (), (), None, ())
    if framed:
        # A page as PDF has no frames.
        blick = replace(blick, bild=PageWish(programm.id, blick.seite, aufbau=True).picture, seitenpdf="")
    chunks = context.store.chunks_of(gebiet_of(programm), programm.id)
    quelle = quelle_of(context, programm.id, aufbau.dokument)
    strom = quelle.strom if quelle else None
    return ProgrammView(
        blick,
        aufbau.chunks,
        aufbau.ueberschriften,
        strom.seiten[blick.seite - 1] if strom else None,
        tuple(abschnitte(chunks)),
        tuple(unsure(strom)) if strom else (),
    )


def abschnitte(chunks: Iterable[Chunk]) -> list[Abschnitt]:
    """The headings in order of the text, each once."""
    found: dict[tuple[str, ...], Abschnitt] = {}
    for chunk in chunks:
        for ebene in range(len(chunk.abschnitt)):
            path = chunk.abschnitt[: ebene + 1]
            found.setdefault(path, Abschnitt(path[-1], ebene, chunk.seiten[0]))
    return list(found.values())


def unsure(strom: Textstrom) -> Iterator[Unsure]:
    """The sentences that nobody may quote, in order of the text."""
    for start, end in strom.unsure_sentences:
        pages = strom.pages_of(start, end)
        yield Unsure(pages[0] if pages else 1, " ".join(strom.text[start:end].split()))
