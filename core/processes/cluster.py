"""Where heavy work is computed: here, or on the Dask cluster that DASK_SCHEDULER_ADDRESS names.

What a dead worker held, Dask itself gives to another: a call must be harmless to do twice.
"""

import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from core.base.errors import ClusterUnreachable, EingabeError
from core.base.key_masker import mask
from core.processes.worker_pool import Pool

DASK = "DASK_SCHEDULER_ADDRESS"
DASK_SECONDS = 5.0  # to connect, and to part from a scheduler that may be gone
AT_ONCE = 32  # programmes or Läufe on their way, however many workers there are
CLUSTER_LOST = "Der Dask-Scheduler antwortet nicht mehr. Was fertig ist, bleibt; bitte noch einmal starten."


def is_cluster() -> bool:
    return bool(os.environ.get(DASK))


@contextmanager
def executor(threads: int) -> Iterator[Executor]:
    """For functions of a module: the cluster, else so many threads."""
    if not is_cluster():
        with ThreadPoolExecutor(threads) as pool:
            yield pool
        return
    address = os.environ[DASK]
    try:
        from distributed import Client
    except ImportError as error:
        raise EingabeError(f"Für {DASK} fehlt das Paket distributed: pip install distributed") from error
    # It writes of every lost connection, again and again; we say it once and in German.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Any = Client(address, timeout=DASK_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ClusterUnreachable(
            f"Unter {DASK}={mask(address)} antwortet kein Dask-Scheduler ({type(error).__name__}). Starten "
            "Sie ihn („dask scheduler“), oder lassen Sie die Variable weg: dann rechnet dieser Rechner."
        ) from None
    try:
        yield client.get_executor(pure=False)
    finally:  # not the executor's own end: that waits for the calls of a scheduler that is gone
        with suppress(TimeoutError, OSError):
            client.close(timeout=DASK_SECONDS)


class ClusterPool(Pool):
    """Each call in a process of its own, beside the worker that took it."""

    def __init__(self, cluster: Executor) -> None:
        super().__init__(AT_ONCE)
        self._cluster = cluster

    def submit(self, seconds: float, function: Callable[..., Any], *arguments: object) -> "Future[Any]":
        return self._cluster.submit(_apart, seconds, function, *arguments)


_pool = cache(Pool)


def _apart(seconds: float, function: Callable[..., Any], *arguments: object) -> Any:
    return _pool().submit(seconds, function, *arguments).result()


@contextmanager
def reading_pool() -> Iterator[Pool]:
    with executor(1) as cluster, ClusterPool(cluster) if is_cluster() else Pool() as pool:
        yield pool
