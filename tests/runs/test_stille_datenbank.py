"""A PostgreSQL that hangs (stopped by SIGSTOP) is told in German, soon, and used again once it goes on."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import DashboardError
from core.runs.sql import text
from core.runs.store import Runstore, open_store
from tests.runs.postgres import cluster


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Runstore]:
    """The store in a server of its own, which nobody else waits for."""
    with cluster() as server:
        store = open_store(server, tmp_path)
        yield store
        store.close()


@contextmanager
def frozen(store: Runstore) -> Iterator[None]:
    """The server with all its processes, its sockets open."""
    with store.reading() as connection:
        folder = Path(connection.scalar(text("SHOW data_directory")))
    first = int((folder / "postmaster.pid").read_text().splitlines()[0])
    pids = [first, *_children(first)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def test_a_database_that_hangs_is_told_and_used_again(own: Runstore) -> None:
    assert own.count_laeufe() == 0
    with frozen(own):
        begin = time.monotonic()
        with pytest.raises(DashboardError, match=r"Der Laufspeicher .* antwortet nicht") as raised:
            own.count_laeufe()
        assert time.monotonic() - begin < 20
    assert "Bitte prüfen, ob die Datenbank läuft" in str(raised.value)
    assert own.count_laeufe() == 0


def test_one_that_does_not_come_to_an_end_is_told_too(own: Runstore) -> None:
    begin = time.monotonic()
    with pytest.raises(DashboardError, match="keine Antwort in 1 s"), own.reading() as connection:
        connection.connection.driver_connection.patience = 1.0
        connection.execute(text("SELECT pg_sleep(50)"))
    assert time.monotonic() - begin < 15
    assert own.count_laeufe() == 0
