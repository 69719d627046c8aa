"""An Eichung that goes on by itself: costs before, stopped, gone on with by another server, nothing twice."""

import threading
from collections import Counter
from collections.abc import Iterator

import pytest

from core.features.eichung.run_calibration import EichungJobs, EichungPlan, effort_of, vorhaben
from core.programme.context import Context
from core.runs.store import runstore
from tests.calibration.conftest import first_theses, reply
from tests.llm.modellserver import Modellserver, Reply, Request, modellserver
from tests.prozesse import until

MODELL = "openai/gpt-4.1"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "core.features.eichung.run_calibration.shipped_eichsatz", lambda folder: first_theses(8)
    )


@pytest.fixture
def opened() -> threading.Event:
    """Until it is set, the server answers four questions and keeps the others waiting."""
    return threading.Event()


@pytest.fixture
def server(opened: threading.Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[Modellserver]:
    seen: list[Request] = []

    def script(request: Request) -> Reply:
        seen.append(request)
        if len(seen) > 4:
            opened.wait(300)
        return reply(8)

    with modellserver(script) as running:
        monkeypatch.setenv("OPENAI_API_BASE", running.url)
        yield running
        opened.set()


def test_stopped_and_gone_on_with_elsewhere_nothing_is_asked_twice(
    context: Context, server: Modellserver, opened: threading.Event
) -> None:
    jobs, plan = EichungJobs(context), EichungPlan(modell=MODELL, prompt="streng")
    told = effort_of(context, vorhaben(context, plan))
    assert (told.fragen, told.bekannt) == (32, 0) and told.usd and not server.requests
    eichung_id = jobs.start(plan)
    assert jobs.start(plan) == eichung_id  # the one that goes on
    until(lambda: len(server.requests) > 4 and jobs.states[eichung_id].fertig >= 4)
    assert jobs.states[eichung_id].laeuft and jobs.states[eichung_id].von == 32
    jobs.cancel(eichung_id)
    opened.set()
    until(lambda: not jobs.states[eichung_id].laeuft)
    (half,) = runstore(context).list_eichungen()
    assert 4 <= half.beantwortet < 32 and not half.finished and not jobs.states[eichung_id].fehler
    assert effort_of(context, vorhaben(context, plan)).bekannt == half.beantwortet
    other = EichungJobs(context)  # of a server started anew
    assert other.start(plan) == eichung_id
    until(lambda: not other.states[eichung_id].laeuft)
    (whole,) = runstore(context).list_eichungen()
    assert (
        whole.finished and whole.beantwortet == 32 and not effort_of(context, vorhaben(context, plan)).offen
    )
    asked = Counter(str(request.body["messages"]) for request in server.requests)
    assert len(asked) == 32 and set(asked.values()) == {1}
