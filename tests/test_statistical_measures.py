"""Figures against published examples, or against what can be counted by hand."""

import numpy as np
import pytest
from scipy import stats

from core.base.statistical_measures import (
    DRAWS,
    LEVEL,
    PERMUTATIONS,
    SEED,
    Interval,
    clustered_share,
    holm,
    krippendorff_alpha,
    mean_difference,
    mean_interval,
    share_interval,
    sign_test,
)

# --- rates --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "n", "von", "bis"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)],
)
def test_rate_has_the_bounds_that_wilson_published(k: int, n: int, von: float, bis: float) -> None:
    """The latter two: Newcombe 1998, table I, method 3."""
    found = share_interval(k, n)
    assert found.wert == k / n
    assert (found.von, found.bis) == pytest.approx((von, bis), abs=1e-4)


def test_rate_of_nothing_is_unknown_between_all_and_none() -> None:
    found = share_interval(0, 0)
    assert np.isnan(found.wert)
    assert (found.von, found.bis) == (0.0, 1.0)


# --- paired differences -------------------------------------------------------------------------------------


def test_every_antrag_counts_the_same_however_many_parties_it_has() -> None:
    assert mean_difference([[1.0], [3.0, 3.0, 3.0]]).wert == 2.0


def test_one_antrag_alone_bounds_nothing() -> None:
    assert mean_difference([[1.0, 2.0], []]) == Interval(1.5, -np.inf, np.inf)


@pytest.mark.parametrize(("antraege", "at_least"), [(6, 0.89), (12, 0.92), (40, 0.92)])
def test_interval_covers_the_truth_about_95_times_in_100(antraege: int, at_least: float) -> None:
    """Anträge that differ from each other as much as the parties within them do."""
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(250):
        of_antrag = rng.normal(0.5, 1, antraege)
        found = mean_difference([rng.normal(mean, 1, rng.integers(1, 8)).tolist() for mean in of_antrag])
        hits += found.von <= 0.5 <= found.bis
    assert at_least <= hits / 250 <= 0.985


def test_parties_of_one_antrag_are_not_taken_for_independent() -> None:
    """Eight Anträge with seven equal differences each know no more than eight differences."""
    own = [0.0, 1.0, 2.0, -1.0, 0.5, 1.5, -0.5, 3.0]
    assert mean_difference([[value] * 7 for value in own]) == mean_difference([[v] for v in own])


def test_signs_of_a_small_sample_are_all_tried() -> None:
    """Of the 16 sums of ±1 ±2 ±3 ±4, 10 and 8 (the one found) are at least 8, and two others at most -8."""
    assert sign_test([-1, 2, 3, 4]) == 4 / 16


@pytest.mark.parametrize("n", [2, 9, 10, 11, 40])
def test_measures_are_those_of_scipy(n: int) -> None:
    """scipy.stats from the same seed: up to 10 values all signs are tried, of more some are drawn."""
    values = np.random.default_rng(n).normal(0.3, 1, n).round(1)
    bounds = stats.bootstrap(
        (values,), np.mean, n_resamples=DRAWS, method="percentile", rng=np.random.default_rng(SEED)
    ).confidence_interval
    own = mean_interval(values)
    assert (own.von, own.bis) == pytest.approx((bounds.low, bounds.high))
    tested = stats.permutation_test(
        (values,),
        lambda drawn, axis: np.mean(drawn, axis=axis),
        permutation_type="samples",
        n_resamples=PERMUTATIONS,
        vectorized=True,
        rng=np.random.default_rng(SEED),
    )
    assert sign_test(values.tolist()) == pytest.approx(tested.pvalue)
    wilson = stats.binomtest(n // 2, n).proportion_ci(LEVEL, method="wilson")
    rate = share_interval(n // 2, n)
    assert (rate.von, rate.bis) == pytest.approx((wilson.low, wilson.high))


def test_holm_steps_down_and_never_up() -> None:
    """0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, and the last not below the one before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_holm_is_that_of_statsmodels() -> None:
    """`multipletests(p, method="holm")[1]` of statsmodels 0.15.0."""
    p = [0.161001, 0.161588, 0.103065, 0.05716, 0.010786, 0.076674, 0.081695, 0.009055, 0.009752]
    assert holm(p) == pytest.approx([0.38337] * 3 + [0.34296, 0.081495, 0.38337, 0.38337] + [0.081495] * 2)


# --- agreement ----------------------------------------------------------------------------------------------


def test_alpha_of_krippendorffs_four_observers() -> None:
    """Krippendorff, Computing Krippendorff's alpha-reliability (2011), data C: 0.815 for ordered values."""
    observers = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    assert krippendorff_alpha(observers) == pytest.approx(0.815, abs=5e-4)


@pytest.mark.parametrize(
    ("raters", "alpha"),
    [
        (
            [
                [9.5, 4, None, None, 4, None, None, 0, 0, 2.5, 2.5, 9.5],
                [9.5, None, None, None, 0, None, 0, None, 9.5, None, None, 2.5],
                [4, 2.5, 9.5, 2.5, None, 4, 4, 4, 4, 9.5, None, 9.5],
            ],
            -0.106608852,
        ),
        (
            [
                [6, 3, None, 1.5, 4, 8.5, 4, None, None, 10, 4, None],
                [4.5, 6, 4.5, 6.5, 5.5, None, None, 1.5, 5.5, 4.5, 3.5, 2.5],
                [None, 4, None, None, 4, 10, 9.5, 2, 0, 7, 0, 3],
            ],
            0.310864257,
        ),
        ([[10, 7.5, 5, 3, 0, 6], [9, 8, 5, 2.5, 1, None]], 0.956097561),
    ],
)
def test_alpha_is_that_of_krippendorff(raters: list[list[float | None]], alpha: float) -> None:
    """`krippendorff.alpha(raters, level_of_measurement="ordinal")` of krippendorff 0.9.0; None as nan."""
    assert krippendorff_alpha(raters) == pytest.approx(alpha, abs=1e-9)


def test_a_share_over_clusters_is_drawn_as_scipy_does_it() -> None:
    from scipy.stats import bootstrap

    chance = np.random.default_rng(5)
    of = chance.integers(3, 8, 38)
    hit = np.minimum(chance.integers(0, 5, 38), of)
    ours = clustered_share(hit, of)
    theirs = bootstrap(
        (hit, of), lambda x, y, axis: x.sum(axis) / y.sum(axis), paired=True, method="percentile", rng=1
    ).confidence_interval
    assert ours.wert == pytest.approx(hit.sum() / of.sum())
    assert ours.von == pytest.approx(theirs.low, abs=0.015)
    assert ours.bis == pytest.approx(theirs.high, abs=0.015)
