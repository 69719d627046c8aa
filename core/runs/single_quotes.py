"""Dropped quotes by themselves, without the Läufe they belong to."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from core.runs.connection import StoreConnection
from core.runs.load_laeufe import ALLE, MODELL, Filter, conditions, stands_in
from core.runs.tables import lauf, zitat
from core.wortlaut.binding.eintrag import Verworfen, ZitatStatus, read_eintrag


@dataclass(frozen=True, slots=True)
class DroppedZitat:
    """`nummer` counts from 0 within the party."""

    lauf_id: str
    created: datetime
    modell: str
    partei: str
    nummer: int
    eintrag: Verworfen


def list_verworfene(store: StoreConnection, filter: Filter = ALLE, limit: int = 50) -> list[DroppedZitat]:
    """Those of the latest Läufe first; a filter's `partei` and `programm_id` choose among the quotes too."""
    z = zitat.c
    asked = [z.is_bound.is_(False), z.status != ZitatStatus.UNGEPRUEFT]
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
        select(z.lauf_id, latest.c.created, latest.c.modell, z.partei, z.nummer, z.eintrag)
        .join(latest, latest.c.id == z.lauf_id)
        .where(*asked)
        .order_by(latest.c.created.desc(), z.lauf_id, z.partei, z.nummer)
        .limit(limit)
    )
    with store.reading() as connection:
        rows = connection.execute(query).all()
    read = [(row._mapping, read_eintrag(row.eintrag)) for row in rows]
    return [
        DroppedZitat(**{**row, "eintrag": eintrag})
        for row, eintrag in read
        if isinstance(eintrag, Verworfen) and eintrag.roh is None
    ]
