"""A batch whose process died, was held up, or lost what it needs: somebody goes on, and does it once."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from core.assessment import patience, pipeline
from core.assessment.batch_jobs import BatchJobs
from core.assessment.patience import patiently
from core.context import Context
from core.errors import StoreUnreachable
from core.runs import batches
from core.runs.batches import MOST_ATTEMPTS
from core.runs.connection import now
from core.runs.lauf import Status
from core.runs.lauf_filter import Filter
from core.runs.snapshot import fill_empty, write_snapshot
from core.runs.sql import text
from core.runs.store import Runstore, open_store, runstore
from core.runs.tables import batch
from core.runs.write_laeufe import TAKEN_OVER
from core.settings import Settings
from tests.assessment.test_batch_jobs import Held, plan, rows, serve
from tests.index.stores import killed_at_end, started
from tests.llm.modellserver import modellserver
from tests.prozesse import until
from tests.runs.beispiele import neuer_lauf, teil
from tests.runs.conftest import postgres, store, url

__all__ = ["postgres", "store", "url"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second without a sign of life, and it is anybody's."""
    monkeypatch.setattr(pipeline, "HEARTBEAT", 0.2)
    monkeypatch.setattr(batches, "ABANDONED", timedelta(seconds=1))
    monkeypatch.setattr(batches, "SOON", timedelta(seconds=0))
    monkeypatch.setattr(patience, "PAUSE", 0.05)
    yield


def child_assesses(settings: Settings, url: str, told: Path) -> None:
    os.environ |= {"OPENAI_API_BASE": url, "OPENAI_API_KEY": "sk-probe-12345678"}
    context = Context(settings)
    told.write_text(BatchJobs(context, workers=2).start(plan(context)))
    threading.Event().wait(120)


def abandoned(context: Context, url: str, tmp_path: Path) -> tuple[BaseProcess, str]:
    process = started(child_assesses, context.settings, url, tmp_path / "stapel")
    until((tmp_path / "stapel").exists)
    until(lambda: (tmp_path / "stapel").read_text())
    return process, (tmp_path / "stapel").read_text()


@pytest.mark.usefixtures("quick")
def test_batch_of_a_killed_process_is_gone_on_with_and_each_lauf_is_there_once(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(answers=4)
    with modellserver(held) as server:
        serve(server, monkeypatch)
        process, batch_id = abandoned(context, server.url, tmp_path)
        with killed_at_end(process):
            until(lambda: len(server.requests) >= 6)
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
        held.go.set()
        jobs = BatchJobs(context, workers=2)
        try:
            assert jobs.stand(batch_id).laeuft
            until(lambda: not jobs.stand(batch_id).laeuft)
            stand = jobs.stand(batch_id)
        finally:
            jobs.close()
    assert (stand.von, stand.fertig, stand.fehlgeschlagen) == (4, 4, 0)
    assert Counter(zeile.status for zeile in rows(context, batch_id))[Status.FERTIG] == 4
    assert {z.fehler for z in rows(context, batch_id) if z.status is Status.ABGEBROCHEN} <= {TAKEN_OVER}


@pytest.mark.usefixtures("quick")
def test_same_plan_started_on_another_machine_is_the_same_batch(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held()
    here, there = BatchJobs(context), BatchJobs(Context(context.settings))
    with modellserver(held) as server:
        serve(server, monkeypatch)
        asked = plan(context)
        assert here.start(asked) == there.start(asked)
        held.go.set()
        here.close()
        there.close()
    assert len(runstore(context).list_batches()) == 1


def begin(store: Runstore, total: int = 2) -> str:
    return store.start_batch("{}", total, "wer")


def age(store: Runstore, **values: object) -> None:
    with store.writing() as connection:
        connection.execute(batch.update().values(values))


def test_batch_is_claimed_once_and_only_when_nobody_works_on_it(store: Runstore) -> None:
    batch_id = begin(store)
    assert store.claim_batch("ein anderer") is None and store.beat_batch(batch_id, "wer")
    age(store, herzschlag=now() - timedelta(minutes=2))
    claimed = store.claim_batch("ein anderer")
    assert claimed and claimed.id == batch_id and store.claim_batch("ein dritter") is None
    assert not store.beat_batch(batch_id, "wer") and store.beat_batch(batch_id, "ein anderer")
    store.end_batch(batch_id, "ein anderer")
    assert not store.list_batches()[0].is_under_way


@pytest.mark.parametrize(
    "changes",
    [
        {"anlaeufe": MOST_ATTEMPTS},
        {"created": now() - timedelta(days=2)},
        {"angehalten": now()},
        {"herzschlag": None},
    ],
)
def test_hopeless_old_stopped_and_finished_batches_are_left_alone(
    changes: dict[str, object], store: Runstore
) -> None:
    begin(store)
    age(store, herzschlag=now() - timedelta(minutes=2))
    age(store, **changes)
    assert store.claim_batch("ein anderer") is None and not store.list_batches()[0].is_under_way


def test_what_had_to_be_left_is_tried_soon_and_costs_no_attempt(store: Runstore) -> None:
    batch_id = begin(store)
    store.leave_batch(batch_id, "wer", counts=False)
    (left,) = store.list_batches()
    assert left.anlaeufe == 0 and left.herzschlag
    assert timedelta(0) < batches.ABANDONED - (now() - left.herzschlag) <= batches.SOON
    store.leave_batch(batch_id, "ein anderer")
    assert store.list_batches()[0].herzschlag == left.herzschlag


def test_lauf_of_a_batch_is_begun_once_and_the_one_held_up_is_not_heard(store: Runstore) -> None:
    neu = neuer_lauf(batch_id=begin(store))
    first, is_new = store.start_once(neu)
    second, is_second_new = store.start_once(neu)
    assert is_new and is_second_new and first != second
    assert not store.save_teil(first, teil())
    store.finish(first)
    assert store.load(first).status is Status.ABGEBROCHEN and store.load(first).fehler == TAKEN_OVER
    store.finish(second)
    assert store.start_once(neu) == (second, False)
    other, is_other_new = store.start_once(replace(neu, schluessel="ein anderer"))
    assert is_other_new and other not in (first, second)


def test_many_begin_the_same_and_one_is_finished(store: Runstore) -> None:
    neu = neuer_lauf(batch_id=begin(store))

    def run() -> None:
        lauf_id, _ = store.start_once(neu)
        store.finish(lauf_id)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ended = Counter(zeile.status for zeile in store.list_laeufe(Filter(batch_id=neu.batch_id)))
    assert ended[Status.FERTIG] == 1 and ended[Status.LAEUFT] == 0


@pytest.mark.usefixtures("quick")
def test_what_is_away_is_waited_for_but_not_by_who_was_told_to_stop() -> None:
    answers, stop = [StoreUnreachable("weg"), StoreUnreachable("weg")], threading.Event()

    def ask() -> str:
        if answers:
            raise answers.pop()
        return "da"

    assert patiently(ask) == "da"
    stop.set()
    answers.append(StoreUnreachable("weg"))
    with pytest.raises(StoreUnreachable):
        patiently(ask, stop)


@pytest.mark.usefixtures("quick")
def test_lauf_of_a_batch_outlives_a_database_that_breaks_off(
    context: Context, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Every connection is ended while the answers are on their way."""
    from tests.runs.conftest import EMPTY, _create

    address = _create(request.getfixturevalue("postgres"), "bricht_ab", EMPTY)
    away = Context(replace(context.settings, database_url=address))
    held, jobs = Held(), BatchJobs(away, workers=2)
    with modellserver(held) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(away))
        until(lambda: len(server.requests) >= 2)
        with runstore(away).writing() as connection:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
        held.go.set()
        until(lambda: not jobs.stand(batch_id).laeuft)
        stand = jobs.stand(batch_id)
        jobs.close()
    runstore(away).close()
    assert (stand.fertig, stand.fehlgeschlagen) == (4, 0)


def test_what_is_restored_begins_no_work_by_itself(store: Runstore, tmp_path: Path) -> None:
    begin(store)
    age(store, herzschlag=now() - timedelta(minutes=2))
    (tmp_path / "sicherung").mkdir()
    other = open_store(None, tmp_path / "anderswo")
    fill_empty(other, write_snapshot(store, tmp_path / "sicherung"))
    assert other.claim_batch("jemand") is None and not other.list_batches()[0].is_under_way
    other.close()
