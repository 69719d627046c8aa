"""The control charts of all chosen Läufe: from which day on they are watched, and what is usual for them."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from core.monitor.alarme import NIVEAU_ALLER, Reihenart, niveau
from core.monitor.regelkarte import (
    Einheit,
    Regelkarte,
    Tageszahl,
    bezug_before,
    earliest_bezug,
    regelkarte,
)
from core.monitor.verlauf import Takt, verlauf
from core.runs.lauf import ALLE, Filter, Status
from core.runs.quote_cube import Zahlenwerk


@dataclass(frozen=True, slots=True)
class Beobachtung:
    """`ab` is None where there is too little to say what is usual; the charts then have no limits.

    `lesen` is of the quotes that a second model looked at, and empty where it looked at none.
    """

    ab: date | None
    zitate: Regelkarte
    laeufe: Regelkarte
    lesen: Regelkarte


def beobachtung(werk: Zahlenwerk, filter: Filter = ALLE, von: date | None = None) -> Beobachtung:
    """What is usual is told by days before `von`; where there were too few, by the earliest there are.

    Counted as for alarms (finished Läufe, no answer twice) and alarmed as these are.
    """
    counted = replace(filter, von=None, status=Status.FERTIG, aus_cache=False)
    steps = [(date.fromisoformat(one.zeit), one.zahlen) for one in verlauf(werk, Takt.TAG, None, counted)]
    zitate = [Tageszahl(day, z.emittiert, z.emittiert - z.gebunden) for day, z in steps]
    laeufe = [Tageszahl(day, z.laeufe, z.ohne_zitat) for day, z in steps]
    bezug = (bezug_before(zitate, von) if von else None) or earliest_bezug(zitate)
    ab = max(bezug.bis + timedelta(days=1), von or date.min) if bezug else None
    of_laeufe = bezug_before(laeufe, ab, Einheit.LAEUFE) if ab else None
    lesen = [Tageszahl(day, z.traegt_geprueft, z.traegt_lesen) for day, z in steps if z.traegt_geprueft]
    of_lesen = (bezug_before(lesen, ab) if ab else None) or earliest_bezug(lesen)
    limits = {art: niveau(NIVEAU_ALLER, art, bool(lesen)) for art in Reihenart}
    return Beobachtung(
        ab,
        regelkarte(zitate, bezug, limits[Reihenart.VERWORFEN]),
        regelkarte(laeufe, of_laeufe, limits[Reihenart.OHNE_ZITAT], Einheit.LAEUFE),
        regelkarte(lesen, of_lesen, limits[Reihenart.LESEN]),
    )
