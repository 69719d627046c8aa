"""Batches: what somebody started, and that somebody stopped it."""

from core import clock
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.lauf import Batch
from core.runs.sql import select
from core.runs.tables import batch


def start_batch(store: StoreConnection, beschreibung: str, total: int) -> str:
    """Its id."""
    batch_id = new_id()
    row = {
        "id": batch_id,
        "created": clock.now(),
        "beschreibung": beschreibung,
        "total": total,
        "angehalten": None,
    }
    with store.writing() as connection:
        insert_rows(connection, batch, [row])
    return batch_id


def stop_batch(store: StoreConnection, batch_id: str) -> None:
    """Whoever works on it begins nothing more."""
    with store.writing() as connection:
        connection.execute(batch.update().where(batch.c.id == batch_id).values(angehalten=clock.now()))


def is_stopped(store: StoreConnection, batch_id: str) -> bool:
    with store.reading() as connection:
        return connection.scalar(select(batch.c.angehalten).where(batch.c.id == batch_id)) is not None


def list_batches(store: StoreConnection) -> list[Batch]:
    """The latest first. How far one is tells `count_laeufe(Filter(batch_id=…, status=…))`."""
    with store.reading() as connection:
        found = connection.execute(select(batch).order_by(batch.c.created.desc(), batch.c.id))
        return [Batch(**row) for row in found.mappings()]
