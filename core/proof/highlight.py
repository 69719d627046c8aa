"""Show a quote on its page: from places in the text stream to boxes, never by a search in the PDF.

What cannot be located, was not read with certainty, or stands in another version of the PDF than the one that
was read, is not marked.
"""

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from core.programme.context import Context, default_context
from core.programme.quellen import Quellen
from core.proof.page_drawing import Document, draw_pdf, line_boxes, open_document
from core.wortlaut.binding.exact_match import find, is_too_short, united
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import DashboardError, PdfError
from core.wortlaut.german.folding import letters
from core.wortlaut.german.words import NEGATOR
from core.wortlaut.reading.print_check import file_version
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Box, Span

WHOLE = 200
"""Characters of a text that must stand there: links and copied addresses are cut at this length."""

NEIGHBORS = (0, 1, -1, 2, -2)
"""Where a quote is looked for, counted from the page it is said to stand on."""

ONLY_BEGINNING = "Nur der markierte Anfang des gesuchten Textes steht hier; sein Rest steht so nicht da."


class Located(IntEnum):
    """Beside found and not found: only in its beginning."""

    BEGINNING = 2


def render_highlighted_page(
    programm_id: str, seite: int, query: str, context: Context | None = None
) -> tuple[bytes | None, int, bool | Located]:
    """The page a text stands on as a PDF, that text marked; which page it is; whether it was located.

    Looked for on `seite` (counted from 1 in the file) and up to two pages off. Links in the wild are cut off:
    of a long text that as a whole stands nowhere, its beginning is marked, and the page says that it is only
    that; so does `Located.BEGINNING`. (None, 0, False) where the Programm, its PDF or the page does not exist
    or cannot be shown.
    """
    try:
        return highlighted_page(context or default_context(), programm_id, seite, query)
    except PdfError:
        return None, 0, False


def highlighted_page(
    context: Context,
    programm_id: str,
    seite: int,
    query: str,
    version: str | None = None,
    stellen: Sequence[Sequence[int]] = (),
) -> tuple[bytes | None, int, bool | Located]:
    """The same, where a PDF that cannot be shown says why.

    `stellen` are exactly what is marked, on this page and no other, where the text they are of is still the
    one indexed, and what stands there is what is looked for: an address can be made up.
    """
    dokument = readable_document(context, programm_id)
    if dokument is None or not 1 <= seite <= dokument.seitenzahl:
        return None, 0, False
    quelle = quelle_of(context, programm_id, dokument)
    found, boxes, is_whole = seite, list[Box](), True
    if quelle and stellen and version == quelle.version and _hold(quelle.strom, stellen, query):
        boxes = boxes_on(quelle, seite, sure(quelle.strom, stellen))
    elif quelle:
        found, boxes, is_whole = _locate(quelle, seite, query)
    if boxes and not is_whole:
        return draw_pdf(dokument, found, boxes, ONLY_BEGINNING), found, Located.BEGINNING
    return draw_pdf(dokument, found, boxes), found, bool(boxes)


def _hold(strom: Textstrom, stellen: Sequence[Sequence[int]], query: str) -> bool:
    """Do these places hold the text, or the beginning of one that was cut off?"""
    held = " … ".join(strom.text[start:end] for start, end in _within(strom, stellen))
    return letters(held).startswith(letters(query))


def only_page(programm_id: str, query: str, context: Context | None = None) -> int | None:
    """The page a text begins on that stands just once in its Programm: the address of a quote names the page
    it had in an earlier reading or edition."""
    context = context or default_context()
    dokument = document_of(context, programm_id)
    quelle = dokument and quelle_of(context, programm_id, dokument)
    finds = find(query, quelle) if quelle else []
    return finds[0].quelle.strom.pages_of(*finds[0].spans[0])[0] if len(finds) == 1 else None


def document_of(context: Context, programm_id: str) -> Document | None:
    try:
        return readable_document(context, programm_id)
    except PdfError:
        return None


def readable_document(context: Context, programm_id: str) -> Document | None:
    """None where there is no PDF; one that cannot be opened says why."""
    programm = context.registry.dokumente.get(programm_id)
    pdf = programm and context.find_pdf(programm)
    return open_document(pdf) if pdf else None


def quelle_of(context: Context, programm_id: str, dokument: Document) -> Quelle | None:
    """What is indexed of a Programm, if it was read from exactly this PDF."""
    try:
        quelle = Quellen.find(context, programm_id)
        if quelle is None or file_version(quelle.version) != dokument.version:
            return None
        quelle.read()
    except DashboardError:
        return None
    return quelle


def _locate(quelle: Quelle, seite: int, query: str) -> tuple[int, list[Box], bool]:
    """The nearest page the text begins on, else reaches to, its boxes there; are they all of it?"""
    whole = find(query, quelle)
    is_whole = bool(whole) or len(query) <= WHOLE
    proved = (fund for fund in whole or _find_cut(query, quelle) if not fund.is_unsure)
    # What stands there twice is marked where all of it is on one page.
    finds = sorted(
        ((fund, quelle.strom.pages_of(*fund.spans[0])) for fund in proved), key=lambda one: len(one[1])
    )
    for page in (seite + step for step in NEIGHBORS):
        begins = [fund for fund, pages in finds if pages[:1] == (page,)]
        for fund in begins or [
            fund for fund, _ in finds if any(page in quelle.strom.pages_of(*span) for span in fund.spans)
        ]:
            if boxes := highlight_boxes(quelle, fund.spans).get(page):
                return page, boxes, is_whole
    return seite, [], True


def _find_cut(query: str, quelle: Quelle) -> list[Fund]:
    """Where a text stands that goes on longer than what is printed, or was cut off within its last word.

    Of a long one its first 200 characters count, up to a whole word. A shorter one must break off within the
    very word that the text goes on with: „… aus der Kohleverst“ is the beginning of „Kohleverstromung“. What
    ends in a number, a negation or a full stop is no cut.
    """
    if len(query) > WHOLE:
        beginning, rest = query[: WHOLE + 1].rpartition(" ")[0], ""
    else:
        beginning, _, rest = query.rpartition(" ")
        if not rest.isalpha() or NEGATOR.search(rest):
            return []
    if is_too_short(beginning):
        return []
    text = quelle.strom.text
    return [
        fund
        for fund in find(beginning, quelle)
        if letters(text[fund.spans[-1][1] :][:WHOLE]).startswith(letters(rest))
    ]


# --- from words to boxes ------------------------------------------------------------------------------------


def highlight_boxes(quelle: Quelle, stellen: Sequence[Sequence[int]]) -> dict[int, list[Box]]:
    """Page → the boxes of the words in these spans, those of one line joined; in page coordinates."""
    pages = {page for span in _within(quelle.strom, stellen) for page in quelle.strom.pages_of(*span)}
    marks = {page: boxes_on(quelle, page, stellen) for page in sorted(pages)}
    return {page: boxes for page, boxes in marks.items() if boxes}


def boxes_on(quelle: Quelle, page: int, stellen: Sequence[Sequence[int]]) -> list[Box]:
    """The same for one page; what of the spans stands on others is left out."""
    strom = quelle.strom
    on_page = np.flatnonzero(strom.seiten_nr == page)
    marked = np.zeros(len(on_page), bool)
    for span in _within(strom, stellen):
        words = strom.words_in(*span)
        marked |= (words.start <= on_page) & (on_page < words.stop)
    return line_boxes(strom, on_page, on_page[marked].tolist())


def sure(strom: Textstrom, stellen: Sequence[Sequence[int]]) -> list[Span]:
    """These spans, those that overlap as one, without what was not read with certainty."""
    result = []
    for at, end in united(_within(strom, stellen)):
        for start, stop in strom.unsicher:
            if at < stop and start < end:
                result.append((at, start))
                at = stop
        result.append((at, end))
    return [(start, end) for start, end in result if start < end]


def _within(strom: Textstrom, stellen: Sequence[Sequence[int]]) -> list[Span]:
    return [(start, end) for start, end in stellen if 0 <= start < end <= len(strom.text)]
