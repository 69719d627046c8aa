"""Batches: who works on one, and who goes on with it where that one died.

Whoever works on a batch gives signs of life. Without them for a while the first to claim it has it. Nobody
has to where `herzschlag` is empty: it is done, or was begun by a version that did not know of this.
"""

from datetime import timedelta

from core.runs.connection import StoreConnection, insert_rows, lock_table, new_id, now
from core.runs.lauf import Batch, Status
from core.runs.sql import Condition, or_, select
from core.runs.tables import batch, lauf

ABANDONED = timedelta(seconds=60)
"""So long without a sign of life and a batch is anybody's: three signs that would have come."""

SOON = timedelta(seconds=15)
"""After so long is tried again what somebody had to leave."""

MOST_ATTEMPTS = 10
"""What kills whoever begins with it must not kill for ever."""

NOT_OLDER = timedelta(days=1)
"""Nobody expects that a batch of last week begins to spend money."""


def start_batch(store: StoreConnection, beschreibung: str, total: int, bearbeiter: str | None = None) -> str:
    """Its id; that of the one under way where somebody is already at the same."""
    batch_id, begun = new_id(), now()
    row = {"id": batch_id, "created": begun, "beschreibung": beschreibung, "total": total, "angehalten": None}
    signs = {"bearbeiter": bearbeiter, "herzschlag": begun if bearbeiter else None, "anlaeufe": 1}
    with store.writing() as connection:
        if bearbeiter:
            lock_table(connection, batch)
            same = select(batch.c.id).where(batch.c.beschreibung == beschreibung, _is_under_way())
            if found := connection.scalar(same):
                return str(found)
        insert_rows(connection, batch, [row | signs])
    return batch_id


def beat_batch(store: StoreConnection, batch_id: str, bearbeiter: str) -> bool:
    """A sign of life; False where it is stopped, done, or somebody else's by now."""
    mine = _is_under_way() & (batch.c.id == batch_id) & (batch.c.bearbeiter == bearbeiter)
    with store.writing() as connection:
        return bool(connection.execute(batch.update().where(mine).values(herzschlag=now())).rowcount)


def end_batch(store: StoreConnection, batch_id: str, bearbeiter: str) -> None:
    """Nothing of it is left to do."""
    _of(store, batch_id, bearbeiter, {"herzschlag": None})


def leave_batch(store: StoreConnection, batch_id: str, bearbeiter: str, counts: bool = True) -> None:
    """For whoever can go on with it soon. `counts`: it was begun with, not only looked at."""
    soon: dict[str, object] = {"herzschlag": now() - ABANDONED + SOON}
    _of(store, batch_id, bearbeiter, soon if counts else soon | {"anlaeufe": batch.c.anlaeufe - 1})


def claim_batch(store: StoreConnection, bearbeiter: str) -> Batch | None:
    """One that nobody works on any more; from now on it is the claimer's alone."""
    lapsed = now() - ABANDONED
    silent = _is_under_way() & or_(batch.c.herzschlag <= lapsed, batch.c.herzschlag > now() + ABANDONED)
    with store.reading() as connection:
        if connection.scalar(select(batch.c.id).where(silent)) is None:
            return None
    with store.writing() as connection:
        lock_table(connection, batch)
        hopeless = or_(batch.c.anlaeufe >= MOST_ATTEMPTS, batch.c.created < now() - NOT_OLDER)
        connection.execute(batch.update().where(silent, hopeless).values(herzschlag=None))
        row = connection.execute(select(batch).where(silent).order_by(batch.c.created)).mappings().first()
        if row is None:
            return None
        begun = {"bearbeiter": bearbeiter, "herzschlag": now(), "anlaeufe": batch.c.anlaeufe + 1}
        connection.execute(batch.update().where(batch.c.id == row["id"]).values(begun))
        return Batch(**row)


def stop_batch(store: StoreConnection, batch_id: str) -> None:
    """Whoever works on it begins nothing more."""
    with store.writing() as connection:
        connection.execute(batch.update().where(batch.c.id == batch_id).values(angehalten=now()))


def is_stopped(store: StoreConnection, batch_id: str) -> bool:
    with store.reading() as connection:
        return connection.scalar(select(batch.c.angehalten).where(batch.c.id == batch_id)) is not None


def ended_keys(store: StoreConnection, batch_id: str) -> set[str]:
    """The keys of the batch's Läufe that came to an end, if only to a bad one."""
    ended = lauf.c.status.in_([Status.FERTIG, Status.FEHLGESCHLAGEN])
    with store.reading() as connection:
        return set(connection.scalars(select(lauf.c.schluessel).where(lauf.c.batch_id == batch_id, ended)))


def list_batches(store: StoreConnection) -> list[Batch]:
    """The latest first. How far one is tells `count_laeufe(Filter(batch_id=…, status=…))`."""
    with store.reading() as connection:
        found = connection.execute(select(batch).order_by(batch.c.created.desc(), batch.c.id))
        return [Batch(**row) for row in found.mappings()]


def _is_under_way() -> Condition:
    return batch.c.herzschlag.is_not(None) & batch.c.angehalten.is_(None)


def _of(store: StoreConnection, batch_id: str, bearbeiter: str, values: dict[str, object]) -> None:
    mine = (batch.c.id == batch_id) & (batch.c.bearbeiter == bearbeiter)
    with store.writing() as connection:
        connection.execute(batch.update().where(mine).values(values))
