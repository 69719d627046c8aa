"""Many assessments: all combinations, resumable, within a limit, on threads and on a Dask cluster."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.assessment.auftrag import Auftrag
from core.assessment.batch import Ergebnis, combinations, dearest, material_of, run_batch
from core.base.settings import Settings
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import Price, tokens_of
from core.processes import cluster as cluster_module
from core.processes.cluster import CLUSTER_LOST, DASK
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag
from tests.assessment.test_pipeline import good
from tests.index.stores import started
from tests.llm.modellserver import Reply, Request, modellserver, slow, status
from tests.prozesse import PATIENCE, until

ROOT = Path(__file__).parents[2]
PROMPT_PAIR = [PROMPTS["streng"], PROMPTS["knapp"]]


def many(url: str, repeat: int = 3) -> list[Auftrag]:
    return combinations([ANTRAG], ["openai/a", "openai/b"], PROMPT_PAIR, repeat, auftrag(api_base=url))


def test_every_combination_is_done_once_and_the_repeats_come_last(context: Context) -> None:
    auftraege = many("http://localhost")
    assert len(auftraege) == 12 and [a.wiederholung for a in auftraege] == [1] * 4 + [2] * 4 + [3] * 4
    assert len({(a.modell, a.prompt.id, a.wiederholung) for a in auftraege}) == 12


def test_every_number_of_passages_and_temperature_is_a_combination_too() -> None:
    template = auftrag(OFFLINE, top_k=3, temperature=0.1)
    jobs = combinations([ANTRAG], ["openai/a"], [PROMPTS["streng"]], 2, template, [4, 8], [0.0, 0.7])
    assert [(a.wiederholung, a.top_k, a.temperature) for a in jobs] == [
        (number, *settings) for number in (1, 2) for settings in ((4, 0.0), (4, 0.7), (8, 0.0), (8, 0.7))
    ]
    (as_it_is,) = combinations([ANTRAG], ["openai/a"], [PROMPTS["streng"]], 1, template)
    assert (as_it_is.top_k, as_it_is.temperature) == (3, 0.1)


def test_batch_runs_at_once_and_again_costs_nothing(context: Context) -> None:
    # An answer that takes no time would be gone before the next question comes.
    with modellserver(lambda request: replace(good(request), delay=0.1)) as server:
        first = list(run_batch(context, many(server.url), workers=4))
        assert {e.status for e in first} == {Status.FERTIG} and len(server.requests) == 24
        assert server.most_at_once > 1
        again = list(run_batch(context, many(server.url), workers=4))
        assert all(e.bekannt and e.kosten == 0 for e in again) and len(server.requests) == 24
        assert {e.lauf_id for e in again} == {e.lauf_id for e in first}


def test_one_failure_never_stops_the_rest(context: Context) -> None:
    def b_breaks(request: Request) -> Reply:
        return status(500) if request.body["model"] == "b" else good(request)

    with modellserver(b_breaks) as server:
        results = list(run_batch(context, many(server.url, repeat=1), workers=2))
    by_modell = {e.auftrag.modell: e for e in results}
    assert len(results) == 4 and by_modell["openai/a"].status is Status.FERTIG
    assert by_modell["openai/b"].status is Status.FEHLGESCHLAGEN and by_modell["openai/b"].fehler


def test_bad_antrag_is_a_result_too(context: Context) -> None:
    bad = auftrag(OFFLINE, antrag=replace(ANTRAG, bundesland="Preußen"))
    (ergebnis,) = run_batch(context, [bad], workers=1)
    assert ergebnis.status is Status.FEHLGESCHLAGEN and "Preußen" in ergebnis.fehler and not ergebnis.lauf_id


def _batch_that_is_killed(settings: Settings, url: str) -> None:
    os.environ["OPENAI_API_KEY"] = "sk-probe-12345678"
    list(run_batch(Context(settings), many(url), workers=2))


def test_killed_batch_is_resumed_without_paying_twice(context: Context) -> None:
    """Every request that was answered and stored is not sent again."""
    with modellserver(lambda request: replace(good(request), delay=0.15)) as server:
        process = started(_batch_that_is_killed, context.settings, server.url)
        until(lambda: len(server.requests) >= 8)
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        stored = sum(
            teil.status is Status.FERTIG
            for line in runstore(context).list_laeufe()
            for teil in runstore(context).load(line.id).teile
        )
        before = len(server.requests)
        results = list(run_batch(context, many(server.url), workers=2))
        assert {e.status for e in results} == {Status.FERTIG} and len(results) == 12
        # Each of the two workers had at most one request under way that was answered and not yet stored.
        asked = len(server.requests) - before
        assert stored >= 4 and 24 - before <= asked <= min(24 - stored, 24 - before + 2)
        questions = {(r.body["model"], str(r.body["messages"])) for r in server.requests}
        assert len(questions) == 8  # 2 models × 2 prompts × 2 parties


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[str]:
    """With a process for two Läufe at once."""
    from distributed import LocalCluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-probe-12345678")
        # A port of its own: another cluster on this machine may have the usual one.
        with LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0") as real:
            yield real.scheduler_address


@pytest.fixture
def dask(local_cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-probe-12345678")
    monkeypatch.setenv(DASK, local_cluster)


@pytest.mark.usefixtures("dask")
def test_dask_cluster_takes_the_same_jobs(context: Context) -> None:
    jobs = combinations([ANTRAG], [OFFLINE], PROMPT_PAIR, 1, auftrag(OFFLINE))
    results = list(run_batch(context, jobs, workers=2))
    assert {e.status for e in results} == {Status.FERTIG} and len(results) == 2
    assert runstore(context).load(results[0].lauf_id).zitate


@pytest.mark.usefixtures("dask")
def test_time_outs_on_a_cluster_count_as_what_was_set_aside(context: Context) -> None:
    modell = "openai/gpt-4.1-mini"
    with modellserver([slow(5.0)]) as server:
        template = auftrag(modell, api_base=server.url, timeout=0.3, versuche=2, pause=0.0)
        auftraege = combinations([ANTRAG], [modell], PROMPT_PAIR, 8, template)
        limit = 2 * (dearest(context, auftraege[0], material_of(context, auftraege[0])) or 0)
        results = list(run_batch(context, auftraege, 2, limit))
        sent = [tokens_of(request.body["messages"]) for request in server.requests]
    may_be_billed = Price(context, modell).of(sum(sent), len(sent) * template.max_tokens)
    assert may_be_billed and 0 < may_be_billed <= limit and len(results) < len(auftraege)
    assert all(one.spent for one in results) and sum(one.spent or 0 for one in results) <= limit


@contextmanager
def cluster() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler and a worker as they are started by hand: processes of their own, to be killed."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    address, env = f"tcp://127.0.0.1:{port}", {**os.environ, "PYTHONPATH": str(ROOT)}
    dask = [sys.executable, "-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", str(port)]
    work = [sys.executable, "-m", "dask", "worker", address, "--nthreads", "2", "--no-nanny"]
    quiet: Any = {"env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*dask, "--no-dashboard"], **quiet) as scheduler:
        with subprocess.Popen([*work, "--no-dashboard"], **quiet) as worker:
            try:
                until(lambda: _listens(port))
                yield address, scheduler
            finally:
                worker.kill()
                scheduler.kill()


def _listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def test_no_scheduler_is_told_in_german(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DASK, "tcp://127.0.0.1:9")
    monkeypatch.setattr(cluster_module, "DASK_SECONDS", 0.2)
    with pytest.raises(DashboardError, match=r"antwortet kein Dask-Scheduler .*dask scheduler"):
        list(run_batch(context, combinations([ANTRAG], [OFFLINE], PROMPT_PAIR, 1, auftrag()), 2))


@pytest.mark.night
def test_scheduler_that_is_killed_in_the_middle_is_told(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def late(request: Request) -> Reply:
        asked.set()
        return slow(2 * PATIENCE)

    with modellserver(late) as server, cluster() as (address, scheduler):
        monkeypatch.setenv(DASK, address)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        jobs = combinations([ANTRAG], ["openai/test"], PROMPT_PAIR, 2, auftrag(api_base=server.url))
        results: list[Ergebnis] = []
        thread = threading.Thread(target=lambda: results.extend(run_batch(context, jobs, 2)))
        thread.start()
        assert asked.wait(PATIENCE)
        scheduler.kill()
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert len(results) == 4 and {e.fehler for e in results} == {CLUSTER_LOST}
