"""Killed amid paid calls, with either store: what was billed is booked, once, and nothing is asked twice.

All that costs money is done in a process of its own, against a provider in this one that numbers its bills.
`books` has the same with a stop by hand, and a store that is away for a moment.
"""

import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from multiprocessing.process import BaseProcess
from pathlib import Path

from core.assessment.batch import combinations, run_batch
from core.base.settings import Settings
from core.features.eichung.run_calibration import begin_calibration, run_calibration
from core.features.rubrics.judge import judge_lauf
from core.features.support.check import carry_out_plan, plan_check
from core.llm.anfrage import Anfrage
from core.llm.litellm_access import warm_up
from core.programme.context import Context
from core.runs import buchungen
from core.runs.buchungen import VORGEMERKT, Zweck
from core.runs.store import Runstore, runstore
from core.runs.tables import buchung
from tests.assessment.conftest import PROMPTS, auftrag
from tests.bench.billing import BILLED, Anbieter, Bill, numbered
from tests.bench.books import SCHEMAS, indexed, own_key
from tests.bench.figures import Figure
from tests.calibration.conftest import first_theses, planned
from tests.llm.modellserver import modellserver
from tests.prozesse import PRELOADED, processes, until
from tests.runs.postgres import cluster, stopped_database
from tests.support.conftest import pruefer

MODELL = "openai/gpt-4.1-mini"
PRICES = {"gpt-4.1-mini": (0.4e-6, 1.6e-6)}
DELAY = 0.1
"""Seconds until an answer: while some wait, others are stored."""

JUST_SENT = 0.3
"""Seconds in which a process stores what has arrived; killed within them, it was in the middle of that."""

KILLS = 40
MOST_BEFORE = 12
"""Requests of a process before it is killed: a whole work has some twenty."""

WORKERS = 8
"""Requests that may be under way at once: a batch or what comes after it, and an Eichung."""

AWAY = 1.0
STOPS_OF_A_SERVER = 3
PATIENT = 120.0


class Mishap(StrEnum):
    KILL = "kill -9"
    AMID = "kill -9 while a request is under way"
    STOP = "stopped by hand"
    AWAY = "store locked"
    DOWN = "database server down"


OFTEN = {Mishap.KILL: 14, Mishap.STOP: 3, Mishap.AWAY: 3}


@dataclass(frozen=True)
class Work:
    """`number`: of its Anträge, which nobody else has. `stop_after`: seconds until it is stopped by hand."""

    url: str
    number: int
    begun: Path
    done: Path
    stop_after: float | None = None


# --- in the process -----------------------------------------------------------------------------------------


def do_work(settings: Settings, work: Work) -> None:
    """A batch; then, of what it has made, checks and rubrics, and an Eichung beside them."""
    os.environ["OPENAI_API_KEY"] = "sk-probe-12345678"
    buchungen.PAUSE = 0.2
    context, stop, other = Context(settings), threading.Event(), threading.Event()
    runstore(context)
    work.begun.touch()
    timer = threading.Timer(work.stop_after or 0, _set, [stop, other])
    if work.stop_after is not None:
        timer.start()
    template = auftrag(api_base=work.url, max_tokens=1_500, timeout=20.0, weitere=("LINDENBUND",))
    batch = combinations(numbered(work.number, 2), [MODELL], [PROMPTS["streng"]], 1, template)
    with ThreadPoolExecutor(4) as pool:
        beside = pool.submit(_eichung, context, work, other)  # which sets it when it ends
        results = list(run_batch(context, batch, 4, cancellations=[stop] * len(batch)))
        later = [pool.submit(_after, context, work, one.lauf_id, stop) for one in results if one.lauf_id]
        for job in (beside, *later):
            job.result()
    timer.cancel()
    context.close()
    if not stop.is_set():
        work.done.touch()


def _set(*events: threading.Event) -> None:
    for event in events:
        event.set()


def _eichung(context: Context, work: Work, stop: threading.Event) -> None:
    was = planned(context, first_theses(1), work.url, modell=MODELL, temperature=work.number / 100_000)
    list(run_calibration(context, was, begin_calibration(context, was), abbruch=stop))


def _after(context: Context, work: Work, lauf_id: str, stop: threading.Event) -> None:
    store = runstore(context)
    if stop.is_set():
        return
    plan = plan_check(context, store.load(lauf_id), pruefer(context, work.url, MODELL))
    carry_out_plan(store, plan, abbruch=stop)
    if not stop.is_set():
        judge_lauf(context, lauf_id, "formpruefung", Anfrage(MODELL, api_base=work.url))


# --- from outside -------------------------------------------------------------------------------------------


def numbered_kind(anbieter: Anbieter, frage: str, schema: str) -> str:
    """The same for the same request, so that begun again it goes as it went; some have to be sent again."""
    lot = sum(frage.encode()) % 10
    first = not anbieter.asked[frage]
    if lot in (0, 1, 2) and "Dazu sage ich nichts" not in frage:
        return "garbage"
    if first and lot in (3, 4):
        return "out of order" if lot == 3 else "empty"
    return "good"


@dataclass
class Ergebnis:
    mishaps: dict[Mishap, int] = field(default_factory=lambda: dict.fromkeys(Mishap, 0))
    asked: int = 0
    billed: int = 0
    lost: int = 0
    in_flight: int = 0
    unbooked: int = 0
    booked_twice: int = 0
    vanished: int = 0
    ahead: int = 0
    rows: int = 0
    begun_again: int = 0
    twice: int = 0
    twice_in_flight: int = 0
    unfinished: int = 0


@dataclass
class Place:
    """Where the work is done. `moments`: (from which bill on, when its process was killed)."""

    settings: Settings
    folder: Path
    anbieter: Anbieter
    url: str
    chance: random.Random
    ergebnis: Ergebnis = field(default_factory=Ergebnis)
    number: int = 100_000
    begun_with: int = 0
    """Which bill was the first for these Anträge."""

    lost: set[int] = field(default_factory=set)
    happened: list[tuple[Mishap, int]] = field(default_factory=list)
    """Since these Anträge were begun: each mishap, and how many bills there were."""

    seen: set[int] = field(default_factory=set)
    """Bills that stood in our books at an earlier look."""

    ahead: Counter[Zweck] = field(default_factory=Counter)
    """Rows so far that tell of no outcome, by what they are for."""


def measure() -> list[Figure]:
    """Kills alone, half of them with each store."""
    with tempfile.TemporaryDirectory(prefix="buecher-") as name, own_key(), ExitStack() as stack:
        settings = indexed(Path(name)).settings
        warm_up()
        processes.set_forkserver_preload([*PRELOADED, "litellm", __name__])
        figures, stores = list[Figure](), (("SQLite", None), ("PostgreSQL", stack.enter_context(cluster())))
        for number, (store, address) in enumerate(stores):
            own = replace(settings, laeufe_dir=Path(name) / store, database_url=address)
            ergebnis = Ergebnis()
            with _place(own, ergebnis, 31 + number) as place:
                _to_the_end(place)
                while ergebnis.mishaps[Mishap.AMID] < KILLS // 2:
                    _once(place, Mishap.AMID, place.chance.uniform(0, MOST_BEFORE))
                _to_the_end(place)
            figures += [
                Figure(f"{store}: {one.what}", one.value, one.unit, one.target) for one in _told(ergebnis)
            ]
        return figures


def _told(ergebnis: Ergebnis) -> Iterator[Figure]:
    yield Figure("kills amid paid calls", ergebnis.mishaps[Mishap.AMID], "", f"≥ {KILLS // 2}")
    yield Figure("requests that arrived", ergebnis.asked, "", "≥ 1")
    yield Figure("answers billed", ergebnis.billed, "", "≥ 1")
    alone = ergebnis.in_flight + ergebnis.lost
    yield Figure("of these at a kill not yet stored, known by their row alone", alone, "", "≥ 1")
    yield Figure("of these without a row", ergebnis.unbooked, "", "≤ 0")
    yield Figure("booked, and not there any more after a later kill", ergebnis.vanished, "", "≤ 0")
    yield Figure("booked twice", ergebnis.booked_twice, "", "≤ 0")
    yield Figure("asked again although in our books", ergebnis.twice, "", "≤ 0")
    yield Figure("rows of unknown outcome", ergebnis.ahead, "")
    yield Figure("rows whose request never arrived", ergebnis.rows - ergebnis.asked, "", "≥ 0")
    yield Figure("works that did not come to their end", ergebnis.unfinished, "", "≤ 0")


def killed(settings: Settings, folder: Path, count: int) -> Iterator[Figure]:
    warm_up()
    processes.set_forkserver_preload([*PRELOADED, "litellm", __name__])
    own = replace(settings, laeufe_dir=folder / "getoetet")
    ergebnis = Ergebnis()
    with _place(own, ergebnis) as place:
        longest = _longest(place)
        servers = min(STOPS_OF_A_SERVER, count // 10)
        while sum(ergebnis.mishaps.values()) < count - servers:
            (mishap,) = place.chance.choices(list(OFTEN), list(OFTEN.values()))
            _once(place, mishap, place.chance.uniform(0, longest))
        _to_the_end(place)
    if servers:
        with cluster() as address, _place(replace(own, database_url=address), ergebnis) as place:
            for _ in range(servers):
                _once(place, Mishap.DOWN, place.chance.uniform(0, longest / 2))
            _to_the_end(place)
    yield Figure("one undisturbed work", longest, "s")
    yield from (Figure(f"mishaps: {mishap}", n, "") for mishap, n in ergebnis.mishaps.items())
    yield Figure("mishaps in all", sum(ergebnis.mishaps.values()), "", f"≥ {count}")
    yield Figure("works begun again after one", ergebnis.begun_again, "", "≥ 1")
    yield Figure("works that did not come to their end", ergebnis.unfinished, "", "≤ 0")
    yield Figure("answers billed", ergebnis.billed, "", "≥ 1")
    yield Figure(
        f"of these known by a row alone, sent up to {JUST_SENT} s before a kill or later",
        ergebnis.in_flight,
        "",
    )
    yield Figure(
        "of these known by a row alone, sent before that, or without a kill", ergebnis.lost, "", "≤ 0"
    )
    yield Figure("booked, and not there any more later", ergebnis.vanished, "", "≤ 0")
    yield Figure("requests on their way at a kill and not booked ahead", ergebnis.unbooked, "", "≤ 0")
    yield Figure("bills booked twice", ergebnis.booked_twice, "", "≤ 0")
    yield Figure("asked again although in our books", ergebnis.twice, "", "≤ 0")
    yield Figure("asked again because on their way at a kill", ergebnis.twice_in_flight, "")


@contextmanager
def _place(settings: Settings, ergebnis: Ergebnis, seed: int = 31) -> Iterator[Place]:
    anbieter = Anbieter(dict(PRICES), numbered_kind, lambda number: (number + 2, 10), delay=DELAY)
    with modellserver(anbieter) as server, tempfile.TemporaryDirectory() as folder:
        yield Place(settings, Path(folder), anbieter, server.url, random.Random(seed), ergebnis)


def _longest(place: Place) -> float:
    """Seconds; of the second time, for the first has more to load."""
    _to_the_end(place)
    return _to_the_end(place)


def _process(place: Place, stop_after: float | None = None) -> tuple[BaseProcess, Work]:
    begun, done = place.folder / "begonnen", place.folder / "fertig"
    begun.unlink(missing_ok=True)
    work = Work(place.url, place.number, begun, done, stop_after)
    process = processes.Process(target=do_work, args=(place.settings, work))
    process.start()
    until(lambda: begun.exists() or not process.is_alive(), PATIENT)
    return process, work


def _once(place: Place, mishap: Mishap, moment: float) -> None:
    """One mishap; where the work has come to its end before it, it is none."""
    before = len(place.anbieter.bills)
    process, work = _process(place, moment if mishap is Mishap.STOP else None)
    happened = MISHAPS[mishap](place, process, moment)
    when = time.monotonic()
    process.join(PATIENT)
    if process.is_alive():
        process.kill()
        process.join()
        place.ergebnis.unfinished += 1
    if (
        mishap in (Mishap.STOP, Mishap.AWAY) and process.exitcode
    ):  # what ends without its server is begun again
        sys.stderr.write(f"{mishap}: code {process.exitcode}\n")
        place.ergebnis.unfinished += 1
    place.happened.append((mishap, len(place.anbieter.bills)))
    place.ergebnis.mishaps[mishap] += happened or (mishap is Mishap.STOP and not work.done.exists())
    _settle(place, before, when if mishap in (Mishap.KILL, Mishap.AMID) else None)
    if work.done.exists():
        _next(place, work)
    else:
        place.ergebnis.begun_again += 1


def _to_the_end(place: Place) -> float:
    """Seconds that it took from its beginning."""
    before = len(place.anbieter.bills)
    process, work = _process(place)
    begin = time.monotonic()
    process.join(PATIENT)
    seconds = time.monotonic() - begin
    process.kill()
    process.join()
    _settle(place, before, None)
    place.ergebnis.unfinished += not work.done.exists()
    _next(place, work)
    return seconds


def _next(place: Place, work: Work) -> None:
    """Other Anträge, which nobody was asked about."""
    _count_twice(place)
    work.done.unlink(missing_ok=True)
    place.number += 10
    place.happened.clear()
    place.begun_with = len(place.anbieter.bills)


def _kill(place: Place, process: BaseProcess, moment: float) -> bool:
    process.join(moment)
    process.kill()
    process.join()
    return process.exitcode == -9


def _kill_amid(place: Place, process: BaseProcess, moment: float) -> bool:
    """After so many requests of this process, as soon as one is under way, a little later or earlier."""
    bills, begun = place.anbieter.bills, len(place.anbieter.bills)

    def is_under_way() -> bool:
        return len(bills) > begun + moment and any(bill.sent is None for bill in bills[-WORKERS:])

    until(lambda: is_under_way() or not process.is_alive(), PATIENT)
    time.sleep(place.chance.uniform(0, DELAY))
    process.kill()
    process.join()
    return process.exitcode == -9


def _stop(place: Place, process: BaseProcess, moment: float) -> bool:
    return False  # it stops itself, and tells by what it leaves undone


def _lock(place: Place, process: BaseProcess, moment: float) -> bool:
    process.join(moment)
    if not process.is_alive():
        return False
    with closing(sqlite3.connect(place.settings.laeufe_dir / "laeufe.sqlite3", timeout=20)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        time.sleep(AWAY)
        connection.rollback()
    return True


def _down(place: Place, process: BaseProcess, moment: float) -> bool:
    process.join(moment)
    if not process.is_alive():
        return False
    store = _store(place)
    start_again = stopped_database(store)
    store.close()
    time.sleep(AWAY)
    start_again()
    return True


MISHAPS: dict[Mishap, Callable[[Place, BaseProcess, float], bool]] = {
    Mishap.KILL: _kill,
    Mishap.AMID: _kill_amid,
    Mishap.STOP: _stop,
    Mishap.AWAY: _lock,
    Mishap.DOWN: _down,
}


# --- what was left ------------------------------------------------------------------------------------------


def _settle(place: Place, before: int, killed: float | None) -> None:
    """Each bill of this process against the rows: a bill is known by its number of tokens."""
    time.sleep(2 * DELAY if killed else 0)  # what it still answered to a dead process is billed, too
    store = _store(place)
    with store.reading() as connection:
        b = buchung.c
        rows = connection.execute(buchung.select().with_only_columns(b.tokens_ein, b.zweck, b.grund)).all()
    store.close()
    booked = Counter(row.tokens_ein for row in rows if row.tokens_ein)
    ahead = Counter(Zweck(row.zweck) for row in rows if row.grund == VORGEMERKT)
    new = [bill for bill in place.anbieter.bills[before:] if bill.kind in BILLED]
    unknown = Counter(_zweck(bill) for bill in new if bill.tokens_ein not in booked)
    ergebnis = place.ergebnis
    ergebnis.unbooked += (unknown - (ahead - place.ahead)).total()
    ergebnis.asked, ergebnis.rows, ergebnis.ahead = len(place.anbieter.bills), len(rows), ahead.total()
    ergebnis.booked_twice = booked.total() - len(booked)
    ergebnis.vanished += len(place.seen - booked.keys())
    place.ahead, place.seen = ahead, set(booked)
    ergebnis.billed += len(new)
    for bill in new:
        if bill.tokens_ein not in booked:
            place.lost.add(bill.number)
            is_late = killed is not None and (bill.sent is None or bill.sent > killed - JUST_SENT)
            place.ergebnis.in_flight += is_late
            place.ergebnis.lost += not is_late
            if not is_late:
                ago = bill.sent and killed and killed - bill.sent
                sys.stderr.write(f"by its row alone: {bill.schema}, {bill.kind}, {ago}\n")


def _zweck(bill: Bill) -> Zweck:
    return SCHEMAS.get(bill.schema, Zweck.LAUF if bill.antrag else Zweck.EICHUNG)


def _store(place: Place) -> Runstore:
    return runstore(Context(place.settings))


def _count_twice(place: Place) -> None:
    """Requests in the same words that were answered with text before; an empty one is sent again anyway."""
    by_frage: dict[str, list[Bill]] = defaultdict(list)
    for bill in place.anbieter.bills[place.begun_with :]:
        if bill.kind in ("good", "garbage"):
            by_frage[bill.frage].append(bill)
    for bills in by_frage.values():
        for earlier in bills[:-1]:
            was_lost = earlier.number in place.lost
            place.ergebnis.twice_in_flight += was_lost
            place.ergebnis.twice += not was_lost
            if not was_lost:
                told = [(one.number, one.kind) for one in bills]
                sys.stderr.write(f"twice: {earlier.schema}, {told}, after {place.happened}\n")
