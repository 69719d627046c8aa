"""Quotes by themselves, without the Läufe they belong to."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from core.runs.connection import StoreConnection
from core.runs.load_laeufe import ALLE, MODELL, Filter, conditions, stands_in
from core.runs.tables import lauf, zitat
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus, read_eintrag


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


@dataclass(frozen=True, slots=True)
class BoundZitat:
    lauf_id: str
    titel: str
    partei: str
    eintrag: Gebunden


def bound_in(store: StoreConnection, programm_id: str, limit: int) -> Iterator[BoundZitat]:
    """What is bound to this Programm and not deleted; the newest Läufe first."""
    query = (
        select(zitat.c.lauf_id, lauf.c.titel, zitat.c.partei, zitat.c.eintrag, zitat.c.text)
        .join(lauf, lauf.c.id == zitat.c.lauf_id)
        .where(zitat.c.programm_id == programm_id, zitat.c.is_bound, lauf.c.geloescht.is_(None))
        .order_by(lauf.c.created.desc(), zitat.c.partei, zitat.c.nummer)
        .limit(limit)
    )
    with store.reading() as connection:
        for row in connection.execute(query):
            eintrag = read_eintrag(row.eintrag, row.text)
            if isinstance(eintrag, Gebunden):
                yield BoundZitat(row.lauf_id, row.titel, row.partei, eintrag)


class ZitatRow(NamedTuple):
    """An emitted quote; `eintrag` as it is stored (core.wortlaut.binding.eintrag reads it)."""

    lauf_id: str
    partei: str
    nummer: int
    typ: str
    status: str
    fremde_partei: bool
    programm_id: str | None
    seite: int | None
    text: str
    eintrag: object


def zitate_of(store: StoreConnection, ids: Collection[str]) -> list[ZitatRow]:
    """Every emitted quote of these Läufe: as it was written, and what became of it."""
    own = zitat.c
    query = select(*(own[name] for name in ZitatRow._fields)).where(own.lauf_id.in_(ids))
    query = query.order_by(own.lauf_id, own.partei, own.nummer)
    with store.reading() as connection:
        return [ZitatRow._make(row) for row in connection.execute(query)]
