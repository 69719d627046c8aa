"""Figures against hand-counted examples, intervals against what they promise."""

from math import isnan
from random import Random

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from core.calibration.agreement import macro_f1, overall_picture
from core.calibration.answers import Antworten, haltung, make_antworten, paired
from core.calibration.controls import by_time, controls, robustness
from core.calibration.questions import Variant
from core.calibration.reliability import apply, brier, ece, pooled, step_at, zuverlaessigkeit

Row = tuple[int, str, int, float | None]


def made(rows: list[Row], variante: Variant = Variant.PROGRAMM, jahr: int = 2024) -> dict[str, list[object]]:
    """Thesis, party, official position, points."""
    return {
        "these": [row[0] for row in rows],
        "partei": [row[1] for row in rows],
        "position": [row[2] for row in rows],
        "score": [row[3] for row in rows],
        "jahr": [jahr] * len(rows),
        "etikett": [row[1] for row in rows],
        "variante": [str(variante)] * len(rows),
        "wiederholung": [1] * len(rows),
        "naehe": [0.5] * len(rows),
        "stand": ["x"] * len(rows),
    }


def together(*parts: dict[str, list[object]]) -> Antworten:
    return make_antworten({name: [one for part in parts for one in part[name]] for name in parts[0]})


HAND = made(
    [(0, "A", 1, 9), (0, "B", -1, 8), (1, "A", 0, 5), (1, "B", 1, None), (2, "A", -1, 4), (2, "B", 1, 5)]
)
"""Answered 5: right A0 (9 → agrees), A1 (5 → neutral), A2 (4 → rejects); wrong B0 by two steps, B2 by one."""


def test_points_become_a_side() -> None:
    sides = haltung(np.array([0, 4, 4.5, 5, 5.9, 6, 10, np.nan]))
    assert sides[:-1].tolist() == [-1, -1, 0, 0, 0, 1, 1] and isnan(sides[-1])


def test_a_hand_counted_example() -> None:
    bild = overall_picture(together(HAND))
    gesamt, b = bild.gesamt, bild.parteien["B"]
    assert (gesamt.faelle, gesamt.beantwortet) == (6, 5)
    assert gesamt.abweichung.wert == pytest.approx(2 / 5) and gesamt.abstand.wert == pytest.approx(3 / 5)
    assert gesamt.enthaltung.wert == pytest.approx(1 / 6)
    assert gesamt.matrix == ((1, 0, 1), (0, 1, 0), (0, 1, 1))
    # reject: 2·1/(1+2); neutral: 2·1/(2+1); agree: 2·1/(2+2)
    assert gesamt.macro_f1.wert == pytest.approx((2 / 3 + 2 / 3 + 1 / 2) / 3)
    assert (b.abweichung.wert, b.beantwortet) == (1.0, 2) and bild.parteien["A"].abweichung.wert == 0
    assert bild.luecke.wert == 1.0
    assert gesamt.abweichung.von <= gesamt.abweichung.wert <= gesamt.abweichung.bis


def test_nothing_answered_is_no_figure() -> None:
    gesamt = overall_picture(together(made([(0, "A", 1, None), (1, "A", 1, None)]))).gesamt
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
        found = overall_picture(together(made(rows))).gesamt.abweichung
        held += found.von <= 0.31 <= found.bis
    assert 50 <= held <= 60


def test_pairs_are_of_the_same_thesis_and_party() -> None:
    other = made([(2, "B", -1, 1), (0, "A", 1, 2)], Variant.VERNEINT)
    both = together(HAND, other)
    first, second = paired(both.of(Variant.PROGRAMM), both.of(Variant.VERNEINT))
    assert sorted(zip(first.these, first.partei, second.score, strict=True)) == [(0, "A", 2.0), (2, "B", 1.0)]


def test_controls_on_the_same_theses() -> None:
    memory = made([(0, "A", 1, 2), (0, "B", -1, None)], Variant.GEDAECHTNIS)
    found = controls(together(HAND, memory))
    assert found["modell"].abweichung.wert == pytest.approx(2 / 5)
    assert found["zustimmen"].abweichung.wert == pytest.approx(3 / 6)
    assert found["mehrheit"].abweichung.wert == pytest.approx(3 / 6)  # of this election: agree
    assert found["gedaechtnis"].abweichung.wert == 1.0 and found["gedaechtnis"].enthaltung.wert == 0.5
    assert "begruendung" not in found


def test_what_should_stay_and_what_should_turn() -> None:
    turned = made([(0, "A", -1, 1), (0, "B", 1, 9), (1, "A", 0, 5), (2, "A", 1, 9)], Variant.VERNEINT)
    renamed = made([(0, "A", 1, 9), (1, "A", 0, 9)], Variant.ETIKETT)
    again = made([(0, "A", 1, 9), (1, "A", 0, 9)]) | {"wiederholung": [2, 2]}
    found = robustness(together(HAND, turned, renamed, again))
    # A0 9 → 1 turns, B0 8 → 9 stays, A1 was neutral and does not count, A2 4 → 9 turns
    assert (found["verneint"].anteil.wert, found["verneint"].faelle) == (pytest.approx(2 / 3), 3)
    assert (found["etikett"].anteil.wert, found["etikett"].faelle) == (0.5, 2)
    assert (found["wiederholung"].anteil.wert, found["wiederholung"].faelle) == (0.5, 2)


def test_elections_before_and_after_the_end_of_training() -> None:
    both = together(made([(0, "A", 1, 9)], jahr=2021), made([(1, "A", 1, 1)], jahr=2025))
    found = by_time(both, {2021: False, 2025: True})
    assert {after: one.wert for after, one in found.items()} == {False: 0.0, True: 1.0}


def test_the_map_is_isotonic_regression() -> None:
    chance = np.random.default_rng(3)
    score = chance.integers(0, 11, 200).astype(float)
    agreed = (chance.random(200) < score / 14 + 0.1).astype(float)
    stufen = pooled(score, agreed)
    expected = IsotonicRegression().fit(score, agreed).predict(score)
    assert apply(stufen, score) == pytest.approx(expected)
    assert sum(stufe.faelle for stufe in stufen) == 200


def test_brier_and_calibration_error_by_hand() -> None:
    predicted, agreed = np.array([0.9, 0.9, 0.2, 0.2]), np.array([1.0, 0.0, 0.0, 0.0])
    assert brier(predicted, agreed) == pytest.approx((0.01 + 0.81 + 0.04 + 0.04) / 4)
    assert ece(predicted, agreed) == pytest.approx((2 * 0.4 + 2 * 0.2) / 4)


def test_the_map_is_tested_on_later_elections() -> None:
    early = made([(n, "A", 1 if n % 2 else -1, 9 if n % 2 else 1) for n in range(20)], jahr=2017)
    late = made([(n + 20, "A", -1, 9) for n in range(20)], jahr=2021)
    found = zuverlaessigkeit(together(early, late))
    assert found.pruefung == "gelernt an Wahlen bis 2017, geprüft an Wahlen ab 2021"
    assert found.brier_geeicht == pytest.approx(1.0) and found.brier_roh == pytest.approx(0.81)
    step = step_at(found.stufen, 9)
    assert step and (step.faelle, step.zustimmungen) == (30, 10) and step_at(found.stufen, 5) is None


def test_one_election_is_tested_thesis_by_thesis() -> None:
    rows: list[Row] = [(n, p, 1 if n % 2 else -1, 8 if n % 2 else 2) for n in range(20) for p in "AB"]
    found = zuverlaessigkeit(together(made(rows)))
    assert found.pruefung.startswith("nur eine Wahl") and found.brier_geeicht == pytest.approx(0.0)
    assert zuverlaessigkeit(together(made([(0, "A", 1, None)]))).faelle == 0
