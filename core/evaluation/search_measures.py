"""Measures of a ranking, and how sure they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.statistical_measures import mean_interval

Values = NDArray[np.float64]

DRAWS = 2000
SEED = 20_261_120


@dataclass(frozen=True, slots=True)
class SearchMeasure:
    """A mean over questions with its 95 % bootstrap interval."""

    wert: float
    von: float
    bis: float
    anzahl: int


def mean_with_interval(values: Sequence[float] | Values) -> SearchMeasure:
    """Questions are drawn again with replacement; the same seed gives the same interval."""
    array = np.asarray(values, dtype=np.float64)
    if len(array) < 2:
        wert = float(array[0]) if len(array) else float("nan")
        return SearchMeasure(wert, wert, wert, len(array))
    found = mean_interval(array, draws=DRAWS, seed=SEED)
    return SearchMeasure(found.wert, found.von, found.bis, len(array))


def of_ranks(ranks: Sequence[int | None]) -> dict[str, Values]:
    """Per question, where what is right came (0 is first, None not at all): hit@1/5/10 and MRR."""
    places = np.array([np.inf if rank is None else rank for rank in ranks], dtype=np.float64)
    return {
        "hit@1": (places < 1).astype(np.float64),
        "hit@5": (places < 5).astype(np.float64),
        "hit@10": (places < 10).astype(np.float64),
        "MRR": 1 / (places + 1),
    }


def ndcg(right: Sequence[bool], total: int, depth: int = 10) -> float:
    """How near the order of a result is to the best one; `total`: so many places are right at all.

    Not by scikit-learn's ndcg_score: it knows only the right places that a result holds.

    >>> ndcg([True, False, True], 3)  # (1 + 1/2) / (1 + 1/log2(3) + 1/2)
    0.7039180890341347
    """
    gains = np.asarray(right[:depth], dtype=np.float64)
    discounts = 1 / np.log2(np.arange(2, depth + 2))
    ideal = float(discounts[: min(total, depth)].sum())
    return float((gains * discounts[: len(gains)]).sum() / ideal) if ideal else 0.0


def summarized(measures: Mapping[str, Sequence[float] | Values]) -> dict[str, SearchMeasure]:
    return {name: mean_with_interval(values) for name, values in measures.items()}
