from collections.abc import Iterator
from pathlib import Path

import pytest

from core.runs.sql import create_engine, make_url, text
from core.runs.store import Runstore, open_store
from tests.runs.postgres import cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'laeufe.sqlite3'}"
    server = request.getfixturevalue("postgres")
    name = f"t{abs(hash(str(tmp_path)))}"
    engine = create_engine(
        make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[Runstore]:
    store = open_store(url, tmp_path)
    yield store
    store.close()
