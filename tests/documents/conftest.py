"""A place of one's own: a copy of the registry, empty folders, PDFs made for the test."""

from collections.abc import Sequence

import pytest

from core.features.documents.keep import keep
from core.programme.context import Context
from core.programme.indexing import Indexergebnis, index_steps
from core.programme.registering import DocumentDetails
from core.wortlaut.records import Quelldokument
from tests.drucker import column, new_document
from tests.sources.conftest import place

__all__ = ["place"]

TREATY = [
    "Die kleinen Grundschulen auf dem Land bleiben alle erhalten, auch die mit",
    "weniger als vierzig Kindern. Für den Ganztag stellen die Partner achtzig",
    "Millionen Taler im Jahr bereit. Die Wieltalbahn fährt ab dem Jahr 2027",
    "wieder in jeder Stunde, und an Werktagen auch nach Mitternacht.",
]
QUOTE = "Für den Ganztag stellen die Partner achtzig Millionen Taler im Jahr bereit."
LAW = [
    "Wer Pfandflaschen in Verkehr bringt, nimmt sie an jedem Ort zurück, an dem",
    "er Getränke verkauft. Das Nähere regelt eine Verordnung des Ministeriums.",
]
DETAILS = DocumentDetails(
    name="Koalitionsvertrag Musterland 2024",
    art="koalitionsvertrag",
    parteien=["Lindenbund", "Brücke"],
    bundesland="Musterland",
)


def pdf_of(*pages: Sequence[str]) -> bytes:
    data: bytes = new_document([column(60, lines) for lines in pages]).tobytes()
    return data


def read_in(context: Context, *ids: str) -> list[Indexergebnis]:
    return [one for one in index_steps(ids, context=context) if isinstance(one, Indexergebnis)]


@pytest.fixture
def treaty(place: Context) -> Quelldokument:
    """Kept and read in."""
    found = keep(place, DETAILS, pdf_of(TREATY, LAW))
    (done,) = read_in(place, found.id)
    assert done.is_read, done
    return found
