"""Bound quotes as W3C Web Annotations: which words of which file, so that other tools find them too."""

from core.citations.eintrag import UNCERTAIN, Gebunden
from core.citations.exact_match import Span
from core.citations.quellen import Quelle, find_quelle
from core.context import Context
from core.errors import DashboardError
from core.models import Programm
from core.programme.source_labels import pdf_url
from core.references.quote_address import QuoteAddress
from core.runs.lauf import Lauf

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
PAGES_OF_PDF = "http://tools.ietf.org/rfc/rfc3778"
AROUND = 32
"""Characters before and after a quote, which tell it from the same words elsewhere."""

Plain = dict[str, object]


def annotations(context: Context, lauf: Lauf) -> list[Plain]:
    """One for each bound quote whose place is known today, in the order in which they were emitted."""
    parteien = [zitat.partei for zitat in lauf.zitate]
    numbers = [1 + parteien[:at].count(partei) for at, partei in enumerate(parteien)]
    return [
        _annotation(context, zitat.beleg, QuoteAddress(lauf.id, zitat.partei, number))
        for number, zitat in zip(numbers, lauf.zitate, strict=True)
        if zitat.status.is_bound and zitat.beleg.anker not in UNCERTAIN
    ]


def _annotation(context: Context, beleg: Gebunden, address: QuoteAddress) -> Plain:
    programm = context.registry.programme.get(beleg.ort.programm)
    return {
        "@context": CONTEXT,
        "id": address.path(),
        "type": "Annotation",
        "motivation": "highlighting",
        "body": {"type": "TextualBody", "value": beleg.quelle, "format": "text/plain", "language": "de"},
        "target": {
            "source": _source(beleg, programm),
            "selector": [*map(_page, beleg.ort.seiten), *_text_selectors(context, beleg)],
        },
    }


def _page(seite: int) -> Plain:
    return {"type": "FragmentSelector", "conformsTo": PAGES_OF_PDF, "value": f"page={seite}"}


def _source(beleg: Gebunden, programm: Programm | None) -> str:
    """Where its party publishes it; else the file as this app serves it."""
    published = programm.url if programm else None
    return published or pdf_url(beleg.ort.programm, beleg.ort.seiten[0])


def _text_selectors(context: Context, beleg: Gebunden) -> list[Plain]:
    """One for each part of a quote with ellipses; without what is around them where the text is not here."""
    quelle = _of_that_version(context, beleg)
    if quelle is None:
        return [{"type": "TextQuoteSelector", "exact": beleg.text}]
    return [_selector(quelle.strom.text, span) for span in beleg.ort.stellen]


def _of_that_version(context: Context, beleg: Gebunden) -> Quelle | None:
    quelle = find_quelle(context, beleg.ort.programm)
    if quelle is None or quelle.version != beleg.ort.version:
        return None
    try:
        quelle.read()
    except DashboardError:
        return None
    return quelle


def _selector(text: str, span: Span) -> Plain:
    start, end = span
    return {
        "type": "TextQuoteSelector",
        "exact": text[start:end],
        "prefix": text[max(0, start - AROUND) : start],
        "suffix": text[end : end + AROUND],
    }
