"""What people, and checkers beside them, said of quotes: narrow rows, to be counted and compared."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from core.runs.connection import StoreConnection
from core.runs.sql import and_, or_, select
from core.runs.tables import lauf, traegt, urteil
from core.runs.traegt_counts import is_last_word


class JudgedZitat(NamedTuple):
    """What a person says that a quote carries; without a Forderung: of the one it stands for."""

    lauf_id: str
    partei: str
    zitat: int
    forderung: str | None
    name: str
    verdict: str
    created: datetime


class UrteilPair(NamedTuple):
    """What a checker and what a person said of one quote and one Forderung."""

    lauf_id: str
    partei: str
    zitat: int
    forderung: str
    model: str
    prompt_version: str
    verdict: str
    person: str


def people_of(store: StoreConnection, ids: Collection[str]) -> list[JudgedZitat]:
    """A row per person, the oldest first."""
    c = urteil.c
    said = (c.lauf_id.in_(ids), c.zitat.is_not(None), c.traegt.is_not(None))
    told = (c.lauf_id, c.partei, c.zitat, c.forderung, c.name, c.traegt.label("verdict"), c.created)
    query = select(*told)
    with store.reading() as connection:
        rows = connection.execute(query.where(*said).order_by(c.created, c.id))
        return [JudgedZitat._make(row) for row in rows]


def list_pairs(store: StoreConnection) -> list[UrteilPair]:
    """Every quote and Forderung of which both a checker and a person said something; a row per two of them.

    A person who named no Forderung spoke of the one for which the checker's word counts, as in every list.

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
        or_(u.forderung == c.forderung, and_(u.forderung.is_(None), is_last_word("model", "prompt_version"))),
    )
    quote = (c.lauf_id, c.partei, c.zitat, c.forderung)
    asked = (*quote, c.model, c.prompt_version, c.verdict, u.traegt.label("person"))
    query = select(*asked).join(urteil, same).join(lauf, lauf.c.id == c.lauf_id).where(*counting)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(*quote, u.created, u.id))
        return [UrteilPair._make(row) for row in rows]
