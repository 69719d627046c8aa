"""What a page makes of a question: choices before words, and Rückfragen that a click settles."""

import pytest

from core.base.errors import EingabeError
from core.programme.context import Context
from core.search.suchanfrage import interpret
from core.search.suchraum import indexed
from core.wortlaut.records import Typ


def test_what_was_chosen_counts_before_what_the_question_says(demo: Context) -> None:
    anfrage = interpret(
        demo.registry, "Was sagt die SPD in NRW zu Mieten?", ["FDP"], "BUND", Typ.PARTEIPROGRAMM
    )
    assert (anfrage.parteien, anfrage.bundesland, anfrage.typ) == (("FDP",), "BUND", Typ.PARTEIPROGRAMM)
    assert anfrage.text == "Mieten"


@pytest.mark.parametrize("frage", ["Mieten seit 2020", "Mieten zwischen 2020 und 2022", "Mieten"])
def test_a_chosen_year_counts_before_a_period_in_the_question(demo: Context, frage: str) -> None:
    assert (interpret(demo.registry, frage).zeitraum is None) == (frage == "Mieten")
    anfrage = interpret(demo.registry, frage, jahr=2013)
    assert (anfrage.jahr, anfrage.zeitraum, anfrage.text) == (2013, None, "Mieten")


def test_word_for_word_nothing_is_read_out_of_the_question(demo: Context) -> None:
    anfrage = interpret(demo.registry, "Was sagt die SPD in NRW zu Mieten?", wortgetreu=True)
    assert anfrage.text == "Was sagt die SPD in NRW zu Mieten?"
    assert anfrage.parteien == () and anfrage.bundesland is None


@pytest.mark.parametrize(
    ("eingabe", "feld", "wert", "changes"),
    [
        (
            "Was sagen SPD und Grühne zu Mieten?",
            "partei",
            "GRÜNE",
            {"q": "Was sagen SPD und GRÜNE zu Mieten?"},
        ),
        ("Mieten in Thürigen", "land", "TH", {"q": "Mieten in Thüringen"}),
        ("Was sagt die SPD in Bayern und Hessen zu Mieten?", "land", "HE", {"land": "HE"}),
    ],
)
def test_an_answer_puts_the_question_right_or_is_chosen_beside_it(
    demo: Context, eingabe: str, feld: str, wert: str, changes: dict[str, str]
) -> None:
    registry = demo.registry
    anfrage = interpret(registry, eingabe)
    (rueckfrage,) = anfrage.rueckfragen
    assert rueckfrage.field(registry) == feld and wert in rueckfrage.moeglich
    assert anfrage.settle(registry, rueckfrage, wert) == changes
    after = interpret(registry, changes.get("q", eingabe), bundesland=changes.get("land"))
    assert not after.rueckfragen
    assert wert in (after.bundesland, *after.parteien)


def test_a_chosen_party_settles_the_question_for_one(demo: Context) -> None:
    frage = "Was sagt die Foobarpartei zu Mieten?"
    assert interpret(demo.registry, frage).rueckfragen
    assert not interpret(demo.registry, frage, ["SPD"]).rueckfragen


def test_without_a_subject_it_is_asked_back_not_refused(demo: Context) -> None:
    (rueckfrage,) = interpret(demo.registry, "Was sagt die SPD?").rueckfragen
    assert rueckfrage.field(demo.registry) == "" and rueckfrage.frage == "Wonach soll gesucht werden?"


def test_filler_words_alone_are_refused(demo: Context) -> None:
    with pytest.raises(EingabeError, match="Füllwörter"):
        interpret(demo.registry, "was ist das")


def test_what_can_be_searched_in_a_land_is_its_own_and_what_is_valid_there(demo: Context) -> None:
    assert {p.bundesland for p in indexed(demo)} == {"DEMO", None}
    assert len(indexed(demo, "DEMO")) == len(indexed(demo)) == 6
    assert indexed(demo, "NRW") == []
