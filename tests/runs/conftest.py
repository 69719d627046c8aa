import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from core.runs.store import Runstore, open_store
from tests.runs.postgres import cluster

EMPTY, WITH_TABLES = "template1", "laeufe"
"""Databases of the server to copy from."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as server:
        open_store(_create(server, WITH_TABLES, EMPTY), Path()).close()
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, leere_laeufe: Path, tmp_path: Path) -> str:
    """The address of an empty database, of each kind; where a test takes the store, it has its tables."""
    has_tables = "store" in request.fixturenames
    if request.param == "sqlite":
        if has_tables:
            shutil.copytree(leere_laeufe, tmp_path, dirs_exist_ok=True)
        return f"sqlite:///{tmp_path / 'laeufe.sqlite3'}"
    server = request.getfixturevalue("postgres")
    return _create(server, f"t{abs(hash(str(tmp_path)))}", WITH_TABLES if has_tables else EMPTY)


def _create(server: str, name: str, template: str) -> str:
    engine = create_engine(
        make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[Runstore]:
    store = open_store(url, tmp_path)
    yield store
    store.close()
