"""A page with its marks as who looks at it sees it: what PyMuPDF makes of the PDF that is served."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.programme.context import Context
from core.proof.highlight import document_of, highlight_boxes, quelle_of, sure
from core.proof.page_drawing import DPI, Document, blatt, draw_pdf
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import Box


@dataclass(frozen=True, slots=True)
class SeitenBild:
    """`breite`, `hoehe` and `boxes` in points from the upper left corner of the page as it is seen."""

    seite: int
    breite: float
    hoehe: float
    boxes: tuple[Box, ...]
    pdf: bytes

    def png(self, dpi: int = DPI) -> bytes:
        with pymupdf().open(stream=self.pdf, filetype="pdf") as document:
            return bytes(document[0].get_pixmap(dpi=dpi, alpha=False).tobytes("png"))


def draw_picture(dokument: Document, seite: int, boxes: Sequence[Box]) -> SeitenBild:
    sheet = blatt(dokument, seite)
    return SeitenBild(seite, sheet.breite, sheet.hoehe, sheet.seen(boxes), draw_pdf(dokument, seite, boxes))


def draw_stellen(context: Context, programm_id: str, stellen: Sequence[Sequence[int]]) -> list[SeitenBild]:
    """Every page these spans of the text stream stand on; none where another PDF was read than lies there."""
    dokument = document_of(context, programm_id)
    quelle = dokument and quelle_of(context, programm_id, dokument)
    if not dokument or not quelle:
        return []
    marks = highlight_boxes(quelle, sure(quelle.strom, stellen))
    return [draw_picture(dokument, seite, boxes) for seite, boxes in marks.items()]
