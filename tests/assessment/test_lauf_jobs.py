"""Läufe in the background: a real server, the real store, and whoever looks at them from elsewhere."""

import itertools
import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from core.assessment import pipeline
from core.assessment.pipeline import LaufJobs, LaufState, ParteiState, assess, stand_of
from core.base.background import ENDED
from core.llm import client
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.store import Runstore, open_store, runstore
from tests.assessment.conftest import ANTRAG, auftrag
from tests.assessment.test_pipeline import good
from tests.llm.modellserver import Reply, Request, modellserver, status
from tests.prozesse import PATIENCE, until

WEITERE = ("LINDENBUND", "LEUCHTTURM")
PARTEIEN = {"BRÜCKE", "MÜHLRAD", *WEITERE}


@pytest.fixture
def werkstatt(context: Context) -> Iterator[LaufJobs]:
    opened = LaufJobs(context)
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(context: Context) -> Iterator[Runstore]:
    """The same file as another process sees it."""
    opened = open_store(None, context.settings.laeufe_dir)
    yield opened
    opened.close()


def ended(werkstatt: LaufJobs, lauf_id: str) -> LaufState:
    until(lambda: werkstatt.stand(lauf_id).status is not Status.LAEUFT)
    return werkstatt.stand(lauf_id)


def slowly(request: Request) -> Reply:
    return replace(good(request), delay=0.15)


class Held:
    """Answers nothing until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(self, request: Request) -> Reply:
        self.go.wait(PATIENCE)
        return good(request)


def count(stand: LaufState, zustand: ParteiState) -> int:
    return [own for _, own in stand.parteien].count(zustand)


def test_lauf_goes_on_by_itself_and_tells_how_far_it_is(context: Context, werkstatt: LaufJobs) -> None:
    seen: list[LaufState] = []
    numbers = itertools.count(-len(PARTEIEN))

    def when_that_was_seen(request: Request) -> Reply:
        """The next answer comes when somebody has seen that the ones before are done."""
        done = next(numbers)
        until(lambda: done < 0 or any(stand.fertig == done for stand in seen))
        return slowly(request)

    with modellserver(when_that_was_seen) as server:
        asked = auftrag(api_base=server.url, weitere=WEITERE, parallel=1)
        assess(context, replace(asked, wiederholung=2))  # the first in a process loads LiteLLM
        lauf_id = werkstatt.start(asked)
        until(lambda: seen.append(werkstatt.stand(lauf_id)) or seen[-1].status is not Status.LAEUFT)
    assert [s.fertig for s in seen] == sorted(s.fertig for s in seen)
    assert {s.fertig for s in seen} == set(range(5)) and {s.von for s in seen} == {4}
    assert all({partei for partei, _ in s.parteien} == PARTEIEN for s in seen)
    assert {count(s, ParteiState.BEING_ASKED) for s in seen if 0 < s.fertig < 4} == {1}
    assert all((s.rest_sekunden is None) == (s.fertig == 0) for s in seen)
    one_done = next(s for s in seen if s.fertig == 1)
    assert one_done.rest_sekunden and one_done.rest_sekunden > 0.15
    last = seen[-1]
    assert last.status is Status.FERTIG and last.rest_sekunden == 0 and last.sekunden >= 4 * 0.15
    assert last == werkstatt.stand(lauf_id)


def test_party_without_sources_is_told_apart_from_one_that_failed(
    context: Context, werkstatt: LaufJobs
) -> None:
    early = replace(ANTRAG, datum=date(2022, 1, 1))
    with modellserver([status(400)]) as server:
        stand = ended(werkstatt, werkstatt.start(auftrag(api_base=server.url, antrag=early, weitere=WEITERE)))
    assert dict(stand.parteien) == {
        "LINDENBUND": ParteiState.FEHLGESCHLAGEN,
        "LEUCHTTURM": ParteiState.NO_QUELLEN,
        "MÜHLRAD": ParteiState.NO_QUELLEN,
    }


def test_cancelled_lauf_keeps_what_was_finished_and_asks_nothing_more(
    context: Context, werkstatt: LaufJobs
) -> None:
    with modellserver(slowly) as server:
        lauf_id = werkstatt.start(auftrag(api_base=server.url, weitere=WEITERE, parallel=1))
        until(lambda: werkstatt.stand(lauf_id).fertig == 1)
        werkstatt.cancel(lauf_id)
        assert werkstatt.stand(lauf_id).status is Status.ABGEBROCHEN and werkstatt.is_ending(lauf_id)
        werkstatt.close()
        assert len(server.requests) <= 3 and not werkstatt.is_ending(lauf_id)
    lauf = runstore(context).load(lauf_id)
    assert lauf.status is Status.ABGEBROCHEN and not lauf.fehler
    finished = [part for part in lauf.teile if part.status is Status.FERTIG]
    assert len(finished) == len(server.requests) and lauf.zitate
    assert werkstatt.stand(lauf_id).rest_sekunden == 0


def test_lauf_cancelled_elsewhere_stops_at_the_next_heartbeat(
    context: Context,
    werkstatt: LaufJobs,
    elsewhere: Runstore,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(pipeline, "HEARTBEAT", 0.05)
    monkeypatch.setattr(client, "LONGEST_PAUSE", 3600.0)  # whoever waited would wait in vain
    with modellserver([status(500)]) as server:
        lauf_id = werkstatt.start(auftrag(api_base=server.url, pause=3600.0, versuche=4))
        until(lambda: len(server.requests) == 2)
        elsewhere.cancel(lauf_id)
        until(lambda: len(elsewhere.load(lauf_id).teile) == 2)
        assert len(server.requests) == 2
    assert elsewhere.load(lauf_id).status is Status.ABGEBROCHEN and not caplog.records


def test_lauf_of_another_process_can_be_watched_and_cancelled(
    context: Context, werkstatt: LaufJobs, elsewhere: Runstore
) -> None:
    other = LaufJobs(Context(context.settings))
    held = Held()
    with modellserver(held) as server:
        lauf_id = other.start(auftrag(api_base=server.url, weitere=WEITERE, parallel=3))
        until(lambda: len(server.requests) == 3)
        stand = stand_of(lauf := elsewhere.load(lauf_id), lauf.created)
        assert (count(stand, ParteiState.BEING_ASKED), count(stand, ParteiState.WARTET)) == (3, 1)
        assert (stand.fertig, stand.von, stand.rest_sekunden, stand.kosten) == (0, 4, None, 0)
        werkstatt.cancel(lauf_id)
        held.go.set()
        other.close()
        assert len(server.requests) <= 4
    assert elsewhere.load(lauf_id).status is Status.ABGEBROCHEN


def test_two_users_are_served_at_once(context: Context, werkstatt: LaufJobs) -> None:
    held = Held()
    with modellserver(held) as server:
        both = [werkstatt.start(auftrag(api_base=server.url, parallel=1, wiederholung=n)) for n in (1, 2)]
        until(lambda: len(server.requests) == 2)
        held.go.set()
        assert [ended(werkstatt, lauf_id).status for lauf_id in both] == [Status.FERTIG] * 2


def test_who_comes_late_waits_gives_signs_of_life_and_has_its_turn(
    context: Context, elsewhere: Runstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "HEARTBEAT", 0.05)
    small, held = LaufJobs(context, workers=1), Held()
    with modellserver(held) as server:
        first, late, unwanted = (
            small.start(auftrag(api_base=server.url, wiederholung=n)) for n in range(1, 4)
        )
        until(lambda: len(server.requests) == 2)
        waiting = small.stand(late)
        assert (waiting.status, count(waiting, ParteiState.WARTET)) == (Status.LAEUFT, 2)
        until(lambda: elsewhere.load(late).herzschlag > elsewhere.load(late).created)
        elsewhere.cancel(unwanted)
        held.go.set()
        assert ended(small, first).status is ended(small, late).status is Status.FERTIG
        small.close()
        assert len(server.requests) == 4
    assert elsewhere.load(unwanted).status is Status.ABGEBROCHEN


def test_error_in_the_program_is_logged_with_its_place_and_ends_the_lauf(
    context: Context, werkstatt: LaufJobs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(context: Context, passages: object) -> None:
        raise RuntimeError("die Binderei brennt")

    monkeypatch.setattr(pipeline.Quellen, "around", broken)
    with caplog.at_level(logging.ERROR):
        lauf_id = werkstatt.start(auftrag(OFFLINE))
        until(lambda: lauf_id in caplog.text)
    assert lauf_id in caplog.text and "die Binderei brennt" in caplog.text and "Traceback" in caplog.text
    lauf = runstore(context).load(lauf_id)
    assert lauf.status is Status.FEHLGESCHLAGEN and "Fehler im Programm" in lauf.fehler


def test_closing_says_why_the_lauf_ended(context: Context, werkstatt: LaufJobs) -> None:
    with modellserver(slowly) as server:
        lauf_id = werkstatt.start(auftrag(api_base=server.url, weitere=WEITERE, parallel=1))
        until(lambda: werkstatt.stand(lauf_id).fertig == 1)
        werkstatt.close()
        assert len(server.requests) <= 3
    lauf = runstore(context).load(lauf_id)
    assert (lauf.status, lauf.fehler) == (Status.ABGEBROCHEN, ENDED)


BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def seconds(number: float) -> datetime:
    return BEGIN + timedelta(seconds=number)
