"""Figures against hand-counted examples, intervals against what they promise."""

from random import Random
from typing import Any

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from core.features.eichung.eichbild import accordance, reliability

Row = tuple[int, int, float | None]


def made(rows: list[Row]) -> list[dict[str, Any]]:
    """Thesis, official position, points."""
    return [dict(zip(("these", "position", "score"), row, strict=True)) for row in rows]


def test_a_hand_counted_example() -> None:
    """Answered 5: right are 9 → agrees, 5 → neutral, 4 → rejects; wrong one by two steps, one by one."""
    found = accordance(made([(0, 1, 9), (0, -1, 8), (1, 0, 5), (1, 1, None), (2, -1, 4), (2, 1, 5)]))
    assert (found.faelle, found.beantwortet) == (6, 5)
    assert found.abweichung.wert == pytest.approx(2 / 5)
    assert found.enthaltung.wert == pytest.approx(1 / 6)
    assert found.abweichung.von <= found.abweichung.wert <= found.abweichung.bis


def test_intervals_hold_the_truth_about_as_often_as_they_promise() -> None:
    """Theses differ in how hard they are, so answers to one hang together."""
    chance, held = Random(7), 0
    for _ in range(60):
        rows: list[Row] = []
        for these in range(30):
            hard = chance.random() < 0.3
            for _ in range(4):
                wrong = chance.random() < (0.8 if hard else 0.1)
                rows.append((these, 1, 1 if wrong else 9))
        found = accordance(made(rows)).abweichung
        held += found.von <= 0.31 <= found.bis
    assert 50 <= held <= 60


def test_the_table_of_points_is_isotonic_regression() -> None:
    chance = np.random.default_rng(3)
    score = chance.integers(0, 11, 200).astype(float)
    agreed = (chance.random(200) < score / 14 + 0.1).astype(float)
    stufen = reliability(made([(n, 1 if agreed[n] else -1, score[n]) for n in range(200)]))
    expected = IsotonicRegression().fit(score, agreed).predict(score)
    found = [next(one.anteil for one in stufen if one.von <= points <= one.bis) for points in score]
    assert found == pytest.approx(expected) and sum(stufe.faelle for stufe in stufen) == 200
    assert reliability(made([(0, 1, None)])) == ()
