"""What became of the quotes as time went on, and the Läufe and quotes behind each figure."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from core.monitor.alarms import LEVEL_OF_ALL, SeriesKind
from core.monitor.quote_counts import Counted, count_by
from core.monitor.regelkarte import (
    DayCount,
    Regelkarte,
    Unit,
    earliest_reference,
    reference_before,
    regelkarte,
)
from core.runs.connection import StoreConnection
from core.runs.figures import DroppedZitat, Gruppe, NumberTable, Zitatzahlen, in_order, list_verworfene
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, Filter

LAST_LAEUFE = 500
"""With Takt.LAUF so many points are shown, the latest: more cannot be told apart."""


class Tick(StrEnum):
    """Every day, every week, or every single Lauf."""

    TAG = "tag"
    WOCHE = "woche"
    LAUF = "lauf"


@dataclass(frozen=True, slots=True)
class MomentNumbers:
    """`zeit`: the ISO day, the Monday of the week, or the moment of the Lauf `lauf_id` (else „“).

    `zahlen.gruppe` is the group, None where there is none.
    """

    zeit: str
    lauf_id: str
    zahlen: Zitatzahlen


def verlauf(
    jobs: NumberTable, takt: Tick, gruppe: Gruppe | None = None, filter: Filter = ALLE
) -> list[MomentNumbers]:
    """The quotes per time step and group, the earliest first; where no Lauf was, there is no step."""
    limit = LAST_LAEUFE if takt is Tick.LAUF else None
    found = count_by(jobs, filter, takt, *([gruppe] if gruppe else []), last=limit)
    if takt is Tick.LAUF:
        places = {id: place for place, id in enumerate(jobs.ids)}
        found = sorted(found, key=lambda one: (places[one.werte[0]], str(one.werte)))
        times = [jobs.created(places[one.werte[0]]).isoformat() for one in found]
        return [_moment(one, time, one.werte[0]) for one, time in zip(found, times, strict=True)]
    steps = [_moment(one, _time(one.werte[0])) for one in found]
    return sorted(steps, key=lambda step: (step.zeit, *in_order(step.zahlen)))


def zahlen(jobs: NumberTable, gruppe: Gruppe | None = None, filter: Filter = ALLE) -> list[Zitatzahlen]:
    """The same of the whole time: a row per group, in its order; without one a row for all."""
    found = count_by(jobs, filter, *([gruppe] if gruppe else []))
    return sorted((replace(one.zahlen, gruppe=(None, *one.werte)[-1]) for one in found), key=in_order)


def filter_of(
    filter: Filter, takt: Tick, zeit: str, gruppe: Gruppe | None = None, wert: str | None = None
) -> Filter:
    """The Läufe behind a figure of `verlauf`; those of a Lauf (Takt.LAUF) are all of its day."""
    day = datetime.fromisoformat(zeit).date()
    narrowed = replace(filter, von=day, bis=day + timedelta(days=6) if takt is Tick.WOCHE else day)
    return _narrowed(narrowed, gruppe, wert) if gruppe else narrowed


def verworfene_of(store: StoreConnection, filter: Filter = ALLE, limit: int = 50) -> list[DroppedZitat]:
    """The dropped quotes behind a figure, those of the latest Läufe first."""
    return list_verworfene(store, filter, limit)


def _moment(one: Counted, zeit: str, lauf_id: str = "") -> MomentNumbers:
    gruppe = one.werte[1] if len(one.werte) > 1 else None
    return MomentNumbers(zeit, lauf_id, replace(one.zahlen, gruppe=gruppe))


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


# --- the control charts of all chosen Läufe -----------------------------------------------------------------
# From which day on they are watched, and what is usual for them.


@dataclass(frozen=True, slots=True)
class Observation:
    """`ab` is None where there is too little to say what is usual; the charts then have no limits."""

    ab: date | None
    zitate: Regelkarte
    laeufe: Regelkarte


def observation(jobs: NumberTable, filter: Filter = ALLE, von: date | None = None) -> Observation:
    """What is usual is told by days before `von`; where there were too few, by the earliest there are.

    Counted as for alarms (finished Läufe, no answer twice) and alarmed as these are.
    """
    counted = replace(filter, von=None, status=Status.FERTIG, aus_cache=False)
    steps = [(date.fromisoformat(one.zeit), one.zahlen) for one in verlauf(jobs, Tick.TAG, None, counted)]
    zitate = [DayCount(day, z.emittiert, z.emittiert - z.gebunden) for day, z in steps]
    laeufe = [DayCount(day, z.laeufe, z.ohne_zitat) for day, z in steps]
    bezug = (reference_before(zitate, von) if von else None) or earliest_reference(zitate)
    ab = max(bezug.bis + timedelta(days=1), von or date.min) if bezug else None
    of_laeufe = reference_before(laeufe, ab, Unit.LAEUFE) if ab else None
    return Observation(
        ab,
        regelkarte(zitate, bezug, LEVEL_OF_ALL[SeriesKind.DROPPED]),
        regelkarte(laeufe, of_laeufe, LEVEL_OF_ALL[SeriesKind.OHNE_ZITAT], Unit.LAEUFE),
    )
