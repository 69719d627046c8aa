"""Judgements by rubrics side by side, and how many of their quotes were bound as time went on."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.llm.catalogue import OFFLINE
from core.monitor.over_time import Tick
from core.monitor.rubric_series import rubric_series, rubric_totals
from core.runs.lauf_filter import Filter
from core.runs.rubric_rows import StoredField, StoredRubric, rubric_judgement
from core.runs.store import Runstore
from core.vergleich.rubric_levels import comparison_table, rubric_comparisons
from tests.rubrics.own_rubric import OWN
from tests.runs.beispiele import neuer_lauf
from tests.runs.rubric_examples import rubric_on


@pytest.fixture
def ids(store: Runstore) -> list[str]:
    return [store.start(neuer_lauf(schluessel=str(n))) for n in range(3)]


def save(store: Runstore, given: StoredRubric, when: str = "") -> str:
    new = store.save_rubric(given)
    if when:
        moment = datetime.fromisoformat(when).replace(tzinfo=UTC)
        with store.writing() as connection:
            same = rubric_judgement.c.id == new
            connection.execute(rubric_judgement.update().where(same).values(created=moment))
    return new


def at_level(lauf_id: str, stufe: int | None, **changes: object) -> StoredRubric:
    one = rubric_on(lauf_id, **changes)
    return replace(one, fields=(replace(one.fields[0], stufe=stufe),))


def test_levels_stand_field_by_field_and_what_differs_is_told(store: Runstore, ids: list[str]) -> None:
    for lauf_id, stufe, modell in zip(ids, (1, 0, 1), ("a", "b", "c"), strict=True):
        save(store, at_level(lauf_id, stufe, modell=modell, modell_geantwortet=modell))
    (found,) = rubric_comparisons(store, ids)
    assert [one.modell for one in found.columns] == ["a", "b", "c"]
    (row,) = found.rows
    assert [one and one.level and one.level.wert for one in row.cells] == [1, 0, 1]
    assert [field.id for field in found.differing] == ["verkehr"]
    (same,) = rubric_comparisons(store, [ids[0], ids[2]])
    assert same.differing == []
    table = comparison_table([found])
    assert [line[4:8] for line in table.zeilen][1] == (ids[1], "b", 0, "0 · nein")


def test_a_field_that_only_one_touches_differs(store: Runstore, ids: list[str]) -> None:
    save(store, at_level(ids[0], 1))
    save(store, replace(at_level(ids[1], 1, modell="b"), fields=()))
    (found,) = rubric_comparisons(store, ids)
    assert found.rows[0].cells[1] is None and found.rows[0].differs


def test_what_cannot_be_compared_is_not(store: Runstore, ids: list[str]) -> None:
    first = save(store, at_level(ids[0], 1))
    assert rubric_comparisons(store, ids) == []
    save(store, at_level(ids[1], 1, aus_cache=first))  # one answer, told twice
    save(store, at_level(ids[2], 0, modell="b", text_version="anderer"))
    save(store, at_level(ids[2], 0, modell="c", rubric_text=OWN + "\n# neu"))
    assert rubric_comparisons(store, ids) == []
    save(store, at_level(ids[2], None, modell=OFFLINE))
    (found,) = rubric_comparisons(store, ids)
    assert found.columns[0].laeufe == (ids[0], ids[1]) and found.differing == []
    assert rubric_comparisons(store, []) == []


def test_of_one_model_the_latest_answer_counts(store: Runstore, ids: list[str]) -> None:
    save(store, at_level(ids[0], 0), "2026-11-02")
    save(store, at_level(ids[0], 1), "2026-11-03")
    save(store, at_level(ids[1], 1, modell="b"), "2026-11-03")
    (found,) = rubric_comparisons(store, ids)
    assert found.differing == [] and len(found.columns) == 2


def test_quotes_are_counted_over_time_per_rubric_and_model(store: Runstore, ids: list[str]) -> None:
    one = rubric_on(ids[0])
    save(store, one, "2026-11-02")
    save(store, one, "2026-11-02")
    save(store, replace(one, fields=(StoredField("verkehr", 1, "", one.fields[0].quotes),)), "2026-11-06")
    save(store, replace(one, modell_geantwortet="b", rubric="andere"), "2026-11-09")
    told = [
        (step.zeit, step.rubric, step.modell, step.urteile, step.belegt, step.verworfen)
        for step in rubric_series(store)
    ]
    assert told == [
        ("2026-11-02", "klima", "test-1", 2, 2, 2),
        ("2026-11-06", "klima", "test-1", 1, 1, 0),
        ("2026-11-09", "andere", "b", 1, 1, 1),
    ]
    weeks = rubric_series(store, Tick.WOCHE)
    assert [(step.zeit, step.urteile, step.share) for step in weeks] == [
        ("2026-11-02", 3, 0.6), ("2026-11-09", 1, 0.5),
    ]  # fmt: skip
    assert len(rubric_series(store, Tick.LAUF)) == 3
    assert [(step.rubric, step.emittiert) for step in rubric_totals(store)] == [("andere", 2), ("klima", 5)]
    day = datetime(2026, 11, 6).date()
    assert [step.zeit for step in rubric_series(store, filter=Filter(von=day, bis=day))] == ["2026-11-06"]
    assert [step.rubric for step in rubric_totals(store, Filter(modell="b"))] == ["andere"]


def test_copies_files_and_what_was_deleted_are_not_counted(store: Runstore, ids: list[str]) -> None:
    first = save(store, rubric_on(ids[0]))
    save(store, rubric_on(ids[1], aus_cache=first))
    save(store, rubric_on(ids[1], eingelesen=datetime.now(UTC)))
    assert [step.urteile for step in rubric_totals(store)] == [1]
    assert rubric_totals(store, Filter(is_demo=True)) == []
    store.delete([ids[0]])
    assert rubric_totals(store) == []
    assert store.quote_counts()[0].emittiert == 0
