"""Readings of Läufe and what was settled after them, in the store."""

from datetime import datetime
from typing import NamedTuple

from core.errors import EingabeError
from core.runs.connection import StoreConnection, insert_rows, new_id, now
from core.runs.lauf_rows import fitting, plain
from core.runs.lesung import Festlegung, Lesung
from core.runs.lesung_tables import festlegung, lesung
from core.runs.sql import Condition, RowMapping, func, or_, select
from core.runs.tables import lauf, score, urteil, zitat
from core.runs.write_laeufe import unknown
from core.support.verdict import Verdict


class ReadLauf(NamedTuple):
    """A Lauf of which a person said something."""

    id: str
    created: datetime
    titel: str
    drucksache: str
    antrag_hash: str
    modell: str
    is_demo: bool


def read_laeufe(store: StoreConnection) -> list[ReadLauf]:
    """Those that count, the latest first: none that was deleted or made as a probe."""
    c = lauf.c
    answered = func.coalesce(c.modell_geantwortet, c.modell_gefragt)
    told = (c.id, c.created, c.titel, c.drucksache, c.antrag_hash, answered, c.is_demo)
    said = or_(c.id.in_(select(urteil.c.lauf_id)), c.id.in_(select(lesung.c.lauf_id)))
    query = select(*told).where(said, c.geloescht.is_(None), c.probe_von.is_(None))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(c.created.desc(), c.id))
        return [ReadLauf._make(row) for row in rows]


LONGEST = 2_000
NAMELESS = "Eine Lesung braucht einen Namen. Bitte zuerst angeben, unter welchem Namen Sie urteilen."
UNREAD = (
    "Festlegen kann, wer den Lauf selbst zu Ende gelesen hat. Bitte zuerst die eigene Lesung unter "
    "„Zweitlesung“ abschließen."
)


def finish_lesung(store: StoreConnection, lauf_id: str, name: str) -> Lesung:
    """That this person has read to the end. Said again, the first time counts."""
    if not name.strip():
        raise EingabeError(NAMELESS)
    mine = select(lesung).where(lesung.c.lauf_id == lauf_id, lesung.c.name == name)
    with store.writing() as connection:
        if not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):
            raise unknown(lauf_id)
        if row := connection.execute(mine.order_by(lesung.c.created)).mappings().first():
            return lesung_of(row)
        done = Lesung(lauf_id, name, new_id(), now())
        insert_rows(connection, lesung, [plain(done)])
    return done


def list_lesungen(store: StoreConnection) -> list[Lesung]:
    with store.reading() as connection:
        found = connection.execute(select(lesung).order_by(lesung.c.created, lesung.c.id))
        return [lesung_of(row) for row in found.mappings()]


def lesung_of(row: RowMapping) -> Lesung:
    return Lesung(**fitting(Lesung, row))


def save_festlegung(store: StoreConnection, passed: Festlegung) -> Festlegung:
    """By somebody who has read the Lauf to the end, with a reason."""
    _check(passed)
    stored = Festlegung(**plain(passed) | {"id": new_id(), "created": now()})
    read = select(lesung.c.id).where(lesung.c.lauf_id == stored.lauf_id, lesung.c.name == stored.name)
    with store.writing() as connection:
        if connection.scalar(read) is None:
            raise EingabeError(UNREAD)
        if connection.scalar(select(lauf.c.id).where(_is_there(stored))) is None:
            raise EingabeError("Was Sie festlegen wollen, gibt es in diesem Lauf nicht. Bitte neu laden.")
        insert_rows(connection, festlegung, [plain(stored)])
    return stored


def _check(passed: Festlegung) -> None:
    values = (passed.zustimmung, passed.traegt, passed.punkte)
    if sum(value is not None for value in values) != 1 or passed.traegt is Verdict.OFFEN:
        raise EingabeError("Festgelegt wird genau eins: Zustimmung, was ein Zitat sagt, oder Punkte.")
    if (passed.traegt is not None and passed.zitat is None) or (
        passed.punkte is not None and (passed.zitat is not None or not 0 <= passed.punkte <= 10)
    ):
        raise EingabeError(
            "Was ein Zitat sagt, gilt einem Zitat; Punkte von 0 bis 10 gelten einer Bewertung."
        )
    if not passed.grund.strip() or len(passed.grund) > LONGEST:
        raise EingabeError("Eine Festlegung braucht einen Grund von höchstens 2.000 Zeichen.")


def _is_there(stored: Festlegung) -> Condition:
    table = score if stored.zitat is None else zitat
    judged = select(table.c.lauf_id).where(
        table.c.lauf_id == stored.lauf_id, table.c.partei == stored.partei, table.c.typ == stored.typ
    )
    return lauf.c.id.in_(judged if stored.zitat is None else judged.where(zitat.c.nummer == stored.zitat))


def list_festlegungen(store: StoreConnection) -> list[Festlegung]:
    """The oldest first."""
    query = select(festlegung).order_by(festlegung.c.created, festlegung.c.id)
    with store.reading() as connection:
        return [festlegung_of(row) for row in connection.execute(query).mappings()]


def festlegung_of(row: RowMapping) -> Festlegung:
    said = row["traegt"]
    return Festlegung(**fitting(Festlegung, row) | {"traegt": None if said is None else Verdict(said)})
