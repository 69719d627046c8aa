"""What is stored of a Lauf, and how it is found again."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from core.runs import write_laeufe
from core.runs.lauf import Lauf, Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, open_store
from tests.prozesse import PATIENCE
from tests.runs.beispiele import (
    ANTRAG,
    angebot,
    finished_lauf,
    gebunden,
    neuer_lauf,
    score,
    teil,
    verworfen,
)

NASTY = "Ein \x00 Nullzeichen, ein \ud800 halbes Zeichen, \\u0041 und 🌍 „Umlaute äöü“"


@pytest.mark.contract
def test_loaded_lauf_is_what_was_saved(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    lauf = store.load(lauf_id)
    assert isinstance(lauf, Lauf)
    asked = neuer_lauf()
    assert {name: getattr(lauf, name) for name in asked.__dataclass_fields__} == {
        name: getattr(asked, name) for name in asked.__dataclass_fields__
    }
    assert lauf.teile == (teil(), teil("MUEHLRAD", kosten=0.001))
    assert lauf.scores == (score(), score("MUEHLRAD", None))
    emitted = (gebunden(), verworfen(), gebunden(fremdePartei=True))
    assert lauf.zitate == tuple(replace(one, nummer=at) for at, one in enumerate(emitted))
    assert lauf.angebote == (angebot(), angebot(q=None, weggelassen="Kein Platz im Prompt."))
    assert (lauf.status, lauf.fehler, lauf.modell_geantwortet) == (Status.FERTIG, "", "offline/extraktiv")
    assert lauf.finished is not None and lauf.created <= lauf.finished


@pytest.mark.contract
def test_texts_no_database_keeps_come_back_exactly(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf(antrag=replace(ANTRAG, titel=NASTY), prompt_text=NASTY))
    store.save_fundstellen(lauf_id, [angebot(text=NASTY)])
    store.save_teil(lauf_id, teil(antwort=NASTY, messages=[{"content": NASTY}]), [], [verworfen(text=NASTY)])
    lauf = store.load(lauf_id)
    assert lauf.antrag.titel == NASTY.replace("\ud800", "�"), "half of a character is shown as one"
    assert lauf.prompt_text == lauf.angebote[0].text == NASTY
    assert lauf.teile[0].antwort == lauf.teile[0].messages[0]["content"] == NASTY
    assert lauf.zitate == (verworfen(text=NASTY),)


def test_party_saved_again_replaces_its_answer(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    failed = teil(status=Status.FEHLGESCHLAGEN, fehler="Zeit abgelaufen.", ergebnis=None)
    store.save_teil(lauf_id, failed, [score()], [verworfen(), verworfen()])
    store.save_teil(lauf_id, teil(), [score(value=3)], [gebunden()])
    lauf = store.load(lauf_id)
    assert (lauf.teile, lauf.scores, lauf.zitate) == ((teil(),), (score(value=3),), (gebunden(),))
    assert store.quote_counts()[0].emittiert == 1


@pytest.mark.contract
def test_cache_gives_only_complete_finished_laeufe(store: Runstore) -> None:
    finished_lauf(store, schluessel="demo", is_demo=True)
    store.delete([finished_lauf(store, schluessel="geloescht")])
    store.start(neuer_lauf(schluessel="laeuft"))
    store.fail(store.start(neuer_lauf(schluessel="fehler")), "Schlüssel fehlt.")
    partly = store.start(neuer_lauf(schluessel="luecke"))
    store.save_teil(partly, teil(status=Status.FEHLGESCHLAGEN))
    store.finish(partly)
    good = finished_lauf(store, schluessel="gut")
    keys = ("demo", "geloescht", "laeuft", "fehler", "luecke", "gut", "nie")
    assert {key: store.find_cached(key) for key in keys} == dict.fromkeys(keys) | {"gut": good}


def test_an_answer_is_found_by_the_index_of_its_key_not_by_that_of_the_status(tmp_path: Path) -> None:
    store = open_store(None, tmp_path)
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(_a: object, _b: object, statement: str, values: tuple[object, ...], *_: object) -> None:
        asked.append((statement, values))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        store.find_cached("schluessel")
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    (question,) = [one for one in asked if "schluessel" in one[0]]
    with store.reading() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {question[0]}", question[1]).all()
    store.close()
    assert "ix_lauf_schluessel" in str(plan)


def test_cache_gives_the_latest_that_was_answered_itself(store: Runstore) -> None:
    first = finished_lauf(store, schluessel="a")
    latest = finished_lauf(store, schluessel="a")
    finished_lauf(store, schluessel="a", aus_cache=first)
    copy = finished_lauf(store, schluessel="b", aus_cache=first)
    assert store.find_all_cached(["a", "b", "nie"]) == {"a": latest, "b": copy}


def test_line_of_a_lauf_carries_its_counts(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    (line,) = store.list_laeufe()
    assert (line.id, line.titel, line.antragsteller) == (lauf_id, ANTRAG.titel, ANTRAG.antragsteller)
    assert (line.teile, line.fehlgeschlagen, line.emittiert, line.gebunden) == (2, 0, 3, 2)
    assert (line.tokens_ein, line.tokens_aus, line.kosten) == (1800, 240, pytest.approx(0.0052))


@pytest.mark.parametrize(
    "filter",
    [
        Filter(suche="ÖKOSTROM 100%"), Filter(antragsteller="BRUECKE"), Filter(bundesland="NRW"),
        Filter(modell="openai/x"), Filter(status=Status.LAEUFT), Filter(partei="MUEHLRAD"),
        Filter(von=date(2025, 5, 2), bis=date(2025, 5, 2)), Filter(is_demo=True), Filter(aus_cache=True),
    ],
    ids=lambda filter: repr(filter)[:40],
)  # fmt: skip
@pytest.mark.contract
def test_filter_finds_the_one_that_fits(store: Runstore, filter: Filter) -> None:
    finished = store.start(neuer_lauf(), datetime(2025, 5, 1, 21, 59, tzinfo=UTC))
    store.finish(finished)
    antrag = replace(ANTRAG, titel="Ökostrom zu 100% fördern", bundesland="NRW", antragsteller=("BRUECKE",))
    asked = neuer_lauf(antrag=antrag, modell_gefragt="openai/x", is_demo=True, aus_cache=finished)
    wanted = store.start(asked, datetime(2025, 5, 2, 21, 59, tzinfo=UTC))
    store.save_teil(wanted, teil("MUEHLRAD", modell=None))
    assert [line.id for line in store.list_laeufe(filter)] == [wanted]
    assert store.count_laeufe(filter) == 1


def test_list_is_paged_latest_first(store: Runstore) -> None:
    days = [datetime(2025, 6, day, tzinfo=UTC) for day in range(1, 6)]
    ids = [store.start(neuer_lauf(), day) for day in days]
    assert [line.id for line in store.list_laeufe(limit=2, offset=1)] == [ids[3], ids[2]]
    assert store.count_laeufe() == 5


def test_deleted_lauf_leaves_lists_and_figures_until_restored(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.delete([lauf_id])
    assert store.list_laeufe() == [] and store.quote_counts()[0].emittiert == 0
    assert [line.id for line in store.list_laeufe(Filter(geloescht=True))] == [lauf_id]
    store.restore([lauf_id])
    assert store.list_laeufe()[0].emittiert == store.quote_counts()[0].emittiert == 3


@pytest.mark.contract
def test_silent_lauf_is_given_up_and_a_sign_of_life_revives_it(store: Runstore, noon: datetime) -> None:
    silent = store.start(neuer_lauf(), noon - timedelta(hours=1))
    living = store.start(neuer_lauf())
    assert store.running(timedelta(minutes=30)) == [silent]
    store.end_orphans()
    lauf = store.load(silent)
    assert (lauf.status, lauf.fehler) == (Status.ABGEBROCHEN, write_laeufe.ORPHANED_LAUF)
    assert store.running() == [living]
    assert store.beat(silent)
    store.finish(silent)
    revived = store.load(silent)
    assert (revived.status, revived.fehler) == (Status.FERTIG, "")


@pytest.mark.contract
def test_threads_write_at_once_without_losing_anything(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    parteien = [f"PARTEI{number}" for number in range(24)]

    def save(partei: str) -> None:
        store.save_fundstellen(lauf_id, [angebot(partei, text=f"Text {number}") for number in range(5)])
        store.save_teil(lauf_id, teil(partei), [score(partei)], [gebunden(partei), verworfen(partei)])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(save, parteien))
    lauf = store.load(lauf_id)
    assert sorted(part.partei for part in lauf.teile) == sorted(parteien)
    assert (len(lauf.zitate), len(lauf.angebote)) == (48, 120)


@pytest.mark.contract
def test_writers_of_the_same_new_texts_do_not_block_each_other_for_good(store: Runstore) -> None:
    ids = [store.start(neuer_lauf()) for _ in range(4)]
    barrier = Barrier(len(ids))

    def save(number: int) -> None:
        for turn in range(8):
            texts = [f"Text {turn} {place} " * 50 for place in range(100)]
            offered = [angebot(text=text) for text in (texts if number % 2 else texts[::-1])]
            barrier.wait(PATIENCE)
            store.save_fundstellen(ids[number], offered)

    with ThreadPoolExecutor(len(ids)) as pool:
        list(pool.map(save, range(len(ids))))
    assert [len(store.load(lauf_id).angebote) for lauf_id in ids] == [100] * len(ids)
