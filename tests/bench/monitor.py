"""The monitoring's figures among 400,000 Zitate of 10,000 Läufe; how early it alarms, how often falsely."""

import tempfile
from datetime import date, timedelta
from pathlib import Path

import numpy as np
from playwright.sync_api import Page

from core.features.monitor.alarms import LEVEL_OF_ALL, SeriesKind, alarm_state, marken
from core.features.monitor.number_table import load_number_table
from core.features.monitor.quote_counts import Tick, filter_of, partei_numbers, timeline
from core.features.monitor.regelkarte import LEVEL, Bezug, DayCount, Direction, regelkarte
from core.runs.figures import Gruppe
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, open_store
from tests.bench.figures import Figure
from tests.bench.schirm import seen
from tests.bench.store import LAEUFE, _median, fill_store

SEED = 20260311
HISTORIES = 1000
ZITATE, BEZUGSTAGE, RUHIG, SOLL, ERROR = 40, 30, 60, 0.05, 0.15
"""Quotes a day, days of reference, quiet days watched; the dropped share as it was and as it is planted."""

CHARTS = 1
"""What became of quotes; of an alarm its curve comes before."""

TOP = "[data-testid=stMetric]"
"""The key figures."""

BEGINN = date(2026, 1, 1)
BEZUG = Bezug(BEGINN, BEGINN + timedelta(days=BEZUGSTAGE - 1))
LETZTER = date(2025, 12, 14)
"""The last day of the filled store."""


def measure() -> list[Figure]:
    figures = [*_planted(), *_quiet()]
    with tempfile.TemporaryDirectory() as name:
        store = open_store(None, Path(name) / "laeufe")
        fill_store(store, LAEUFE)
        figures += _times(store)
        store.close()
        path = "/monitor?zeitraum=alles"
        figures += seen(Path(name), path, TOP, CHARTS, _of_a_year, "one year instead of all")
    return figures


def _of_a_year(page: Page) -> None:
    page.get_by_role("radio", name="1 Jahr").click()


def _planted() -> list[Figure]:
    """Alarmed for more dropped quotes; the fault begins on the first day that is watched, day 1."""
    numbers = np.random.default_rng(SEED)
    first = [_first_alarm(numbers) for _ in range(HISTORIES)]
    shared = [_first_alarm(numbers, level=LEVEL_OF_ALL[SeriesKind.DROPPED]) for _ in range(HISTORIES)]
    busier = {n: [_first_alarm(numbers, n) for _ in range(HISTORIES)] for n in (80, 120, 160)}
    figures = [
        Figure(
            f"fault 5 → 15 %, alarmed on day {day} or before", _percent(first, day), "% of histories", target
        )
        for day, target in ((1, ""), (2, "≥ 95"), (3, ""), (5, ""), (10, ""))
    ]
    figures += [
        Figure(f"… beside series per model, on day {day} or before", _percent(shared, day), "% of histories")
        for day in (2, 3, 5)
    ]
    figures += [
        Figure(f"… with {n} quotes a day, on day 2 or before", _percent(busy, 2), "% of histories")
        for n, busy in busier.items()
    ]
    figures += [
        Figure(f"… on day {days} or before: no rule can do better than", 100 * bound(days), "% of histories")
        for days in (1, 2, 3, 5)
    ]
    return figures


def _first_alarm(numbers: np.random.Generator, zitate: int = ZITATE, level: float = LEVEL) -> int:
    usual = numbers.binomial(zitate, SOLL, BEZUGSTAGE)
    chart = regelkarte(_days([*usual, *numbers.binomial(zitate, ERROR, 12)], zitate), BEZUG, level)
    alarmed = [s.beginn for s in chart.signale if s.richtung is Direction.MEHR]
    return (min(alarmed) - BEZUG.bis).days if alarmed else 99


def _percent(first: list[int], day: int) -> float:
    return 100 * sum(number <= day for number in first) / len(first)


def bound(days: int) -> float:
    """The power of the best test there is (Neyman and Pearson), the true share being known.

    Quiet days fall into 60 / `days` spans, any of which may be alarmed in at most 5 % of histories; the best
    test of a span counts its dropped quotes and tosses a coin where the count is just at the limit.
    """
    from scipy.stats import binom

    n, allowed = ZITATE * days, 1 - 0.95 ** (days / RUHIG)
    limit = next(k for k in range(n + 1) if binom.sf(k, n, SOLL) <= allowed)
    coin = (allowed - binom.sf(limit, n, SOLL)) / binom.pmf(limit, n, SOLL)
    return float(binom.sf(limit, n, ERROR) + coin * binom.pmf(limit, n, ERROR))


def _quiet() -> list[Figure]:
    figures = []
    for zitate, share, scatter, target in (
        (ZITATE, SOLL, 1.0, "≥ 95"),
        (12, 0.2, 1.0, "≥ 95"),
        (150, 0.05, 1.0, "≥ 95"),
        (400, 0.3, 1.0, "≥ 95"),
        (ZITATE, SOLL, 1.5, ""),
        (ZITATE, SOLL, 3.0, ""),
    ):
        numbers = np.random.default_rng(SEED + 1)
        quiet = sum(_is_quiet(numbers, zitate, share, scatter) for _ in range(HISTORIES))
        what = f"{RUHIG} quiet days without alarm, {zitate} a day, {share:.0%} dropped, scatter {scatter:g}"
        figures.append(Figure(what, 100 * quiet / HISTORIES, "% of histories", target))
    return figures


def _is_quiet(numbers: np.random.Generator, zitate: int, share: float, scatter: float) -> bool:
    shares = np.full(BEZUGSTAGE + RUHIG, share)
    if scatter > 1:
        weight = (zitate - 1) / (scatter - 1) - 1
        shares = numbers.beta(share * weight, (1 - share) * weight, len(shares))
    return not regelkarte(_days(numbers.binomial(zitate, shares).tolist(), zitate), BEZUG).signale


def _days(dropped: list[int], zitate: int = ZITATE) -> list[DayCount]:
    return [DayCount(BEGINN + timedelta(days=n), zitate, int(k)) for n, k in enumerate(dropped)]


def _times(store: Runstore) -> list[Figure]:
    real, von = Filter(is_demo=False), LETZTER - timedelta(days=59)
    jobs = load_number_table(store, is_demo=False)
    per_programm = load_number_table(store, is_demo=False, per_programm=True)
    day = timeline(jobs, Tick.TAG, None, real)[-2].zeit
    charted = [
        DayCount(date.fromisoformat(at.zeit), at.zahlen.emittiert, at.zahlen.emittiert - at.zahlen.gebunden)
        for at in timeline(jobs, Tick.TAG, None, real)
    ]
    calls = {
        "all figures read from the store": (load_number_table, store, False),
        "… by Programm": (load_number_table, store, False, True),
        "quotes per day": (timeline, jobs, Tick.TAG, None, real),
        "quotes per week and model": (timeline, jobs, Tick.WOCHE, Gruppe.MODELL, real),
        "quotes per day and prompt": (timeline, jobs, Tick.TAG, Gruppe.PROMPT, real),
        "quotes per day and party": (timeline, jobs, Tick.TAG, Gruppe.PARTEI, real),
        "quotes per day and Programm": (timeline, per_programm, Tick.TAG, Gruppe.PROGRAMM, real),
        "chart of a year": (regelkarte, charted),
        "alarms of 60 days": (alarm_state, jobs, real, von),
        "marks": (marken, jobs, real),
        "figures per party": (partei_numbers, jobs, real),
        "Läufe of a day and model": (
            store.list_laeufe, filter_of(real, Tick.TAG, day, Gruppe.MODELL, "openai/a"),
        ),
        "50 dropped quotes": (store.list_verworfene, real),
        "50 dropped quotes of a day and party": (
            store.list_verworfene, Filter(is_demo=False, von=date.fromisoformat(day), partei="MUEHLRAD"),
        ),
    }  # fmt: skip
    return [Figure(what, _median(*call), "ms", "≤ 1000") for what, call in calls.items()]
