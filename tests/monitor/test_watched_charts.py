"""From which day on Läufe are watched, by what is usual, and that charts and alarms agree."""

from datetime import timedelta

from core.monitor.alarms import alarm_state
from core.monitor.watched_charts import observation
from core.runs.lauf_filter import ALLE
from core.runs.quote_cube import load_number_table
from core.runs.store import Runstore
from tests.monitor.geschichte import add_lauf, day


def fill(store: Runstore, days: int, dropped: int = 2) -> None:
    for number in range(days):
        add_lauf(store, number, 40, dropped)


def test_the_days_before_the_period_say_what_is_usual(store: Runstore) -> None:
    fill(store, 50)
    seen = observation(load_number_table(store), ALLE, day(40))
    assert seen.zitate.bezug is not None
    assert (seen.zitate.bezug.von, seen.zitate.bezug.bis) == (day(0), day(29))
    assert seen.ab == day(40)


def test_without_days_before_the_earliest_say_it_and_are_not_watched(store: Runstore) -> None:
    fill(store, 40)
    for von in (None, day(0), day(3)):
        seen = observation(load_number_table(store), ALLE, von)
        assert seen.zitate.bezug is not None and seen.zitate.bezug.von == day(0)
        assert seen.ab == seen.zitate.bezug.bis + timedelta(days=1)


def test_three_days_say_nothing(store: Runstore) -> None:
    fill(store, 3)
    seen = observation(load_number_table(store))
    assert seen.ab is None and seen.zitate.mittel is None and seen.zitate.hinweis
    assert len(seen.zitate.punkte) == 3


def test_an_empty_store_says_nothing(store: Runstore) -> None:
    assert observation(load_number_table(store)).ab is None


def test_the_chart_of_all_laeufe_and_the_alarms_tell_the_same_days(store: Runstore) -> None:
    fill(store, 40)
    add_lauf(store, 40, 40, 16)
    seen = observation(load_number_table(store))
    assert seen.ab is not None
    drawn = [(signal.beginn, signal.k, signal.n) for signal in seen.zitate.signale]
    told = [
        (a.signal.beginn, a.signal.k, a.signal.n)
        for a in alarm_state(load_number_table(store), ALLE, seen.ab).alarme
    ]
    assert drawn == told != []


def test_laeufe_without_a_quote_have_a_chart_of_their_own(store: Runstore) -> None:
    for number in range(40):
        for _ in range(3):
            add_lauf(store, number, 5, 0)
    add_lauf(store, 40, 0, 0)
    seen = observation(load_number_table(store))
    assert (seen.laeufe.punkte[0].verworfen, seen.laeufe.punkte[0].emittiert) == (0, 3)
    assert (seen.laeufe.punkte[-1].verworfen, seen.laeufe.punkte[-1].emittiert) == (1, 1)
    assert seen.laeufe.mittel is not None
