"""Läufe that anybody may see by their address, once somebody who may has released them."""

from collections.abc import Collection

from core.runs.connection import StoreConnection, insert_missing, now
from core.runs.sql import ForeignKey, String, Table, Zeitpunkt, select
from core.runs.tables import column, lauf, metadata, zitat

freigabe = Table(
    "freigabe",
    metadata,
    column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), primary_key=True),
    column("created", Zeitpunkt),
    column("wer", String(200)),
)


def release(store: StoreConnection, lauf_id: str, wer: str) -> None:
    with store.writing() as connection:
        insert_missing(connection, freigabe, [{"lauf_id": lauf_id, "created": now(), "wer": wer}])


def withdraw(store: StoreConnection, lauf_id: str) -> None:
    with store.writing() as connection:
        connection.execute(freigabe.delete().where(freigabe.c.lauf_id == lauf_id))


def is_released(store: StoreConnection, lauf_id: str) -> bool:
    """A deleted Lauf is seen by nobody from outside."""
    query = select(freigabe.c.lauf_id).join(lauf, lauf.c.id == freigabe.c.lauf_id)
    with store.reading() as connection:
        found = connection.execute(query.where(freigabe.c.lauf_id == lauf_id, lauf.c.geloescht.is_(None)))
        return found.first() is not None


def released_programme(store: StoreConnection) -> Collection[str]:
    """Those that a released Lauf quotes."""
    query = (
        select(zitat.c.programm_id)
        .join(freigabe, freigabe.c.lauf_id == zitat.c.lauf_id)
        .join(lauf, lauf.c.id == freigabe.c.lauf_id)
        .where(zitat.c.programm_id.is_not(None), lauf.c.geloescht.is_(None))
        .distinct()
    )
    with store.reading() as connection:
        return {row.programm_id for row in connection.execute(query)}
