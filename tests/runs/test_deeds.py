"""The log of deeds: added to, never changed, not even by hand; and a backup that carries it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import DashboardError
from core.runs.deeds import GUARDS
from core.runs.forget_antrag import forget
from core.runs.snapshot import NAME, check_snapshot, fill_empty, write_snapshot
from core.runs.sql import text
from core.runs.store import Runstore, open_store
from tests.runs.beispiele import finished_lauf


def test_the_latest_deed_stands_first_and_long_names_are_cut(store: Runstore) -> None:
    store.note_deed("eva@haus.example", "löschen", "abc")
    store.note_deed("udo@haus.example", "einlesen", "x" * 5000)
    first, second = store.list_deeds()
    assert (second.wer, second.was, second.objekt) == ("eva@haus.example", "löschen", "abc")
    assert len(first.objekt) == 300 and store.count_deeds() == 2
    assert [one.wer for one in store.list_deeds(1)] == ["udo@haus.example"]


@pytest.mark.parametrize("statement", ["UPDATE handlung SET wer = 'niemand'", "DELETE FROM handlung"])
def test_the_database_refuses_to_change_or_remove_a_deed(store: Runstore, statement: str) -> None:
    store.note_deed("eva@haus.example", "löschen", "abc")
    with pytest.raises(Exception, match="nur anhängen"), store.writing() as connection:
        connection.execute(text(statement))
    assert [one.wer for one in store.list_deeds()] == ["eva@haus.example"]


def test_a_key_in_a_deed_is_masked(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-geheim-12345678")
    store.note_deed("eva@haus.example", "prüfen lassen", "sk-geheim-12345678")
    assert "geheim-1234" not in store.list_deeds()[0].objekt


def test_of_a_forgotten_antrag_the_log_keeps_the_key_alone(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.release(lauf_id, "eva@haus.example")
    store.note_deed("eva@haus.example", "freigeben", lauf_id)
    forget(store, lauf_id)
    assert [one.objekt for one in store.list_deeds()] == [lauf_id]
    assert not store.is_released(lauf_id)


def test_a_backup_carries_the_log_and_its_guards(store: Runstore, tmp_path: Path) -> None:
    store.note_deed("eva@haus.example", "löschen", "abc")
    (tmp_path / "kopie").mkdir()
    path = write_snapshot(store, tmp_path / "kopie")
    other = open_store(None, tmp_path / "leer")
    fill_empty(other, path)
    assert [one.objekt for one in other.list_deeds()] == ["abc"]
    other.close()


def test_a_backup_with_a_foreign_trigger_is_refused(tmp_path: Path) -> None:
    store = open_store(None, tmp_path / "quelle")
    (tmp_path / "kopie").mkdir()
    path = write_snapshot(store, tmp_path / "kopie")
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        assert found == GUARDS
        connection.execute("DROP TRIGGER handlung_delete")
        connection.execute(
            "CREATE TRIGGER handlung_delete BEFORE DELETE ON handlung BEGIN DELETE FROM lauf; END"
        )
        connection.commit()
    with pytest.raises(DashboardError, match="trigger"):
        check_snapshot(path)
    assert path.name == NAME
