"""Kinds of columns of our own, and what every database is asked in its own words.

Strings of a model or a PDF may hold what no database keeps as text (NUL, lone surrogates): see `ExactText`.
"""

import re
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import (
    JSON,
    ColumnElement,
    DateTime,
    Dialect,
    Select,
    String,
    Table,
    Text,
    TypeDecorator,
)

Query: TypeAlias = Select[Any]
SqlRow: TypeAlias = Any
Condition: TypeAlias = ColumnElement[bool]
"""Of a row, SQLAlchemy knows the types only where the columns are written into the very query."""

NOT_STORABLE = re.compile(r"[\\\x00\ud800-\udfff]")
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")


def insert_new(table: Table, dialect: str) -> Any:
    """An INSERT that leaves the rows whose key is there as they are."""
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as insert_sqlite

        return insert_sqlite(table).on_conflict_do_nothing()
    from sqlalchemy.dialects.postgresql import insert as insert_postgresql

    return insert_postgresql(table).on_conflict_do_nothing()


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


Json = JSON(none_as_null=True)
