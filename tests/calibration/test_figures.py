"""Figures against hand-counted examples, intervals against what they promise."""

from math import isnan
from random import Random

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from core.calibration.agreement import (
    Antworten,
    haltung,
    macro_f1,
    make_antworten,
    overall_picture,
    zuverlaessigkeit,
)

Row = tuple[int, str, int, float | None]


def made(rows: list[Row]) -> Antworten:
    """Thesis, party, official position, points."""
    these, partei, position, score = zip(*rows, strict=True)
    return make_antworten({"these": these, "partei": partei, "position": position, "score": score})


HAND = made(
    [(0, "A", 1, 9), (0, "B", -1, 8), (1, "A", 0, 5), (1, "B", 1, None), (2, "A", -1, 4), (2, "B", 1, 5)]
)
"""Answered 5: right A0 (9 → agrees), A1 (5 → neutral), A2 (4 → rejects); wrong B0 by two steps, B2 by one."""


def test_points_become_a_side() -> None:
    sides = haltung(np.array([0, 4, 4.5, 5, 5.9, 6, 10, np.nan]))
    assert sides[:-1].tolist() == [-1, -1, 0, 0, 0, 1, 1] and isnan(sides[-1])


def test_a_hand_counted_example() -> None:
    bild = overall_picture(HAND)
    gesamt, b = bild.gesamt, bild.parteien["B"]
    assert (gesamt.faelle, gesamt.beantwortet) == (6, 5)
    assert gesamt.abweichung.wert == pytest.approx(2 / 5)
    assert gesamt.enthaltung.wert == pytest.approx(1 / 6)
    # reject: 2·1/(1+2); neutral: 2·1/(2+1); agree: 2·1/(2+2)
    assert gesamt.macro_f1.wert == pytest.approx((2 / 3 + 2 / 3 + 1 / 2) / 3)
    assert (b.abweichung.wert, b.beantwortet) == (1.0, 2) and bild.parteien["A"].abweichung.wert == 0
    assert gesamt.abweichung.von <= gesamt.abweichung.wert <= gesamt.abweichung.bis


def test_nothing_answered_is_no_figure() -> None:
    gesamt = overall_picture(made([(0, "A", 1, None), (1, "A", 1, None)])).gesamt
    assert isnan(gesamt.abweichung.wert) and (gesamt.abweichung.von, gesamt.abweichung.bis) == (0.0, 1.0)
    assert gesamt.enthaltung.wert == 1.0 and isnan(gesamt.macro_f1.wert)


def test_f1_leaves_out_what_never_occurs() -> None:
    assert macro_f1(np.array([[0, 0, 0, 0, 0, 0, 0, 0, 4.0]])).tolist() == [1.0]


def test_intervals_hold_the_truth_about_as_often_as_they_promise() -> None:
    """Theses differ in how hard they are, so answers to one hang together."""
    chance, held = Random(7), 0
    for _ in range(60):
        rows: list[Row] = []
        for these in range(30):
            hard = chance.random() < 0.3
            for partei in "ABCD":
                wrong = chance.random() < (0.8 if hard else 0.1)
                rows.append((these, partei, 1, 1 if wrong else 9))
        found = overall_picture(made(rows)).gesamt.abweichung
        held += found.von <= 0.31 <= found.bis
    assert 50 <= held <= 60


def test_the_table_of_points_is_isotonic_regression() -> None:
    chance = np.random.default_rng(3)
    score = chance.integers(0, 11, 200).astype(float)
    agreed = (chance.random(200) < score / 14 + 0.1).astype(float)
    rows: list[Row] = [(n, "A", 1 if agreed[n] else -1, score[n]) for n in range(200)]
    stufen = zuverlaessigkeit(made(rows))
    expected = IsotonicRegression().fit(score, agreed).predict(score)
    found = [next(one.anteil for one in stufen if one.von <= points <= one.bis) for points in score]
    assert found == pytest.approx(expected) and sum(stufe.faelle for stufe in stufen) == 200
    assert zuverlaessigkeit(made([(0, "A", 1, None)])) == ()
