"""Many Läufe in the background: a real server, the real store, and whoever looks at them from elsewhere."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime

import pytest

from core.assessment.auftrag import Auftrag
from core.assessment.batch import BatchJobs, BatchState, Plan, plan_of, stand_of
from core.assessment.pipeline import assess
from core.base.background import ENDED
from core.base.errors import EingabeError
from core.features.vergleich.spalten import vergleich_of
from core.llm import client
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.lauf import LaufRow, Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from tests.assessment.conftest import ANTRAG, PROMPTS
from tests.assessment.test_lauf_jobs import elsewhere, until
from tests.assessment.test_pipeline import good
from tests.llm.modellserver import Modellserver, Reply, Request, antwort, modellserver, status

__all__ = ["elsewhere"]

ANTWORTEN = 3
"""A Lauf about ANTRAG asks for two parties and the Antrag itself."""


@pytest.fixture
def jobs(context: Context) -> Iterator[BatchJobs]:
    opened = BatchJobs(context, workers=2)
    yield opened
    opened.close()


def both(request: Request) -> Reply:
    """About the Antrag itself, or about a party."""
    if "AntragAntwort" in str(request.body["response_format"]):
        return antwort({"titel": "Bus und Bahn", "zusammenfassung": "Es geht um Busse.", "themen": ["Bus"]})
    return good(request)


class Held:
    """Answers so many questions and then none until it is let go."""

    def __init__(self, answers: int = 0) -> None:
        self.go = threading.Event()
        self._free = threading.Semaphore(answers)

    def __call__(self, request: Request) -> Reply:
        if not self._free.acquire(blocking=False):
            self.go.wait(300)
        return both(request)


def serve(server: Modellserver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_BASE", server.url)


def plan(context: Context, **changes: object) -> Plan:
    antrag = runstore(context).save_antrag(ANTRAG)
    asked = Plan(antraege=(antrag,), modelle=("openai/a", "openai/b"), prompts=(("streng", 1), ("knapp", 1)))
    return replace(asked, **changes)  # type: ignore[arg-type]


def ended(jobs: BatchJobs, batch_id: str) -> BatchState:
    until(lambda: not jobs.stand(batch_id).laeuft, 40)
    return jobs.stand(batch_id)


@contextmanager
def two_under_way(context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A batch of four Läufe, two begun and held by the model; in the end it answers and all is done."""
    held = Held()
    with modellserver(held) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(context))
        # The second has the same Antrag and model: it waits for what the first is told of the Antrag itself.
        until(lambda: server.requests and len(rows(context, batch_id)) == 2)
        yield batch_id
        held.go.set()
        ended(jobs, batch_id)


def requests_of(laeufe: int) -> int:
    """Two prompts share what a model says of the Antrag itself."""
    return laeufe * ANTWORTEN - laeufe // 2


def rows(context: Context, batch_id: str) -> list[LaufRow]:
    return runstore(context).list_laeufe(Filter(batch_id=batch_id))


def test_every_combination_is_done_and_everybody_sees_how_far_it_is(
    context: Context, jobs: BatchJobs, elsewhere: Runstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[BatchState] = []
    asked_so_far: list[int] = []
    is_started = threading.Event()

    def handler(request: Request) -> Reply:
        """Nobody can be late here: with two at work, all but one before a question are done when it comes."""
        is_started.wait()
        asked_so_far.append(jobs.stand(batch_id).fertig)
        return both(request)

    with modellserver(handler) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(context, wiederholungen=2))
        is_started.set()
        until(lambda: seen.append(jobs.stand(batch_id)) or not seen[-1].laeuft)
        assert len(server.requests) == requests_of(8)
    assert {stand.von for stand in seen} == {8} and max(stand.laufend for stand in seen) <= 2
    assert [s.fertig for s in seen] == sorted(s.fertig for s in seen) and len(set(asked_so_far)) > 3
    assert all((stand.rest_sekunden is None) == (stand.fertig == 0) for stand in seen)
    last = seen[-1]
    assert (last.fertig, last.fehlgeschlagen, last.offen, last.rest_sekunden) == (8, 0, 0, 0)
    assert last == stand_of(elsewhere, batch_id, BEGIN, 2)
    asked = {(zeile.modell_gefragt, zeile.prompt_id, zeile.wiederholung) for zeile in rows(context, batch_id)}
    assert len(asked) == 8 and len(jobs.finished(batch_id)) == 8


def test_what_was_answered_before_is_not_done_again_but_belongs_to_the_result(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver(both) as server:
        serve(server, monkeypatch)
        before = assess(context, Auftrag.of(context, ANTRAG, "openai/a", PROMPTS["streng"]))
        batch_id = jobs.start(plan(context))
        assert ended(jobs, batch_id).von == 3 and len(server.requests) == requests_of(4)
        again = jobs.start(plan(context))
        stand = ended(jobs, again)
        assert (stand.von, stand.fertig, stand.kosten) == (0, 0, None) and again != batch_id
        assert len(server.requests) == requests_of(4)
    assert before in jobs.finished(batch_id)
    assert sorted(jobs.finished(batch_id)) == sorted(jobs.finished(again))


def test_cancelled_batch_begins_nothing_more_and_goes_on_without_paying_twice(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(2 + 3 * ANTWORTEN)  # two Läufe at once: two at least have all theirs
    with modellserver(held) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(context, wiederholungen=2))
        until(lambda: jobs.stand(batch_id).fertig >= 2, 40)
        jobs.cancel(batch_id)
        held.go.set()
        stand = ended(jobs, batch_id)
        stopped_at = len(server.requests)
        assert 2 <= stand.fertig < 8 and stand.laufend == 0 and stand.offen == 8 - stand.fertig
        assert stopped_at < requests_of(8)
        left = [zeile for zeile in rows(context, batch_id) if zeile.status is Status.ABGEBROCHEN]
        assert len(rows(context, batch_id)) == stand.fertig + len(left) <= stand.fertig + 2
        resumed = jobs.resume(batch_id)
        last = ended(jobs, resumed)
        assert (last.von, last.fertig, last.fehlgeschlagen) == (stand.offen, stand.offen, 0)
        assert len(server.requests) == requests_of(8)
    assert len(jobs.finished(resumed)) == 8


def test_cancelling_does_not_wait_for_the_next_attempt(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "LONGEST_PAUSE", 3600.0)  # whoever waited would wait in vain
    with modellserver([status(429, retry_after=3600)]) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(context))
        until(lambda: server.requests)
        jobs.cancel(batch_id)
        stand = ended(jobs, batch_id)
    assert stand.fertig == 0 and not stand.laeuft and stand.offen == 4


def test_at_the_limit_nothing_more_is_begun(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver(lambda request: replace(both(request), delay=0.05, usage=(800, 1_500))) as server:
        serve(server, monkeypatch)
        asked = plan(context, modelle=("openai/gpt-4.1",), wiederholungen=5, limit=0.1)
        stand = ended(jobs, jobs.start(asked))
        assert stand.is_limit_reached and stand.kosten and 0.05 < stand.kosten <= 0.1
        assert stand.fertig < stand.von == 10 and stand.kosten == pytest.approx(0.0136 * len(server.books))
        assert not ended(jobs, jobs.start(replace(asked, limit=5.0))).is_limit_reached


def test_a_rejected_key_stops_its_model_and_nothing_else(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def b_breaks(request: Request) -> Reply:
        return status(401, "no such key") if request.body["model"] == "b" else both(request)

    with modellserver(b_breaks) as server:
        serve(server, monkeypatch)
        stand = ended(jobs, jobs.start(plan(context)))
        asked = [request.body["model"] for request in server.requests].count("b")
    assert (stand.von, stand.fehlgeschlagen) == (4, stand.fertig - 2) and asked <= stand.fehlgeschlagen <= 2
    assert len(stand.fehler) == 1 and "Schlüssel" in stand.fehler[0]


def test_a_batch_stopped_elsewhere_begins_nothing_more(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_under_way(context, jobs, monkeypatch) as batch_id:
        other = BatchJobs(context)
        other.cancel(batch_id)
        other.close()
    stand = jobs.stand(batch_id)
    assert (stand.fertig, stand.offen, stand.fehler) == (0, 4, ())
    assert [zeile.status for zeile in rows(context, batch_id)] == [Status.ABGEBROCHEN] * 2
    with modellserver(both) as server:
        serve(server, monkeypatch)
        last = ended(jobs, jobs.resume(batch_id))
    assert (last.von, last.fertig) == (4, 4)


def test_the_same_plan_is_not_worked_on_twice_at_once(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held()
    with modellserver(held) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(context))
        assert jobs.start(plan(context)) == batch_id
        assert jobs.start(plan(context, wiederholungen=2)) != batch_id
        held.go.set()
        jobs.close()


def test_closing_says_why_and_leaves_no_thread(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held()
    with modellserver(held) as server:
        serve(server, monkeypatch)
        batch_id = jobs.start(plan(context))
        until(lambda: server.requests)
        closing = threading.Thread(target=jobs.close)
        closing.start()
        until(lambda: {zeile.status for zeile in rows(context, batch_id)} == {Status.ABGEBROCHEN})
        held.go.set()
        closing.join()
        assert len(server.requests) <= 2 * ANTWORTEN
    assert {(zeile.status, zeile.fehler) for zeile in rows(context, batch_id)} == {
        (Status.ABGEBROCHEN, ENDED)
    }
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("Vergleichen")]


def test_the_plan_is_read_back_as_it_was_and_others_are_refused(context: Context, jobs: BatchJobs) -> None:
    store = runstore(context)
    asked = plan(context, modelle=(OFFLINE,), limit=2.5)
    batch_id = jobs.start(asked)
    assert ended(jobs, batch_id).fertig == 1 and jobs.stand(batch_id).plan == asked
    of_another_version = json.dumps(asdict(asked) | {"raten": True})
    for told in ("nachts, alle Anträge", of_another_version):
        other = store.start_batch(told, 3)
        with pytest.raises(EingabeError, match="neu"):
            plan_of(next(b for b in store.list_batches() if b.id == other))
    with pytest.raises(EingabeError, match="gibtsnicht"):
        jobs.stand("gibtsnicht")


def test_settings_reach_the_model_and_make_columns(
    context: Context, jobs: BatchJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver(both) as server:
        serve(server, monkeypatch)
        asked = plan(context, modelle=("openai/a",), prompts=(("knapp", 1),))
        asked = replace(asked, passagen=(1, 4), temperaturen=(0.0, 0.7))
        batch_id = jobs.start(asked)
        assert ended(jobs, batch_id).fertig == asked.spalten == 4
        heats = sorted(request.body["temperature"] for request in server.requests)
        assert heats == [0] * 5 + [0.7] * 5, "the Antrag itself is the same with more passages"
    store = runstore(context)
    laeufe = [store.load(zeile.id) for zeile in rows(context, batch_id)]
    found = {(lauf.parameter["top_k"], lauf.parameter["temperature"]): len(lauf.angebote) for lauf in laeufe}
    assert found.keys() == {(1, 0.0), (1, 0.7), (4, 0.0), (4, 0.7)} and found[1, 0.0] < found[4, 0.0]
    vergleich = vergleich_of(store, context.registry, jobs.finished(batch_id))
    assert {spalte.name for spalte in vergleich.spalten} == {
        f"Temperatur {heat} · Passagen: {top_k}" for heat in ("0", "0,7") for top_k in (1, 4)
    }
    assert jobs.stand(batch_id).plan == asked


BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
