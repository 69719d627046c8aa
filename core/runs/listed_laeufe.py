"""Läufe on Anträge that sources list: which there are of each, and what they say.

A Lauf is on a listed Antrag where it is on the same text, or on the same number in the same Land.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from core.antrag.drucksache import is_same_number, plain_number
from core.runs.antrag_tables import antrag
from core.runs.comparison_rows import scores_of
from core.runs.connection import StoreConnection
from core.runs.lauf import Status
from core.runs.lauf_filter import ALLE, MODELL, conditions
from core.runs.paper_number import plain_number_in
from core.runs.source_tables import liste
from core.runs.sql import Column, Condition, and_, func, or_, select
from core.runs.tables import lauf

if TYPE_CHECKING:
    from core.runs.listed_antraege import StoredListing

Key = tuple[str, str]
"""`quelle` and `kennung` of a listed Antrag."""


@dataclass(frozen=True, slots=True)
class ListedLauf:
    """`punkte`: of each party that was given some, for its Wahlprogramm where that was asked."""

    id: str
    created: datetime
    status: Status
    modell: str
    punkte: tuple[tuple[str, float], ...] = ()


def is_assessed() -> Condition:
    """Is there a finished Lauf on a listed Antrag?"""
    done = (*conditions(ALLE), lauf.c.status == Status.FERTIG)
    named = (plain_number_in(lauf.c.drucksache) != "", lauf.c.bundesland.is_not(None))
    numbers = select(_number(lauf.c.bundesland, lauf.c.drucksache)).where(*done, *named)
    texts = select(antrag.c.id).join(lauf, lauf.c.antrag_hash == antrag.c.antrag_hash).where(*done)
    return or_(
        _number(liste.c.bundesland, liste.c.nummer).in_(numbers),
        func.coalesce(liste.c.antrag_id, "").in_(texts),
    )


def laeufe_of(store: StoreConnection, listed: "Sequence[StoredListing]") -> dict[Key, list[ListedLauf]]:
    """The latest first."""
    texts = _texts(store, [one.antrag_id for one in listed if one.antrag_id])
    numbers = {plain_number(one.antrag.nummer) for one in listed} - {""}
    own = lauf.c
    lands = own.bundesland.in_({one.antrag.bundesland for one in listed if one.antrag.bundesland})
    numbered = and_(lands, plain_number_in(own.drucksache).in_(numbers))
    on_them = or_(own.antrag_hash.in_(texts.values()), numbered)
    columns = (own.id, own.created, own.status, MODELL, own.antrag_hash, own.bundesland, own.drucksache)
    asked = select(*columns).where(*conditions(ALLE), on_them).order_by(own.created.desc(), own.id)
    with store.reading() as connection:
        rows = connection.execute(asked).all()
    punkte = _punkte(store, [row[0] for row in rows])
    found: dict[Key, list[ListedLauf]] = defaultdict(list)
    for one in listed:
        text = texts.get(one.antrag_id or "")
        own_land, number = one.antrag.bundesland, one.antrag.nummer
        for id, created, status, modell, hash, land, drucksache in rows:
            if hash == text or (own_land and own_land == land and is_same_number(number, drucksache)):
                of_lauf = ListedLauf(id, created, Status(status), modell, punkte.get(id, ()))
                found[one.antrag.quelle, one.antrag.kennung].append(of_lauf)
    return found


def _texts(store: StoreConnection, ids: Collection[str]) -> dict[str, str]:
    with store.reading() as connection:
        rows = connection.execute(select(antrag.c.id, antrag.c.antrag_hash).where(antrag.c.id.in_(ids)))
        return {id: hash for id, hash in rows if hash}


def _punkte(store: StoreConnection, ids: Collection[str]) -> dict[str, tuple[tuple[str, float], ...]]:
    """„wahlprogramm“ stands behind „parteiprogramm“, so what is read last counts."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in sorted(scores_of(store, ids), key=lambda row: (row.lauf_id, row.partei, row.typ)):
        if row.score is not None:
            found[row.lauf_id][row.partei] = row.score
    return {id: tuple(own.items()) for id, own in found.items()}


def _number(bundesland: Column[Any], nummer: Column[Any]) -> Any:
    return func.coalesce(bundesland, "") + " " + plain_number_in(nummer)
