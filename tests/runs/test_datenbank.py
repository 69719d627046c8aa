"""The database itself: its version, several processes, addresses that do not work."""

import os
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from core.base.errors import EingabeError
from core.runs.connection import StoreConnection, open_engine
from core.runs.lauf import Status
from core.runs.store import LOCK, open_store
from core.wortlaut.errors import DashboardError
from tests.prozesse import processes, until
from tests.runs.beispiele import finished_lauf, gebunden, neuer_lauf, teil

pytestmark = pytest.mark.contract


def test_opening_again_keeps_everything(url: str, tmp_path: Path) -> None:
    first = open_store(url, tmp_path)
    lauf_id = finished_lauf(first)
    whole = first.load(lauf_id)
    first.close()
    second = open_store(url, tmp_path)
    assert second.load(lauf_id) == whole
    second.close()


def _open_and_write(url: str, folder: Path, partei: str) -> None:
    store = open_store(url, folder)
    lauf_id = store.start(neuer_lauf(schluessel=partei))
    for number in range(5):
        store.save_teil(lauf_id, teil(f"{partei}{number}"), [], [gebunden(f"{partei}{number}")])
    store.finish(lauf_id)
    store.close()


def test_processes_may_open_and_write_at_once(url: str, tmp_path: Path) -> None:
    writers = [processes.Process(target=_open_and_write, args=(url, tmp_path, f"P{n}")) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * 4
    store = open_store(url, tmp_path)
    assert (store.count_laeufe(), store.quote_counts()[0].emittiert) == (4, 20)
    store.close()


def _die_while_writing(url: str, folder: Path) -> None:
    store = open_store(url, folder)
    lauf_id = store.start(neuer_lauf(), datetime(2026, 1, 5, tzinfo=UTC))
    store.save_teil(lauf_id, teil(), [], [gebunden()])
    with store.writing() as connection:
        connection.execute(text("DELETE FROM zitat"))
        os._exit(9)


def test_crash_loses_nothing_that_was_saved(url: str, tmp_path: Path) -> None:
    writer = processes.Process(target=_die_while_writing, args=(url, tmp_path))
    writer.start()
    writer.join()
    assert writer.exitcode == 9
    store = open_store(url, tmp_path)
    (line,) = store.list_laeufe()
    assert store.load(line.id).zitate == (gebunden(),)
    with store.writing() as connection:
        connection.execute(text("UPDATE lauf SET herzschlag = '2025-01-01 00:00:00'"))
    store.close()
    reopened = open_store(url, tmp_path)
    assert reopened.load(line.id).status is Status.ABGEBROCHEN
    reopened.close()


@pytest.mark.parametrize(
    ("url", "error", "said"),
    [
        ("mysql://rechner/name", EingabeError, "mysql"),
        ("irgendwas", EingabeError, "DATABASE_URL"),
        ("postgres://eva:geheimes@127.0.0.1:1/laeufe", DashboardError, r"eva:\*\*\*@127\.0\.0\.1"),
    ],
)
def test_address_that_does_not_work_is_told_without_its_password(
    url: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said) as raised:
        open_store(url, tmp_path)
    assert "geheimes" not in str(raised.value)


def test_sqlite_lies_in_the_folder_and_lets_readers_read(tmp_path: Path) -> None:
    store = open_store(None, tmp_path / "neu")
    assert (tmp_path / "neu" / "laeufe.sqlite3").exists()
    lauf_id = finished_lauf(store)
    with store.writing():
        assert store.load(lauf_id).id == lauf_id
    store.close()


def _open(url: str, folder: Path) -> None:
    open_store(url, folder).close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_one_makes_the_tables_and_a_killed_one_leaves_the_way_free(url: str, tmp_path: Path) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    holder = StoreConnection(open_engine(url, tmp_path))
    with holder.writing() as connection:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        killed, other = (processes.Process(target=_open, args=(url, tmp_path)) for _ in range(2))
        killed.start()
        other.start()
        until(lambda: connection.scalar(text(waiting)) == 2, 60)
        assert killed.pid
        os.kill(killed.pid, signal.SIGKILL)
        killed.join()
    other.join()
    assert other.exitcode == 0
    holder.close()
    open_store(url, tmp_path).close()
