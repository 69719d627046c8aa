"""Other processes: each begins as a new interpreter would, but with modules loaded that take seconds."""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from core.processes import cluster, worker_pool as pool

PRELOADED = [
    "chromadb", "tests.index.test_vectorstore", "tests.index.stores", "tests.runs.test_datenbank",
    "tests.litellm_loaded",
]  # fmt: skip

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(PRELOADED)

IDLE: dict[frozenset[tuple[str, str]], pool.Pool] = {}
"""Pools that wait for their next run, by the environment that their processes began in."""


PATIENCE = 300.0
"""Seconds in which what must come has come, also where eight others compute on two cores."""


def until(found: Callable[[], object], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


@contextmanager
def kept_pool() -> Iterator[pool.Pool]:
    """In place of a pool for each run of reading, whose processes would take 1.6 s of computing to begin.

    Where a run is left before its end, they end with it, as they do in the app.
    """
    if cluster.is_cluster():
        with cluster.reading_pool() as lent:
            yield lent
        return
    begun_in = frozenset(pool._environment().items())
    kept = IDLE.pop(begun_in, None) or pool.Pool()
    if kept.size != pool.worker_count():  # less memory is left, or a test wants another number
        kept.close()
        kept = pool.Pool()
    try:
        yield kept
    finally:
        if kept._unfinished or begun_in in IDLE:
            kept.close()
        else:
            IDLE[begun_in] = kept


def end_kept_pools() -> None:
    while IDLE:
        IDLE.popitem()[1].close()
