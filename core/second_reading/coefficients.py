"""How far readers agree beyond chance: Krippendorff's alpha and Gwet's AC1 and AC2, with intervals.

After Krippendorff, „Computing Krippendorff's Alpha-Reliability“ (2011), and Gwet, „Handbook of Inter-Rater
Reliability“ (4th edition, 2014). A unit that one reader left out counts for what the others said of it.

Not by the package krippendorff, which has no AC and computes one table at a time: here a call has a thousand
tables drawn anew for the interval. The tests hold alpha against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isnan, nan

import numpy as np

from core.statistical_measures import LIMITS, Interval, Matrix, draws

Ratings = Sequence[Mapping[str, float]]
"""Unit by unit, what each reader said of it: of a nominal scale the number of the class."""

TINY = 1e-12


class Scale(StrEnum):
    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "intervall"


@dataclass(frozen=True, slots=True)
class ReaderAgreement:
    """`n`: units that two or more read. A figure that cannot be told, where all said the same, is nan."""

    n: int
    readers: int
    alpha: Interval
    ac: Interval


def reader_agreement(ratings: Ratings, levels: Sequence[float], scale: Scale) -> ReaderAgreement:
    """`levels`: all that could have been said, in their order; chance is reckoned over all of them.

    Intervals by a percentile bootstrap over units that two or more read.
    """
    said = [list(one.values()) for one in ratings]
    paired = [values for values in said if len(values) >= 2]
    if not paired:
        return ReaderAgreement(0, 0, _unknown(), _unknown())
    readers = len({name for one in ratings if len(one) >= 2 for name in one})
    exact = sorted({value for values in paired for value in values})
    alpha = _alphas(_counts(paired, exact), np.array(exact), scale, draws(len(paired)))
    single = [values for values in said if len(values) == 1]
    ac = _above_chance(
        _counts(paired, levels), _counts(single, levels), np.array(levels), scale, draws(len(paired))
    )
    return ReaderAgreement(len(paired), readers, _told(alpha), _told(ac))


def _counts(said: Sequence[Sequence[float]], levels: Sequence[float]) -> Matrix:
    """Unit × level: how many said so. What lies between two levels counts for the nearer."""
    scale = np.array(levels, dtype=float)
    counts = np.zeros((len(said), len(scale)))
    for row, values in enumerate(said):
        for value in values:
            counts[row, int(np.abs(scale - value).argmin())] += 1
    return counts


# --- Krippendorff's alpha -----------------------------------------------------------------------------------


def _alphas(counts: Matrix, levels: Matrix, scale: Scale, weights: Matrix) -> Matrix:
    """One of every draw: 1 minus what was observed to differ, by what would by chance."""
    q = len(levels)
    pairs = counts[:, :, None] * (counts[:, None, :] - np.eye(q))
    observed = pairs / (counts.sum(axis=1) - 1)[:, None, None]
    coincidences = (weights @ observed.reshape(len(counts), -1)).reshape(-1, q, q)
    return np.array([_alpha(one, levels, scale) for one in coincidences])


def _alpha(coincidences: Matrix, levels: Matrix, scale: Scale) -> float:
    marginals = coincidences.sum(axis=1)
    apart = _apart(marginals, levels, scale)
    expected = float((np.outer(marginals, marginals) * apart).sum()) / (marginals.sum() - 1)
    return 1 - float((coincidences * apart).sum()) / expected if expected > TINY else nan


def _apart(marginals: Matrix, levels: Matrix, scale: Scale) -> Matrix:
    """How far two levels are from each other, squared."""
    if scale is Scale.NOMINAL:
        return 1 - np.eye(len(levels))
    places = levels if scale is Scale.INTERVAL else np.cumsum(marginals) - marginals / 2
    return np.asarray((places[:, None] - places[None, :]) ** 2, dtype=float)


# --- Gwet's AC1, and AC2 with weights -----------------------------------------------------------------------


def _above_chance(counts: Matrix, single: Matrix, levels: Matrix, scale: Scale, draw: Matrix) -> Matrix:
    """One of every draw. Units that only one read tell how often each level comes, and nothing else."""
    likeness, q = _likeness(levels, scale), len(levels)
    of = counts.sum(axis=1)
    agreed = (counts * (counts @ likeness - 1)).sum(axis=1) / (of * (of - 1))
    observed = draw @ agreed / draw.sum(axis=1)
    shares = draw @ (counts / of[:, None]) + single.sum(axis=0)
    prevalence = shares / shares.sum(axis=1, keepdims=True)
    chance = likeness.sum() / (q * (q - 1)) * (prevalence * (1 - prevalence)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(chance < 1 - TINY, (observed - chance) / (1 - chance), nan), dtype=float)


def _likeness(levels: Matrix, scale: Scale) -> Matrix:
    """1 for the same level, less the further two are apart: Gwet's quadratic and ordinal weights."""
    if scale is Scale.NOMINAL:
        return np.eye(len(levels))
    if scale is Scale.INTERVAL:
        return np.asarray(1 - ((levels[:, None] - levels[None, :]) / np.ptp(levels)) ** 2, dtype=float)
    ranks = np.arange(len(levels))
    between = np.abs(ranks[:, None] - ranks[None, :]) + 1
    pairs = between * (between - 1) / 2
    return np.asarray(1 - pairs / pairs.max(), dtype=float)


# --- told ---------------------------------------------------------------------------------------------------


def _told(values: Matrix) -> Interval:
    """The first is the figure itself; of the others those that can be told."""
    drawn = values[1:][~np.isnan(values[1:])]
    if isnan(values[0]) or not len(drawn):
        return _unknown()
    low, high = np.percentile(drawn, LIMITS)
    return Interval(float(values[0]), float(low), float(high))


def _unknown() -> Interval:
    return Interval(nan, -1.0, 1.0)
