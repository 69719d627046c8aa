"""The whole PDF of a Programm with places of quotes marked in it: the file, and what is added at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.citations.exact_match import Span
from core.citations.quellen import Quelle
from core.context import Context
from core.seiten.highlight import quelle_of, readable_document, sure
from core.seiten.marked_page import Marking, colored, flaechen
from core.seiten.page_drawing import Stamp
from core.seiten.page_picture import draw_appended

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
        found = {seite: colored(flaechen(quelle, seite, marken)) for seite in _seiten(quelle, marken)}
        boxes = {seite: on_page for seite, on_page in found.items() if on_page}
    return Addition(dokument.stempel, dokument.version, draw_appended(dokument, boxes) if boxes else b"")


def _seiten(quelle: Quelle, marken: Mapping[Marking, Sequence[Span]]) -> list[int]:
    pages = {
        page: None
        for marke in Marking
        for start, end in sure(quelle.strom, marken.get(marke, ()))
        for page in quelle.strom.pages_of(start, end)
    }
    return list(pages)[:MAX_SEITEN]
