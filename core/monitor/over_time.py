"""What became of the quotes as time went on, and the Läufe and quotes behind each figure."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from core.monitor.quote_counts import count_by
from core.monitor.regelkarte import DayCount, earliest_reference, reference_before, too_thin
from core.runs.figures import Gruppe, NumberTable, Zitatzahlen, in_order
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, Filter


class Tick(StrEnum):
    TAG = "tag"
    WOCHE = "woche"


@dataclass(frozen=True, slots=True)
class MomentNumbers:
    """`zeit`: the ISO day, or the Monday of the week; `zahlen.gruppe`: None where there is none."""

    zeit: str
    zahlen: Zitatzahlen


def verlauf(
    jobs: NumberTable, takt: Tick, gruppe: Gruppe | None = None, filter: Filter = ALLE
) -> list[MomentNumbers]:
    """The quotes per time step and group, the earliest first; where no Lauf was, there is no step."""
    found = count_by(jobs, filter, takt, *([gruppe] if gruppe else []))
    steps = [
        MomentNumbers(_time(one.werte[0]), replace(one.zahlen, gruppe=(None, *one.werte[1:])[-1]))
        for one in found
    ]
    return sorted(steps, key=lambda step: (step.zeit, *in_order(step.zahlen)))


def zahlen(jobs: NumberTable, gruppe: Gruppe | None = None, filter: Filter = ALLE) -> list[Zitatzahlen]:
    """The same of the whole time: a row per group, in its order; without one a row for all."""
    found = count_by(jobs, filter, *([gruppe] if gruppe else []))
    return sorted((replace(one.zahlen, gruppe=(None, *one.werte)[-1]) for one in found), key=in_order)


def filter_of(
    filter: Filter, takt: Tick, zeit: str, gruppe: Gruppe | None = None, wert: str | None = None
) -> Filter:
    """The Läufe behind a figure of `verlauf`."""
    first = last = datetime.fromisoformat(zeit).date()
    if takt is Tick.WOCHE:
        first -= timedelta(days=first.weekday())
        last = first + timedelta(days=6)
    narrowed = replace(filter, von=first, bis=last)
    return _narrowed(narrowed, gruppe, wert) if gruppe else narrowed


def _time(zeit: str) -> str:
    """„2026-11-03“; of a week „2026-W45“ its Monday."""
    if "W" not in zeit:
        return zeit
    year, week = zeit.split("-W")
    return date.fromisocalendar(int(year), int(week), 1).isoformat()


def _narrowed(filter: Filter, gruppe: Gruppe, wert: str | None) -> Filter:
    """„“ stands for what has no Land, or stands in no Programm."""
    match gruppe:
        case Gruppe.PROMPT:
            id, _, version = (wert or "").rpartition(" v")
            return replace(filter, prompt_id=id, prompt_version=version)
        case Gruppe.PROGRAMM:
            return replace(filter, programm_id=wert or "")
        case Gruppe.LAND:
            return replace(filter, bundesland=wert or "")
        case Gruppe.MODELL:
            return replace(filter, modell=wert)
        case Gruppe.PARTEI:
            return replace(filter, partei=wert)
        case Gruppe.STRATEGIE:
            return replace(filter, strategie=wert)
        case Gruppe.TAG | Gruppe.WOCHE:
            return filter


# --- from which day on Läufe are watched --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Observation:
    """`ab` is None, and `hinweis` says why, where there is too little to say what is usual."""

    ab: date | None
    hinweis: str = ""


def observation(jobs: NumberTable, filter: Filter = ALLE, von: date | None = None) -> Observation:
    """What is usual is told by days before `von`; where there were too few, by the earliest there are.

    Counted as for alarms: finished Läufe, no answer twice.
    """
    counted = replace(filter, von=None, status=Status.FERTIG, aus_cache=False)
    steps = [(date.fromisoformat(one.zeit), one.zahlen) for one in verlauf(jobs, Tick.TAG, None, counted)]
    days = [DayCount(day, z.emittiert, z.emittiert - z.gebunden) for day, z in steps]
    bezug = (reference_before(days, von) if von else None) or earliest_reference(days)
    if bezug is None:
        return Observation(None, too_thin(days))
    return Observation(max(bezug.bis + timedelta(days=1), von or date.min))
