"""Means, scatter and distances, computed by hand."""

from math import sqrt

import pytest

from core.features.vergleich.differences import Cell, alike, distances, most_telling, party_cells
from core.features.vergleich.spalten import Spalte, Vergleich, Wert
from core.wortlaut.records import Typ

WP = Typ.WAHLPROGRAMM
Given = dict[tuple[int, str, str], list[float | str]]
"""(column, Antrag, party) → the repeats' points, or why there are none."""


def vergleich(given: Given) -> Vergleich:
    spalten = tuple(Spalte(f"m/{n}", "p", "1", "h", "", "{}", f"m/{n}") for n in range(2))
    werte = tuple(
        Wert(spalte, antrag, partei, WP, f"{spalte}{antrag}{n}", None, one)
        if isinstance(one, str)
        else Wert(spalte, antrag, partei, WP, f"{spalte}{antrag}{n}", one, "")
        for (spalte, antrag, partei), repeats in given.items()
        for n, one in enumerate(repeats)
    )
    parteien = tuple(dict.fromkeys(partei for _, _, partei in given))
    return Vergleich(spalten, {"a": "A", "b": "B"}, parteien, (), werte, ())


def one(given: Given, spalte: int = 0) -> Cell:
    return next(cell for cell in party_cells(vergleich(given), WP) if cell.spalte == spalte)


def test_the_mean_is_of_antraege_whatever_their_number_of_repeats() -> None:
    cell = one({(0, "a", "SPD"): [2, 4, 6], (0, "b", "SPD"): [10]})
    assert (cell.mittel, cell.n, cell.zustand) == (7, 2, "")


def test_the_spread_is_that_of_repeats_alone() -> None:
    cell = one({(0, "a", "SPD"): [2, 4, 6], (0, "b", "SPD"): [10, 10]})
    assert cell.streuung == pytest.approx(sqrt((4 + 0 + 4) / 3))
    assert one({(0, "a", "SPD"): [2], (0, "b", "SPD"): [10]}).streuung is None


@pytest.mark.parametrize(
    ("repeats", "instabil"),
    [
        ([5, 6.5], False), ([5, 7], True), ([5, "keine Wertung"], False),
        ([5, "keine Wertung", "keine Quellen"], True), ([5, "fehlgeschlagen", "fehlgeschlagen"], False),
        (["keine Wertung", "keine Wertung"], False),
    ],
)  # fmt: skip
def test_what_depends_on_chance_is_marked_where_more_than_one_lauf_says_so(
    repeats: list[float | str], instabil: bool
) -> None:
    assert one({(0, "a", "SPD"): repeats}).instabil is instabil


def test_one_lauf_without_points_is_told_beside_the_points_of_the_others() -> None:
    cell = one({(0, "a", "SPD"): [8, "keine Wertung", 9], (0, "b", "SPD"): ["keine Quellen"]})
    assert (cell.mittel, cell.ohne, cell.instabil) == (8.5, 1, False)


def test_antraege_that_lie_apart_are_not_unstable() -> None:
    assert not one({(0, "a", "SPD"): [1, 1], (0, "b", "SPD"): [9, 9]}).instabil


@pytest.mark.parametrize(
    ("repeats", "zustand"),
    [
        (["keine Quellen", "keine Quellen"], "keine Quellen"),
        (["keine Quellen", "keine Wertung"], "keine Wertung"),
        (["fehlgeschlagen", "keine Quellen"], "keine Quellen"),
        (["fehlgeschlagen"], "fehlgeschlagen"),
    ],
)
def test_without_points_there_is_a_reason_and_no_zero(repeats: list[float | str], zustand: str) -> None:
    cell = one({(0, "a", "SPD"): repeats})
    assert (cell.mittel, cell.n, cell.zustand) == (None, 0, zustand)


def test_distances_are_of_the_antraege_both_have_points_for() -> None:
    given: Given = {
        (0, "a", "SPD"): [2], (0, "b", "SPD"): [9],
        (1, "a", "SPD"): [3, 4], (1, "b", "SPD"): ["keine Wertung"],
        (0, "a", "FDP"): ["keine Quellen"], (1, "a", "FDP"): [5],
    }  # fmt: skip
    spd, fdp = distances(party_cells(vergleich(given), WP), basis=0)
    assert (spd.partei, spd.spalte, spd.mittel, spd.n) == ("SPD", 1, 1.5, 1)
    assert (fdp.mittel, fdp.zustand) == (None, "keine Quellen")


def test_first_is_what_most_columns_answer_and_there_where_they_are_furthest_apart() -> None:
    given: Given = {
        (0, "a", "SPD"): [2], (1, "a", "SPD"): [3], (0, "b", "FDP"): [1], (1, "b", "FDP"): [9],
        (0, "a", "FDP"): [5], (1, "a", "FDP"): [7], (0, "a", "CDU"): [0, 10],
    }  # fmt: skip
    two = vergleich(given)
    assert most_telling(two, WP) == ("b", "FDP") and most_telling(two, WP, "a") == ("a", "FDP")
    assert most_telling(vergleich({}), WP) is None


def test_columns_that_never_differ_are_found() -> None:
    points = {("a", "SPD"): 2, ("a", "FDP"): 5, ("b", "SPD"): 7}
    given: Given = {(spalte, *place): [score] for spalte in (0, 1) for place, score in points.items()}
    assert alike(party_cells(vergleich(given), WP)) == [(0, 1)]
    given[1, "b", "SPD"] = [8]
    assert alike(party_cells(vergleich(given), WP)) == []
    few: Given = {(spalte, "a", "SPD"): [2] for spalte in (0, 1)}
    assert alike(party_cells(vergleich(few), WP)) == []
