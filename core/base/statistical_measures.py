"""How sure a figure is. Plain numbers in, small values out; scipy lives here.

Only its `special` is loaded, when first needed: `scipy.stats` gives the same and takes 83 MB and 1.1 s, not
31 MB and 0.2 s, in the process that serves everybody. The tests hold both side by side. What nothing is known
of is not a number (`nan`) between bounds that exclude nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import inf, nan, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
SEED = 20261122
DRAWS, PERMUTATIONS = 4999, 1999
"""Of a bootstrap and of a permutation test: seeded, so that the same Läufe give the same figures."""

SEITE = 2e-5
"""About how rare something on one side of a control chart must be."""

CLEAR = 0.05
"""Days whose scatter is rarer than this by chance do scatter more."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the bounds between which it lies with 95 percent confidence."""

    wert: float
    von: float
    bis: float

    @property
    def is_null_inside(self) -> bool:
        return self.von <= 0 <= self.bis


def share_interval(k: int, n: int) -> Interval:
    """A rate of k in n by Wilson, which stays between 0 and 1 and is right for few cases too."""
    if not n:
        return Interval(nan, 0.0, 1.0)
    z, share = NormalDist().inv_cdf((1 + LEVEL) / 2), k / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(share, 0.0 if k == 0 else middle - half, 1.0 if k == n else middle + half)


def mean_difference(differences: Sequence[Sequence[float]]) -> Interval:
    """The mean of the clusters' means, by a percentile bootstrap over clusters.

    The differences within a cluster (an Antrag) hang together, so whole clusters are drawn. Plain percentiles
    are too narrow for few clusters; they are widened as Hesterberg has it („What teachers should know about
    the bootstrap“, 2015), so that they cover like Student's interval.
    """
    means = np.array([np.mean(cluster) for cluster in differences if len(cluster)])
    if len(means) < 2:
        return Interval(float(means[0]) if len(means) else nan, -inf, inf)
    from scipy.special import ndtr, stdtrit

    n = len(means)
    tail = float(ndtr(sqrt(n / (n - 1)) * stdtrit(n - 1, (1 - LEVEL) / 2)))
    return mean_interval(means, 1 - 2 * tail)


def mean_interval(values: Matrix, level: float = LEVEL) -> Interval:
    """The mean of at least two values by a percentile bootstrap; the same seed gives the same bounds."""
    chance, n = np.random.default_rng(SEED), len(values)
    drawn = values[chance.integers(0, n, (DRAWS, n))].mean(axis=1)
    low, high = np.quantile(drawn, ((1 - level) / 2, (1 + level) / 2))
    return Interval(float(values.mean()), float(low), float(high))


def sign_test(differences: Sequence[float]) -> float:
    """How often a mean as far from 0 would come by chance, were the sign of each difference a coin's throw.

    All signs are tried where that is cheap, else `PERMUTATIONS` of them.
    """
    if not any(differences):
        return 1.0
    values = np.asarray(differences, dtype=float)
    n = len(values)
    if 2**n <= PERMUTATIONS:
        signs, unseen = np.array(list(product((1, -1), repeat=n))), 0
    else:  # one draw that was not made, the one found, counts as well: no p value is 0
        drawn = np.tile([1, -1], (PERMUTATIONS, n, 1))
        signs, unseen = np.random.default_rng(SEED).permuted(drawn, axis=-1)[..., 0], 1
    found, means = values.mean(), (signs * values).mean(axis=1)
    alike = abs(100 * np.finfo(float).eps * found)  # sums in another order differ in their last digits
    one_side = min((means <= found + alike).sum(), (means >= found - alike).sum())
    return min(1.0, 2 * float(one_side + unseen) / (len(means) + unseen))


def holm(p: Sequence[float]) -> list[float]:
    """p values made honest for as many tests as were done at once."""
    order = np.argsort(p, kind="stable")
    stepped = np.asarray(p, dtype=float)[order] * np.arange(len(p), 0, -1)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(np.maximum.accumulate(stepped), 1.0)
    return corrected.tolist()


def krippendorff_alpha(ratings: Sequence[Sequence[float | None]]) -> float | None:
    """Krippendorff's alpha for ordered values: 1 full agreement, 0 what chance gives. One row per rater.

    None where it says nothing: no two raters rated the same, or all gave everything the same value.
    """
    table = np.array([[nan if value is None else value for value in row] for row in ratings], dtype=float)
    if table.ndim != 2:
        return None
    paired = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    if len(np.unique(paired[~np.isnan(paired)])) < 2:
        return None
    levels = np.unique(paired[~np.isnan(paired)])
    counts = (paired[:, :, None] == levels).sum(axis=0)  # unit × level: how many said so
    pairs = counts[:, :, None] * (counts[:, None, :] - np.eye(len(levels)))
    coincidences = (pairs / (counts.sum(axis=1) - 1)[:, None, None]).sum(axis=0)
    said = coincidences.sum(axis=1)
    places = np.cumsum(said) - said / 2
    apart = (places[:, None] - places[None, :]) ** 2
    expected = (np.outer(said, said) * apart).sum() / (said.sum() - 1)
    return float(1 - (coincidences * apart).sum() / expected)


@lru_cache(maxsize=256)
def rarity(n: int, anteil: float, bezug: float, streuung: float) -> tuple[Matrix, Matrix]:
    """How rare it is that of n at least, and at most, so many are hit: for every number from 0 to n.

    The share is known from `bezug` cases only, which scatter `streuung` times more than single throws: both
    make the counts of n wider, as a beta-binomial distribution of that variance. Of the number itself only
    half is counted (mid-p), else the coarse steps of few cases would waste most of an error allowed.

    Not by scipy.stats.betabinom, which gives the same in three times the time (0.24 instead of 0.08 ms for
    its pmf, 16 ms for its cdf and sf): a chart asks this for every day and window.
    """
    from scipy.special import betaln, gammaln

    wider = streuung * (1 + n / bezug)
    weight = max((n - wider) / (wider - 1), 1e-3)
    a, b, k = anteil * weight, (1 - anteil) * weight, np.arange(n + 1)
    ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    chance = np.exp(ways + betaln(k + a, n - k + b) - betaln(a, b))
    return np.cumsum(chance[::-1])[::-1] - chance / 2, np.cumsum(chance) - chance / 2


def overdispersion(treffer: Sequence[int], faelle: Sequence[int]) -> float:
    """How many times more the shares of the days scatter than single throws of the same share; at least 1.

    Few days tell this badly: where they say more than 1 at all clearly, it is raised by as much as Student's
    tails are wider than the normal ones.
    """
    from scipy.special import chdtrc, ndtri, stdtrit

    hit, of = np.array(treffer, float), np.array(faelle, float)
    share, freedom = (hit.sum() + 0.5) / (of.sum() + 1), len(of) - 1
    squares = float(((hit - of * share) ** 2 / (of * share * (1 - share))).sum())
    wider = float(stdtrit(freedom, SEITE) / ndtri(SEITE)) ** 2
    is_clear = chdtrc(freedom, squares) <= CLEAR
    return max(1.0, squares / freedom * (wider if is_clear else 1.0))


CLUSTER_DRAWS = 999
"""Enough for bounds that are told in whole percent."""


def clustered_share(hit: NDArray[np.int64], of: NDArray[np.int64]) -> Interval:
    """So many hit of so many, cluster by cluster, by a percentile bootstrap over clusters.

    Not by scipy.stats.bootstrap: for a share of 38 clusters it takes ten times as long.
    """
    if not of.sum():
        return Interval(nan, 0.0, 1.0)
    chance, n = np.random.default_rng(SEED), len(of)
    drawn = chance.multinomial(n, np.full(n, 1 / n), size=CLUSTER_DRAWS)
    hits, cases = drawn @ hit, drawn @ of
    low, high = np.percentile(hits[cases > 0] / cases[cases > 0], (2.5, 97.5))
    return Interval(float(hit.sum() / of.sum()), float(low), float(high))


# --- a share that a checker tells, corrected by what people say of some cases -------------------------------


def corrected_share(drawn: Sequence[tuple[bool, bool]], yes: int, of: int) -> Interval:
    """How many of `of` cases are so, where a checker calls `yes` of them so and may err.

    `drawn`: of cases drawn from them at random, what a person says and what the checker does. The share is
    that of prediction-powered inference, the checker's over all and what people say otherwise, with as much
    of the checker as it is worth (Angelopoulos, Duchi and Zrnic, „PPI++“, 2023).

    Its normal bounds are too narrow where few are read and the checker is mostly right: of 30 read they hold
    the truth in 62 to 93 % of cases. For a yes or no that share is the one over the checker's two answers,
    each weighed by how many there are; so each gets exact bounds (Clopper and Pearson), which know that
    nobody draws twice, and both are added as squares (Zou and Donner, 2008).
    """
    if not drawn:
        return Interval(nan, 0.0, 1.0)
    person, checker = np.array(drawn, float).T
    told = yes / of
    worth = 0.0
    if 0 < told < 1:
        worth = min(1.0, max(0.0, float(np.cov(person, checker, ddof=0)[0, 1]) / (told * (1 - told))))
    share = worth * told + float((person - worth * checker).mean())
    middle = below = above = 0.0
    for size, own in ((yes, person[checker == 1]), (of - yes, person[checker == 0])):
        part = _drawn_share(int(own.sum()), len(own), size)
        middle += size / of * part.wert
        below += (size / of * (part.wert - part.von)) ** 2
        above += (size / of * (part.bis - part.wert)) ** 2
    low, high = max(0.0, middle - sqrt(below)), min(1.0, middle + sqrt(above))
    share = min(1.0, max(0.0, share))
    return Interval(share, min(share, low), max(share, high))


def _drawn_share(k: int, n: int, size: int) -> Interval:
    """A rate of k in n that were drawn from so many; of none drawn nothing is known."""
    from scipy.special import betaincinv

    if not n:
        return Interval(0.5, 0.0, 1.0)
    share = k / n
    if n >= size:
        return Interval(share, share, share)
    # Without drawing twice n say as much as this many that are put back.
    more = (size - 1) / (size - n)
    hit, missed, tail = k * more, (n - k) * more, (1 - LEVEL) / 2
    low = float(betaincinv(hit, missed + 1, tail)) if k else 0.0
    high = float(betaincinv(hit + 1, missed, 1 - tail)) if k < n else 1.0
    return Interval(share, low, high)
