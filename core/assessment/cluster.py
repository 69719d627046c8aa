"""Where the Läufe of a batch are computed: on threads of this process, or on a Dask cluster."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any
from weakref import WeakKeyDictionary

from core.errors import DashboardError, EingabeError
from core.key_masker import mask

DASK = "DASK_SCHEDULER_ADDRESS"
CONNECT_SECONDS = 5.0
_clients: WeakKeyDictionary[Executor, Any] = WeakKeyDictionary()
CHECK_SECONDS = 5.0
"""So often a scheduler that has nothing to tell is asked whether it is still there."""

WAY = (
    "Der Dask-Scheduler antwortet nicht mehr. Was fertig war, ist gespeichert; noch einmal gestartet geht "
    "der Stapel dort weiter, wo er stehen blieb. Prüfen Sie, ob der Scheduler läuft."
)


def is_cluster() -> bool:
    return bool(os.environ.get(DASK))


@contextmanager
def executor(workers: int) -> Iterator[Executor]:
    """Threads of this process, or the Dask cluster that DASK_SCHEDULER_ADDRESS names."""
    address = os.environ.get(DASK)
    if not address:
        with ThreadPoolExecutor(workers) as pool:
            yield pool
        return
    client = _connected(address)
    pool = client.get_executor()
    _clients[pool] = client
    try:
        yield pool
    finally:
        # Not the executor's own end: that waits for the jobs of a scheduler that is gone.
        with suppress(TimeoutError, OSError):
            client.close(timeout=CHECK_SECONDS)


def is_there(pool: Executor) -> bool:
    """Does the scheduler answer? Threads of our own always do."""
    client = _clients.get(pool)
    if client is None:
        return True
    try:
        client.sync(client.scheduler.identity, callback_timeout=CHECK_SECONDS)
    except Exception:  # closed, reconnecting, timed out: distributed has many words for it
        return False
    return True


def is_lost(job: "Future[Any]") -> bool:
    """Forgotten by a scheduler that is gone; nobody else cancels."""
    return job.cancelled() or isinstance(job.exception(), CancelledError)


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise EingabeError(f"Für {DASK} fehlt das Paket distributed: pip install distributed") from error
    # It writes of every lost connection, again and again; we say it once and in German.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    connect: Any = Client
    try:
        return connect(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise DashboardError(
            f"Unter {DASK}={mask(address)} antwortet kein Dask-Scheduler ({type(error).__name__}). Starten "
            "Sie ihn („dask scheduler“), oder lassen Sie die Variable weg: dann rechnet dieser Rechner."
        ) from None
