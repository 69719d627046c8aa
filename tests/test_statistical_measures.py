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
    corrected_share,
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


# --- a checker's share, corrected by what people say --------------------------------------------------------

PPI_PYTHON = [
    (5000, 4100, (290, 40, 25, 45), (0.784949, 0.749441, 0.820457)),
    (2000, 1300, (70, 10, 12, 28), (0.673977, 0.605270, 0.742684)),
    (5000, 900, (60, 30, 20, 290), (0.167994, 0.136596, 0.199392)),
    (1000, 500, (25, 25, 24, 26), (0.490000, 0.392039, 0.587961)),
    (300, 240, (24, 3, 1, 4), (0.756499, 0.637608, 0.875390)),
]
"""Cases, and how many the checker says yes of; of those read: both say yes, the checker alone, the person
alone, neither. Then what ppi-python 0.2.3 gives, `ppi_mean_pointestimate` and `ppi_mean_ci`, its unread cases
being those that are left."""


def said(both: int, checker: int, person: int, neither: int) -> list[tuple[bool, bool]]:
    return [
        *[(True, True)] * both, *[(False, True)] * checker, *[(True, False)] * person,
        *[(False, False)] * neither,
    ]  # fmt: skip


@pytest.mark.parametrize(("of", "yes", "read", "theirs"), PPI_PYTHON)
def test_corrected_share_is_that_of_prediction_powered_inference(
    of: int, yes: int, read: tuple[int, int, int, int], theirs: tuple[float, float, float]
) -> None:
    found = corrected_share(said(*read), yes, of)
    assert found.wert == pytest.approx(theirs[0], abs=2e-4)
    # Theirs are the normal ones: with some 100 read ours lie about there, with 32 further apart.
    near = 0.01 if sum(read) >= 100 else 0.03
    assert (found.von, found.bis) == pytest.approx(theirs[1:], abs=near)


def test_a_checker_that_was_right_so_far_may_still_err() -> None:
    """The normal bounds of these 30 are no bounds at all: nothing differs."""
    found = corrected_share(said(24, 0, 0, 6), 1600, 2000)
    assert found.wert == pytest.approx(0.8) and found.von < 0.72 and found.bis > 0.86


def test_corrected_share_of_all_cases_is_what_people_say_and_of_none_is_unknown() -> None:
    found = corrected_share(said(3, 1, 2, 4), 4, 10)
    assert (found.wert, found.von, found.bis) == pytest.approx((0.5, 0.5, 0.5))
    nothing = corrected_share([], 4, 10)
    assert np.isnan(nothing.wert) and (nothing.von, nothing.bis) == (0.0, 1.0)


def test_what_the_checker_never_said_is_bounded_too() -> None:
    found = corrected_share(said(30, 0, 0, 0), 90, 100)
    assert 0.75 < found.von < 0.95 and found.bis == 1.0
