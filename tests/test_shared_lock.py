"""What only one may do at a time, on machines that share nothing but a database: a real PostgreSQL."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from core.context import Context
from core.errors import EingabeError, IndexGesperrt, StoreUnreachable
from core.operation.restoring import _alone
from core.runs.connection import StoreConnection, open_engine
from core.runs.migration import LOCK
from core.runs.schema_version import newest
from core.runs.sql import text
from core.runs.store import open_store
from core.settings import Settings
from core.shared_lock import SharedLock, alone, is_shared
from tests.index.stores import killed_at_end, make_store, started
from tests.prozesse import until
from tests.runs.postgres import cluster


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with cluster() as url:
        yield url


def child_holds(folder: Path, what: str, url: str, ready: Path) -> None:
    folder.mkdir()
    with alone(folder / "lock", what, url, 10):
        ready.touch()
        time.sleep(120)


def held_elsewhere(tmp_path: Path, what: str, url: str) -> BaseProcess:
    """By a process that shares the database, but no folder."""
    holder = started(child_holds, tmp_path / "anderswo", what, url, tmp_path / "bereit")
    until((tmp_path / "bereit").exists)
    return holder


def taken(lock: SharedLock) -> bool:
    try:
        lock.acquire(0)
    except TimeoutError:
        return False
    lock.release()
    return True


def test_killed_holder_leaves_nothing_and_is_named_while_it_lives(tmp_path: Path, url: str) -> None:
    lock = SharedLock(tmp_path / "lock", "probe", url)
    with killed_at_end(held_elsewhere(tmp_path, "probe", url)) as holder:
        assert not taken(lock)
        assert lock.holder() == f"Prozess {holder.pid} auf {socket.gethostname()}"
        assert taken(SharedLock(tmp_path / "other", "another", url))
        assert holder.pid
        os.kill(holder.pid, signal.SIGKILL)
        until(lambda: taken(lock), 20)
    assert lock.holder() == ""


@pytest.mark.parametrize(
    ("what", "begin", "told"),
    [
        ("index", lambda context: context.store.writing(0), IndexGesperrt),
        ("wiederherstellen", _alone, EingabeError),
    ],
)
def test_one_at_a_time_wherever_it_runs(
    what: str, begin: Callable[[Context], object], told: type[Exception], tmp_path: Path, url: str
) -> None:
    places = {name: tmp_path / "hier" for name in ("chroma_dir", "laeufe_dir", "pdf_dir")}
    context = Context(replace(Settings(), database_url=url, **places))
    with killed_at_end(held_elsewhere(tmp_path, what, url)) as holder:
        with pytest.raises(told), begin(context):  # type: ignore[attr-defined]
            raise AssertionError("two at once")
        assert holder.pid
        os.kill(holder.pid, signal.SIGKILL)

        def begun() -> bool:
            try:
                with begin(context):  # type: ignore[attr-defined]
                    return True
            except told:
                return False

        until(begun, 20)


def test_indexer_elsewhere_is_named(tmp_path: Path, url: str) -> None:
    store = make_store(Settings(chroma_dir=tmp_path / "hier", database_url=url))
    with killed_at_end(held_elsewhere(tmp_path, "index", url)) as holder:
        with pytest.raises(IndexGesperrt, match=f"Prozess {holder.pid} auf"), store.writing(0):
            pass


def test_thread_that_holds_it_takes_it_again_and_others_wait(tmp_path: Path, url: str) -> None:
    lock, seen = SharedLock(tmp_path / "lock", "probe", url), []
    lock.acquire(1)
    lock.acquire(1)
    lock.release()
    thread = threading.Thread(target=lambda: seen.append(taken(lock)))
    thread.start()
    thread.join()
    assert seen == [False] and lock.is_mine
    lock.release()
    assert taken(lock)


def end_lines(url: str) -> None:
    """As a restart of the server does."""
    engine = open_engine(url, Path())
    with StoreConnection(engine).writing() as connection:
        ours = "FROM pg_stat_activity WHERE application_name LIKE 'Prozess %'"
        connection.execute(text(f"SELECT pg_terminate_backend(pid, 5000) {ours}"))
    engine.dispose()


def test_lock_that_the_database_forgot_is_taken_again_or_given_up(tmp_path: Path, url: str) -> None:
    lock, other = (SharedLock(tmp_path / name, "probe", url) for name in ("lock", "other"))
    lock.acquire(1)
    end_lines(url)
    lock.renew(1)
    assert not taken(other)
    end_lines(url)
    other.acquire(5)
    with pytest.raises(TimeoutError):
        lock.renew(0)
    lock.release()
    other.release()
    assert taken(lock)


def test_silent_database_is_told_and_leaves_no_lock(tmp_path: Path) -> None:
    lock = SharedLock(tmp_path / "lock", "probe", "postgresql://nutzer:geheimgeheim@127.0.0.1:9/x")
    with pytest.raises(StoreUnreachable, match="antwortet nicht") as told:
        lock.acquire(1)
    assert "geheimgeheim" not in str(told.value) and not lock.is_mine


def test_files_do_where_there_is_no_shared_database(tmp_path: Path) -> None:
    assert [is_shared(url) for url in (None, "sqlite:///x", "postgres://x/y", "postgresql+psycopg://x")] == [
        False,
        False,
        True,
        True,
    ]
    lock = SharedLock(tmp_path / "lock", "probe", "sqlite:///x")
    lock.acquire(0)
    assert not taken(SharedLock(tmp_path / "lock", "probe", None)) and lock.holder() == ""
    lock.release()


def child_opens(url: str, folder: Path) -> None:
    open_store(url, folder).close()


def test_one_makes_the_tables_and_a_killed_one_leaves_the_way_free(tmp_path: Path, url: str) -> None:
    store = StoreConnection(open_engine(url, tmp_path))
    with store.writing() as connection:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        waiting = [started(child_opens, url, tmp_path) for _ in range(2)]
        until(lambda: _waiting(store) == 2, 60)
        assert waiting[0].pid
        os.kill(waiting[0].pid, signal.SIGKILL)
        waiting[0].join()
    waiting[1].join(60)
    assert waiting[1].exitcode == 0
    with store.reading() as connection:
        (version,) = connection.scalars(text("SELECT version_num FROM alembic_version"))
    assert version == newest()
    store.close()


def _waiting(store: StoreConnection) -> int:
    with store.reading() as connection:
        count = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        return int(connection.scalar(text(count)) or 0)
