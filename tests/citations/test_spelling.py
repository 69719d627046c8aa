"""Spelling that changes no word is accepted, and the source's wording shown; another word never is."""

import pytest

from core.wortlaut.binding.bind import ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.exact_match import find
from core.wortlaut.german.folding import spelled_out
from core.wortlaut.german.spelling import same_spelling
from core.wortlaut.records import Chunk, Fundstelle, Typ
from tests.cases import cases
from tests.citations.quelltext import make_programm, make_quelle

TEXT = (
    "Wir müssen die Straßen für Fußgänger sicherer machen. Größere Städte führen Maße ein, die in Maßen "
    "gelten. Die neue Steuer für Bauern bleibt. Klima- und Umweltschutz sowie Ausgleichs- und "
    "Ersatzmaßnahmen gelten.\n"
    "• Das 29-Euro-Ticket kommt.\n• Wir bauen Schulen im ganzen Land aus.\n"
    "1. Mai ist ein Feiertag für alle Menschen im Land.\n• Januar 2031: Die Reform beginnt im ganzen Land.\n"
    "Die breite Masse der Busse fährt heute mit Gas und Strom. Frau Mueller und Herr Goethe leben hier schon "
    "lange. Wir fördern den Ausbau der Bahn in jedem Dorf, und das würde allen Menschen helfen.\n"
)
QUELLE = make_quelle(make_programm("x"), TEXT)


@pytest.mark.parametrize(("quote", "source"), cases(__file__, "same_words"))
def test_other_spelling_of_the_same_words_is_bound_to_the_source(quote: str, source: str) -> None:
    (fund,) = find(quote, QUELLE)
    assert fund.text.startswith(source)


@pytest.mark.parametrize("quote", cases(__file__, "another"))
def test_another_word_name_or_number_is_never_bound(quote: str) -> None:
    chunk = Chunk("c", "x", TEXT, 0, len(TEXT), (1,))
    kontext = ShownContext.of({"SPD": [Fundstelle(chunk, 0.5)]}, {"x": QUELLE})
    assert not bind(quote, "SPD", Typ.WAHLPROGRAMM, kontext).status.is_bound
    assert bind(TEXT[:54], "SPD", Typ.WAHLPROGRAMM, kontext).status is ZitatStatus.WOERTLICH


@pytest.mark.parametrize(("quote", "source", "is_same"), cases(__file__, "source_decides"))
def test_the_source_decides_what_a_spelling_may_be(quote: str, source: str, is_same: bool) -> None:
    assert spelled_out(quote) == spelled_out(source)
    assert same_spelling(quote, source) is is_same
