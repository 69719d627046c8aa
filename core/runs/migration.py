"""Whether the tables of a database are those of this program, and how they get there."""

import hashlib
import importlib.resources
from functools import cache

from sqlalchemy import Connection, Table, text

from core.errors import DashboardError
from core.runs.connection import StoreConnection
from core.runs.tables import metadata

NOTED_IN = "alembic_version"
LOCK = 8_140_917
"""Any number, but always the same: it stands for „somebody is migrating“ in PostgreSQL."""


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


def migrate(store: StoreConnection) -> None:
    """Upgrade to the newest, one process at a time. The versions lie in `migrations`."""
    with store.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    from alembic.migration import MigrationContext  # slow to load, and needed for a new database alone
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(importlib.resources.files("core.runs").joinpath("migrations")))
    known = [script.revision for script in scripts.walk_revisions()]
    context = MigrationContext.configure(connection)
    current = context.get_current_revision()
    if current not in known and (current or connection.dialect.has_table(connection, "lauf")):
        raise DashboardError(
            f"Der Laufspeicher hat eine Fassung ({current or 'ohne Nummer'}), die dieses Programm nicht "
            "kennt: Bitte nehmen Sie die Version, die ihn angelegt hat, oder geben Sie mit LAEUFE_DIR oder "
            "DATABASE_URL einen anderen Ort an; dort entsteht ein leerer."
        )
    steps = list(scripts.iterate_revisions(known[0], current or "base"))
    with Operations.context(context):
        for script in reversed(steps):
            script.module.upgrade()
            context.stamp(scripts, script.revision)
