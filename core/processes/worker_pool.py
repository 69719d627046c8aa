"""Worker processes as their owner sees them: calls go in, futures come out.

What a process does to itself (a crash, too much memory, no end) ends that process and that call alone. They
are killed when the pool is closed, and when their owner dies.
"""

import os
import pickle
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Any, Self, TypeVar

from core.processes.worker_process import TooLong, receive, send

MEMORY = 4 << 30
"""Bytes of address space for one worker. Reading the 337 pages of one programme takes 0.55 GB of it."""

MEMORY_EXPECTED = 400 << 20
"""Bytes of memory that one worker really takes; that programme took 256 MB."""

ONE_THREAD = dict.fromkeys(("OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""There is a process per core: threads of theirs would only be in each other's way. Tesseract with four
threads on two cores took 8.4 s of computing time for a page, with one 1.3 s."""

KEPT_VARIABLES = re.compile(
    "PATH|HOME|USER|LANG|LANGUAGE|TZ|TMPDIR|LC_.*|LD_LIBRARY_PATH|DYLD_.*|TESSDATA_PREFIX|TESSERACT|PYTHON.*|OMP_.*|OPENBLAS_.*"
)
"""What a worker is given of the environment: it reads foreign files and needs no keys and no databases."""

STEP = 0.25
"""Seconds between two looks at what a call has used."""

LONGER, LEAST = 10.0, 60.0
"""So many times as long by the clock, and so many seconds at least, may a call take where others have the
cores: with eight jobs on two of them a call takes four times as long."""

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100

LONGEST_ANSWER = 1 << 30
"""Bytes; a page drawn as large as it may be has 48 MB."""

Result = TypeVar("Result")
Job = tuple["Future[Any]", bytes, float]


class Cause(Enum):
    """Why a worker was lost. BUSY: others had the cores, and it had none of its time.

    KILLED: twice from outside, as the system does where memory is short; the call is not to blame. CRASH: it
    brought down two processes, one after the other.
    """

    TIME = auto()
    BUSY = auto()
    MEMORY = auto()
    KILLED = auto()
    CRASH = auto()


FROM_OUTSIDE = {signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT}
"""No fault of a program sends itself one of these; the system's killer sends the first."""

LOSSES = (Cause.KILLED, Cause.CRASH)


class WorkerLost(Exception):
    """The process that was at work is gone; its work is not done."""

    def __init__(self, cause: Cause, detail: str = "") -> None:
        super().__init__(cause, detail)
        self.cause = cause
        self.detail = detail


class PoolFull(Exception):
    """As many calls wait as may."""


class Pool:
    """At most `size` processes, started when there is work for them. Close it, best by `with`.

    Where a process is lost amid a call, the call is made once more in a new one: so it must be harmless to do
    twice.

    `waiting`: so many calls may wait for a process. `idle`: a process without work ends after so many
    seconds.
    """

    def __init__(
        self,
        size: int | None = None,
        memory: int = MEMORY,
        waiting: int | None = None,
        idle: float | None = None,
    ) -> None:
        self.size = size or worker_count()
        self._memory = memory
        self._most = None if waiting is None else self.size + waiting
        self._idle = idle
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._change = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._workers: set[Worker] = set()
        self._unfinished = 0
        self._closed = False

    def submit(self, seconds: float, function: Callable[..., Result], *arguments: object) -> "Future[Result]":
        """Call a function or method of a module in a process; WorkerLost where that takes over `seconds`.

        The seconds count from when a process takes the call, and include its start. They are those in which
        it and what it started compute, or all of them sleep; not those in which they wait for a core.
        """
        future: Future[Result] = Future()
        call = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        with self._change:
            if self._closed:
                raise RuntimeError("the pool is closed")
            if self._most is not None and self._unfinished >= self._most:
                raise PoolFull
            self._unfinished += 1
            if len(self._threads) < min(self.size, self._unfinished):
                # Daemons: an interpreter that ends does not wait for them, and the processes end with it.
                self._threads.append(threading.Thread(target=self._serve, name="worker", daemon=True))
                self._threads[-1].start()
        self._jobs.put((future, call, seconds))
        return future

    def close(self) -> None:
        """Kill what is still at work; whoever waits for it gets a WorkerLost."""
        with self._change:
            self._closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self) -> None:
        """One thread for one process: Linux takes the end of the thread that started it for its parent's."""
        worker: Worker | None = None
        while True:
            try:
                job = self._jobs.get(timeout=self._idle if worker else None)
            except queue.Empty:
                self._without(worker)
                worker = None
                continue
            if job is None:
                break
            future, call, seconds = job
            if not future.set_running_or_notify_cancel():
                self._done()
                continue
            try:
                worker, worked, value = self._called(worker, call, seconds)
            except BaseException as error:  # whoever holds the future is told
                worker = None
                self._done()
                future.set_exception(error)
                continue
            self._done()
            if worked:
                future.set_result(value)
            else:
                future.set_exception(value)
        self._without(worker)

    def _called(self, worker: "Worker | None", call: bytes, seconds: float) -> "tuple[Worker, bool, Any]":
        """The worker for the next call, whether the function gave something or raised it, and what."""
        blamed = 0
        while True:
            if worker and not worker.is_there:  # killed since: no call is to blame for that
                self._without(worker)
                worker = None
            was_idle, worker = worker is not None, worker or self._new_worker()
            try:
                return worker, *worker.call(call, seconds)
            except BaseException as error:
                self._without(worker)
                worker = None
                if not (isinstance(error, WorkerLost) and error.cause in LOSSES):
                    raise
                # One that waited for work may have been killed before this call reached it.
                blamed += error.cause is Cause.CRASH or not was_idle
                if blamed > 1:
                    raise

    def _done(self) -> None:
        with self._change:
            self._unfinished -= 1

    def _new_worker(self) -> "Worker":
        with self._change:
            if self._closed:
                raise WorkerLost(Cause.KILLED, "closed")
            worker = Worker(self._memory)
            self._workers.add(worker)
        return worker

    def _without(self, worker: "Worker | None") -> None:
        if worker:
            worker.end()
            with self._change:
                self._workers.discard(worker)


class Usage:
    """The seconds that a process and what it started have computed, or slept, none of them wanting a core.

    Where the system does not tell (no /proc), they are those of the clock.
    """

    def __init__(self, pid: int) -> None:
        self._pid, self._computed, self._slept = pid, 0.0, 0.0
        self._last = time.monotonic()
        self._before, _ = processes_of(pid) or (0.0, False)

    def seconds(self) -> float:
        """Since it was made; to be asked often, since sleep is what is seen of it."""
        now = time.monotonic()
        past, self._last = now - self._last, now
        found = processes_of(self._pid)
        if found is None:
            self._slept += past
            return self._computed + self._slept
        computed, wants_core = found
        gained = max(0.0, computed - self._before - self._computed)
        self._computed += gained
        self._slept += 0.0 if wants_core else max(0.0, past - gained)
        return self._computed + self._slept


def processes_of(pid: int) -> tuple[float, bool] | None:
    """What a process and what it started have computed, in seconds, and whether any of them is at work.

    None where that is not known.
    """
    computed, is_at_work, todo = 0.0, False, [pid]
    try:
        while todo:
            one = todo.pop()
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            computed += sum(map(int, fields[11:15])) / TICKS  # with those of its ended children
            for thread in Path(f"/proc/{one}/task").iterdir():
                with suppress(FileNotFoundError, ProcessLookupError):
                    is_at_work |= (thread / "stat").read_text().rpartition(")")[2].split()[0] in "RD"
                    todo += map(int, (thread / "children").read_text().split())
    except (FileNotFoundError, ProcessLookupError):
        return (computed, is_at_work) if one != pid else None
    return computed, is_at_work


class Worker:
    """One process, a group of its own: Ctrl-C does not reach it, and what it started is killed with it."""

    def __init__(self, memory: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "core.processes.worker_process", str(os.getpid()), str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            process_group=0,
        )
        self._late: Cause | None = None
        self._change = threading.Lock()

    @property
    def is_there(self) -> bool:
        """Nothing has ended it: while it has no work nothing comes from it but its end."""
        looking = select.poll()
        assert self._process.stdout
        looking.register(self._process.stdout, select.POLLIN)
        return not self._late and not looking.poll(0)

    def call(self, call: bytes, seconds: float) -> tuple[bool, Any]:
        """Whether the function gave something or raised it, and what."""
        answered = threading.Event()
        clock = threading.Thread(target=self._watch, args=(seconds, answered), name="limit", daemon=True)
        clock.start()
        try:
            assert self._process.stdin and self._process.stdout
            send(self._process.stdin, call)  # type: ignore[arg-type]
            worked, value = receive(self._process.stdout, LONGEST_ANSWER)  # type: ignore[arg-type]
        except TooLong as error:
            self.end()
            raise WorkerLost(Cause.MEMORY) from error
        except (EOFError, OSError) as error:
            self.end()
            if self._late:
                raise WorkerLost(self._late) from error
            code = self._process.returncode
            told = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            raise WorkerLost(Cause.KILLED if -code in FROM_OUTSIDE else Cause.CRASH, told) from error
        finally:
            with self._change:
                answered.set()
            clock.join()  # none outlives its call to kill the next one
        if isinstance(value, MemoryError):
            raise WorkerLost(Cause.MEMORY)
        return worked, value

    def _watch(self, seconds: float, answered: threading.Event) -> None:
        used = Usage(self._process.pid)
        began, step = time.monotonic(), min(STEP, seconds / 4)
        while not answered.wait(step):
            is_over = used.seconds() > seconds
            if is_over or time.monotonic() - began > max(seconds * LONGER, LEAST):
                with self._change:  # what has answered by now is in time
                    if not answered.is_set():
                        self._late = Cause.TIME if is_over else Cause.BUSY
                        self.kill()
                return

    def kill(self) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it and what it started, and leave nothing of it behind."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what could not be sent any more
                if pipe:
                    pipe.close()


def _environment() -> dict[str, str]:
    """What of ours it needs, with the same modules to be found."""
    home = str(Path(__file__).parents[2])
    kept = {name: value for name, value in os.environ.items() if KEPT_VARIABLES.fullmatch(name)}
    return {**kept, **ONE_THREAD, "PYTHONPATH": os.pathsep.join([home, *filter(None, sys.path)])}


def worker_count() -> int:
    """As many as there are cores for this process and memory for them, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, available_memory() // MEMORY_EXPECTED))


def available_memory() -> int:
    """Bytes that may still be taken; a container may be allowed less than there is."""
    found = [MEMORY_EXPECTED * (os.cpu_count() or 1)]
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        found = [int(next(line for line in lines if line.startswith("MemAvailable")).split()[1]) << 10]
    group = Path("/sys/fs/cgroup")
    with suppress(OSError, ValueError):  # „max“ is no number
        own = int((group / "memory.stat").read_text().split()[1])  # „anon 123 …“: what cannot be given back
        found.append(int((group / "memory.max").read_text()) - own)
    return max(0, min(found))
