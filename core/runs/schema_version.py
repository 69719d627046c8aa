"""Whether the tables are those of this program. Bringing them there takes Alembic, which is slow to load."""

from importlib.resources import files

from core.runs.connection import StoreConnection
from core.runs.sql import text

NOTED_IN = "alembic_version"


def is_current(store: StoreConnection) -> bool:
    with store.reading() as connection:
        if not connection.dialect.has_table(connection, NOTED_IN):
            return False
        version: str | None = connection.scalar(text(f"SELECT version_num FROM {NOTED_IN}"))
    return version == _newest()


def _newest() -> str:
    """„0003“ of `v0003_stimmen_und_pruefungen.py`."""
    names = (path.name for path in files("core.runs").joinpath("migrations/versions").iterdir())
    return max(name for name in names if name.startswith("v"))[1:5]
