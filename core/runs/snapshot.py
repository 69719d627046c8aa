"""The whole store in one SQLite file, as of one moment, and an empty store filled from such a file.

The file is the same whichever database it was taken from, so a store can also move from one to the other.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, func, select

from core.errors import DashboardError, EingabeError
from core.runs.connection import StoreConnection, lock_table
from core.runs.store import Runstore, open_store
from core.runs.tables import metadata

NAME = "laeufe.sqlite3"
ROWS = 500
"""Rows that are held in memory at once."""

RUNNING_PARTS = ("trigger", "view")
"""What a file from elsewhere could make SQLite do; our stores have none."""


def write_snapshot(store: StoreConnection, folder: Path) -> Path:
    """The store as it stands now, while others go on writing into it."""
    target = folder / NAME
    if store.engine.dialect.name == "sqlite":
        with closing(store.engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM INTO ?", (str(target),))
    else:
        _copy_out(store, folder)
    check_snapshot(target)
    return target


def check_snapshot(path: Path) -> None:
    """Refuse a file that is damaged, or that would do something by itself when it is opened."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            kinds = {kind for (kind,) in connection.execute("SELECT type FROM sqlite_master")}
            damages = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            loose = connection.execute("PRAGMA foreign_key_check").fetchone()
        except sqlite3.DatabaseError as error:
            raise _damaged(str(error)) from error
    if found := kinds.intersection(RUNNING_PARTS):
        raise _damaged(f"enthält {', '.join(sorted(found))}")
    if damages != "ok" or loose:
        raise _damaged(str(damages) if damages != "ok" else f"Zeilen von {loose[0]} ohne ihren Lauf")


def fill_empty(store: Runstore, snapshot: Path) -> dict[str, int]:
    """All rows of a checked snapshot, in one transaction; how many of each table. Never beside others."""
    source = open_store(f"sqlite:///{snapshot}", snapshot.parent)
    try:
        with source.reading() as reading, store.writing() as writing:
            for table in metadata.sorted_tables:
                lock_table(writing, table)
            if taken := _filled(writing):
                raise EingabeError(
                    f"Im Laufspeicher steht schon etwas ({taken}). Wiederhergestellt wird nur in einen "
                    "leeren: Nennen Sie mit LAEUFE_DIR oder DATABASE_URL einen anderen."
                )
            return _copy_rows(reading, writing)
    finally:
        source.close()


def is_empty(store: StoreConnection) -> bool:
    with store.reading() as connection:
        return not _filled(connection)


def _filled(connection: Connection) -> str:
    """The first table that has rows."""
    filled = (t.name for t in metadata.sorted_tables if connection.execute(select(t).limit(1)).first())
    return next(filled, "")


def _copy_out(store: StoreConnection, folder: Path) -> None:
    """Every table as of the same moment."""
    target = open_store(f"sqlite:///{folder / NAME}", folder)
    try:
        with store.reading() as reading, target.writing() as writing:
            reading.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            _copy_rows(reading, writing)
    finally:
        target.close()
    with closing(sqlite3.connect(folder / NAME)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # all of it is in the one file


def _copy_rows(source: Connection, target: Connection) -> dict[str, int]:
    copied = {}
    for table in metadata.sorted_tables:
        found = source.execute(select(table), execution_options={"yield_per": ROWS}).mappings()
        for part in found.partitions():
            target.execute(table.insert(), [dict(row) for row in part])
        copied[table.name] = target.scalar(select(func.count()).select_from(table)) or 0
    return copied


def _damaged(why: str) -> DashboardError:
    return DashboardError(
        f"Der Laufspeicher ist beschädigt oder stammt nicht von hier ({why}). "
        "Nehmen Sie eine frühere Sicherung."
    )
