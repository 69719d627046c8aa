"""The control charts of all chosen Läufe: from which day on they are watched, and what is usual for them."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from core.monitor.alarms import LEVEL_OF_ALL, SeriesKind, level
from core.monitor.over_time import Tick, verlauf
from core.monitor.regelkarte import (
    DayCount,
    Regelkarte,
    Unit,
    earliest_reference,
    reference_before,
    regelkarte,
)
from core.runs.lauf import Status
from core.runs.lauf_filter import ALLE, Filter
from core.runs.quote_cube import NumberTable


@dataclass(frozen=True, slots=True)
class Observation:
    """`ab` is None where there is too little to say what is usual; the charts then have no limits.

    `lesen` is of the quotes that a second model looked at, and empty where it looked at none.
    """

    ab: date | None
    zitate: Regelkarte
    laeufe: Regelkarte
    lesen: Regelkarte


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
    lesen = [DayCount(day, z.traegt_geprueft, z.traegt_lesen) for day, z in steps if z.traegt_geprueft]
    of_read = (reference_before(lesen, ab) if ab else None) or earliest_reference(lesen)
    limits = {art: level(LEVEL_OF_ALL, art, bool(lesen)) for art in SeriesKind}
    return Observation(
        ab,
        regelkarte(zitate, bezug, limits[SeriesKind.DROPPED]),
        regelkarte(laeufe, of_laeufe, limits[SeriesKind.OHNE_ZITAT], Unit.LAEUFE),
        regelkarte(lesen, of_read, limits[SeriesKind.READ]),
    )
