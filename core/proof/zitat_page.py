"""A page of a Programm beside a quote: which one, what it is called, and what may be marked on it."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import ReadRow, read_rows
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.marked_page import Marking, PageView, marked_boxes
from core.proof.page_addresses import PageWish, pdf_url
from core.proof.page_drawing import Document, blatt, open_document
from core.wortlaut.binding.eintrag import Gebunden
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.errors import DashboardError, PdfError, PdfFehlt
from core.wortlaut.german.folding import letters
from core.wortlaut.reading.print_check import file_version
from core.wortlaut.records import Box, Span

A4 = 210 / 297
UNKNOWN = "Dieses Programm steht nicht mehr im Register; seine Seiten sind nicht zu sehen."
WITHOUT_PDF = "Das PDF „{}“ ist nicht da. Laden Sie es unter „{}“ hoch, dann ist die Seite zu sehen."
READ_ANEW = (
    "Das Programm wurde seither neu eingelesen oder sein PDF geändert. Wo die Stelle jetzt steht, ist nicht "
    "gesichert; deshalb ist nichts markiert."
)
OUTDATED = (
    "So ist dieses PDF noch nicht eingelesen: Es ist ein anderes als das eingelesene oder wird inzwischen "
    "anders gelesen. Deshalb ist nichts markiert. Neu einlesen unter Programme."
)
NOT_READ_IN = "Das Programm ist nicht eingelesen; deshalb ist nichts markiert. Einlesen unter Programme."
UNSICHER = "Was von der Stelle nicht markiert ist, wurde beim Einlesen nicht sicher gelesen."


@dataclass(frozen=True, slots=True)
class PageGlance:
    """`seite` counts from 1 in the file, `gedruckt` is the number printed on it, empty where there is none.

    `hinweis` says why there is no picture (then `seitenzahl` is 0) or no mark, `notiz` what is to be known of
    the mark. `seiten`: where the quote is. `bild` and `seitenpdf` are the page, `pdf` is the whole file;
    `is_plain`: unlike them it bears no marks. `ratio`: the page's width by its height. `mark`: where on the
    page its marks begin, 0 at the top and 1 at the bottom.
    """

    programm_id: str
    name: str
    seite: int
    seitenzahl: int
    gedruckt: str = ""
    bild: str = ""
    seitenpdf: str = ""
    pdf: str = ""
    is_plain: bool = False
    hinweis: str = ""
    seiten: tuple[int, ...] = ()
    notiz: str = ""
    ratio: float = A4
    mark: float = 0


def page_glance(
    context: Context,
    programm_id: str,
    seite: int,
    version: str | None = None,
    zitat: Sequence[Span] = (),
    weitere: Sequence[Span] = (),
    seiten: tuple[int, ...] = (),
    vergleich: Sequence[Span] = (),
    verschoben: str = "",
) -> PageGlance:
    """The page nearest to the one asked for. Without `version` the spans are of what is indexed today.

    `vergleich`: the quotes of a second answer. `verschoben`: what is known where the Programm was read anew.
    """
    programm = context.registry.dokumente.get(programm_id)
    name = programm.name if programm else programm_id
    try:
        dokument = _document(context, programm_id)
    except PdfError as error:
        return PageGlance(programm_id, name, seite, 0, hinweis=str(error), seiten=seiten)
    seite = min(max(seite, 1), dokument.seitenzahl)
    quelle = Quellen.find(context, programm_id)
    read = quelle if quelle and _is_of(quelle, dokument) else None
    shown = read.version if read else dokument.version
    hinweis = _amiss(quelle, dokument, version, verschoben) if zitat or weitere or vergleich else ""
    spans = ((), (), ()) if hinweis else (zitat, weitere, vergleich)
    if quelle and not hinweis and any(quelle.strom.is_unsure(start, end) for start, end in zitat):
        hinweis = UNSICHER
    wish = PageWish(programm_id, seite, shown, *spans)
    marked = marked_boxes(read, seite, {Marking.ZITAT: spans[0], Marking.VERGLEICH: spans[2]}) if read else {}
    ratio, mark = _shape(dokument, seite, [box for boxes in marked.values() for box in boxes])
    return PageGlance(
        programm_id,
        name,
        seite,
        dokument.seitenzahl,
        gedruckt="/".join(read.strom.seiten[seite - 1].gedruckt) if read else "",
        bild=wish.picture,
        seitenpdf=wish.pdf,
        pdf=pdf_url(programm_id, seite, shown, *(spans if dokument.is_sound else ())),
        is_plain=any(spans) and not dokument.is_sound,
        hinweis=hinweis,
        seiten=seiten,
        ratio=ratio,
        mark=mark,
    )


def _shape(dokument: Document, seite: int, boxes: Sequence[Box]) -> tuple[float, float]:
    """Its ratio, and where on it the first of these begins. Of a page that cannot be drawn any will do."""
    try:
        sheet = blatt(dokument, seite)
    except DashboardError:
        return A4, 0
    tops = [box[1] for box in sheet.seen(boxes)]
    return sheet.breite / sheet.hoehe, min(tops, default=0) / sheet.hoehe


def zitat_view(
    context: Context,
    eintrag: Gebunden,
    seite: int | None = None,
    zitat: Sequence[Span] | None = None,
    weitere: Sequence[Span] = (),
    vergleich: Sequence[Span] = (),
) -> PageGlance:
    """The page of a quote as `anchored_eintrag` gives it, or another of its Programm."""
    blick = page_glance(
        context,
        eintrag.ort.programm,
        seite or eintrag.ort.seiten[0],
        version=eintrag.ort.version,
        zitat=eintrag.ort.stellen if zitat is None else zitat,
        weitere=weitere,
        seiten=eintrag.ort.seiten,
        vergleich=vergleich,
        verschoben=eintrag.notiz,
    )
    return blick if blick.hinweis else replace(blick, notiz=eintrag.notiz)


def zitat_pages(beleg: Gebunden) -> list[tuple[int, str]]:
    """Each page of a bound quote, and the address of that page as a PDF with exactly its words marked.

    None where its place is not known today. The address leads to the quote's wording when its Programm is
    read anew later. Of one from several places every part has its own.
    """
    if beleg.is_uncertain:
        return []
    return [
        (seite, cite_url(one.ort.programm, seite, one.text, one.ort.version, one.ort.stellen))
        for one in beleg.teile or (beleg,)
        for seite in one.ort.seiten
    ]


def _document(context: Context, programm_id: str) -> Document:
    programm = context.registry.dokumente.get(programm_id)
    if programm is None:
        raise PdfFehlt(UNKNOWN)
    pdf = context.find_pdf(programm)
    if pdf is None:
        raise PdfFehlt(WITHOUT_PDF.format(programm.pdf, "Quellen" if programm.typ is None else "Programme"))
    return open_document(pdf)


def _is_of(quelle: Quelle, dokument: Document) -> bool:
    return file_version(quelle.version) == dokument.version


def _amiss(quelle: Quelle | None, dokument: Document, version: str | None, verschoben: str) -> str:
    """Marks are true only on the very file, read in the very way, that the spans are of."""
    if quelle is None:
        return NOT_READ_IN
    if not _is_of(quelle, dokument):
        return OUTDATED
    return "" if version in (None, quelle.version) else verschoben or READ_ANEW


# --- the file of an Antrag page by page, with the place of each of its Forderungen -------------------------
# Found by the words as they were read from the file; what a person wrote has no place there.


ENDS = 60
"""So many letters of a demand's beginning and end are looked for where the whole does not stand there."""

Places = Mapping[int, tuple[Box, ...]]
"""Page → boxes of its lines, in page coordinates."""


def forderung_places(path: Path, antrag: Antrag) -> dict[str, Places]:
    """Number → where it stands, of those that stand there; `antrag` as it was read from this very file."""
    zeilen = read_rows(path)
    starts = [0]
    for zeile in zeilen:
        starts.append(starts[-1] + len(zeile.key))
    whole = "".join(zeile.key for zeile in zeilen)
    found: dict[str, Places] = {}
    at = 0
    for forderung in antrag.forderungen:
        span = _find(whole, letters(forderung.text), at)
        if span is None:
            continue
        at = span[1]
        first, last = bisect_right(starts, span[0]) - 1, bisect_right(starts, span[1] - 1)
        found[forderung.nummer] = places_of_rows(zeilen[first:last])
    return found


def antrag_seite(
    path: Path, seite: int, places: Mapping[str, Places], nummer: str | None = None
) -> PageView | None:
    """A page with the Forderungen on it marked, the chosen one strongly; None where there is no such page."""
    dokument = open_document(path)
    if not 1 <= seite <= dokument.seitenzahl:
        return None
    others = tuple(box for name, own in places.items() if name != nummer for box in own.get(seite, ()))
    chosen = places.get(nummer or "", {}).get(seite, ()) if nummer is not None else ()
    return PageView.of(dokument, seite, {Marking.ZITAT: chosen, Marking.WEITERE: others}, dokument.version)


def _find(whole: str, key: str, at: int) -> tuple[int, int] | None:
    """Behind the demand before, else anywhere; else from where it begins to where it ends."""
    if not key:
        return None
    for start in (whole.find(key, at), whole.find(key)):
        if start >= 0:
            return start, start + len(key)
    if len(key) <= ENDS:
        return None
    begin = whole.find(key[:ENDS], at)
    begin = begin if begin >= 0 else whole.find(key[:ENDS])
    if begin < 0:
        return None
    end = whole.find(key[-ENDS:], begin, begin + 2 * len(key))
    return begin, end + ENDS if end >= 0 else begin + ENDS


def places_of_rows(zeilen: Sequence[ReadRow]) -> dict[int, tuple[Box, ...]]:
    """The lines, each as long as it is; where two overlap, the upper one ends where the lower begins."""
    found: dict[int, tuple[Box, ...]] = {}
    for seite, own in groupby(zeilen, key=lambda zeile: zeile.seite):
        boxes = [zeile.box for zeile in own]
        ends = [after[1] if box[1] < after[1] < box[3] else box[3] for box, after in pairwise(boxes)]
        ends.append(boxes[-1][3])
        found[seite] = tuple((x0, y0, x1, end) for (x0, y0, x1, _), end in zip(boxes, ends, strict=True))
    return found
