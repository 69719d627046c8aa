"""Spelling that changes no word is accepted, and the source's wording shown; another word never is."""

import pytest

from core.wortlaut.binding.bind import ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.exact_match import find
from core.wortlaut.german.folding import spelled_out
from core.wortlaut.german.spelling import same_spelling
from core.wortlaut.records import Chunk, Fundstelle, Typ
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


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        (
            "Wir muessen die Strassen fuer Fussgaenger sicherer machen.",
            "Wir müssen die Straßen für Fußgänger",
        ),
        ("Groessere Staedte fuehren Masse ein, die in Massen gelten", "Größere Städte führen Maße ein"),
        ("GRÖSSERE STÄDTE FÜHREN MASSE EIN, DIE IN MASSEN GELTEN.", "Größere Städte führen Maße ein"),
        ("Wir müssen die Strassen fuer Fußgänger sicherer machen", "Wir müssen die Straßen für Fußgänger"),
        (
            "Wir mu\u0308ssen die Straßen fu\u0308r Fußga\u0308nger sicherer",
            "Wir müssen die Straßen für Fußgänger",
        ),
        ("Die neue Steuer fuer Bauern bleibt.", "Die neue Steuer für Bauern bleibt."),
        (
            "Klima und Umweltschutz sowie Ausgleichs - und Ersatzmaßnahmen",
            "Klima- und Umweltschutz sowie Ausgl",
        ),
        ("Das 29 -Euro -Ticket kommt. Wir bauen Schulen", "Das 29-Euro-Ticket kommt. • Wir bauen Schulen"),
        (
            "1. Das 29-Euro-Ticket kommt.\n2. Wir bauen Schulen im ganzen Land",
            "Das 29-Euro-Ticket kommt. • Wir",
        ),
        (
            "a) Das 29-Euro-Ticket kommt.\nb) Wir bauen Schulen im ganzen Land",
            "Das 29-Euro-Ticket kommt. • Wir",
        ),
        ("1. Mai ist ein Feiertag für alle Menschen", "1. Mai ist ein Feiertag für alle Menschen"),
        ("# **Wir** müssen die _Straßen_ für `Fußgänger` sicherer\u200b machen", "Wir müssen die Straßen"),
        (
            "[...] Wir müssen die Straßen für Fußgänger sicherer machen …",
            "Wir müssen die Straßen für Fußgänger",
        ),
    ],
)
def test_other_spelling_of_the_same_words_is_bound_to_the_source(quote: str, source: str) -> None:
    (fund,) = find(quote, QUELLE)
    assert fund.text.startswith(source)


@pytest.mark.parametrize(
    "quote",
    [
        "die in Massen gelten. Die neue Steuer für Bauern",
        "Größere Städte führen Masse ein, die in Maßen gelten.",
        "Die breite Maße der Busse fährt heute mit Gas und Strom.",
        "Die breite Masse der Buße fährt heute mit Gas und Strom.",
        "Die neü Steuer für Bauern bleibt. Klima- und Umweltschutz",
        "Frau Müller und Herr Goethe leben hier schon lange.",
        "Frau Mueller und Herr Göthe leben hier schon lange.",
        "Wir mussen die Straßen für Fußgänger sicherer machen.",
        "Wir fordern den Ausbau der Bahn in jedem Dorf, und das",
        "in jedem Dorf, und das wurde allen Menschen helfen.",
        "ber die Straßen für Fußgänger sicherer machen.",
        "2. Mai ist ein Feiertag für alle Menschen im Land.",
        "1. Januar 2031: Die Reform beginnt im ganzen Land.",
        "1. ist ein Feiertag für alle Menschen im Land.",
        "3. Straßen für Fußgänger sicherer machen. Größere Städte",
        "1. Das 28-Euro-Ticket kommt.\n2. Wir bauen Schulen im ganzen Land aus.",
    ],
)
def test_another_word_name_or_number_is_never_bound(quote: str) -> None:
    chunk = Chunk("c", "x", TEXT, 0, len(TEXT), (1,))
    kontext = ShownContext.of({"SPD": [Fundstelle(chunk, 0.5)]}, {"x": QUELLE})
    assert not bind(quote, "SPD", Typ.WAHLPROGRAMM, kontext).status.is_bound
    assert bind(TEXT[:54], "SPD", Typ.WAHLPROGRAMM, kontext).status is ZitatStatus.WOERTLICH


@pytest.mark.parametrize(
    ("quote", "source", "is_same"),
    [
        ("fuer", "für", True), ("für", "fuer", False), ("Masse", "Maße", False), ("Maße", "Masse", False),
        ("MASSE", "Maße", True), ("Grosse Masse", "Große Maße", True), ("große Masse", "große Maße", False),
        ("Strasse", "Straße", True), ("daß", "dass", True),
    ],
)  # fmt: skip
def test_the_source_decides_what_a_spelling_may_be(quote: str, source: str, is_same: bool) -> None:
    assert spelled_out(quote) == spelled_out(source)
    assert same_spelling(quote, source) is is_same
