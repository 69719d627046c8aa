"""Blind votes: which pairs are asked, in what order, and what the votes come to."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.assessment.lauf_view import NO_QUELLEN, WITHOUT_WERTUNG
from core.runs.lauf import Status
from core.runs.notes import Preference, Stimme
from core.runs.store import Runstore, open_store
from core.vergleich.blind_votes import Paar, auszaehlung, cast_vote, open_pairs, stimmen_of
from core.vergleich.spalten import Vergleich
from tests.runs.beispiele import finished_lauf
from tests.vergleich.tafel import AbschnittWertung, tafel


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Runstore]:
    store = open_store(None, tmp_path)
    yield store
    store.close()


def _vergleich(columns: int = 2, antraege: int = 1, parteien: int = 1, repeats: int = 1) -> Vergleich:
    names = [f"P{number}" for number in range(parteien)]
    table: list[list[list[AbschnittWertung]]] = [[[5] * parteien] * repeats] * antraege
    return tafel({f"s{number}": table for number in range(columns)}, parteien=names)


def _vote(paar: Paar, winner: int | None, name: str = "") -> Stimme:
    """Prefer the column with that number; None is a tie."""
    wahl = Preference.GLEICH if winner is None else Preference.A if paar.spalte_a == winner else Preference.B
    return Stimme(paar.lauf_a, paar.lauf_b, paar.partei, wahl, name)


def test_every_two_columns_are_asked_about_every_antrag_and_party() -> None:
    found = open_pairs(_vergleich(columns=3, antraege=2, parteien=4))
    asked = {(paar.antrag, paar.partei, frozenset((paar.spalte_a, paar.spalte_b))) for paar in found}
    assert len(found) == len(asked) == 3 * 2 * 4


def test_order_is_the_same_again_but_another_for_another_person() -> None:
    vergleich = _vergleich(antraege=20)
    assert open_pairs(vergleich) == open_pairs(vergleich)
    assert open_pairs(vergleich, name="Eva") != open_pairs(vergleich, name="Jo")


def test_neither_side_nor_place_tells_the_column() -> None:
    found = open_pairs(_vergleich(antraege=50, parteien=4))
    on_the_left = sum(paar.spalte_a == 0 for paar in found)
    assert 70 <= on_the_left <= 130, "of 200; fewer or more come by chance once in 50,000"
    assert [paar.antrag for paar in found] != sorted(paar.antrag for paar in found)


def test_sides_stay_when_the_columns_are_named_in_another_order() -> None:
    vergleich = _vergleich(antraege=10)
    turned = replace(
        vergleich,
        spalten=vergleich.spalten[::-1],
        laeufe=tuple(replace(lauf, spalte=1 - lauf.spalte) for lauf in vergleich.laeufe),
        werte=tuple(replace(wert, spalte=1 - wert.spalte) for wert in vergleich.werte),
    )
    assert [paar.lauf_a for paar in open_pairs(turned)] == [p.lauf_a for p in open_pairs(vergleich)]


def test_judged_pair_is_not_asked_again_and_the_others_stay_where_they_were() -> None:
    vergleich = _vergleich(antraege=6)
    first, *rest = open_pairs(vergleich)
    vote = _vote(first, 0, "Eva")
    assert open_pairs(vergleich, [replace(vote, name="")]) == rest
    assert len(open_pairs(vergleich, [vote], name="Eva")) == 5 and len(open_pairs(vergleich, [vote])) == 6
    repeats = _vergleich(repeats=2)
    assert len(open_pairs(repeats)) == 1
    assert open_pairs(repeats, [Stimme("s0/0/1", "s1/0/1", "P0", Preference.A)]) == []


@pytest.mark.parametrize(("wertung", "pairs"), [(None, 0), (NO_QUELLEN, 0), (WITHOUT_WERTUNG, 1), (0, 1)])
def test_answer_that_had_nothing_to_say_is_not_judged(wertung: AbschnittWertung, pairs: int) -> None:
    vergleich = tafel({"a": [[[5]]], "b": [[[wertung]]]}, parteien=["P0"])
    assert len(open_pairs(vergleich)) == pairs


def test_votes_are_kept_and_found_again(store: Runstore) -> None:
    a, b = finished_lauf(store), finished_lauf(store, prompt_id="streng")
    paar = Paar(b, a, "LINDENBUND", "antrag", 1, 0)
    vote = cast_vote(store, paar, Preference.A, "Eva")
    laeufe = _vergleich().laeufe
    vergleich = replace(_vergleich(), laeufe=(replace(laeufe[0], id=a), replace(laeufe[1], id=b)))
    assert stimmen_of(store, vergleich) == [vote]
    assert [one.gewonnen for one in auszaehlung(vergleich, [vote]).ausgaenge] == [0, 1]
    assert store.load(a).status is Status.FERTIG


def test_votes_are_counted_by_column_whatever_side_it_was_on() -> None:
    vergleich = _vergleich(antraege=6)
    pairs = open_pairs(vergleich)
    votes = [_vote(paar, winner) for paar, winner in zip(pairs, [0, 0, 0, 1, None, None], strict=True)]
    found = auszaehlung(vergleich, votes)
    assert found.stimmen == 6
    assert [(one.gewonnen, one.gleich, one.verloren) for one in found.ausgaenge] == [(3, 2, 1), (1, 2, 3)]
    assert found.ausgaenge[0].vorgezogen.wert == 0.75
    assert found.satz == "Keine Spalte ist erkennbar besser."


def test_last_word_of_a_person_counts_and_none_on_other_laeufe() -> None:
    vergleich = _vergleich()
    assert auszaehlung(vergleich, [Stimme("s0/0/0", "fremd", "P0", Preference.A)]).stimmen == 0
    (paar,) = open_pairs(vergleich)
    found = auszaehlung(vergleich, [_vote(paar, 0), _vote(paar, 1), _vote(paar, None, "Eva")])
    assert [(one.gewonnen, one.gleich, one.verloren) for one in found.ausgaenge] == [(0, 1, 1), (1, 1, 0)]
