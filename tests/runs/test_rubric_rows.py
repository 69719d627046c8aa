"""Judgements by a rubric in both databases: whole or not at all, found again, gone with their Lauf."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from core.base.errors import EingabeError
from core.features.rubrics.judgement import RubricJudgement, find_rubric_judgement, list_rubrics, save_rubric
from core.runs.store import Runstore, open_store
from core.runs.tables import notiz
from tests.runs.beispiele import NOWHERE, neuer_lauf
from tests.runs.rubric_examples import rubric_on


def rows(store: Runstore) -> int:
    with store.reading() as connection:
        return connection.scalar(select(func.count()).select_from(notiz)) or 0


@pytest.fixture
def lauf_id(store: Runstore) -> str:
    return store.start(neuer_lauf())


def test_what_was_saved_is_read_again_the_newest_first(store: Runstore, lauf_id: str) -> None:
    given = rubric_on(lauf_id)
    first, second = save_rubric(store, given), save_rubric(store, replace(given, modell="openai/anderes"))
    assert list_rubrics(store, lauf_id) == [second, first]
    assert replace(first, id="", created=None) == given
    assert find_rubric_judgement(store, first.id) == first
    assert (first.belegt, first.verworfen) == (1, 1)
    store.delete_note(first.id)
    store.delete_note(first.id)
    assert list_rubrics(store, lauf_id) == [second]
    assert find_rubric_judgement(store, first.id) is None and rows(store) == 1


def test_of_a_lauf_that_is_gone_nothing_is_saved(store: Runstore) -> None:
    with pytest.raises(EingabeError, match="gibt es nicht"):
        save_rubric(store, rubric_on("weg"))
    assert rows(store) == 0


@pytest.mark.contract
def test_a_writer_that_holds_the_store_is_waited_for(store: Runstore, lauf_id: str) -> None:
    done: list[RubricJudgement] = []
    with store.writing() as connection:
        connection.execute(notiz.delete())
        other = threading.Thread(target=lambda: done.append(save_rubric(store, rubric_on(lauf_id))))
        other.start()
        other.join(0.3)
    other.join()
    assert list_rubrics(store, lauf_id) == done


def test_it_goes_with_its_lauf(store: Runstore) -> None:
    for remove in ("purge", "forget"):
        lauf_id = store.start(neuer_lauf())
        save_rubric(store, rubric_on(lauf_id))
        if remove == "purge":
            store.delete([lauf_id])
            assert store.purge([lauf_id], NOWHERE) == 1
        else:
            store.forget(lauf_id, NOWHERE)
        assert rows(store) == 0


@pytest.mark.contract
def test_a_backup_carries_it_into_either_database(store: Runstore, lauf_id: str, tmp_path: Path) -> None:
    save_rubric(store, rubric_on(lauf_id))
    (tmp_path / "copy").mkdir()
    (tmp_path / "back").mkdir()
    snapshot = store.write_snapshot(tmp_path / "copy")
    other = open_store(f"sqlite:///{tmp_path / 'back' / 'laeufe.sqlite3'}", tmp_path / "back")
    counts = other.fill_empty(snapshot)
    assert counts["notiz"] == 1
    assert list_rubrics(other, lauf_id) == list_rubrics(store, lauf_id)
    other.close()
    with store.writing() as connection:
        for table in reversed(notiz.metadata.sorted_tables):
            if connection.execute(select(table).limit(1)).first():
                connection.execute(table.delete())
    store.fill_empty(snapshot)
    assert list_rubrics(store, lauf_id)[0].belegt == 1
