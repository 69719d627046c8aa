"""What groups and steps of time are called on the page."""

from collections.abc import Callable
from datetime import date, datetime

from core.context import Context
from core.german import formats
from core.monitor.over_time import Tick
from core.programme.registry import partei_name
from core.runs.figures import Gruppe
from core.search.strategie_name import strategie_told


def group_name(context: Context, gruppe: Gruppe | None) -> Callable[[str | None], str]:
    def name(value: str | None) -> str:
        if gruppe is None:
            return ""
        if value is None:
            return "steht in keinem Programm" if gruppe is Gruppe.PROGRAMM else "ohne Angabe"
        if gruppe is Gruppe.PROGRAMM and value in context.registry.programme:
            return context.registry.programme[value].name
        if gruppe is Gruppe.PARTEI and value in context.registry.parteien:
            return partei_name(context.registry, value, None)
        return strategie_told(value) if gruppe is Gruppe.STRATEGIE else value

    return name


def time_name(takt: Tick, zeit: str) -> str:
    """„03.11.2026“, „KW 45/2026“, „03.11.2026, 14:05 Uhr“."""
    if takt is Tick.LAUF:
        return formats.moment(datetime.fromisoformat(zeit))
    day = date.fromisoformat(zeit[:10])
    if takt is Tick.TAG:
        return formats.day(day)
    year, week, _ = day.isocalendar()
    return f"KW {week:02}/{year}"


def span(first: date, last: date) -> str:
    """„am 03.11.2026“, „vom 02.11.2026 bis 08.11.2026“."""
    return (
        f"am {formats.day(first)}" if first == last else f"vom {formats.day(first)} bis {formats.day(last)}"
    )
