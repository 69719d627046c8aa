"""Work that goes on by itself while pages come and go.

Each thing is written once: `Jobs` has the threads, the lock, the end and the heartbeat, `StateJobs` also how
far each thing is, `told` makes an error a sentence, `rest` estimates. Whoever has work says only what it is.
"""

import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from heapq import heapify, heapreplace
from statistics import mean
from typing import Generic, TypeVar
from weakref import WeakSet

from core.base.errors import ModellFehler
from core.wortlaut.errors import DashboardError

ENDED = "Das Programm wurde beendet, während dieser Lauf rechnete. Was fertig war, ist gespeichert."
ERROR = "Beim {} ist ein Fehler im Programm aufgetreten; die Einzelheiten stehen im Protokoll des Servers."

LOG = logging.getLogger(__name__)

_EVERY: "WeakSet[Jobs]" = WeakSet()
"""Only to be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkState:
    """How far something is. `fehler`: why it, or a part of it, failed, each reason once.

    `rest_sekunden`: None until the first part tells how long one takes.
    """

    fertig: int = 0
    von: int = 0
    laeuft: bool = False
    rest_sekunden: float | None = None
    fehler: tuple[str, ...] = ()


Tell = Callable[[str], None]
"""Takes a reason in German."""


@dataclass(frozen=True, slots=True)
class Job:
    """`failed` is told why, `cancels` are set when it is no longer wanted: `work` looks at them."""

    key: str
    work: Callable[[], None]
    failed: Tell
    cancels: Sequence[threading.Event]


@dataclass(frozen=True, slots=True)
class Pulse:
    """What is done every so many seconds while jobs may be under way."""

    seconds: float
    beat: Callable[[], None]


def under_way() -> dict[str, int]:
    """How many jobs of each kind this process works on, those that wait their turn too."""
    counts: Counter[str] = Counter()
    for jobs in list(_EVERY):
        counts[jobs.verb] += len(jobs.under_way())
    return dict(counts)


class Jobs:
    """At most `workers` at once, in the order they came; the others wait their turn.

    `verb` says what they do, „Einlesen“. `lock` is for whoever has to look and begin in one step. Where they
    are no daemons, Python waits for them when it ends.
    """

    def __init__(
        self, verb: str, workers: int | None = None, daemon: bool = True, pulse: Pulse | None = None
    ) -> None:
        self.lock = threading.RLock()
        self.verb = verb
        self._workers = workers
        self._daemon = daemon
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._threads: set[threading.Thread] = set()
        self._closed = threading.Event()
        _EVERY.add(self)
        self._heart = threading.Thread(target=self._beat, args=(pulse,), name=f"{verb}-Puls", daemon=True)
        if pulse:
            self._heart.start()

    def spawn(
        self,
        key: str,
        work: Callable[[], None],
        failed: Tell = lambda reason: None,
        cancels: Sequence[threading.Event] = (),
    ) -> None:
        """Begin in the background."""
        with self.lock:
            self._jobs[key] = job = Job(key, work, failed, cancels)
            self._waiting.append(job)
            if self._workers is None or len(self._threads) < self._workers:
                thread = threading.Thread(target=self._work, name=f"{self.verb}-{key}", daemon=self._daemon)
                self._threads.add(thread)
                thread.start()

    def under_way(self) -> tuple[str, ...]:
        """The keys of all jobs, also of those that wait their turn."""
        return tuple(self._jobs.copy())

    def cancel(self, key: str) -> None:
        if job := self._jobs.get(key):
            for event in job.cancels:
                event.set()

    def close(self) -> None:
        """End what is under way and wait until it has ended."""
        for key in self.under_way():
            self.end(key)
        self._closed.set()
        for thread in self._threads.copy() | ({self._heart} if self._heart.ident else set()):
            thread.join()

    def end(self, key: str) -> None:
        """How `close` ends what is under way."""
        self.cancel(key)

    def _work(self) -> None:
        while True:
            with self.lock:
                if not self._waiting:
                    self._threads.remove(threading.current_thread())
                    return
                job = self._waiting.popleft()
            try:
                with told(self.verb, job.key, job.failed):
                    job.work()
            except BaseException:  # nobody else would catch it, and those that wait want their turn
                reason = bug(self.verb, job.key)
                with suppress(BaseException):  # telling it may be what fails
                    job.failed(reason)
            finally:
                with self.lock:
                    if self._jobs.get(job.key) is job:  # not the next one of that key
                        del self._jobs[job.key]

    def _beat(self, pulse: Pulse) -> None:
        while not self._closed.wait(pulse.seconds):
            with told(self.verb, "allem"):
                pulse.beat()


KEPT = 50
"""Things that have ended of which it is remembered how."""

State = TypeVar("State", bound=WorkState)


class StateJobs(Jobs, Generic[State]):
    """Jobs of which it is known by their key how far each is, or how it ended.

    Whoever has such work derives from this: what `begin`s it, what does it, and the record of how far it is.
    Daemons: what they do is stored as it comes, so the server can be stopped at any moment.
    """

    def __init__(self, verb: str, workers: int | None = None) -> None:
        super().__init__(verb, workers)
        self.states: dict[str, State] = {}

    def begin(
        self, key: str, state: State, work: Callable[[], object], cancels: Sequence[threading.Event] = ()
    ) -> None:
        """Begin in the background; nothing where it is under way already."""

        def whole() -> None:
            work()
            self.put(key, laeuft=False)

        # In one step: who saw it ended without its reason would take it for done.
        def failed(reason: str) -> None:
            self.put(key, laeuft=False, fehler=(reason,))

        with self.lock:
            known = self.states.pop(key, None)
            self.states[key] = known if known and known.laeuft else replace(state, laeuft=True)
            if self.states[key] is not known:
                self.spawn(key, whole, failed, cancels)
            for old in [old for old, one in self.states.items() if not one.laeuft][:-KEPT]:
                del self.states[old]

    def stand(self, key: str) -> State | None:
        """How far it is; None for what nobody began since the program was started."""
        return self.states.get(key)

    def put(self, key: str, **changes: object) -> None:
        with self.lock:
            self.states[key] = replace(self.states[key], **changes)  # type: ignore[arg-type]


@contextmanager
def told(verb: str, what: str, failed: Tell = lambda reason: None) -> Iterator[None]:
    """Nobody waits for what goes on by itself: an error that is not told here is told nowhere."""
    try:
        yield
    except DashboardError as error:
        # A provider's error may throw back what it was asked, names and all.
        reason = type(error).__name__ if isinstance(error, ModellFehler) else str(error)
        LOG.warning("Das %s von %s endet: %s", verb, what, reason)
        failed(str(error))
    except Exception:
        failed(bug(verb, what))


def bug(verb: str, what: str) -> str:
    """The sentence for an exception nobody thought of; its place goes into the log."""
    LOG.exception("Das %s von %s ist an einem Fehler im Programm gescheitert.", verb, what)
    return ERROR.format(verb)


def rest(took: Sequence[float], running: Sequence[float], waiting: int, places: int) -> float | None:
    """Seconds until all is done, if what is to come takes as long as what came; None as long as nothing came.

    `running`: since when each of those at work has been. Two places, one took 10 s, one runs since 4 s, four
    wait: 6 + 10 + 10 beside 10 + 10, so 26.
    """
    if not running and not waiting:
        return 0.0
    if not took:
        return None
    usual = mean(took)
    ends = [max(0.0, usual - since) for since in running]
    begun = min(max(0, places - len(ends)), waiting)
    ends += [usual] * begun
    heapify(ends)
    for _ in range(waiting - begun):
        heapreplace(ends, ends[0] + usual)
    return max(ends)
