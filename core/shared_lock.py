"""What only one may do at a time: a lock of the system and, where machines share a database, one of that too.

Both end with their holder, whoever is killed when: the one with its process, the other with its connection.
"""

import hashlib
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.atomic_files import POLL, new_lock
from core.errors import StoreUnreachable
from core.key_masker import mask

if TYPE_CHECKING:
    from core.psycopg_inside import PatientConnection

POSTGRESQL = re.compile(r"^postgres(ql)?(\+\w+)?://")
ASKED_EVERY = 0.1
SILENT = (
    "Die Datenbank unter DATABASE_URL antwortet nicht ({}). Ohne sie ist nicht sicher, dass niemand sonst "
    "dasselbe tut. Bitte prüfen, ob sie läuft."
)
HOLDER = """
    SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
      AND l.classid::bigint = %s AND l.objid::bigint = %s
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class SharedLock:
    """Held by one thread at a time, which may take it again. `what`: alike on all machines."""

    def __init__(self, path: Path, what: str, database_url: str | None) -> None:
        self._file = new_lock(path)
        self._url = POSTGRESQL.sub("postgresql://", database_url or "") if is_shared(database_url) else None
        self._key = int.from_bytes(hashlib.sha256(f"antragsspiegel {what}".encode()).digest()[:8]) >> 1
        self._line: PatientConnection | None = None

    @property
    def is_mine(self) -> bool:
        return self._file.is_locked

    def acquire(self, timeout: float) -> None:
        """TimeoutError where others do not end."""
        end = time.monotonic() + timeout
        self._file.acquire(timeout=timeout, poll_interval=POLL)
        try:
            if self._url and self._line is None:
                self._line = _line_that_holds(self._url, self._key, end)
        except BaseException:
            self._file.release()
            raise

    def release(self) -> None:
        if self._file.lock_counter == 1:
            self._hang_up()
        self._file.release()

    def renew(self, timeout: float) -> None:
        """Take it again where the database was gone meanwhile and forgot who held it."""
        if self._line is None:
            return
        from core.psycopg_inside import LineError

        try:
            self._line.execute("SELECT 1")
        except LineError:
            self._hang_up()
            assert self._url
            self._line = _line_that_holds(self._url, self._key, time.monotonic() + timeout)

    def holder(self) -> str:
        """Who holds it, as the database knows; empty where there is none, or nobody."""
        if not self._url:
            return ""
        with _told():
            from core.psycopg_inside import open_line

            with open_line(self._url, _myself()) as line:
                row = line.execute(HOLDER, (self._key >> 32, self._key & 0xFFFFFFFF)).fetchone()
        return str(row[0]) if row else ""

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def is_shared(database_url: str | None) -> bool:
    """Whether other machines may use the same database."""
    return bool(database_url and POSTGRESQL.match(database_url))


@contextmanager
def alone(path: Path, what: str, database_url: str | None, timeout: float) -> Iterator[None]:
    """The only one in the block; TimeoutError where others do not end."""
    lock = SharedLock(path, what, database_url)
    lock.acquire(timeout)
    try:
        yield
    finally:
        lock.release()


def _line_that_holds(url: str, key: int, end: float) -> "PatientConnection":
    with _told():
        from core.psycopg_inside import open_line

        line = open_line(url, _myself())
        try:
            while not line.execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone() == (True,):
                if time.monotonic() >= end:
                    raise TimeoutError
                time.sleep(ASKED_EVERY)
        except BaseException:
            line.close()
            raise
        return line


@contextmanager
def _told() -> Iterator[None]:
    from core.psycopg_inside import LineError

    try:
        yield
    except LineError as error:
        raise StoreUnreachable(SILENT.format(mask(" ".join(str(error).split())))) from error


def _myself() -> str:
    return f"Prozess {os.getpid()} auf {socket.gethostname()}"
