"""A day is the one that people in Germany have, in filters, series and files; also of 23 and of 25 hours."""

import csv
import io
from datetime import UTC, date, datetime, timedelta

import pytest

from core.base import clock
from core.features.monitor import frames
from core.features.monitor.alarms import ChangeMark, MarkKind, marken
from core.features.monitor.number_table import load_number_table
from core.features.monitor.quote_counts import Tick, timeline
from core.runs.figures import Gruppe
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from tests.runs.beispiele import gebunden, of_model, teil

SECOND = timedelta(seconds=1)

DAYS = [
    # day, its first moment, the first moment of the next, the ISO week
    (date(2026, 6, 5), "2026-06-04T22:00", "2026-06-05T22:00", "2026-W23"),
    (date(2026, 1, 1), "2025-12-31T23:00", "2026-01-01T23:00", "2026-W01"),
    (date(2025, 12, 31), "2025-12-30T23:00", "2025-12-31T23:00", "2026-W01"),
    (date(2027, 1, 1), "2026-12-31T23:00", "2027-01-01T23:00", "2026-W53"),
    (date(2026, 3, 29), "2026-03-28T23:00", "2026-03-29T22:00", "2026-W13"),  # summer time begins: 23 hours
    (date(2026, 3, 30), "2026-03-29T22:00", "2026-03-30T22:00", "2026-W14"),
    (date(2026, 10, 25), "2026-10-24T22:00", "2026-10-25T23:00", "2026-W43"),  # it ends: 25 hours
    (date(2026, 10, 26), "2026-10-25T23:00", "2026-10-26T23:00", "2026-W44"),
]


def utc(told: str) -> datetime:
    return datetime.fromisoformat(told).replace(tzinfo=UTC)


def add(store: Runstore, moment: datetime, **changes: object) -> str:
    lauf_id = store.start(of_model(**changes), moment)
    store.save_teil(lauf_id, teil(modell=None), [], [gebunden()])
    store.finish(lauf_id)
    return lauf_id


@pytest.mark.parametrize(("day", "first", "behind", "week"), DAYS)
def test_a_day_begins_and_ends_at_midnight_in_germany(day: date, first: str, behind: str, week: str) -> None:
    assert clock.midnight(day) == utc(first) and clock.midnight(day + timedelta(days=1)) == utc(behind)
    assert clock.day_of(utc(first)) == clock.day_of(utc(behind) - SECOND) == day
    assert clock.day_of(utc(first) - SECOND) < day < clock.day_of(utc(behind))


@pytest.mark.contract
def test_laeufe_are_found_and_counted_under_their_day(store: Runstore) -> None:
    """Of each day its first and its last second."""
    for _, first, behind, _ in DAYS:
        for moment in (utc(first), utc(behind) - SECOND):
            add(store, moment)
    days = {day: 2 for day, *_ in DAYS}
    assert {day: store.count_laeufe(Filter(von=day, bis=day)) for day in days} == days
    assert store.count_laeufe(Filter(bis=date(2026, 1, 1))) == 4
    assert store.count_laeufe(Filter(von=date(2026, 10, 26))) == 4
    told = {str(day): 2 for day in days}
    assert {row.gruppe: row.laeufe for row in store.quote_counts(Gruppe.TAG)} == told
    weeks = {row.gruppe: row.laeufe for row in store.quote_counts(Gruppe.WOCHE)}
    assert weeks == {week: 2 * [one[3] for one in DAYS].count(week) for *_, week in DAYS}
    numbers = load_number_table(store)
    assert {one.zeit: one.zahlen.laeufe for one in timeline(numbers, Tick.TAG)} == told
    assert {one.zeit for one in timeline(numbers, Tick.WOCHE)} >= {"2025-12-29", "2026-12-28", "2026-10-26"}


def test_the_first_and_the_last_day_of_all_filter_nothing(store: Runstore) -> None:
    add(store, utc("2026-06-04T22:30"))
    assert store.count_laeufe(Filter(von=date.min, bis=date.max)) == 1
    assert store.count_laeufe(Filter(bis=date.min)) == store.count_laeufe(Filter(von=date.max)) == 0


def test_a_change_stands_on_its_day(store: Runstore) -> None:
    add(store, utc("2026-06-04T12:00"))
    add(store, utc("2026-06-04T22:30"), modell_gefragt="openai/b")
    numbers = load_number_table(store)
    (mark,) = marken(numbers, Filter(von=date(2026, 6, 5)))
    assert (mark.art, mark.text) == (MarkKind.MODELL, "openai/b")
    assert marken(numbers, Filter(von=date(2026, 6, 6))) == []
    drawn = frames.marken([mark, ChangeMark(utc("2026-06-04T21:59"), MarkKind.INDEX, "x")], date(2026, 6, 5))
    assert list(drawn["Tag"]) == [date(2026, 6, 5)]


def test_a_table_tells_the_moment_with_its_day(store: Runstore) -> None:
    lauf_id = add(store, utc("2026-06-04T22:30"))
    text = store.export_csv([lauf_id]).decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text), delimiter=";")
    assert row["erstellt"] == "2026-06-05T00:30:00+02:00"


@pytest.mark.parametrize(
    ("now", "day"), [("2026-06-04T22:30", "2026-06-05"), ("2026-12-31T23:15", "2027-01-01")]
)
def test_today_is_the_day_in_germany(now: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: utc(now))
    assert f"{clock.today():%Y-%m-%d}" == f"{clock.local():%Y-%m-%d}" == day
