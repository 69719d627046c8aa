"""A control chart of a share per day: which days does chance not explain?

A day of 40 quotes says little, so days are also looked at together: the last 1 to 20 that had any (`WINDOW`).
A window is alarmed where so many (or so few) dropped quotes are rarer than its part of `LEVEL`, by the exact
distribution that knows how uncertain the reference is and how much its days scatter
(core.base.statistical_measures).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from core.base import formats

WINDOW = {1: 0.1, 2: 0.15, 3: 0.15, 5: 0.2, 7: 0.2, 20: 0.2}
"""So many days together, and the part of the error allowed that they may use."""

LEVEL = 0.00005
"""The error allowed per day: what a year of 365 days may spend together is less than 5 %, however often one
looks. By simulation fewer than 5 of 100 quiet years are alarmed, looked at four times a day over the last 7
and the last 30 days, where their quotes do not hang together (`python -m tests.bench rates`)."""

DAYS, AT_MOST = 10, 30
"""A reference has at least, and where there is enough at most, so many days."""

DEADLINE = timedelta(days=90)
"""No reference lies longer before what it is compared with."""

TOGETHER = 3
"""Alarmed days at most so many apart are told as one."""


class Unit(StrEnum):
    ZITATE = "Zitate"
    LAEUFE = "Läufe"


SINGULAR = {Unit.ZITATE: "Zitat", Unit.LAEUFE: "Lauf"}

AT_LEAST = {Unit.ZITATE: 200, Unit.LAEUFE: 50}
"""So many a reference holds at least."""


class Direction(StrEnum):
    MEHR = "mehr"
    WENIGER = "weniger"


SHARE = {Direction.MEHR: 0.75, Direction.WENIGER: 0.25}
"""The part of the error allowed for each side: more dropped quotes are the fault to be seen early."""


@dataclass(frozen=True, slots=True)
class DayCount:
    """What is counted on one day: `verworfen` of `emittiert`."""

    tag: date
    emittiert: int
    verworfen: int


@dataclass(frozen=True, slots=True)
class Bezug:
    """The days that say what is usual, the first and the last."""

    von: date
    bis: date


@dataclass(frozen=True, slots=True)
class DayPoint:
    """One day, or the few that end with it together: the share, and from where to where it lies by chance."""

    tag: date
    emittiert: int
    verworfen: int
    anteil: float
    unten: float | None
    oben: float | None
    im_bezug: bool

    @property
    def is_beyond(self) -> bool:
        """Outside of what chance explains."""
        return self.oben is not None and self.unten is not None and not self.unten <= self.anteil <= self.oben


@dataclass(frozen=True, slots=True)
class Signal:
    """Days in a row that chance does not explain, told once: the first and the last that were alarmed.

    The figures are those of the rarest window: `k` of `n` on its `tage` days, usual are `erwartet_von` to
    `erwartet_bis`; `p` says how rare.
    """

    beginn: date
    ende: date
    richtung: Direction
    fenster_von: date
    fenster_bis: date
    tage: int
    k: int
    n: int
    erwartet_von: int
    erwartet_bis: int
    p: float


@dataclass(frozen=True, slots=True)
class Regelkarte:
    """`mittel` is None, and `hinweis` says why, where there is too little to say what is usual.

    `streuung`: how many times more the days of reference scatter than chance alone; at least 1.
    """

    bezug: Bezug | None
    mittel: float | None
    streuung: float
    punkte: tuple[DayPoint, ...]
    signale: tuple[Signal, ...]
    hinweis: str


class _Basis(NamedTuple):
    """What the reference says: the share, of how many cases, and their scatter."""

    anteil: float
    faelle: int
    streuung: float


def regelkarte(
    tage: Sequence[DayCount],
    bezug: Bezug | None = None,
    level: float = LEVEL,
    einheit: Unit = Unit.ZITATE,
    fenster: int = 1,
) -> Regelkarte:
    """The chart of these days. Without a reference: the earliest 30 days, of few days the earlier half.

    Only days after the reference are watched, so that no fault belongs to what it is measured by. Whoever
    watches several series at once gives each a part of LEVEL. `fenster`: so many days make a point.
    """
    days = _filled(tage)
    bezug = bezug or earliest_reference(days, einheit)
    usual = [day for day in days if bezug and bezug.von <= day.tag <= bezug.bis]
    if bezug is None or not _is_enough(usual, einheit):
        points = _points(days, fenster, None, None, level)
        return Regelkarte(None, None, 1.0, points, (), too_thin(usual if bezug else days, einheit))
    from core.base.statistical_measures import overdispersion

    hit, of = [day.verworfen for day in usual], [day.emittiert for day in usual]
    base = _Basis((sum(hit) + 0.5) / (sum(of) + 1), sum(of), overdispersion(hit, of))
    watched = [day for day in days if day.tag > bezug.bis]
    signale = _joined([day.tag for day in watched], _alarmed(watched, base, level))
    points = _points(days, fenster, bezug, base, level)
    return Regelkarte(bezug, base.anteil, base.streuung, points, signale, "")


def earliest_reference(tage: Sequence[DayCount], einheit: Unit = Unit.ZITATE) -> Bezug | None:
    """The earliest 30 days, or the earlier half of fewer than 60; more where these hold too little."""
    days = _filled(tage)
    return _reference(days[:-1], min(AT_MOST, len(days) // 2), einheit)


def reference_before(tage: Sequence[DayCount], von: date, einheit: Unit = Unit.ZITATE) -> Bezug | None:
    """The earliest 30 of the days in the 90 before: a fault does not become usual by lasting a month."""
    before = [day for day in _filled(tage) if von - DEADLINE <= day.tag < von]
    return _reference(before, AT_MOST, einheit)


def _filled(tage: Sequence[DayCount]) -> list[DayCount]:
    return sorted((day for day in tage if day.emittiert), key=lambda day: day.tag)


def _reference(days: Sequence[DayCount], wanted: int, einheit: Unit) -> Bezug | None:
    """So many of the first days, and more of them until they are enough."""
    for count in range(min(wanted, len(days)), len(days) + 1):
        if _is_enough(days[:count], einheit):
            return Bezug(days[0].tag, days[count - 1].tag)
    return None


def _is_enough(days: Sequence[DayCount], einheit: Unit) -> bool:
    return len(days) >= DAYS and sum(day.emittiert for day in days) >= AT_LEAST[einheit]


def too_thin(tage: Sequence[DayCount], einheit: Unit = Unit.ZITATE) -> str:
    """What is missing to say what is usual."""
    days = _filled(tage)
    total = sum(day.emittiert for day in days)
    counted = formats.counted(total, SINGULAR[einheit], einheit)
    return (
        f"Was üblich ist, lässt sich noch nicht sagen: Gebraucht werden als Bezug mindestens {DAYS} Tage mit "
        f"zusammen {AT_LEAST[einheit]} {einheit}n, und danach weitere Tage. "
        f"Vorhanden: {formats.counted(len(days), 'Tag', 'Tage')}, {counted}."
    )


# --- days and windows ---------------------------------------------------------------------------------------


def _points(
    days: Sequence[DayCount], fenster: int, bezug: Bezug | None, base: _Basis | None, level: float
) -> tuple[DayPoint, ...]:
    """Without limits where nothing is usual, and where some of a point's days say what is."""
    points = []
    for end, day in enumerate(days[fenster - 1 :], start=fenster):
        own = days[end - fenster : end]
        n, k = sum(one.emittiert for one in own), sum(one.verworfen for one in own)
        low = high = None
        if bezug and base and (own[0].tag > bezug.bis) == (day.tag > bezug.bis):
            low, high = (count / n for count in _expected(n, fenster, base, level))
        in_bezug = bool(bezug and bezug.von <= day.tag <= bezug.bis)
        points.append(DayPoint(day.tag, n, k, k / n, low, high, in_bezug))
    return tuple(points)


@lru_cache(maxsize=50_000)
def _expected(n: int, tage: int, base: _Basis, level: float) -> tuple[int, int]:
    """From where to where the count of so many days is not alarmed."""
    from core.base.statistical_measures import rarity

    at_least, at_most = rarity(n, *base)
    high = int((at_least > _allowed(tage, Direction.MEHR, level)).sum()) - 1
    low = n + 1 - int((at_most > _allowed(tage, Direction.WENIGER, level)).sum())
    return low, high


def _allowed(tage: int, richtung: Direction, level: float) -> float:
    return level * SHARE[richtung] * WINDOW[tage]


def _alarmed(watched: Sequence[DayCount], base: _Basis, level: float) -> dict[date, Signal]:
    """Day → the rarest of the windows that end there and are alarmed."""
    found: dict[date, Signal] = {}
    for end in range(1, len(watched) + 1):
        signals = [_window(watched[end - tage : end], base, level) for tage in WINDOW if tage <= end]
        if rare := [signal for signal in signals if signal]:
            found[watched[end - 1].tag] = min(rare, key=lambda signal: signal.p)
    return found


def _window(days: Sequence[DayCount], base: _Basis, level: float) -> Signal | None:
    from core.base.statistical_measures import rarity

    tage, first, last = len(days), days[0].tag, days[-1].tag
    n, k = sum(day.emittiert for day in days), sum(day.verworfen for day in days)
    low, high = _expected(n, tage, base, level)
    if low <= k <= high:
        return None
    richtung = Direction.MEHR if k > high else Direction.WENIGER
    p = float(rarity(n, *base)[richtung is Direction.WENIGER][k])
    return Signal(last, last, richtung, first, last, tage, k, n, low, high, p)


def _joined(watched: Sequence[date], alarmed: dict[date, Signal]) -> tuple[Signal, ...]:
    """Days near each other and alarmed for the same are one signal, with the figures of the rarest."""
    groups: list[list[Signal]] = []
    places = {day: place for place, day in enumerate(watched)}
    for day, signal in alarmed.items():
        same = groups[-1] if groups and groups[-1][-1].richtung is signal.richtung else None
        if same and places[day] - places[same[-1].ende] <= TOGETHER:
            same.append(signal)
        else:
            groups.append([signal])
    rarest = (min(group, key=lambda signal: signal.p) for group in groups)
    return tuple(
        replace(one, beginn=group[0].beginn, ende=group[-1].ende)
        for one, group in zip(rarest, groups, strict=True)
    )
