"""Workers: what one does to itself harms nobody else, and none outlives its owner. All processes are real."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from core.base.settings import ROOT
from core.processes import worker_pool
from core.processes.cluster import executor, is_cluster
from core.processes.worker_pool import (
    MEMORY_EXPECTED,
    Cause,
    Pool,
    PoolFull,
    Worker,
    WorkerLost,
    available_memory,
    worker_count,
)
from tests.prozesse import PATIENCE, until
from tests.workers import aufgaben


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool(2) as opened:
        yield opened


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until_gone(*pids: int) -> None:
    until(lambda: not any(is_alive(pid) for pid in pids))


def test_calls_come_back_from_other_processes_at_most_as_many_as_allowed(pool: Pool) -> None:
    assert [future.result(60) for future in [pool.submit(60, aufgaben.double, n) for n in range(20)]] == [
        2 * n for n in range(20)
    ]
    pids = {future.result(60) for future in [pool.submit(60, aufgaben.pid) for _ in range(20)]}
    assert os.getpid() not in pids and 1 <= len(pids) <= 2


def test_crash_is_told_and_the_others_go_on(pool: Pool) -> None:
    crash = pool.submit(60, aufgaben.die)
    others = [pool.submit(60, aufgaben.double, n) for n in range(10)]
    with pytest.raises(WorkerLost) as lost:
        crash.result(60)
    assert (lost.value.cause, lost.value.detail) == (Cause.CRASH, "SIGSEGV")
    assert [future.result(60) for future in others] == [2 * n for n in range(10)]


def killed_from_outside(note: Path) -> None:
    """As the system does where memory is short: the process that is at work on it, as soon as it says so."""
    until(lambda: note.exists() and note.read_text())
    os.kill(int(note.read_text()), signal.SIGKILL)
    note.unlink()


def test_killed_at_rest_is_not_noticed_by_the_next_call() -> None:
    with Pool(1) as pool:
        for _ in range(5):
            os.kill(pool.submit(60, aufgaben.pid).result(60), signal.SIGKILL)
        assert pool.submit(60, aufgaben.double, 4).result(60) == 8


def test_killed_at_work_the_call_is_made_once_more(pool: Pool, tmp_path: Path) -> None:
    call = pool.submit(60, aufgaben.note_and_wait, tmp_path / "pid", tmp_path / "go")
    killed_from_outside(tmp_path / "pid")
    (tmp_path / "go").touch()
    assert call.result(60) == "fertig"


def test_killed_twice_at_the_same_call_is_told_and_the_next_one_goes_on(pool: Pool, tmp_path: Path) -> None:
    call = pool.submit(60, aufgaben.note_and_wait, tmp_path / "pid", tmp_path / "go")
    for _ in range(2):
        killed_from_outside(tmp_path / "pid")
    with pytest.raises(WorkerLost) as lost:
        call.result(60)
    assert (lost.value.cause, lost.value.detail) == (Cause.KILLED, "SIGKILL")
    assert pool.submit(60, aufgaben.double, 4).result(60) == 8


def test_one_that_waited_and_died_is_not_counted_against_the_call_it_was_given(tmp_path: Path) -> None:
    """A kill may fall between the last look at it and the call."""
    with Pool(1) as pool:
        pool.submit(60, aufgaben.pid).result(60)
        call = pool.submit(60, aufgaben.note_and_wait, tmp_path / "pid", tmp_path / "go")
        for _ in range(2):
            killed_from_outside(tmp_path / "pid")
        (tmp_path / "go").touch()
        assert call.result(60) == "fertig"


def test_a_clock_that_looks_late_kills_nothing_that_has_answered() -> None:
    class Late(threading.Event):
        """The answer comes between the look and the kill."""

        def wait(self, timeout: float | None = None) -> bool:
            return False

    worker, answered = Worker(MEMORY_EXPECTED * 4), Late()
    try:
        answered.set()
        worker._watch(0, answered)
        assert worker.is_there
        assert worker.call(pickle.dumps((aufgaben.double, (4,))), 60) == (True, 8)
    finally:
        worker.end()


def test_what_takes_too_long_is_killed_with_all_it_started(pool: Pool, tmp_path: Path) -> None:
    late = pool.submit(2, aufgaben.sleep_in_child, tmp_path / "pid")
    with pytest.raises(WorkerLost) as lost:
        late.result(60)
    assert lost.value.cause is Cause.TIME
    until_gone(int((tmp_path / "pid").read_text()))
    assert pool.submit(60, aufgaben.double, 4).result(60) == 8


def test_what_computes_for_too_long_is_killed(pool: Pool) -> None:
    with pytest.raises(WorkerLost) as lost:
        pool.submit(1, aufgaben.compute, 600).result(60)
    assert lost.value.cause is Cause.TIME


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="puts processes on one core")
def test_what_waits_for_a_core_is_waited_for() -> None:
    """Four others compute on its core: by the clock it takes several times its limit, and it is not late."""
    core = min(os.sched_getaffinity(0))
    endless = [sys.executable, "-c", f"import os; os.sched_setaffinity(0, {{{core}}})\nwhile True: pass"]
    with ExitStack() as stack:
        for _ in range(4):
            other = stack.enter_context(subprocess.Popen(endless))
            stack.callback(other.kill)
            until_on(other.pid, core)
        pool = stack.enter_context(Pool(1))
        pool.submit(60, aufgaben.share_core, core).result(60)
        began = time.monotonic()
        assert pool.submit(1.5, aufgaben.compute, 0.9).result(60) == 0.9
        assert time.monotonic() - began > 1.5


def until_on(pid: int, core: int) -> None:
    while os.sched_getaffinity(pid) != {core}:
        time.sleep(0.01)


def test_one_that_never_gets_a_core_is_told_from_one_that_is_slow(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "LEAST", 0.5)
    monkeypatch.setattr(worker_pool, "processes_of", lambda pid: (0.0, True))
    with pytest.raises(WorkerLost) as lost:
        pool.submit(0.05, aufgaben.sleep, 600).result(60)
    assert lost.value.cause is Cause.BUSY


def test_too_much_memory_is_told(pool: Pool) -> None:
    with pytest.raises(WorkerLost) as lost:
        pool.submit(60, aufgaben.eat_memory).result(60)
    assert lost.value.cause is Cause.MEMORY


def test_errors_come_back_as_they_are_with_the_place_they_come_from(pool: Pool) -> None:
    with pytest.raises(ValueError, match="das ging schief") as error:
        pool.submit(60, aufgaben.fail).result(60)
    assert "aufgaben.py" in error.value.__notes__[0]
    with pytest.raises(RuntimeError, match="1 und 2"):
        pool.submit(60, aufgaben.fail_oddly).result(60)


def test_what_libraries_print_does_not_disturb(pool: Pool) -> None:
    assert pool.submit(60, aufgaben.print_much).result(60) == "ja"


def test_worker_is_light_and_does_not_run_the_main_script_again(pool: Pool) -> None:
    assert pool.submit(60, aufgaben.heavy_modules).result(60) == []
    assert pool.submit(60, aufgaben.main_module).result(60).endswith("process.py")


def test_closing_kills_what_is_at_work() -> None:
    with Pool(1) as pool:
        pid = pool.submit(60, aufgaben.pid).result(60)
        at_work, waiting = (pool.submit(600, aufgaben.sleep, 600) for _ in range(2))
        until_running(at_work)
    for future in (at_work, waiting):
        assert isinstance(future.exception(PATIENCE), WorkerLost)
    until_gone(pid)


def until_running(future: object) -> None:
    while not future.running():  # type: ignore[attr-defined]
        time.sleep(0.01)


OWNER = """
import sys, time
from pathlib import Path
from core.processes.worker_pool import Pool
from tests.workers import aufgaben
with Pool(2) as pool:
    pids = {pool.submit(60, aufgaben.pid).result(60) for _ in range(4)}
    busy = [pool.submit(600, aufgaben.sleep, 600) for _ in range(2)]
    while not all(future.running() for future in busy): time.sleep(0.01)
    time.sleep(0.5)
    try:
        print(*pids, flush=True)
        busy[0].result()
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_no_worker_outlives_its_owner(how: signal.Signals, code: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNER], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout
        pids = [int(word) for word in owner.stdout.readline().split()]
        assert pids and all(is_alive(pid) for pid in pids)
        owner.send_signal(how)
        assert owner.wait(PATIENCE) == code
    until_gone(*pids)


def test_workers_may_be_asked_for_by_threads_that_end(pool: Pool) -> None:
    """Linux takes the end of the starting thread for that of the parent; a server's threads come and go."""
    futures = []
    asking = threading.Thread(target=lambda: futures.append(pool.submit(60, aufgaben.sleep, 0.5)))
    asking.start()
    asking.join()
    assert futures[0].result(60) is None


def test_as_many_workers_as_cores_and_memory_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= worker_count() <= len(os.sched_getaffinity(0)) and available_memory() > 0
    monkeypatch.setattr("core.processes.worker_pool.available_memory", lambda: 0)
    assert worker_count() == 1


def test_worker_knows_its_tesseract_and_no_keys_and_no_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-geheim")
    monkeypatch.setenv("DATABASE_URL", "postgresql://a:geheim@b/c")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TESSERACT", "/opt/tesseract")
    with Pool(1) as pool:
        known = pool.submit(30, aufgaben.environment).result()
    assert (known["LC_ALL"], known["TESSERACT"]) == ("C.UTF-8", "/opt/tesseract")
    assert not any("geheim" in value for value in known.values())


def test_more_calls_than_may_wait_are_refused() -> None:
    with Pool(1, waiting=1) as pool:
        first = [pool.submit(60, aufgaben.sleep, 60) for _ in range(2)]
        with pytest.raises(PoolFull):
            pool.submit(60, aufgaben.pid)
    for future in first:
        with pytest.raises(WorkerLost):
            future.result()


def test_worker_without_work_ends_and_another_takes_its_place() -> None:
    with Pool(1, idle=0.2) as pool:
        first = pool.submit(30, aufgaben.pid).result()
        until_gone(first)
        assert pool.submit(30, aufgaben.pid).result() != first


# --- how many there are, and until when ---------------------------------------------------------------------


def test_there_are_as_many_processes_as_there_is_work_for_and_none_afterwards() -> None:
    with Pool(3) as pool:
        (one,) = {pool.submit(60, aufgaben.pid).result(60) for _ in range(4)}
    assert not is_alive(one) and pool.size == 3
    with Pool(1) as pool:
        assert len({future.result(60) for future in [pool.submit(60, aufgaben.pid) for _ in range(4)]}) == 1
    assert Pool().size == worker_count()


def test_a_closed_pool_takes_no_calls() -> None:
    with Pool(1) as pool:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(60, aufgaben.pid)


@pytest.mark.parametrize("function", [aufgaben.pid, aufgaben.fail, aufgaben.die])
def test_whatever_became_of_a_call_another_may_come_in_its_place(function: Callable[[], object]) -> None:
    with Pool(1, waiting=0) as pool:
        for _ in range(2):
            with suppress(ValueError, WorkerLost):
                pool.submit(60, function).result(60)
        assert pool.submit(60, aufgaben.double, 4).result(60) == 8


def test_a_call_that_was_taken_back_is_not_made_and_takes_no_place() -> None:
    with Pool(1, waiting=1) as pool:
        first, second = pool.submit(60, aufgaben.sleep, 0.3), pool.submit(60, aufgaben.sleep, 60)
        assert second.cancel()
        first.result(60)
        later = [pool.submit(60, aufgaben.double, n) for n in range(2)]
        assert [future.result(60) for future in later] == [0, 2]


def test_what_is_done_in_time_is_not_killed_later(pool: Pool) -> None:
    first = pool.submit(60, aufgaben.pid).result(60)
    assert pool.submit(0.5, aufgaben.pid).result(60) == first
    time.sleep(0.7)
    assert pool.submit(60, aufgaben.pid).result(60) == first


@pytest.mark.parametrize("code", [0, 3])
def test_a_process_that_ends_by_itself_is_told_with_its_code(pool: Pool, code: int) -> None:
    with pytest.raises(WorkerLost) as lost:
        pool.submit(60, aufgaben.leave, code).result(60)
    assert (lost.value.cause, lost.value.detail) == (Cause.CRASH, f"exit code {code}")


@pytest.mark.parametrize(("function", "argument"), [(aufgaben.eat_memory, ()), (aufgaben.say_much, (2_000,))])
def test_a_process_that_took_too_much_is_gone(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, function: Callable[..., object], argument: tuple[int, ...]
) -> None:
    monkeypatch.setattr("core.processes.worker_pool.LONGEST_ANSWER", 1_000)
    process = pool.submit(60, aufgaben.pid).result(60)
    assert pool.submit(60, aufgaben.say_much, 500).result(60) == "x" * 500
    with pytest.raises(WorkerLost) as lost:
        pool.submit(60, function, *argument).result(60)
    assert lost.value.cause is Cause.MEMORY
    until_gone(process)


LEFT_OPEN = """
from core.processes.worker_pool import Pool
from tests.workers import aufgaben
pool = Pool(1)
busy = pool.submit(600, aufgaben.sleep, 600)
while not busy.running(): pass
"""


def test_an_interpreter_that_ends_waits_for_no_worker() -> None:
    subprocess.run([sys.executable, "-c", LEFT_OPEN], cwd=ROOT, timeout=PATIENCE, check=True)


LESS = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from core.processes.worker_pool import Pool
from tests.workers import aufgaben
with Pool(1, memory=4 << 30) as pool:
    print(pool.submit(60, aufgaben.double, 4).result(60))
"""


def test_a_worker_takes_what_memory_it_is_allowed() -> None:
    """Whoever runs the app may allow it less than a worker would have."""
    command = [sys.executable, "-c", LESS]
    done = subprocess.run(command, cwd=ROOT, timeout=PATIENCE, capture_output=True, text=True)
    assert done.stdout.strip() == "8", done.stderr


@pytest.mark.parametrize(("cores", "room", "number"), [(8, 3, 3), (2, 3, 2), (2, 2, 2), (8, 0, 1)])
def test_there_is_a_worker_for_each_core_that_has_memory(
    monkeypatch: pytest.MonkeyPatch, cores: int, room: int, number: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    monkeypatch.setattr("core.processes.worker_pool.available_memory", lambda: room * MEMORY_EXPECTED + 1)
    assert worker_count() == number


@pytest.mark.parametrize(
    ("free", "allowed", "taken", "available"),
    [
        ("1000 kB", None, None, 1000 << 10),
        ("1000 kB", "max", "anon 5", 1000 << 10),
        ("1000 kB", "500000", "anon 100000", 400_000),  # a container
        ("300 kB", "500000", "anon 100000", 300 << 10),
        ("1000 kB", "500000", "anon 600000", 0),
        (None, None, None, 4 * MEMORY_EXPECTED),  # nobody tells
        (None, "500000", "anon 100000", 400_000),
    ],
)
def test_memory_is_what_is_free_and_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    free: str | None, allowed: str | None, taken: str | None, available: int,
) -> None:  # fmt: skip
    told = {
        "proc/meminfo": free and f"MemTotal: 9999 kB\nMemAvailable: {free}\n",
        "sys/fs/cgroup/memory.max": allowed,
        "sys/fs/cgroup/memory.stat": taken and f"{taken}\nfile 7\n",
    }
    for name, text in told.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if text:
            (tmp_path / name).write_text(text)
    monkeypatch.setattr("core.processes.worker_pool.Path", lambda name: tmp_path / name[1:])
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert available_memory() == available


def test_where_nobody_tells_of_memory_or_cores_there_is_one_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.processes.worker_pool.Path", lambda name: tmp_path / name[1:])
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    monkeypatch.delattr(os, "sched_getaffinity")
    assert (available_memory(), worker_count()) == (MEMORY_EXPECTED, 1)


@pytest.mark.parametrize(("address", "is_set"), [(None, False), ("", False), ("tcp://rechner:8786", True)])
def test_a_cluster_is_used_where_one_is_named(
    monkeypatch: pytest.MonkeyPatch, address: str | None, is_set: bool
) -> None:
    monkeypatch.delenv("DASK_SCHEDULER_ADDRESS", raising=False)
    if address is not None:
        monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", address)
    assert is_cluster() is is_set
    if not is_set:
        both = threading.Barrier(2, timeout=PATIENCE)
        with executor(2) as threads:
            assert sorted(threads.map(lambda _: both.wait(), range(2))) == [0, 1]
