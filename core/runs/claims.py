"""Claims: whoever begins something that is paid for holds its name meanwhile, and who comes second waits.

A claim ends with its process, whatever ends that: the operating system or PostgreSQL takes it back. In SQLite
it is a locked byte of one file beside the database, in PostgreSQL an advisory lock of a session. Both are the
process's (or the session's), so threads are told apart here. Whoever holds a claim that others wait for waits
for no second, so nobody can wait in a circle.
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from core.errors import DashboardError
from core.runs.connection import StoreConnection, file_of, told_in_german

POLL = 0.25
"""Seconds between two looks at whether a claim is free, and whether it is still wanted."""

SUFFIX = ".fragen.lock"

QUICK_TO_NOTICE = (
    "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4"
)
"""So the server hears within a minute that a machine has lost its power; without it only after hours."""


@contextmanager
def claimed(
    store: StoreConnection, name: str, is_wanted: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Wait until nobody else holds the name, and hold it; without it where it is no longer wanted.

    A thread that holds it may claim it again.
    """
    claims, number = _claims(store), _number(name)
    if claims.is_mine(number):
        yield
        return
    while not (taken := claims.take(store.engine, number)) and is_wanted():
        time.sleep(POLL)
    try:
        yield
    finally:
        if taken:
            claims.give_back(number)


def is_free(store: StoreConnection, name: str) -> bool:
    """Does nobody hold it, here or elsewhere? No where that cannot be found out."""
    claims, number = _claims(store), _number(name)
    try:
        taken = claims.take(store.engine, number)
    except DashboardError:
        return False
    if taken:
        claims.give_back(number)
    return taken


def tells_of_death(store: StoreConnection) -> bool:
    """Does a name that is free prove that its holder's process has ended?

    Not in PostgreSQL, where a session may break off while its process lives.
    """
    return file_of(store.engine) is not None and os.name == "posix"


def _number(name: str) -> int:
    """A place in a file and a `bigint`. Should two names have the same, one waits without need."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 2


class _Locks(Protocol):
    """Kept between processes; taken for each number by one thread at a time."""

    def take(self, number: int) -> bool: ...
    def give_back(self, number: int) -> None: ...
    def close(self) -> None: ...


class _Claims:
    """Those of this process on one database. The locks are open as long as one is held."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders: dict[int, int] = {}
        self._locks: _Locks | None = None

    def is_mine(self, number: int) -> bool:
        return self._holders.get(number) == threading.get_ident()

    def take(self, engine: Engine, number: int) -> bool:
        with self._lock:
            if number in self._holders:
                return False
            try:
                self._locks = self._locks or _open(engine)
                if taken := self._locks.take(number):
                    self._holders[number] = threading.get_ident()
            finally:
                self._close_unused()
            return taken

    def give_back(self, number: int) -> None:
        with self._lock:
            del self._holders[number]
            if self._locks:
                self._locks.give_back(number)
            self._close_unused()

    def _close_unused(self) -> None:
        if self._locks and not self._holders:
            self._locks.close()
            self._locks = None


@cache
def _claims_at(address: str) -> _Claims:
    """One for all stores of this process that are the same database: the locks do not tell them apart."""
    return _Claims()


def _claims(store: StoreConnection) -> _Claims:
    file = file_of(store.engine)
    return _claims_at(os.path.realpath(file) if file else store.engine.url.render_as_string(False))


def _open(engine: Engine) -> _Locks:
    if engine.url.get_backend_name() != "sqlite":
        return _Session(engine)
    file = file_of(engine)
    return _LockedBytes(os.path.realpath(file) + SUFFIX) if file and os.name == "posix" else _ThisProcess()


class _ThisProcess:
    """A database in memory is nobody else's, and where there is no POSIX the threads alone are kept apart."""

    def take(self, number: int) -> bool:
        return True

    def give_back(self, number: int) -> None: ...

    def close(self) -> None: ...


class _LockedBytes:
    """Opened here alone: POSIX drops all locks of a process on a file when it closes that file anywhere."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise self._failed(error) from error

    def take(self, number: int) -> bool:
        import fcntl

        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except (BlockingIOError, PermissionError):  # POSIX lets a system say either of a lock that is held
            return False
        except OSError as error:
            raise self._failed(error) from error
        return True

    def give_back(self, number: int) -> None:
        import fcntl

        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, number)

    def close(self) -> None:
        os.close(self._file)

    def _failed(self, error: OSError) -> DashboardError:
        return DashboardError(
            f"In der Datei {self._path!r} lässt sich nicht vermerken, welche Frage gerade beantwortet wird "
            f"({error.strerror or error}). Bitte dort Rechte und freien Platz prüfen."
        )


class _Session:
    """Beside the pool, which is for short transactions. Where it breaks, what it held is free."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def take(self, number: int) -> bool:
        with told_in_german(self._engine.url):
            return bool(self._asked("SELECT pg_try_advisory_lock(:number)", number))

    def give_back(self, number: int) -> None:
        with suppress(DBAPIError):  # a session that is gone holds nothing
            self._asked("SELECT pg_advisory_unlock(:number)", number)

    def close(self) -> None:
        if self._connection:
            with suppress(DBAPIError):
                self._connection.close()
        self._connection = None

    def _asked(self, query: str, number: int) -> object:
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._connection.detach()
                self._connection.exec_driver_sql(QUICK_TO_NOTICE)
            return self._connection.scalar(text(query), {"number": number})
        except DBAPIError:  # one that broke off is of no use any more
            self.close()
            raise
