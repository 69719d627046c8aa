"""Two that ask the same at the same time: one pays, the other waits and takes what was answered."""

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from core.assessment.batch import BatchJobs, Ergebnis, run_batch
from core.assessment.pipeline import LaufJobs
from core.base.settings import Settings
from core.programme.context import Context
from core.runs.lauf import LaufRow, Status
from core.runs.store import open_store, runstore
from core.runs.write_laeufe import ORPHANED_LAUF
from tests.assessment.conftest import auftrag
from tests.assessment.test_batch import many
from tests.assessment.test_batch_jobs import Held, ended, plan, serve
from tests.assessment.test_pipeline import good
from tests.index.stores import finished, killed_at_end, started
from tests.llm.modellserver import Request, modellserver
from tests.prozesse import until

QUESTIONS = 8
"""Of four combinations, which ask about two parties each."""


def child_asks(settings: Settings, url: str, told: Path) -> None:
    os.environ["OPENAI_API_KEY"] = "sk-probe-12345678"
    context = Context(settings)
    (told / f"{os.getpid()}.begonnen").touch()
    until(lambda: len(list(told.glob("*.begonnen"))) == 2)
    results = run_batch(context, many(url, repeat=1), workers=2)
    lines = [f"{one.lauf_id} {one.status} {one.bekannt} {one.kosten}\n" for one in results]
    (told / f"{os.getpid()}.fertig").write_text("".join(lines))


def often(requests: Sequence[Request]) -> list[int]:
    """How often each question was asked."""
    return list(Counter((one.body["model"], str(one.body["messages"])) for one in requests).values())


def test_of_two_processes_one_pays_for_each_question(context: Context, tmp_path: Path) -> None:
    with modellserver(lambda request: replace(good(request), delay=0.3)) as server:
        arguments = (child_asks, context.settings, server.url, tmp_path)
        with killed_at_end(started(*arguments)) as one, killed_at_end(started(*arguments)) as two:
            finished(one)
            finished(two)
        assert often(server.requests) == [1] * QUESTIONS
    told = [path.read_text().split("\n")[:-1] for path in tmp_path.glob("*.fertig")]
    laeufe = [{line.split()[0] for line in lines} for lines in told]
    assert laeufe[0] == laeufe[1] and len(laeufe[0]) == 4
    assert sorted(line.split()[2] for lines in told for line in lines) == ["False"] * 4 + ["True"] * 4
    assert {z.id for z in runstore(context).list_laeufe()} == laeufe[0]


def child_asks_alone(settings: Settings, url: str) -> None:
    os.environ["OPENAI_API_KEY"] = "sk-probe-12345678"
    list(run_batch(Context(settings), many(url, repeat=1)[:1], workers=1))


def test_who_waits_for_one_that_is_killed_goes_on_with_what_it_has_paid_for(context: Context) -> None:
    held, before = Held(answers=3), 2
    with modellserver(held) as server, ThreadPoolExecutor(1) as pool:
        list(run_batch(context, many(server.url, repeat=1)[1:2], workers=1))  # the first loads LiteLLM
        with killed_at_end(started(child_asks_alone, context.settings, server.url)) as killed:
            until(lambda: len(server.requests) == before + 2)
            waiting = pool.submit(_ask_one, context, server.url)
            with pytest.raises(TimeoutError):
                waiting.result(1)
            assert len(server.requests) == before + 2
            killed.kill()
        held.go.set()
        ergebnis = waiting.result(20)
        assert ergebnis.status is Status.FERTIG and not ergebnis.bekannt
        assert sorted(often(server.requests)) == [1, 1, 1, 2], "only what was on its way is asked again"


@pytest.mark.night
def test_lauf_of_a_killed_process_is_told_as_ended_at_once(context: Context) -> None:
    def seen() -> LaufRow:
        """By whoever looks from another process."""
        store = open_store(None, context.settings.laeufe_dir)
        (row,) = store.list_laeufe()
        store.close()
        return row

    with modellserver(Held()) as server:
        with killed_at_end(started(child_asks_alone, context.settings, server.url)):
            until(lambda: server.requests)
            assert seen().status is Status.LAEUFT
        assert (seen().status, seen().fehler) == (Status.ABGEBROCHEN, ORPHANED_LAUF)


def _ask_one(context: Context, url: str) -> Ergebnis:
    (ergebnis,) = run_batch(context, many(url, repeat=1)[:1], workers=1)
    return ergebnis


def test_two_batches_of_one_process_pay_once_and_each_is_whole(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, jobs = Held(), BatchJobs(context, workers=2)
    with modellserver(held) as server:
        serve(server, monkeypatch)
        small, large = jobs.start(plan(context, modelle=("openai/a",))), jobs.start(plan(context))
        until(lambda: server.requests)
        held.go.set()
        stands = [ended(jobs, small), ended(jobs, large)]
        jobs.close()
        # What is asked about the Antrag itself is the same with both prompts.
        assert sorted(often(server.requests)) == [1] * 10
    assert [(stand.fertig, stand.von, stand.fehlgeschlagen) for stand in stands] == [(2, 2, 0), (4, 4, 0)]


def test_lauf_that_a_page_began_waits_for_the_same_and_can_be_ended(context: Context) -> None:
    held, jobs = Held(), LaufJobs(context)
    with modellserver(held) as server:
        asked = auftrag(api_base=server.url)
        first = jobs.start(asked)
        until(lambda: len(server.requests) == 2)
        second, unwanted = jobs.start(asked), jobs.start(asked)
        jobs.cancel(unwanted)
        until(lambda: unwanted not in jobs.under_way())
        assert {jobs.stand(one).status for one in (first, second)} == {Status.LAEUFT}
        held.go.set()
        until(lambda: not jobs.stand(second).laeuft)
        again = jobs.start(replace(asked, fresh=True))
        until(lambda: not jobs.stand(again).laeuft)
        jobs.close()
        assert often(server.requests) == [2, 2], "once, and once more on purpose"
    copy = runstore(context).load(second)
    assert (copy.status, copy.aus_cache) == (Status.FERTIG, first)
    assert len(copy.teile) == 2 and sum(teil.kosten or 0 for teil in copy.teile) == 0
    assert jobs.stand(unwanted).status is Status.ABGEBROCHEN
