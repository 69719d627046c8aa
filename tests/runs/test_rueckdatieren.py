"""A demo Lauf can be told of another day and removed; a real one cannot be touched that way."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Table, func, select

from core.base.errors import EingabeError
from core.runs.figures import Gruppe
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.runs.tables import lauf, texte, zitat
from core.runs.write_laeufe import Usage
from tests.runs.beispiele import gebunden, neuer_lauf, teil

SONNTAG = datetime(2025, 6, 8, 21, 59, 50, tzinfo=UTC)
"""The last seconds of an ISO week in Germany."""


def written(store: Runstore, is_demo: bool) -> str:
    prompt_text = f"Beurteilen Sie den Antrag ({is_demo})."
    lauf_id = store.start(neuer_lauf(is_demo=is_demo, prompt_text=prompt_text))
    store.save_teil(lauf_id, teil(""))
    store.save_teil(lauf_id, teil(dauer={"modell": 0.01, "binden": 0.5}), [], [gebunden()])
    store.finish(lauf_id)
    return lauf_id


def number(store: Runstore, table: Table) -> int:
    with store.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def test_backdated_lauf_began_took_and_cost_what_is_said(store: Runstore) -> None:
    lauf_id = written(store, is_demo=True)
    store.backdate(lauf_id, SONNTAG, {"": Usage(2.0, None), "LINDENBUND": Usage(12.0, 0.25)})
    told = store.load(lauf_id)
    assert told.created == SONNTAG and told.finished == SONNTAG + timedelta(seconds=12)
    own, party = sorted(told.teile, key=lambda part: part.partei)
    assert (own.started, own.finished) == (SONNTAG, SONNTAG + timedelta(seconds=2))
    assert own.kosten is None
    assert party.kosten == 0.25 and party.dauer == {"modell": 12.0, "binden": 0.5}
    assert [zahlen.gruppe for zahlen in store.quote_counts(Gruppe.TAG)] == ["2025-06-08"]
    assert [zahlen.gruppe for zahlen in store.quote_counts(Gruppe.WOCHE)] == ["2025-W23"]
    assert store.count_laeufe(Filter(bis=SONNTAG.date())) == 1


def test_backdating_is_seen_by_whoever_looks_for_changes(store: Runstore) -> None:
    lauf_id = written(store, is_demo=True)
    before = store.stand()
    store.backdate(lauf_id, SONNTAG, {})
    assert store.stand() != before


def test_a_real_lauf_keeps_its_day(store: Runstore) -> None:
    real = written(store, is_demo=False)
    before = store.load(real)
    with pytest.raises(EingabeError):
        store.backdate(real, SONNTAG, {})
    assert store.load(real) == before


def test_purging_the_demo_takes_its_texts_and_leaves_the_rest(store: Runstore) -> None:
    real, deleted = written(store, is_demo=False), written(store, is_demo=False)
    store.delete([deleted])
    texts = number(store, texte)
    hidden, _ = written(store, is_demo=True), written(store, is_demo=True)
    store.delete([hidden])
    assert number(store, texte) == texts + 1
    assert store.purge_demo() == 2 and store.purge_demo() == 0
    assert (number(store, lauf), number(store, zitat), number(store, texte)) == (2, 2, texts)
    assert store.load(real).zitate and store.load(deleted).geloescht
