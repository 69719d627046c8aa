"""What people, and checkers beside them, said of quotes: narrow rows, to be counted and compared."""

from collections.abc import Collection
from typing import NamedTuple

from core.runs.connection import StoreConnection
from core.runs.sql import and_, select
from core.runs.tables import lauf, traegt, urteil
from core.runs.traegt_counts import is_last_word


class JudgedZitat(NamedTuple):
    """What a person says that a quote carries."""

    lauf_id: str
    partei: str
    zitat: int
    name: str
    verdict: str


class UrteilPair(NamedTuple):
    """What a checker and what a person said of one quote."""

    lauf_id: str
    partei: str
    zitat: int
    model: str
    prompt_version: str
    verdict: str
    person: str


def people_of(store: StoreConnection, ids: Collection[str]) -> list[JudgedZitat]:
    """A row per person, the oldest first."""
    c = urteil.c
    said = (c.lauf_id.in_(ids), c.zitat.is_not(None), c.traegt.is_not(None))
    query = select(c.lauf_id, c.partei, c.zitat, c.name, c.traegt.label("verdict"))
    with store.reading() as connection:
        rows = connection.execute(query.where(*said).order_by(c.created, c.id))
        return [JudgedZitat._make(row) for row in rows]


def list_pairs(store: StoreConnection) -> list[UrteilPair]:
    """Every quote of which both a checker and a person said something; a row per checker and person.

    Of a checker that was asked about several Forderungen what counts for the quote, as in every list.

    Of Läufe that count: none that was deleted, invented, read in from a file or made as a probe.
    """
    c, u = traegt.c, urteil.c
    same = and_(u.lauf_id == c.lauf_id, u.partei == c.partei, u.zitat == c.zitat)
    counting = (
        lauf.c.geloescht.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
        lauf.c.probe_von.is_(None),
        u.traegt.is_not(None),
        is_last_word("model", "prompt_version"),
    )
    asked = (c.lauf_id, c.partei, c.zitat, c.model, c.prompt_version, c.verdict, u.traegt.label("person"))
    query = select(*asked).join(urteil, same).join(lauf, lauf.c.id == c.lauf_id).where(*counting)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(c.lauf_id, c.partei, c.zitat, u.created, u.id))
        return [UrteilPair._make(row) for row in rows]
