"""The one runner of what goes on by itself: turns, ends, heartbeats, errors, and the estimate of the rest."""

import logging
import threading
import time

import pytest

from core.base.background import Jobs, Pulse, StateJobs, WorkState
from core.base.errors import EingabeError
from tests.prozesse import until


def test_each_has_its_turn_in_the_order_it_came() -> None:
    jobs, go, done = Jobs("Rechnen", workers=1), threading.Event(), []
    jobs.spawn("a", lambda: (go.wait(60), done.append("a"))[1])
    for key in "bc":
        jobs.spawn(key, lambda key=key: done.append(key))  # type: ignore[misc]
    assert jobs.under_way() == ("a", "b", "c") and not done
    go.set()
    until(lambda: not jobs.under_way())
    assert done == ["a", "b", "c"]


def test_without_a_limit_nobody_waits() -> None:
    jobs, together = Jobs("Rechnen"), threading.Barrier(3)
    for key in "abc":
        jobs.spawn(key, lambda: together.wait(60) and None)
    until(lambda: not jobs.under_way())
    assert not together.broken


def test_error_is_a_sentence_and_the_next_one_has_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    jobs = Jobs("Einlesen", workers=1)

    def refused() -> None:
        raise EingabeError("Das geht nicht.")

    with caplog.at_level(logging.ERROR):
        jobs.spawn("a", lambda: 1 // 0, told.append)  # type: ignore[arg-type, return-value]
        jobs.spawn("b", refused, told.append)
        until(lambda: not jobs.under_way())
    assert told[1:] == ["Das geht nicht."]
    assert told[0].startswith("Beim Einlesen ist ein Fehler im Programm") and "ZeroDivision" in caplog.text


@pytest.mark.parametrize("fails", ["the work", "who is told of it"])
def test_whatever_a_job_raises_the_next_one_has_its_turn(fails: str) -> None:
    jobs, done = Jobs("Einlesen", workers=1), []

    def told(reason: str) -> None:
        raise SystemExit(reason)

    def refused() -> None:
        raise EingabeError("Das geht nicht.") if fails != "the work" else SystemExit(1)

    jobs.spawn("a", refused, told)
    jobs.spawn("b", lambda: done.append("b"))
    until(lambda: not jobs.under_way())
    assert done == ["b"]


def test_closing_ends_all_and_waits_for_their_threads() -> None:
    jobs, cancels = Jobs("Auszählen", workers=1), [threading.Event(), threading.Event()]
    for key, event in zip("ab", cancels, strict=True):
        jobs.spawn(key, lambda event=event: event.wait(60) and None, cancels=[event])  # type: ignore[misc]
    jobs.close()
    assert all(event.is_set() for event in cancels) and not jobs.under_way()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("Auszählen")]


def test_heart_beats_on_after_an_error_until_it_is_closed() -> None:
    beats: list[int] = []

    def beat() -> None:
        beats.append(1)
        raise EingabeError("Der Laufspeicher antwortet nicht.")

    jobs = Jobs("Rechnen", pulse=Pulse(0.01, beat))
    until(lambda: len(beats) > 2)
    jobs.close()
    there = len(beats)
    time.sleep(0.05)
    assert len(beats) == there


@pytest.mark.parametrize(
    "ends", [SystemExit, KeyboardInterrupt, MemoryError, ZeroDivisionError, GeneratorExit]
)
def test_whatever_ends_a_job_ends_its_state_too(
    ends: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs, done = StateJobs[WorkState]("Einlesen"), []

    def burst() -> None:
        raise ends

    seen: list[WorkState] = []
    put = jobs.put
    monkeypatch.setattr(
        jobs, "put", lambda key, **changes: (put(key, **changes), seen.append(jobs.states[key]))
    )
    jobs.begin("a", WorkState(), burst)
    until(lambda: not jobs.states["a"].laeuft and not jobs.under_way())
    assert seen and all(one.fehler for one in seen), "ended, and for a moment nobody knew why"
    jobs.begin("a", WorkState(), lambda: done.append("a"))
    until(lambda: bool(done) and not jobs.states["a"].laeuft)
