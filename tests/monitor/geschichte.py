"""Histories of quotes: so many emitted and dropped on each day."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from core.features.monitor.regelkarte import DayCount
from core.runs.lauf import Zitat
from core.runs.store import Runstore
from tests.clocks import NOON
from tests.runs.beispiele import gebunden, of_model, teil, verworfen

BEGINN = date(2026, 1, 1)


def day(number: int) -> date:
    """The days count from 0."""
    return BEGINN + timedelta(days=number)


def tage(dropped: Sequence[int], emitted: int = 40) -> list[DayCount]:
    return [DayCount(day(number), emitted, one) for number, one in enumerate(dropped)]


def zitate(emitted: int, dropped: int, partei: str = "LINDENBUND") -> list[Zitat]:
    return [verworfen(partei)] * dropped + [gebunden(partei)] * (emitted - dropped)


def add_lauf(store: Runstore, number: int, emitted: int, dropped: int, **changes: object) -> str:
    """A finished Lauf on that day."""
    lauf_id = store.start(of_model(**changes), datetime.combine(day(number), time(12), UTC))
    store.save_teil(lauf_id, teil(modell=None), (), zitate(emitted, dropped))
    store.finish(lauf_id)
    return lauf_id


def add_ago(store: Runstore, ago: int, emitted: int, dropped: int, **changes: object) -> None:
    """A finished Lauf so many days before the day of the fixture `noon`."""
    lauf_id = store.start(of_model(**changes), NOON - timedelta(days=ago))
    store.save_teil(lauf_id, teil(modell=None), (), zitate(emitted, dropped))
    store.finish(lauf_id)
