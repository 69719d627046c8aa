"""The sources of a project of REFI-QDA: the quoted PDFs with the place of each quote, and the Anträge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.assessment.lauf_view import as_today
from core.citations.eintrag import Gebunden
from core.context import Context
from core.errors import DashboardError, EingabeError
from core.german import formats
from core.programme.pdf import Box
from core.runs.lauf import Lauf
from core.seiten.highlight import boxes_on, quelle_of, readable_document, sure
from core.seiten.page_picture import Document, blatt

MOST_BYTES = 300 << 20
"""Of all PDFs together; a project of twelve Programme has some 30 MB."""
MOST_LAEUFE = 200

Rectangle = tuple[int, int, int, int, int]
"""Page, from 0; left, upper, right and lower edge in points from the lower left corner of the page."""

GAP = 2.5
"""Heights of a line by which two lines of one rectangle may be apart."""


@dataclass(frozen=True, slots=True)
class CodedQuote:
    """`spans` of the text of its source; `number` counts all that the model emitted for the party, from 0."""

    lauf_id: str
    partei: str
    number: int
    text: str
    rectangles: tuple[Rectangle, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CodedPdf:
    programm_id: str
    name: str
    data: bytes
    text: str
    quotes: tuple[CodedQuote, ...]


@dataclass(frozen=True, slots=True)
class CodedSources:
    """`left_out`: bound quotes whose PDF is not at hand as it was read."""

    laeufe: tuple[Lauf, ...]
    pdfs: tuple[CodedPdf, ...]
    left_out: int


def coded_sources(context: Context, laeufe: Sequence[Lauf]) -> CodedSources:
    if len(laeufe) > MOST_LAEUFE:
        raise EingabeError(f"Ein QDPX-Projekt fasst höchstens {MOST_LAEUFE} Läufe. Bitte weniger wählen.")
    today = tuple(as_today(context, lauf) for lauf in laeufe)
    bound = [found for lauf in today for found in _bound(lauf)]
    programme = dict.fromkeys(beleg.ort.programm for _, _, _, beleg in bound)
    pdfs: list[CodedPdf] = []
    for programm_id in programme:
        own = [one for one in bound if one[3].ort.programm == programm_id]
        if found := _pdf(context, programm_id, own):
            pdfs.append(found)
        if sum(len(pdf.data) for pdf in pdfs) > MOST_BYTES:
            raise EingabeError(
                f"Die zitierten PDFs haben zusammen mehr als {formats.size(MOST_BYTES)}; so groß wird ein "
                "QDPX-Projekt hier nicht. Bitte weniger Läufe wählen."
            )
    placed = sum(len(pdf.quotes) for pdf in pdfs)
    return CodedSources(today, tuple(pdfs), len(bound) - placed)


_Bound = tuple[str, str, int, Gebunden]


def _bound(lauf: Lauf) -> Iterator[_Bound]:
    numbers: dict[str, int] = {}
    for zitat in lauf.zitate:
        number = numbers[zitat.partei] = numbers.get(zitat.partei, -1) + 1
        if zitat.status.is_bound:
            yield lauf.id, zitat.partei, number, zitat.beleg


def _pdf(context: Context, programm_id: str, bound: Sequence[_Bound]) -> CodedPdf | None:
    """None where the PDF is not there, or is not the one that was read."""
    try:
        dokument = readable_document(context, programm_id)
        quelle = quelle_of(context, programm_id, dokument) if dokument else None
    except DashboardError:
        return None
    if dokument is None or quelle is None:
        return None
    quotes = []
    for lauf_id, partei, number, beleg in bound:
        if beleg.ort.version != quelle.version:
            continue
        spans = tuple(sure(quelle.strom, beleg.ort.stellen))
        pages = ((seite, boxes_on(quelle, seite, spans)) for seite in beleg.ort.seiten)
        rectangles = tuple(one for seite, boxes in pages for one in _rectangles(dokument, seite, boxes))
        if rectangles:
            quotes.append(CodedQuote(lauf_id, partei, number, beleg.text, rectangles, spans))
    if not quotes:
        return None
    name = quelle.programm.name
    return CodedPdf(programm_id, name, dokument.stempel[0].read_bytes(), quelle.strom.text, tuple(quotes))


def _rectangles(dokument: Document, seite: int, boxes: Sequence[Box]) -> Iterator[Rectangle]:
    """Lines below each other as one; a quote that goes on in another column has two."""
    sheet = blatt(dokument, seite)
    joined: list[Box] = []
    for box in sheet.seen(boxes) if boxes else ():
        if joined and _continues(joined[-1], box):
            last = joined.pop()
            joined.append((min(last[0], box[0]), last[1], max(last[2], box[2]), max(last[3], box[3])))
        else:
            joined.append(box)
    for x0, y0, x1, y1 in joined:
        upper, lower = sheet.hoehe - y0, sheet.hoehe - y1
        yield seite - 1, round(x0), round(upper), round(x1), round(lower)


def _continues(last: Box, box: Box) -> bool:
    height = box[3] - box[1]
    is_below = last[1] <= box[1] <= last[3] + GAP * height
    return is_below and box[0] < last[2] and last[0] < box[2]
