"""The measures against values worked out by hand."""

import math

import numpy as np
import pytest

from core.evaluation.search_measures import mean_with_interval, ndcg, of_ranks


def test_hits_count_what_came_early_enough() -> None:
    measures = of_ranks([0, 4, 5, None])
    assert measures["hit@1"].tolist() == [1, 0, 0, 0]
    assert measures["hit@5"].tolist() == [1, 1, 0, 0]
    assert measures["hit@10"].tolist() == [1, 1, 1, 0]
    assert measures["MRR"].tolist() == pytest.approx([1, 1 / 5, 1 / 6, 0])


@pytest.mark.parametrize(
    ("right", "total", "value"),
    [
        ([True], 1, 1.0),
        ([False, True], 1, 1 / math.log2(3)),
        ([True, False, True], 2, (1 + 1 / 2) / (1 + 1 / math.log2(3))),
        ([False] * 10 + [True], 1, 0.0),
        ([], 3, 0.0),
    ],
)
def test_ndcg_weighs_places_by_their_logarithm(right: list[bool], total: int, value: float) -> None:
    assert ndcg(right, total) == pytest.approx(value)


def test_interval_holds_the_mean_and_narrows_with_more_questions() -> None:
    few, many = mean_with_interval([0, 1] * 10), mean_with_interval([0, 1] * 1000)
    assert few.von < few.wert == 0.5 < few.bis and few.anzahl == 20
    assert few.bis - few.von == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(20), rel=0.15)
    assert many.bis - many.von < (few.bis - few.von) / 5
    assert mean_with_interval([0, 1] * 10) == few


def test_no_question_has_no_mean() -> None:
    mass = mean_with_interval(np.array([]))
    assert mass.anzahl == 0 and math.isnan(mass.wert)
