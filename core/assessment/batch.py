"""Many assessments: every Antrag with every model, prompt and repeat. What is finished is not done again."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, product, zip_longest

from core import event_log
from core.antrag.antrag import Antrag
from core.assessment.auftrag import Auftrag, Suche, schluessel
from core.assessment.patience import patiently
from core.assessment.pipeline import Material, assess, find_finished, retrieve
from core.context import Context
from core.errors import DashboardError, EingabeError
from core.index.vectorstore import UEBERALL
from core.llm.prompts import Prompt
from core.programme.registry import find_bundesland
from core.recent import Recent
from core.runs.lauf import Status
from core.runs.store import runstore
from core.settings import Settings
from core.workers.cluster import LOST, executor, is_cluster


@dataclass(frozen=True, slots=True)
class Ergebnis:
    """What became of one combination. `bekannt`: it had been done before."""

    auftrag: Auftrag
    lauf_id: str = ""
    status: Status = Status.FEHLGESCHLAGEN
    kosten: float = 0.0
    fehler: str = ""
    bekannt: bool = False


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
    run = partial(_run_elsewhere, context.settings) if is_cluster() else partial(run_job, context)
    with executor(workers) as pool:
        jobs: dict[Future[Ergebnis], Auftrag] = {}

        def begin(count: int) -> None:
            for auftrag, abbruch in islice(left, count):
                jobs[pool.submit(run, auftrag, abbruch)] = auftrag

        # With a limit the next is handed over only when the price of the one before is counted.
        begin(len(auftraege) if limit is None else workers)
        spent = 0.0
        while jobs:
            results = [_result(job, jobs.pop(job)) for job in wait(jobs, None, FIRST_COMPLETED).done]
            spent += sum(ergebnis.kosten for ergebnis in results)
            if limit is not None and spent < limit:
                begin(len(results))
            yield from results


def run_job(context: Context, auftrag: Auftrag, abbruch: threading.Event | None = None) -> Ergebnis:
    """One combination, in whatever thread, process or machine."""
    try:
        if auftrag.batch_id is None:
            return _run_one(context, auftrag, abbruch)
        return patiently(partial(_run_one, context, auftrag, abbruch), abbruch)
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
    except CancelledError:
        return Ergebnis(auftrag, fehler=LOST)
    except Exception as error:  # a worker that died must not take the others with it
        return Ergebnis(auftrag, fehler=f"Der Lauf ist abgebrochen ({type(error).__name__}: {error}).")


@lru_cache(maxsize=4)
def _context(settings: Settings) -> Context:
    """A cluster's worker is told settings: it has one Context for as many jobs as come with the same ones."""
    return Context(settings)
