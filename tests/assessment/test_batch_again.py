"""A batch whose process died, or lost what it needs: begun again, each Lauf of it is there once."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from sqlalchemy import text

from core.assessment import pipeline
from core.assessment.batch import BatchJobs
from core.base.errors import StoreUnreachable
from core.base.settings import Settings
from core.programme.context import Context
from core.runs import buchungen
from core.runs.buchungen import patiently
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from core.runs.write_laeufe import TAKEN_OVER
from tests.assessment.test_batch_jobs import ANTWORTEN, Held, plan, rows, serve
from tests.index.stores import killed_at_end, started
from tests.llm.modellserver import modellserver
from tests.prozesse import until
from tests.runs.beispiele import neuer_lauf, teil
from tests.runs.conftest import postgres, store, url

__all__ = ["postgres", "store", "url"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pipeline, "HEARTBEAT", 0.2)
    monkeypatch.setattr(buchungen, "PAUSE", 0.05)
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


@pytest.mark.night
@pytest.mark.usefixtures("quick")
def test_batch_of_a_killed_process_is_begun_again_and_each_lauf_is_there_once(
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
            until(lambda: not jobs.stand(batch_id).laeuft)
            again = jobs.resume(batch_id)
            until(lambda: not jobs.stand(again).laeuft)
        finally:
            jobs.close()
    finished = [z for id in (batch_id, again) for z in rows(context, id) if z.status is Status.FERTIG]
    assert len(finished) == 4 and len(jobs.finished(again)) == 4
    assert len(server.requests) <= 4 * ANTWORTEN + 4  # only what was on its way is asked again


def test_lauf_of_a_batch_is_begun_once_and_the_one_held_up_is_not_heard(store: Runstore) -> None:
    neu = neuer_lauf(batch_id=store.start_batch("{}", 2))
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
    neu = neuer_lauf(batch_id=store.start_batch("{}", 2))

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


@pytest.mark.night
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
