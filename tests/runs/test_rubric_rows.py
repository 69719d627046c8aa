"""Judgements by a rubric in both databases: whole or not at all, found again, gone with their Lauf."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import EingabeError
from core.runs import rubric_rows
from core.runs.forget_antrag import forget
from core.runs.rubric_rows import rubric_field, rubric_judgement
from core.runs.snapshot import fill_empty, write_snapshot
from core.runs.sql import Table, func, select
from core.runs.store import Runstore, open_store
from tests.runs.beispiele import NOWHERE, neuer_lauf
from tests.runs.rubric_examples import rubric_on


def rows(store: Runstore, table: Table) -> int:
    with store.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


@pytest.fixture
def lauf_id(store: Runstore) -> str:
    return store.start(neuer_lauf())


def test_what_was_saved_is_read_again_the_newest_first(store: Runstore, lauf_id: str) -> None:
    given = rubric_on(lauf_id)
    first, second = store.save_rubric(given), store.save_rubric(replace(given, modell="openai/anderes"))
    found = store.list_rubrics(lauf_id)
    assert [one.id for one in found] == [second, first]
    assert replace(found[1], id="", created=None) == given
    assert store.find_rubric_judgement(first) == found[1]
    assert (found[1].belegt, found[1].verworfen) == (1, 1)
    assert store.rubrics_by_lauf([lauf_id, "nein"]) == {lauf_id: found}
    store.delete_rubric(first)
    store.delete_rubric(first)
    assert [one.id for one in store.list_rubrics(lauf_id)] == [second]
    assert store.find_rubric_judgement(first) is None and rows(store, rubric_field) == 2


def test_the_same_question_is_known_and_nothing_else(store: Runstore, lauf_id: str) -> None:
    given = rubric_on(lauf_id)
    other = store.start(neuer_lauf(schluessel="schluessel-2"))
    store.save_rubric(given)
    asked = replace(given, lauf_id=other, fields=(), answer="")
    known = store.find_same_rubric(asked)
    assert known and known.lauf_id == lauf_id
    for changes in (
        {"modell": "openai/anderes"},
        {"rubric_text": given.rubric_text + "#"},
        {"text_version": "0" * 16},
        {"prompt_version": "rubrik 2"},
    ):
        assert store.find_same_rubric(replace(asked, **changes)) is None
    own = store.save_rubric(replace(given, lauf_id=other))
    store.save_rubric(given)
    assert getattr(store.find_same_rubric(asked), "id", None) == own


def test_an_invented_lauf_and_a_file_answer_nothing(store: Runstore, lauf_id: str) -> None:
    demo = store.start(neuer_lauf(is_demo=True, schluessel="schluessel-2"))
    store.save_rubric(rubric_on(demo))
    read_in = rubric_on(lauf_id, eingelesen=rubric_rows.now())
    store.save_rubric(read_in)
    assert store.find_same_rubric(rubric_on(lauf_id)) is None
    assert store.find_same_rubric(rubric_on(demo)) is not None


def test_of_a_lauf_that_is_gone_nothing_is_saved(store: Runstore) -> None:
    with pytest.raises(EingabeError, match="gibt es nicht"):
        store.save_rubric(rubric_on("weg"))
    assert rows(store, rubric_judgement) == rows(store, rubric_field) == 0


def test_a_write_that_breaks_off_leaves_no_half_judgement(
    store: Runstore, lauf_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, tables = rubric_rows.insert_rows, []

    def breaking(connection: object, table: Table, found: object) -> None:
        tables.append(table.name)
        if table is rubric_field:
            raise KeyboardInterrupt
        insert(connection, table, found)  # type: ignore[arg-type]

    monkeypatch.setattr(rubric_rows, "insert_rows", breaking)
    with pytest.raises(KeyboardInterrupt):
        store.save_rubric(rubric_on(lauf_id))
    assert tables == ["rubric_judgement", "rubric_field"]
    assert rows(store, rubric_judgement) == rows(store, rubric_field) == 0


def test_a_writer_that_holds_the_store_is_waited_for(store: Runstore, lauf_id: str) -> None:
    done: list[str] = []
    with store.writing() as connection:
        connection.execute(rubric_judgement.delete())
        other = threading.Thread(target=lambda: done.append(store.save_rubric(rubric_on(lauf_id))))
        other.start()
        other.join(0.3)
    other.join(20)
    assert [one.id for one in store.list_rubrics(lauf_id)] == done


def test_it_goes_with_its_lauf(store: Runstore) -> None:
    for remove in ("purge", "forget"):
        lauf_id = store.start(neuer_lauf())
        store.save_rubric(rubric_on(lauf_id))
        if remove == "purge":
            store.delete([lauf_id])
            assert store.purge([lauf_id], NOWHERE) == 1
        else:
            forget(store, lauf_id)
        assert rows(store, rubric_judgement) == rows(store, rubric_field) == 0


def test_a_backup_carries_it_into_either_database(store: Runstore, lauf_id: str, tmp_path: Path) -> None:
    store.save_rubric(rubric_on(lauf_id))
    (tmp_path / "copy").mkdir()
    (tmp_path / "back").mkdir()
    snapshot = write_snapshot(store, tmp_path / "copy")
    other = open_store(f"sqlite:///{tmp_path / 'back' / 'laeufe.sqlite3'}", tmp_path / "back")
    counts = fill_empty(other, snapshot)
    assert (counts["rubric_judgement"], counts["rubric_field"]) == (1, 2)
    assert other.list_rubrics(lauf_id) == store.list_rubrics(lauf_id)
    other.close()
    with store.writing() as connection:
        for table in reversed(rubric_judgement.metadata.sorted_tables):
            if connection.execute(select(table).limit(1)).first():
                connection.execute(table.delete())
    fill_empty(store, snapshot)
    assert store.list_rubrics(lauf_id)[0].belegt == 1
