"""One page as a picture with its quotes marked: the chosen one, others, those of a second answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np

from core.programme.context import Context, default_context
from core.proof.highlight import boxes_on, quelle_of, readable_document, sure
from core.proof.page_drawing import (
    DPI,
    YELLOW,
    Colored,
    Document,
    PageMeasures,
    Stamp,
    blatt,
    draw_appended,
    draw_marked,
    draw_unmarked,
    kept,
    png_file,
)
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Box, Span

PALE = (1.0, 0.97, 0.76)
BLUE = (0.66, 0.85, 1.0)

UMFELD = 130
"""Points of the page shown above and below a quote."""


class Marking(StrEnum):
    """What a marked quote is on its page."""

    ZITAT = "zitat"
    WEITERE = "weitere"
    VERGLEICH = "vergleich"


FARBEN = {Marking.ZITAT: YELLOW, Marking.WEITERE: PALE, Marking.VERGLEICH: BLUE}


@dataclass(frozen=True, slots=True, eq=False)
class PageView:
    """One page. `marken`: each kind's boxes, in points from the upper left corner of the page as it is seen.

    `flaechen`: the same in page coordinates. `version`: the one whose words are known, None where this PDF is
    not what was read.
    """

    seite: int
    blatt: PageMeasures
    marken: Mapping[Marking, tuple[Box, ...]]
    flaechen: Mapping[Marking, tuple[Box, ...]]
    version: str | None
    dokument: Document

    @classmethod
    def of(
        cls, dokument: Document, seite: int, flaechen: Mapping[Marking, tuple[Box, ...]], version: str | None
    ) -> "PageView":
        """A page with these boxes of it marked, which are in page coordinates."""
        sheet = blatt(dokument, seite)
        here = {marke: boxes for marke, boxes in flaechen.items() if boxes}
        seen = {marke: sheet.seen(boxes) for marke, boxes in here.items()}
        return cls(seite, sheet, seen, here, version, dokument)

    @property
    def breite(self) -> float:
        return self.blatt.breite

    @property
    def hoehe(self) -> float:
        return self.blatt.hoehe

    @property
    def marked(self) -> bool:
        return any(self.marken.values())

    def png(self, dpi: int = DPI, ausschnitt: bool = False) -> bytes:
        """The picture; as `ausschnitt` only as much of the page's height as is around the chosen quote.

        With those of a second answer; all of it where none of them is here.
        """
        key = ("ansicht", self.dokument.stempel, self.seite, dpi, ausschnitt, tuple(self.marken.items()))
        return kept(key, partial(_drawn, self, dpi, ausschnitt))

    def pdf(self) -> bytes:
        """The page as a PDF of its own, with the same words marked in the same colours."""
        return draw_marked(self.dokument, self.seite, colored(self.flaechen))


def render_seite(
    programm_id: str,
    seite: int,
    marken: Mapping[Marking, Sequence[Span]],
    context: Context | None = None,
    version: str | None = None,
) -> PageView | None:
    """A page with what lies on it of these spans of the text stream marked; None where there is no such page.

    A PDF that cannot be shown says why. Nothing is marked where the PDF, or the index, or the `version` the
    spans were taken from is another one.
    """
    context = context or default_context()
    dokument = readable_document(context, programm_id)
    if dokument is None or not 1 <= seite <= dokument.seitenzahl:
        return None
    quelle = quelle_of(context, programm_id, dokument)
    boxes = marked_boxes(quelle, seite, marken) if quelle and version in (None, quelle.version) else {}
    return PageView.of(dokument, seite, boxes, quelle.version if quelle else None)


def marked_boxes(
    quelle: Quelle, seite: int, marken: Mapping[Marking, Sequence[Span]]
) -> dict[Marking, tuple[Box, ...]]:
    """What lies on a page of each kind of spans, in page coordinates; without what was not read surely."""
    found = {m: boxes_on(quelle, seite, sure(quelle.strom, marken.get(m, ()))) for m in Marking}
    return {marke: tuple(boxes) for marke, boxes in found.items() if boxes}


def colored(flaechen: Mapping[Marking, tuple[Box, ...]]) -> tuple[Colored, ...]:
    return tuple((FARBEN[marke], boxes) for marke, boxes in flaechen.items())


# --- drawing ------------------------------------------------------------------------------------------------


def _drawn(ansicht: PageView, dpi: int, ausschnitt: bool) -> bytes:
    pixel = draw_unmarked(ansicht.dokument, ansicht.seite, dpi)
    scale = ansicht.blatt.zoom(dpi)
    bits = np.zeros(pixel.shape[:2], np.uint8)
    for bit, marke in enumerate(Marking):
        for box in ansicht.marken.get(marke, ()):
            bits[area(box, scale)] |= 1 << bit
    rows = slice(None)
    boxes = [*ansicht.marken.get(Marking.ZITAT, ()), *ansicht.marken.get(Marking.VERGLEICH, ())]
    if ausschnitt and boxes:
        top, bottom = min(box[1] for box in boxes) - UMFELD, max(box[3] for box in boxes) + UMFELD
        rows = slice(max(0, round(top * scale)), round(bottom * scale))
    coloured, of_kinds = pixel[rows].copy(), bits[rows].ravel()
    # Like ink over the page: black letters stay black.
    marked, of_page = np.flatnonzero(of_kinds), coloured.reshape(-1, 3)
    of_page[marked] = np.rint(of_page[marked] * _INK[of_kinds[marked]])
    return png_file(coloured)


def area(box: Box, scale: float) -> tuple[slice, slice]:
    """The rows and columns of pixels a box covers."""
    x0, y0, x1, y1 = (max(0, round(value * scale)) for value in box)
    return slice(y0, y1), slice(x0, x1)


def _ink(bits: int) -> list[float]:
    """A pale mark is not seen under a strong one; two strong ones mix, yellow and blue to green."""
    here = [marke for bit, marke in enumerate(Marking) if bits >> bit & 1]
    strong = [FARBEN[marke] for marke in here if marke is not Marking.WEITERE]
    return list(np.prod(strong or [FARBEN[marke] for marke in here] or [(1.0, 1.0, 1.0)], axis=0))


_INK = np.array([_ink(bits) for bits in range(1 << len(Marking))], np.float32)


# --- the whole PDF of a Programm with places of quotes marked in it -----------------------------------------
# The file, and what is added at its end.

MAX_SEITEN = 50
"""So many pages are marked: those of the quote first, then those of others. A long quote is on three."""


@dataclass(frozen=True, slots=True)
class Addition:
    """`anhang` belongs at the end of exactly this file; empty where nothing is marked."""

    stempel: Stamp
    version: str
    anhang: bytes


def mark_whole(
    context: Context, programm_id: str, marken: Mapping[Marking, Sequence[Span]], version: str | None
) -> Addition | None:
    """None where there is no PDF; a PdfError says why one cannot be marked.

    Nothing is marked where the PDF, or the index, or the `version` the spans were taken from is another one.
    """
    dokument = readable_document(context, programm_id)
    if dokument is None:
        return None
    quelle = quelle_of(context, programm_id, dokument)
    boxes = {}
    if quelle and version in (None, quelle.version):
        pages = dict.fromkeys(
            page
            for marke in Marking
            for span in sure(quelle.strom, marken.get(marke, ()))
            for page in quelle.strom.pages_of(*span)
        )
        found = {seite: colored(marked_boxes(quelle, seite, marken)) for seite in list(pages)[:MAX_SEITEN]}
        boxes = {seite: on_page for seite, on_page in found.items() if on_page}
    shown = quelle.version if quelle else dokument.version
    return Addition(dokument.stempel, shown, draw_appended(dokument, boxes) if boxes else b"")
