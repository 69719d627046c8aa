"""Whether the tables are those of this program. Making them takes Alembic, which is slow to load."""

import hashlib
from functools import cache

from core.runs.connection import StoreConnection
from core.runs.sql import Table, text
from core.runs.tables import metadata

NOTED_IN = "alembic_version"


@cache
def newest() -> str:
    """Until the first release a version is made of the tables: a store with others is told apart by it."""
    shapes = "\n".join(_shape(table) for table in metadata.sorted_tables)
    return f"0001_{hashlib.sha256(shapes.encode()).hexdigest()[:12]}"


def _shape(table: Table) -> str:
    columns = [
        (
            c.name,
            repr(c.type),
            c.nullable,
            c.primary_key,
            sorted(key.target_fullname for key in c.foreign_keys),
        )
        for c in table.columns
    ]
    indexes = sorted((str(index.name), [c.name for c in index.columns]) for index in table.indexes)
    return f"{table.name} {columns} {indexes}"


def is_current(store: StoreConnection) -> bool:
    with store.reading() as connection:
        if not connection.dialect.has_table(connection, NOTED_IN):
            return False
        version: str | None = connection.scalar(text(f"SELECT version_num FROM {NOTED_IN}"))
    return version == newest()
