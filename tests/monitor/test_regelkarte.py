"""What the control chart alarms, what it lets pass, and when it says nothing."""

import pytest

from core.base.statistical_measures import overdispersion, rarity
from core.features.monitor.regelkarte import Bezug, DayCount, Direction, Unit, reference_before, regelkarte
from tests.monitor.geschichte import day, tage

USUAL = [2, 1, 3, 2, 2, 4, 1, 0, 3, 2] * 3
"""30 days of 40 quotes, 60 of 1200 dropped: 5 %."""

BEZUG = Bezug(day(0), day(29))


def test_day_far_above_the_usual_is_alarmed_at_once() -> None:
    chart = regelkarte(tage([*USUAL, 2, 14]), BEZUG)
    (signal,) = chart.signale
    assert (signal.beginn, signal.ende, signal.richtung) == (day(31), day(31), Direction.MEHR)
    assert chart.mittel == pytest.approx(60.5 / 1201)
    assert [point.tag for point in chart.punkte if point.is_beyond] == [day(31)]


def test_two_days_are_alarmed_together_that_would_pass_one_by_one() -> None:
    alone = regelkarte(tage([*USUAL, 8]), BEZUG)
    assert alone.signale == () and alone.punkte[-1].anteil <= (alone.punkte[-1].oben or 0)
    (signal,) = regelkarte(tage([*USUAL, 8, 8]), BEZUG).signale
    assert (signal.tage, signal.k, signal.n, signal.fenster_von) == (2, 16, 80, day(30))
    assert signal.erwartet_bis < 16


def test_dropped_quotes_that_vanish_are_alarmed_too() -> None:
    usual = [16, 14, 18, 15, 17, 16, 13, 19, 16, 16] * 3
    (signal,) = regelkarte(tage([*usual, 2, 1]), BEZUG).signale
    assert (signal.richtung, signal.beginn) == (Direction.WENIGER, day(30))
    assert signal.k < signal.erwartet_von


def test_fault_that_lasts_is_told_once_with_its_first_and_last_day() -> None:
    (signal,) = regelkarte(tage([*USUAL, 2, 14, 13, 15, 2, 14]), BEZUG).signale
    assert (signal.beginn, signal.ende) == (day(31), day(35))


def test_days_of_reference_are_not_alarmed() -> None:
    spoilt = [*USUAL[:20], 20, *USUAL[21:]]
    chart = regelkarte(tage([*spoilt, 2, 2]), BEZUG)
    assert chart.signale == () and [p.im_bezug for p in chart.punkte] == [True] * 30 + [False] * 2


def test_limits_are_narrower_on_days_with_more_quotes() -> None:
    days = [*tage(USUAL), DayCount(day(30), 10, 0), DayCount(day(31), 400, 20), DayCount(day(32), 0, 0)]
    few, many = regelkarte(days, BEZUG).punkte[-2:]  # no point for a day without quotes
    assert few.oben and many.oben and many.unten is not None and few.unten is not None
    assert few.unten <= many.unten < 0.05 < many.oben < few.oben


def test_days_that_scatter_more_than_chance_widen_the_limits() -> None:
    calm, wild = regelkarte(tage([*USUAL, 2]), BEZUG), regelkarte(tage([0, 0, 6, 0, 4] * 6 + [2]), BEZUG)
    assert (calm.mittel, calm.streuung) == (wild.mittel, 1.0)
    assert wild.streuung > 2 and (wild.punkte[-1].oben or 0) > (calm.punkte[-1].oben or 1)


@pytest.mark.parametrize(
    ("days", "einheit", "said"),
    [
        (tage([1, 0, 2], emitted=8), Unit.ZITATE, "3 Tage, 24 Zitate"),
        (tage([1] * 30, emitted=6), Unit.ZITATE, "30 Tage, 180 Zitate"),
        (tage([1], emitted=2000), Unit.ZITATE, "1 Tag, 2.000 Zitate"),
        (tage([0] * 10, emitted=4), Unit.LAEUFE, "10 Tage, 40 Läufe."),
        (tage([0], emitted=1), Unit.LAEUFE, "1 Tag, 1 Lauf."),
        (tage([0], emitted=1), Unit.ZITATE, "1 Tag, 1 Zitat."),
        ([], Unit.ZITATE, "0 Tage, 0 Zitate"),
    ],
)
def test_thin_history_has_no_limits_and_says_what_is_missing(
    days: list[DayCount], einheit: Unit, said: str
) -> None:
    chart = regelkarte(days, einheit=einheit)
    assert said in chart.hinweis and "mindestens 10 Tage" in chart.hinweis
    assert (chart.mittel, chart.signale, len(chart.punkte)) == (None, (), len(days))
    assert all(point.oben is None and not point.is_beyond for point in chart.punkte)


def test_reference_is_the_earlier_half_but_at_most_30_days_unless_quotes_are_few() -> None:
    for length, last in ((12, 9), (30, 14), (70, 29)):
        assert regelkarte(tage([2] * length)).bezug == Bezug(day(0), day(last))
    assert regelkarte(tage([0, 1] * 40, emitted=5)).bezug == Bezug(day(0), day(39))


def test_reference_before_a_day_is_neither_old_nor_touches_it() -> None:
    days = tage([2] * 200)
    assert reference_before(days, day(150)) == Bezug(day(60), day(89))
    assert reference_before(days, day(20)) == Bezug(day(0), day(19))
    assert reference_before(days, day(9)) is None


def test_rarity_is_the_binomial_one_where_the_share_is_known() -> None:
    at_least, at_most = rarity(4, 0.5, 1e6, 1.0)
    assert list(at_least) == pytest.approx([31 / 32, 13 / 16, 1 / 2, 3 / 16, 1 / 32], abs=1e-5)
    assert list(at_most) == pytest.approx([1 / 32, 3 / 16, 1 / 2, 13 / 16, 31 / 32], abs=1e-5)


def test_rarity_is_the_beta_binomial_one_where_the_share_is_estimated() -> None:
    # 3 of which 4.5 cases tell: their variance is 5/3 of the binomial one, as under Beta(1, 1), where every
    # count from 0 to 3 is equally likely.
    at_least, at_most = rarity(3, 0.5, 4.5, 1.0)
    assert list(at_least) == pytest.approx([7 / 8, 5 / 8, 3 / 8, 1 / 8])
    assert list(at_most) == pytest.approx([1 / 8, 3 / 8, 5 / 8, 7 / 8])


def test_scatter_is_that_of_the_shares_and_never_below_1() -> None:
    assert overdispersion([5] * 10, [10] * 10) == 1.0
    # 20 days of 10, half of them 2 hits and half 8: squares of 9 over 2.5 each, 72 over 19 days, and clear.
    assert overdispersion([2, 8] * 10, [10] * 20) > 72 / 19
