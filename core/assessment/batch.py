"""Many assessments: every Antrag with every model, prompt and repeat. What is finished is not done again."""

import logging
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, product, zip_longest
from typing import Any
from weakref import WeakKeyDictionary

from core import event_log
from core.antrag.antrag import Antrag
from core.assessment.auftrag import Auftrag, Suche, schluessel
from core.assessment.paid_elsewhere import finished, refusal
from core.assessment.patience import UNREACHABLE, patiently
from core.assessment.pipeline import Material, assess, find_finished, retrieve
from core.context import Context
from core.errors import ClusterUnreachable, DashboardError, EingabeError
from core.index.vectorstore import UEBERALL
from core.key_masker import mask
from core.llm.prompts import Prompt
from core.programme.registry import find_bundesland
from core.recent import Recent
from core.roles import payer
from core.roles.payer import carried
from core.runs.lauf import Status
from core.runs.store import runstore
from core.settings import Settings

# --- where the Läufe of a batch are computed: on threads of this process, or on a Dask cluster --------------

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
        raise ClusterUnreachable(
            f"Unter {DASK}={mask(address)} antwortet kein Dask-Scheduler ({type(error).__name__}). Starten "
            "Sie ihn („dask scheduler“), oder lassen Sie die Variable weg: dann rechnet dieser Rechner."
        ) from None


# --- many assessments ---------------------------------------------------------------------------------------
# Every Antrag with every model, prompt and repeat. What is finished is not done again.


@dataclass(frozen=True, slots=True)
class Ergebnis:
    """What became of one combination. `bekannt`: it had been done before.

    `unterbrochen`: what it needs was away; later it can be done.
    """

    auftrag: Auftrag
    lauf_id: str = ""
    status: Status = Status.FEHLGESCHLAGEN
    kosten: float = 0.0
    fehler: str = ""
    bekannt: bool = False
    unterbrochen: bool = False


def combinations(
    antraege: Sequence[Antrag],
    modelle: Sequence[str],
    prompts: Sequence[Prompt],
    repeat: int,
    template: Auftrag,
    passagen: Sequence[int] = (),
    temperaturen: Sequence[float] = (),
) -> list[Auftrag]:
    """All that is to be done: first everything once, then the repeats.

    `passagen` and `temperaturen` stand for the template's own number of passages and temperature.
    Each asks one party after the other, so that as many requests are under way as there are workers.
    """
    settings = product(passagen or [template.top_k], temperaturen or [template.temperature])
    ones = [replace(template, parallel=1, top_k=top_k, temperature=heat) for top_k, heat in settings]
    return [
        replace(one, antrag=antrag, modell=modell, prompt=prompt, wiederholung=number)
        for number, antrag, modell, prompt, one in product(
            range(1, repeat + 1), antraege, modelle, prompts, ones
        )
    ]


def run_batch(
    context: Context,
    auftraege: Sequence[Auftrag],
    workers: int,
    limit: float | None = None,
    cancellations: Sequence[threading.Event] = (),
) -> Iterator[Ergebnis]:
    """Results as they come; one failure stops nothing. At `limit` (in USD) nothing more is begun.

    `cancellations`: one for each Auftrag, with which it is ended; a cluster cannot be given them.
    """
    left = zip_longest(auftraege, [] if is_cluster() else cancellations)
    run = partial(_run_elsewhere, context.settings) if is_cluster() else carried(partial(run_job, context))
    is_counted = limit is not None or (is_cluster() and payer.is_known())
    with executor(workers) as pool:
        jobs: dict[Future[Ergebnis], Auftrag] = {}

        def begin(count: int) -> None:
            for auftrag, abbruch in islice(left, count):
                refused = refusal(context, auftrag.modell) if is_cluster() else ""
                told = Ergebnis(auftrag, fehler=refused)
                jobs[finished(told) if refused else pool.submit(run, auftrag, abbruch)] = auftrag

        # With a limit the next is handed over only when the price of the one before is counted.
        begin(workers if is_counted else len(auftraege))
        spent = 0.0
        while jobs:
            done = wait(jobs, CHECK_SECONDS, FIRST_COMPLETED).done
            if any(map(is_lost, done)) or not (done or is_there(pool)):
                yield from _given_up(jobs, left)
                return
            results = [_result(job, jobs.pop(job)) for job in done]
            cost = sum(ergebnis.kosten for ergebnis in results)
            spent += cost
            if is_cluster():  # who asks on another machine does not know for whom
                payer.pay(cost)
            if is_counted and (limit is None or spent < limit):
                begin(len(results))
            yield from results


def _given_up(
    jobs: Mapping["Future[Ergebnis]", Auftrag], left: Iterable[tuple[Auftrag, object]]
) -> Iterator[Ergebnis]:
    """What is finished as it is; of the others that nobody computes them any more."""
    for job, auftrag in jobs.items():
        finished = job.done() and not is_lost(job)
        yield _result(job, auftrag) if finished else Ergebnis(auftrag, fehler=WAY, unterbrochen=True)
    yield from (Ergebnis(auftrag, fehler=WAY, unterbrochen=True) for auftrag, _ in left)


def run_job(context: Context, auftrag: Auftrag, abbruch: threading.Event | None = None) -> Ergebnis:
    """One combination, in whatever thread, process or machine."""
    try:
        if auftrag.batch_id is None:
            return _run_one(context, auftrag, abbruch)
        return patiently(partial(_run_one, context, auftrag, abbruch), abbruch)
    except UNREACHABLE as reason:
        return Ergebnis(auftrag, fehler=str(reason), unterbrochen=True)
    except DashboardError as reason:
        return Ergebnis(auftrag, fehler=str(reason))


def _run_one(context: Context, auftrag: Auftrag, abbruch: threading.Event | None) -> Ergebnis:
    if _is_stopped(context, auftrag, abbruch):
        return Ergebnis(auftrag, status=Status.ABGEBROCHEN)
    material = _material(context, auftrag.suche, _state(context, auftrag))
    known = None if auftrag.fresh else find_finished(context, auftrag, material)
    lauf_id = known or assess(context, auftrag, abbruch=abbruch, material=material)
    lauf = runstore(context).load(lauf_id)
    cost = 0.0 if known else sum(teil.kosten or 0 for teil in lauf.teile)
    return Ergebnis(auftrag, lauf_id, lauf.status, cost, lauf.fehler, known is not None)


def _run_elsewhere(settings: Settings, auftrag: Auftrag, abbruch: threading.Event | None) -> Ergebnis:
    """In a process whose log is not ours yet: the cluster tells of a failed job with all it was given."""
    event_log.install()
    return run_job(_context(settings), auftrag, abbruch)


def _is_stopped(context: Context, auftrag: Auftrag, abbruch: threading.Event | None) -> bool:
    """By who began it, or by somebody elsewhere who stopped the whole batch."""
    if abbruch is not None and abbruch.is_set():
        return True
    return auftrag.batch_id is not None and runstore(context).is_stopped(auftrag.batch_id)


def find_known(context: Context, auftraege: Sequence[Auftrag]) -> list[str | None]:
    """For each the Lauf that has its answers, or None."""
    keys = keys_of(context, auftraege)
    known = runstore(context).find_all_cached(keys)
    return [known.get(key) for key in keys]


def keys_of(context: Context, auftraege: Sequence[Auftrag]) -> list[str]:
    """Under which the Lauf of each is found; every Antrag is searched for once.

    One that cannot be assessed at all is told at once.
    """
    found = {}
    for suche, auftrag in {auftrag.suche: auftrag for auftrag in auftraege}.items():
        try:
            found[suche] = _material(context, suche, _state(context, auftrag))
        except EingabeError as reason:
            titel = auftrag.antrag.titel or "ohne Titel"
            raise EingabeError(f"Der Antrag „{titel}“ kann so nicht geprüft werden. {reason}") from reason
    return [schluessel(auftrag, found[auftrag.suche][1]) for auftrag in auftraege]


def _material(context: Context, suche: Suche, state: str) -> Material:
    """Found once for an Antrag, whichever models and prompts it is given to; `state` is the index's."""
    return context.own(_found).get((suche, state), lambda: retrieve(context, suche))


def _found(context: Context) -> Recent[Material]:
    return Recent(64, lambda material: 1)


def _state(context: Context, auftrag: Auftrag) -> str:
    land = find_bundesland(context.registry, auftrag.antrag.bundesland or "")
    gebiete = (land, UEBERALL)
    return str([sorted((name, s.version) for name, s in context.store.staende(g).items()) for g in gebiete])


def _result(job: "Future[Ergebnis]", auftrag: Auftrag) -> Ergebnis:
    try:
        return job.result()
    except Exception as error:  # a worker that died must not take the others with it
        told = f"Der Lauf ist abgebrochen ({type(error).__name__}: {error})."
        return Ergebnis(auftrag, fehler=told, unterbrochen=True)


@lru_cache(maxsize=4)
def _context(settings: Settings) -> Context:
    """A cluster's worker is told settings: it has one Context for as many jobs as come with the same ones."""
    return Context(settings)
