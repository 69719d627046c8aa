"""Whether columns differ: hand-made tables with a known answer."""

import numpy as np
import pytest

from core.features.vergleich.differences import SpaltenDifference, differences_to_basis
from tests.vergleich.tafel import AbschnittWertung, tafel


def _je_antrag(*punkte: AbschnittWertung) -> list[list[list[AbschnittWertung]]]:
    """One repeat of one party per Antrag."""
    return [[[wertung]] for wertung in punkte]


def _one(punkte: dict[str, list[list[list[AbschnittWertung]]]], **more: object) -> SpaltenDifference:
    found = differences_to_basis(tafel(punkte, **more), 0)  # type: ignore[arg-type]
    assert len(found) == 1
    return found[0]


def test_column_that_always_gives_more_is_told_with_its_bounds() -> None:
    """Seven times one point, once two. Drawn eight times, the two come four times or more in 1.1 % of cases,
    five or more in 0.1 %: between them lies the widened bound of 0.6 %, so the upper end is 1 + 4/8.
    """
    found = _one(
        {"alt": _je_antrag(4, 5, 6, 3, 2, 7, 5, 4), "neu": _je_antrag(5, 6, 7, 5, 3, 8, 6, 5)},
        parteien=["LINDENBUND"],
    ).punkte
    assert found.intervall is not None
    assert found.intervall.wert == pytest.approx(9 / 8)
    assert found.p == 2 / 2**8
    assert found.is_proven
    assert found.satz == "„neu“ gibt im Mittel 1,1 Punkte mehr (95 %: 1,0 bis 1,5)."


def test_difference_that_goes_both_ways_is_none() -> None:
    found = _one({"alt": _je_antrag(4, 5, 6, 3, 2, 7), "neu": _je_antrag(5, 4, 7, 2, 3, 6)}).punkte
    assert found.satz.startswith("Auf diesen 6 Anträgen nicht unterscheidbar (95 %: \N{MINUS SIGN}")
    assert not found.is_proven


def test_two_antraege_allow_no_statement_however_many_parties() -> None:
    parteien = [f"P{number}" for number in range(7)]
    table: dict[str, list[list[list[AbschnittWertung]]]] = {
        "alt": [[[1] * 7], [[1] * 7]],
        "neu": [[[9] * 7], [[9] * 7]],
    }
    found = _one(table, parteien=parteien).punkte
    assert (found.antraege, found.paare, found.intervall, found.p) == (2, 14, None, None)
    assert found.satz == "Zu wenige gemeinsame Anträge (2) für eine Aussage."


def test_few_antraege_are_drawn_pair_by_pair_and_prove_nothing() -> None:
    parteien = ["P1", "P2", "P3"]
    table: dict[str, list[list[list[AbschnittWertung]]]] = {
        "alt": [[[1, 2, 3]], [[4, 5, 6]], [[3, 3, 3]]],
        "neu": [[[3, 5, 5]], [[7, 8, 8]], [[5, 6, 5]]],
    }
    found = _one(table, parteien=parteien).punkte
    assert (found.antraege, found.paare, found.je_antrag, found.p) == (3, 9, False, None)
    assert not found.is_proven
    assert found.satz.endswith("Bei nur 3 Anträgen ist das ein erster Eindruck, kein Beleg.")


def test_repeats_are_averaged_before_anything_is_compared() -> None:
    """The base gives 2 and 4, on average 3: the other's 3 is no difference."""
    table: dict[str, list[list[list[AbschnittWertung]]]] = {"alt": [[[2], [4]]] * 6, "neu": [[[3]]] * 6}
    found = _one(table).punkte
    assert (found.paare, found.satz) == (6, "Auf diesen 6 Anträgen dieselben Punkte.")


def test_only_what_both_have_points_for_is_compared() -> None:
    table = {
        "alt": _je_antrag(4, 4, 4, 4, 4, 4, "keine Quellen", 0),
        "neu": _je_antrag(5, 5, 5, 5, 5, 5, 9, "keine Wertung"),
    }
    found = _one(table).punkte
    assert (found.antraege, found.intervall and found.intervall.wert) == (6, 1.0)


def test_columns_without_a_common_antrag_say_so() -> None:
    found = _one({"alt": _je_antrag(4, None), "neu": _je_antrag(None, 5)}).punkte
    assert found.satz == "Zu wenige gemeinsame Anträge (0) für eine Aussage."


def test_many_columns_at_once_ask_for_stronger_proof() -> None:
    """Six Anträge, all with the same sign: p 0.03 for one column, 0.16 when it is one of five."""
    base, more = _je_antrag(4, 5, 6, 3, 2, 7), _je_antrag(5, 6, 7, 5, 3, 8)
    alone = differences_to_basis(tafel({"alt": base, "neu": more}), 0)[0].punkte
    among = differences_to_basis(tafel({"alt": base, **{f"neu {n}": more for n in range(5)}}), 0)[0].punkte
    assert (alone.p, alone.is_proven) == (2 / 64, True)
    assert (among.p, among.is_proven) == (5 * 2 / 64, False)
    assert "Das kann Zufall sein" in among.satz


def test_quotes_are_compared_by_their_share_of_those_emitted() -> None:
    """Six Anträge with 5 of 10 against 8 of 10 bound: 30 percentage points."""
    points = _je_antrag(*[5] * 6)
    zitate = {"alt": [(5, 10)] * 6, "neu": [(8, 10), (16, 20)] * 3}
    found = _one({"alt": points, "neu": points}, zitate=zitate).anteil
    assert found.intervall is not None
    assert found.intervall.wert == pytest.approx(0.3)
    assert found.p == 2 / 64
    assert (
        found.satz == "Bei „neu“ sind im Mittel 30,0 Prozentpunkte mehr Zitate belegt (95 %: 30,0 bis 30,0)."
    )


def test_alpha_tells_how_far_two_and_all_agree() -> None:
    rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    table = {"a": _je_antrag(*rows), "b": _je_antrag(*rows), "c": _je_antrag(*rows[::-1])}
    same, turned = differences_to_basis(tafel(table), 0)
    assert same.alpha == 1.0
    assert turned.alpha is not None and turned.alpha < -0.5
    assert same.alpha_alle == turned.alpha_alle
    assert same.alpha_alle is not None and turned.alpha < same.alpha_alle < 1


def test_columns_that_do_not_differ_are_rarely_told_apart() -> None:
    """Anträge differ much, columns only by chance: at most about one in twenty is called different."""
    rng = np.random.default_rng(2)
    called = 0
    for _ in range(60):
        level = rng.uniform(2, 8, 12)
        columns = {
            name: [[(value + rng.normal(0, 1, 2)).tolist()] for value in level] for name in ("alt", "neu")
        }
        called += differences_to_basis(tafel(columns), 0)[0].punkte.is_proven
    assert called <= 7
