"""Bring a database to the newest version of its tables. The versions lie in `migrations`."""

import importlib.resources
from functools import cache

from alembic import op
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

from core.errors import DashboardError
from core.runs.connection import StoreConnection
from core.runs.sql import Connection, text

__all__ = ["migrate", "op", "versionen"]

LOCK = 8_140_917
"""Any number, but always the same: it stands for „somebody is migrating“ in PostgreSQL."""


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(importlib.resources.files("core.runs").joinpath("migrations")))


def versionen() -> list[str]:
    """Every version of the tables, the oldest first."""
    return [script.revision for script in _scripts().walk_revisions()][::-1]


def migrate(store: StoreConnection) -> None:
    """Upgrade to the newest, one process at a time; costs one query where there is nothing to do."""
    goal = versionen()[-1]
    with store.reading() as connection:
        if _version_of(connection) == goal:
            return
    with store.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        _upgrade(connection, goal)


def _upgrade(connection: Connection, goal: str) -> None:
    context = MigrationContext.configure(connection)
    current = _version_of(connection)
    if current not in versionen() and (current or connection.dialect.has_table(connection, "lauf")):
        raise DashboardError(
            f"Der Laufspeicher hat eine Fassung ({current or 'ohne Nummer'}), die dieses Programm nicht "
            "kennt: Bitte nehmen Sie die Version, die ihn angelegt hat, oder geben Sie mit LAEUFE_DIR oder "
            "DATABASE_URL einen anderen Ort an; dort entsteht ein leerer."
        )
    steps = list(_scripts().iterate_revisions(goal, current or "base"))
    with Operations.context(context):
        for script in reversed(steps):
            script.module.upgrade()
            context.stamp(_scripts(), script.revision)


def _version_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
