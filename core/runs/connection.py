"""The way to the database: SQLite in a file, or PostgreSQL; one connection per call, from a pool."""

import os
import re
import secrets
import sqlite3
import string
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    DateTime,
    Dialect,
    Engine,
    Select,
    String,
    Table,
    Text,
    TypeDecorator,
    create_engine,
    event,
    text,
)
from sqlalchemy.engine import URL, Row as EngineRow, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from core.base.errors import EingabeError, StoreUnreachable
from core.base.key_masker import mask
from core.wortlaut.errors import DashboardError

Query: TypeAlias = Select[Any]
SqlRow: TypeAlias = EngineRow[Any]
Condition: TypeAlias = ColumnElement[bool]
"""Of a row, SQLAlchemy knows the types only where the columns are written into the very query."""

NOT_STORABLE = re.compile(r"[\\\x00\ud800-\udfff]")
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")


class ExactText(TypeDecorator[str]):
    """Text that comes back exactly as given: what databases refuse is kept as \\uXXXX."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return value and NOT_STORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        return value and ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)


class KeywordText(TypeDecorator[str]):
    """One of a few words. psycopg would write the name of an Enum's member, not its value."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return value if value is None else str(value)


class Zeitpunkt(TypeDecorator[datetime]):
    """A moment with its zone outside, UTC without one inside: SQLite keeps no zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


class Namen(TypeDecorator[tuple[str, ...]]):
    """A few names in one column, „|SPD|CDU|“, so that one of them can be searched for."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str:
        return f"|{'|'.join(value)}|" if value else ""

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...]:
        return tuple(name for name in (value or "").split("|") if name)


JsonColumn = JSON(none_as_null=True)


# --- the SQLite file is watched -----------------------------------------------------------------------------
# Deleted or replaced while it is open, SQLite would write on into nothing.

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
    def after(_: object, record: ConnectionPoolEntry) -> None:
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


BEGUN = ".begonnen"
"""The ending of an empty file beside the database's. It says that a store was made here."""


def refuse_emptied(path: str) -> None:
    """Before anybody opens it: SQLite takes a file of no bytes for a new database, and drops its journal.

    Somebody else who makes the first store here just now has such a file too, but no mark.
    """
    mark = Path(path + BEGUN)
    try:
        size = os.stat(path).st_size
    except OSError:
        with suppress(OSError):  # whoever took the store away begins a new one
            mark.unlink(missing_ok=True)
        return
    if size == 0 and mark.exists():
        raise DashboardError(
            f"Die Datei {path!r} ist leer, obwohl hier schon Läufe gespeichert wurden. Bitte löschen Sie die "
            "leere Datei, und lesen Sie die letzte Sicherung ein: „python -m core restore SICHERUNG“. Ohne "
            "Sicherung beginnt dann ein neuer Laufspeicher, in dem die früheren Läufe fehlen."
        )


def note_begun(engine: Engine) -> None:
    """For `refuse_emptied`. Where no mark can be made nothing else is lost."""
    if path := file_of(engine):
        with suppress(OSError):
            Path(path + BEGUN).touch()


def file_of(engine: Engine) -> str | None:
    """The file of a SQLite database, None of every other and of one in memory."""
    url = engine.url
    return url.database if url.get_backend_name() == "sqlite" and url.database != ":memory:" else None


# --- the way to the database: SQLite in a file, or PostgreSQL; one connection per call, from a pool ---------


class StoreDamaged(DashboardError):
    """A value is not what its column holds: somebody changed the database by other means."""


BUSY_SECONDS = 30
CONNECT_SECONDS = 5

Row = Mapping[str, Any]


@contextmanager
def _unreferenced(connection: Connection) -> Iterator[None]:
    """Around a transaction, for within one SQLite does not change over."""
    file: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "sqlite":
        file.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        if connection.dialect.name == "sqlite":
            file.execute("PRAGMA foreign_keys = ON")


def _refuse_loose(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        if loose := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise StoreDamaged(f"Zeilen von „{loose[0]}“ gehören zu nichts mehr; nichts wurde verändert.")


@dataclass(frozen=True, slots=True)
class StoreConnection:
    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with told_in_german(self.engine.url), self.engine.connect() as connection:
            try:
                yield connection
            except ValueError as error:
                raise StoreDamaged(
                    f"Im Laufspeicher steht etwas, das sich nicht lesen lässt ({error}). Welcher Lauf es "
                    "ist, steht auf der Seite „Anträge“; dort können Sie ihn löschen."
                ) from error

    @contextmanager
    def writing(self, rebuilds: bool = False) -> Iterator[Connection]:
        """One transaction, which waits for the other writers before it reads anything.

        `rebuilds`: tables may be made anew in it, and SQLite looks only at its end whether every row still
        has what it refers to; else it would remove what hangs on a table with that.
        """
        with told_in_german(self.engine.url), self.engine.connect() as connection:
            with _unreferenced(connection) if rebuilds else nullcontext():
                with connection.execution_options(writes=True).begin():
                    check_written(connection)
                    yield connection
                    if rebuilds:
                        _refuse_loose(connection)
                    check_written(connection)
            check_written(connection)  # only now is anybody told that it is stored

    def close(self) -> None:
        self.engine.dispose()


def open_engine(url: str | None, folder: Path) -> Engine:
    """The engine of DATABASE_URL, or of a SQLite file in the folder."""
    parsed = _parse(url) if url else _file_in(folder)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    engine = create_engine(
        parsed,
        connect_args={"timeout": BUSY_SECONDS} if is_sqlite else {"connect_timeout": CONNECT_SECONDS},
        pool_pre_ping=not is_sqlite,
        hide_parameters=True,
    )
    if is_sqlite:
        # Transactions begin when we say so; a writing one takes its lock at once, so it never fails halfway.
        @event.listens_for(engine, "connect")
        def connect(connection: sqlite3.Connection, _: object) -> None:
            connection.isolation_level = None
            _use_wal(connection)
            connection.execute("PRAGMA foreign_keys = ON")

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            writes = connection.get_execution_options().get("writes")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    if path := file_of(engine):
        refuse_emptied(path)
        watch(engine, path)
    return engine


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(table.insert(), [dict(row) for row in rows])


def insert_missing(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert the rows whose key is not there yet, in the order of keys: so two writers cannot deadlock."""
    key = [column.name for column in table.primary_key]
    insert: Any = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
    if rows:
        in_order = sorted((dict(row) for row in rows), key=lambda row: [row[name] for name in key])
        connection.execute(insert(table).on_conflict_do_nothing(), in_order)


def lock_table(connection: Connection, table: Table) -> None:
    """Keep other writers out of the table; in SQLite they are out anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))


def new_id() -> str:
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(10))


FILE = "laeufe.sqlite3"


def _file_in(folder: Path) -> URL:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DashboardError(
            f"Der Ordner {str(folder)!r} für die Läufe lässt sich nicht anlegen ({error.strerror}). "
            "Bitte die Rechte prüfen."
        ) from error
    return URL.create("sqlite", database=str(folder / FILE))


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # the port is no number
        raise EingabeError(
            "DATABASE_URL ist keine Adresse einer Datenbank. Erwartet: postgresql://nutzer:passwort@rechner/name."
        ) from error
    backend = parsed.get_backend_name()
    if backend not in ("sqlite", "postgresql", "postgres"):
        raise EingabeError(f"DATABASE_URL nennt „{backend}“. Möglich sind postgresql:// und sqlite:///.")
    return parsed if backend == "sqlite" else parsed.set(drivername="postgresql+psycopg")


@contextmanager
def told_in_german(url: URL) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise  # what was to be written is wrong, not the database
    except DBAPIError as error:
        reason = mask(" ".join(str(error.orig).split()))
        if url.get_backend_name() == "sqlite":  # a file has no server to look after
            # The lower byte of SQLite's code is the kind of fault.
            fault = (getattr(error.orig, "sqlite_errorcode", None) or 0) & 0xFF
            if fault in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise DashboardError(
                    f"Die Datei {url.database!r} mit den Läufen ist beschädigt ({reason}). Bitte legen Sie "
                    "sie beiseite, und lesen Sie die letzte Sicherung ein: „python -m core restore "
                    "SICHERUNG“."
                ) from error
            raise DashboardError(
                f"In {url.database!r} lassen sich Läufe nicht lesen oder speichern ({reason}). Bitte prüfen, "
                "ob dort Platz frei ist, geschrieben werden darf und kein anderes Programm die Datei lange "
                "festhält."
            ) from error
        kind = StoreUnreachable if isinstance(error, OperationalError | InterfaceError) else DashboardError
        raise kind(
            f"Der Laufspeicher {url.render_as_string()} antwortet nicht wie erwartet ({reason}). "
            "Bitte prüfen, ob die Datenbank läuft, Platz hat und DATABASE_URL stimmt."
        ) from error


def _use_wal(connection: sqlite3.Connection) -> None:
    """Changing over does not wait for others by itself, and two may create the file at once."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
