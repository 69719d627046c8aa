"""Means, scatter and distances, computed by hand."""

from math import sqrt

import pytest

from core.models import Typ
from core.vergleich.point_matrix import Zelle, differenzen, strittigstes, zellen
from core.vergleich.spalten import Spalte, Vergleich, Wert

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


def one(given: Given, spalte: int = 0) -> Zelle:
    return next(zelle for zelle in zellen(vergleich(given), WP) if zelle.spalte == spalte)


def test_the_mean_is_of_antraege_whatever_their_number_of_repeats() -> None:
    zelle = one({(0, "a", "SPD"): [2, 4, 6], (0, "b", "SPD"): [10]})
    assert (zelle.mittel, zelle.n, zelle.zustand) == (7, 2, "")


def test_the_spread_is_that_of_repeats_alone() -> None:
    zelle = one({(0, "a", "SPD"): [2, 4, 6], (0, "b", "SPD"): [10, 10]})
    assert zelle.streuung == pytest.approx(sqrt((4 + 0 + 4) / 3))
    assert one({(0, "a", "SPD"): [2], (0, "b", "SPD"): [10]}).streuung is None


@pytest.mark.parametrize(
    ("repeats", "instabil"),
    [
        ([5, 6.5], False),
        ([5, 7], True),
        ([5, "keine Wertung"], True),
        ([5, "keine Quellen"], True),
        ([5, "fehlgeschlagen"], False),
        (["keine Wertung", "keine Wertung"], False),
    ],
)
def test_what_depends_on_chance_is_marked(repeats: list[float | str], instabil: bool) -> None:
    assert one({(0, "a", "SPD"): repeats}).instabil is instabil


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
    zelle = one({(0, "a", "SPD"): repeats})
    assert (zelle.mittel, zelle.n, zelle.zustand) == (None, 0, zustand)


def test_a_party_that_a_column_was_not_asked_about_says_so() -> None:
    assert one({(0, "a", "SPD"): [5]}, spalte=1).zustand == "nicht beurteilt"


def test_distances_are_of_the_antraege_both_have_points_for() -> None:
    given: Given = {
        (0, "a", "SPD"): [2], (0, "b", "SPD"): [9],
        (1, "a", "SPD"): [3, 4], (1, "b", "SPD"): ["keine Wertung"],
        (0, "a", "FDP"): ["keine Quellen"], (1, "a", "FDP"): [5],
    }  # fmt: skip
    spd, fdp = differenzen(zellen(vergleich(given), WP), basis=0)
    assert (spd.partei, spd.spalte, spd.mittel, spd.n) == ("SPD", 1, 1.5, 1)
    assert (fdp.mittel, fdp.zustand) == (None, "keine Quellen")


def test_antraege_that_are_not_shared_have_no_distance() -> None:
    (zelle,) = differenzen(zellen(vergleich({(0, "a", "SPD"): [2], (1, "b", "SPD"): [9]}), WP), basis=0)
    assert (zelle.mittel, zelle.zustand) == (None, "kein gemeinsamer Antrag")


def test_the_most_disputed_is_where_the_columns_are_furthest_apart() -> None:
    given: Given = {
        (0, "a", "SPD"): [2], (1, "a", "SPD"): [3], (0, "b", "FDP"): [1], (1, "b", "FDP"): [9],
        (0, "a", "FDP"): [5], (1, "a", "FDP"): [7],
    }  # fmt: skip
    cells = zellen(vergleich(given), WP)
    assert strittigstes(cells) == ("b", "FDP") and strittigstes(cells, "a") == ("a", "FDP")
    assert strittigstes([]) is None
