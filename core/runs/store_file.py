"""The SQLite file is watched: deleted or replaced while it is open, SQLite would write on into nothing."""

import os
from typing import Any

from core.errors import DashboardError
from core.runs.sql import Connection, Engine, event

Identity = tuple[int, int] | None


def watch(engine: Engine, path: str) -> None:
    """No transaction begins any more once the file that was opened first is not the one at its place."""
    opened: list[Identity] = []

    def check() -> None:
        if opened and _identity(path) != opened[0]:
            raise _gone(path)

    @event.listens_for(engine, "do_connect")
    def before(*_: object) -> None:
        check()  # the new connection would create an empty file

    @event.listens_for(engine, "connect")
    def after(_: object, record: Any) -> None:
        if not opened:
            opened.append(_identity(path))
        check()
        record.info["file"] = path

    event.listen(engine, "begin", lambda connection: check())


def check_written(connection: Connection) -> None:
    """After BEGIN, before COMMIT and after it: what is committed lies in the journal until that is merged."""
    if path := connection.info.get("file"):
        found = _identity(path), _identity(f"{path}-wal")
        if not found[0] or connection.info.setdefault("identity", found) != found:
            raise _gone(path)


def _identity(path: str) -> Identity:
    # stat only: opening and closing the file would drop the locks that SQLite holds on it in this process.
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _gone(path: str) -> DashboardError:
    return DashboardError(
        f"Die Datei {path!r} mit den Läufen (oder ihr Journal „-wal“) wurde gelöscht, verschoben oder "
        "ersetzt, während der Antragsspiegel lief. Deshalb speichert er nichts mehr. Legen Sie sie "
        "unverändert zurück, oder starten Sie ihn neu: Dann gilt, was dort liegt."
    )
