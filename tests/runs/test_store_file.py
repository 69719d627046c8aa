"""Who deletes or replaces the file of a running store is told; nothing is acknowledged that would be lost."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.runs import write_laeufe
from core.runs.lauf import Status
from core.runs.store import Runstore, open_store
from core.wortlaut.errors import DashboardError
from tests.runs.beispiele import finished_lauf, neuer_lauf, teil

FILE = "laeufe.sqlite3"


@pytest.fixture
def folder(leere_laeufe: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(leere_laeufe, tmp_path / "laeufe"))


@pytest.fixture
def store(folder: Path) -> Iterator[Runstore]:
    store = open_store(None, folder)
    yield store
    store.close()


def delete_file(folder: Path) -> None:
    (folder / FILE).unlink()


def delete_all_files(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def delete_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def replace_file(folder: Path) -> None:
    shutil.copy(folder / FILE, folder / "sicherung")
    (folder / "sicherung").replace(folder / FILE)


def replace_folder(folder: Path) -> None:
    folder.rename(folder.with_name("beiseite"))
    shutil.copytree(folder.with_name("beiseite"), folder)


def delete_journal(folder: Path) -> None:
    (folder / f"{FILE}-wal").unlink()


def link_elsewhere(folder: Path) -> None:
    shutil.move(folder / FILE, folder.with_name("anderswo"))
    shutil.copy(folder.with_name("anderswo"), folder.with_name("kopie"))
    (folder / FILE).symlink_to(folder.with_name("kopie"))


WAYS = [
    delete_file, delete_all_files, delete_folder, replace_file, replace_folder, delete_journal,
    link_elsewhere,
]  # fmt: skip


@pytest.mark.parametrize("harm", WAYS)
def test_nothing_is_acknowledged_that_would_be_lost(
    folder: Path, store: Runstore, harm: Callable[[Path], None]
) -> None:
    lauf_id = finished_lauf(store)
    running = store.start(neuer_lauf())
    harm(folder)
    for write in (
        lambda: store.start(neuer_lauf()),
        lambda: store.save_teil(running, teil()),
        lambda: store.finish(running),
        lambda: store.delete([lauf_id]),
        lambda: store.save_antrag(neuer_lauf().antrag, "eingegeben"),
    ):
        with pytest.raises(DashboardError, match="gelöscht, verschoben oder ersetzt"):
            write()
    if harm is not delete_journal:
        with pytest.raises(DashboardError, match="starten Sie ihn neu"):
            store.list_laeufe()
    assert not (folder / FILE).exists() or (folder / FILE).stat().st_size > 0, "an empty one must not appear"


@pytest.mark.parametrize("harm", [delete_file, delete_all_files, replace_file, delete_folder, delete_journal])
@pytest.mark.parametrize("moment", ["within", "at the commit"])
def test_what_is_being_written_just_then_is_not_acknowledged(
    folder: Path, store: Runstore, harm: Callable[[Path], None], moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.start(neuer_lauf())

    def then_harm(original: Callable[..., object]) -> Callable[..., object]:
        harms = [harm]

        def during(*arguments: object) -> object:
            result = original(*arguments)
            while harms:
                harms.pop()(folder)
            return result

        return during

    if moment == "within":
        monkeypatch.setattr(write_laeufe, "insert_rows", then_harm(write_laeufe.insert_rows))
    else:
        dialect = store.engine.dialect
        monkeypatch.setattr(dialect, "do_commit", then_harm(dialect.do_commit))
    with pytest.raises(DashboardError, match="gelöscht"):
        store.start(neuer_lauf())


def test_new_connections_find_out_too(folder: Path, store: Runstore) -> None:
    delete_file(folder)
    store.engine.dispose()
    with pytest.raises(DashboardError, match="gelöscht"):
        store.start(neuer_lauf())
    assert not (folder / FILE).exists()


def test_file_put_back_is_written_again_and_a_restart_takes_what_is_there(
    folder: Path, store: Runstore
) -> None:
    lauf_id = finished_lauf(store)
    (folder / FILE).rename(folder / "weg")
    with pytest.raises(DashboardError):
        store.list_laeufe()
    (folder / "weg").rename(folder / FILE)
    assert store.load(lauf_id).status is Status.FERTIG
    assert finished_lauf(store) != lauf_id
    store.close()
    delete_all_files(folder)
    fresh = open_store(None, folder)
    assert fresh.count_laeufe() == 0 and fresh.load(finished_lauf(fresh)).status is Status.FERTIG
    fresh.close()


def test_others_may_open_and_close_it_beside(folder: Path, store: Runstore) -> None:
    """The journal goes with the last connection, and comes anew with the next."""
    for _ in range(3):
        beside = open_store(None, folder)
        finished_lauf(beside)
        finished_lauf(store)
        beside.close()
        store.engine.dispose()
    assert store.count_laeufe() == 6


@pytest.mark.parametrize("moved", [False, True])
def test_emptied_store_is_no_new_one(folder: Path, store: Runstore, tmp_path: Path, moved: bool) -> None:
    lauf_id = finished_lauf(store)
    store.close()
    if moved:
        folder = folder.rename(tmp_path / "umgezogen")
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(b"")
    for _ in range(2):
        with pytest.raises(DashboardError, match=r"ist leer, obwohl .*Sicherung"):
            open_store(None, folder)
        assert (folder / FILE).read_bytes() == b""
    (folder / FILE).write_bytes(whole)
    again = open_store(None, folder)
    assert again.load(lauf_id).id == lauf_id
    again.close()


def test_who_takes_the_emptied_file_away_begins_anew(folder: Path, store: Runstore) -> None:
    finished_lauf(store)
    store.close()
    (folder / FILE).unlink()
    open_store(None, folder).close()
    (folder / FILE).write_bytes(b"")
    with pytest.raises(DashboardError, match="ist leer"):
        open_store(None, folder)


def test_first_start_is_silent_though_another_has_just_made_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    store = open_store(None, tmp_path)
    assert store.count_laeufe() == 0
    store.close()


@pytest.mark.parametrize("keeps", [0, 4096])
def test_damaged_file_is_told_as_one_and_no_server_is_looked_for(
    folder: Path, store: Runstore, keeps: int
) -> None:
    finished_lauf(store)
    store.close()
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(whole[:keeps] + bytes([7]) * (len(whole) - keeps))
    with pytest.raises(
        DashboardError, match=r"laeufe\.sqlite3' mit den Läufen ist beschädigt.*Sicherung"
    ) as told:
        open_store(None, folder).list_laeufe()
    assert "DATABASE_URL" not in str(told.value)


def test_file_that_others_hold_is_told_as_one(folder: Path, store: Runstore) -> None:
    finished_lauf(store)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with store.reading() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 1")
        with pytest.raises(DashboardError, match=r"locked.*kein anderes Programm") as told:
            store.start(neuer_lauf())
    assert "DATABASE_URL" not in str(told.value)
