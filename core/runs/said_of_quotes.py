"""What people said of points and quotes: narrow rows of the store, and in words."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from core.citations.verdict import WORT
from core.german import formats
from core.runs.connection import StoreConnection
from core.runs.lauf import Lauf, Urteil
from core.runs.tables import urteil


class JudgedZitat(NamedTuple):
    """What a person says that a quote carries; without a Forderung: of the one it stands for."""

    lauf_id: str
    partei: str
    zitat: int
    forderung: str | None
    name: str
    verdict: str
    created: datetime


def people_of(store: StoreConnection, ids: Collection[str]) -> list[JudgedZitat]:
    """A row per person, the oldest first."""
    c = urteil.c
    said = (c.lauf_id.in_(ids), c.zitat.is_not(None), c.traegt.is_not(None))
    told = (c.lauf_id, c.partei, c.zitat, c.forderung, c.name, c.traegt.label("verdict"), c.created)
    query = select(*told)
    with store.reading() as connection:
        rows = connection.execute(query.where(*said).order_by(c.created, c.id))
        return [JudgedZitat._make(row) for row in rows]


# --- what people said of a score or a quote, in words: on the page, in the report, in the table -------------


def urteile_on(lauf: Lauf, partei: str, typ: str, zitat: int | None) -> list[Urteil]:
    """The oldest first. `zitat`: from 0, per party; None for the points, and then those on any quote are left
    out."""
    return [one for one in lauf.urteile if (one.partei, one.typ, one.zitat) == (partei, typ, zitat)]


def meinung(urteil: Urteil) -> str:
    """„Stimmt nicht, zu Forderung 2: spricht von anderem“, „Stimmt nicht, eigene Punkte: 7 von 10“."""
    about = f"zu Forderung {urteil.forderung}" if urteil.forderung else ""
    word = WORT[urteil.traegt] if urteil.traegt else ""
    carried = ": ".join(filter(None, [about, word]))
    parts = ["Stimmt" if urteil.zustimmung else "Stimmt nicht", *filter(None, [carried])]
    if urteil.punkte is not None:
        parts.append(f"eigene Punkte: {formats.score(urteil.punkte)} von 10")
    return ", ".join(parts)


def told(urteil: Urteil) -> str:
    """With whose it is, and when."""
    day = formats.day(urteil.created) if urteil.created else ""
    whose = ", ".join(filter(None, [urteil.name, day]))
    note = f": {urteil.notiz}" if urteil.notiz else ""
    return f"{meinung(urteil)}{note} ({whose})" if whose else f"{meinung(urteil)}{note}"
