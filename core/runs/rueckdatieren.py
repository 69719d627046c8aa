"""A demo Lauf is computed now and told of the past: when it began, how long it took, what it cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.runs.schreiben import unknown
from core.runs.sql import select
from core.runs.tables import lauf, teil
from core.runs.verbindung import Verbindung, now
from core.runs.zeilen import kalender


@dataclass(frozen=True, slots=True)
class Verbrauch:
    """What a Teil is said to have taken; `kosten` in USD."""

    sekunden: float
    kosten: float | None


def backdate(store: Verbindung, lauf_id: str, created: datetime, verbrauch: Mapping[str, Verbrauch]) -> None:
    """The parties were asked at once when the Lauf began. A Lauf that is no demo is none to this function."""
    ended = created
    with store.writing() as connection:
        mine = (lauf.c.id == lauf_id) & lauf.c.is_demo
        if not connection.scalar(select(lauf.c.id).where(mine)):
            raise unknown(lauf_id)
        asked = select(teil.c.partei, teil.c.dauer, teil.c.versuche).where(teil.c.lauf_id == lauf_id)
        for row in connection.execute(asked).all():
            took = verbrauch.get(row.partei, Verbrauch(0.0, None))
            finished = created + timedelta(seconds=took.sekunden)
            ended = max(ended, finished)
            values = {
                "started": created,
                "finished": finished,
                "dauer": row.dauer | {"modell": took.sekunden} if row.dauer else {},
                "versuche": [{**versuch, "dauer": took.sekunden} for versuch in row.versuche],
                "kosten": took.kosten,
                "waehrung": None if took.kosten is None else "USD",
            }
            here = (teil.c.lauf_id == lauf_id) & (teil.c.partei == row.partei)
            connection.execute(teil.update().where(here).values(values))
        # The sign of life is of now: by it everybody sees that what is stored has changed.
        told = {"created": created, **kalender(created), "herzschlag": now(), "finished": ended}
        connection.execute(lauf.update().where(mine).values(told))
