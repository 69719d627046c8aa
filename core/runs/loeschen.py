"""Deleting Läufe, so that it can be undone until they are purged."""

from collections.abc import Sequence
from datetime import timedelta

from core.runs.sql import Connection, select
from core.runs.tables import angebot, lauf, texte
from core.runs.verbindung import Verbindung, lock_table, now


def delete(store: Verbindung, ids: Sequence[str]) -> None:
    """Out of every list and every figure; `restore` brings them back."""
    with store.writing() as connection:
        present = lauf.c.id.in_(ids) & lauf.c.geloescht.is_(None)
        connection.execute(lauf.update().where(present).values(geloescht=now()))


def restore(store: Verbindung, ids: Sequence[str]) -> None:
    with store.writing() as connection:
        connection.execute(lauf.update().where(lauf.c.id.in_(ids)).values(geloescht=None))


def purge(store: Verbindung, older_than: timedelta = timedelta(0)) -> int:
    """Remove for good what was deleted so long ago, with the texts nothing needs any more; how many Läufe."""
    with store.writing() as connection:
        # A Lauf that is being written relies on texts it found; it must not lose them meanwhile.
        lock_table(connection, texte)
        gone = connection.execute(lauf.delete().where(lauf.c.geloescht <= now() - older_than))
        _drop_texte(connection)
        return gone.rowcount


def purge_demo(store: Verbindung) -> int:
    """Remove the demo's Läufe for good, deleted or not, with all that hangs on them; how many."""
    with store.writing() as connection:
        lock_table(connection, texte)
        gone = connection.execute(lauf.delete().where(lauf.c.is_demo, lauf.c.eingelesen.is_(None)))
        _drop_texte(connection)
        return gone.rowcount


def _drop_texte(connection: Connection) -> None:
    """The texts nothing needs any more."""
    offered = select(angebot.c.text_hash).where(angebot.c.text_hash == texte.c.hash)
    prompted = select(lauf.c.prompttext_hash).where(lauf.c.prompttext_hash == texte.c.hash)
    connection.execute(texte.delete().where(~offered.exists(), ~prompted.exists()))
