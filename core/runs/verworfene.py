"""Dropped quotes by themselves, without the Läufe they belong to."""

from dataclasses import dataclass
from datetime import datetime

from core.citations.bindung import Status as Bindungsstatus
from core.runs.lauf import ALLE, Filter, Json
from core.runs.lesbarkeit import is_shown, readable
from core.runs.lesen import MODELL, conditions, stands_in
from core.runs.sql import select
from core.runs.tabellen import lauf, zitat
from core.runs.verbindung import Verbindung


@dataclass(frozen=True, slots=True)
class VerworfenesZitat:
    """`nummer` counts from 0 within the party, `eintrag` is as it is stored."""

    lauf_id: str
    created: datetime
    modell: str
    partei: str
    nummer: int
    status: Bindungsstatus
    eintrag: Json


def list_verworfene(
    store: Verbindung, filter: Filter = ALLE, limit: int = 50, status: Bindungsstatus | None = None
) -> list[VerworfenesZitat]:
    """Those of the latest Läufe first; a filter's `partei` and `programm_id` choose among the quotes too."""
    z = zitat.c
    asked = [z.status == status] if status else [z.is_bound.is_(False), z.status != Bindungsstatus.UNGEPRUEFT]
    asked += [z.partei == filter.partei] if filter.partei else []
    asked += [stands_in(filter.programm_id)] if filter.programm_id is not None else []
    latest = (  # first the Läufe: each has at least one, and there are far fewer of them
        select(lauf.c.id, lauf.c.created, MODELL.label("modell"))
        .where(*conditions(filter), select(z.nummer).where(z.lauf_id == lauf.c.id, *asked).exists())
        .order_by(lauf.c.created.desc(), lauf.c.id)
        .limit(limit)
        .subquery()
    )
    query = (
        select(z.lauf_id, latest.c.created, latest.c.modell, z.partei, z.nummer, z.status, z.eintrag)
        .join(latest, latest.c.id == z.lauf_id)
        .where(*asked)
        .order_by(latest.c.created.desc(), z.lauf_id, z.partei, z.nummer)
        .limit(limit)
    )
    with store.reading() as connection:
        rows = readable(connection, query, z.lauf_id)
    shown = [row._mapping for row in rows if is_shown(row.eintrag) and row.status in list(Bindungsstatus)]
    return [VerworfenesZitat(**{**row, "status": Bindungsstatus(row["status"])}) for row in shown]
