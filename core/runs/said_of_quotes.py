"""What people, and checkers beside them, said of quotes: counted by the database, or as narrow rows."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from core.german import formats
from core.runs.connection import StoreConnection
from core.runs.lauf import Lauf, Urteil
from core.runs.sql import Condition, and_, case, or_, select
from core.runs.tables import lauf, traegt, urteil
from core.support.verdict import SIDES, WORT


def is_last_word(*also: str) -> Condition:
    """`core.support.verdict.latest`, for the database; `also`: columns in which rows have to agree, too."""
    t, other = traegt.c, traegt.alias("other").c
    same = [other[name] == t[name] for name in ("lauf_id", "partei", "zitat", *also)]
    ours, theirs = (case((c.verdict.in_(SIDES), 1), else_=0) for c in (t, other))
    at_once = and_(other.created == t.created, or_(theirs > ours, and_(theirs == ours, other.rang < t.rang)))
    before = select(other.zitat).where(*same, or_(other.created > t.created, at_once))
    return ~before.exists()


# --- what people, and checkers beside them, said of quotes: narrow rows, to be counted and compared ---------


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
    name: str = ""


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
    asked = (*quote, c.model, c.prompt_version, c.verdict, u.traegt.label("person"), u.name)
    query = select(*asked).join(urteil, same).join(lauf, lauf.c.id == c.lauf_id).where(*counting)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(*quote, u.created, u.id))
        return [UrteilPair._make(row) for row in rows]


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
