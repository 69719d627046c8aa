"""Many assessments: every Antrag with every model, prompt and repeat. What is finished is not done again."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import product, zip_longest

from core import event_log
from core.antrag.antrag import Antrag
from core.assessment.auftrag import Auftrag, Suche, schluessel
from core.assessment.pipeline import Material, assess, retrieve
from core.context import Context
from core.errors import DashboardError, EingabeError, LimitReached, ModellFehler
from core.index.cluster import AT_ONCE, LOST, executor, is_cluster
from core.index.vectorstore import UEBERALL
from core.llm.budget import PRICELESS, Budget
from core.llm.client import count_tokens, estimate_cost
from core.llm.prompts import Prompt
from core.paid_loop import run_paid
from core.programme.registry import find_bundesland
from core.recent import Recent
from core.runs.buchungen import claimed, patiently
from core.runs.lauf import Status
from core.runs.store import runstore
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class Ergebnis:
    """What became of one combination. `bekannt`: it had been done before. `is_lost`: its bill is unknown.

    `stopped`: models that there is no use in asking any more, as `Budget` has them.
    """

    auftrag: Auftrag
    lauf_id: str = ""
    status: Status = Status.FEHLGESCHLAGEN
    kosten: float = 0.0
    fehler: str = ""
    bekannt: bool = False
    is_lost: bool = False
    stopped: Mapping[str, ModellFehler] = field(default_factory=dict)


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
    """Results as they come; one failure stops nothing. Never more than `limit` (in USD) is spent.

    On threads each request reserves what it may cost; a cluster is handed only what fits whole.

    `cancellations`: one for each Auftrag, with which it is ended; a cluster cannot be given them.
    """
    budget = Budget(limit)
    if limit is not None and (unknown := without_price(context, {one.modell for one in auftraege})):
        raise EingabeError(f"{PRICELESS} ({', '.join(unknown)})")
    on_cluster = is_cluster()
    told: Sequence[threading.Event] = () if on_cluster else cancellations
    tasks = [BatchTask(one, abbruch) for one, abbruch in zip_longest(auftraege, told)]
    with executor(workers) as pool:
        if on_cluster:
            begin = partial(_begin_elsewhere, pool, context.settings, budget)
            at_once, may_begin = max(workers, AT_ONCE), partial(_set_aside, context, budget)
        else:
            begin = partial(_begin_here, pool, context, budget)
            at_once, may_begin = workers, partial(_goes_on, budget)
        for task, job in run_paid(tasks, begin, at_once, may_begin):
            ergebnis = _result(job, task.auftrag)
            if on_cluster:
                budget.settle(task.reserved, None if ergebnis.is_lost else ergebnis.kosten)
                budget.stopped |= ergebnis.stopped
            yield ergebnis


@dataclass(slots=True)
class BatchTask:
    """`reserved`: what is set aside for it on a cluster, whose processes share no budget."""

    auftrag: Auftrag
    abbruch: threading.Event | None = None
    reserved: float = 0.0


def _goes_on(budget: Budget, task: BatchTask, others: bool) -> bool:
    return not budget.is_reached


def _begin_here(pool: Executor, context: Context, budget: Budget, task: BatchTask) -> "Future[Ergebnis]":
    return pool.submit(run_job, context, replace(task.auftrag, budget=budget), task.abbruch)


def _begin_elsewhere(
    pool: Executor, settings: Settings, budget: Budget, task: BatchTask
) -> "Future[Ergebnis]":
    if refused := _refused(budget, task.auftrag):
        known: Future[Ergebnis] = Future()
        known.set_result(refused)
        return known
    return pool.submit(_run_elsewhere, settings, task.auftrag, None)


def _set_aside(context: Context, budget: Budget, task: BatchTask, others: bool) -> bool:
    """What the Lauf may cost at most is reserved before it goes out; False where it does not fit."""
    if budget.limit is None:
        return True
    auftrag = task.auftrag
    most = dearest(context, auftrag, material_of(context, auftrag))
    if others and most is not None and budget.spent + budget.reserved + most > budget.limit:
        return False
    try:
        task.reserved = budget.reserve(most)
    except LimitReached:
        return False
    return True


def without_price(context: Context, modelle: Iterable[str]) -> list[str]:
    """Those of which nobody knows what they cost: no limit can be kept with them."""
    return [one for one in sorted(modelle) if estimate_cost(context, one, 1000, 1000) is None]


BILLED = 4
"""Requests to a party that may be billed at most: one that is tried again, and a repair that is."""

AROUND = 3_000
"""Tokens of a prompt beside Antrag, instructions and passages: labels, names of programmes, the schema."""


def dearest(context: Context, auftrag: Auftrag, material: Material) -> float | None:
    """US dollars that a Lauf may cost at most; None without a price."""
    own = (
        auftrag.antrag.text,
        auftrag.antrag.begruendung or "",
        auftrag.prompt.system,
        auftrag.prompt.nutzer,
    )
    base = sum(count_tokens(auftrag.modell, text) for text in own) + AROUND + auftrag.max_tokens
    asked = [sum(len(one.text) for one in found) for found in material[1].values() if found]
    asked += [0] if auftrag.antragsprompt else []
    tokens = BILLED * sum(base + count_tokens(auftrag.modell, " " * letters) for letters in asked)
    answered = BILLED * len(asked) * auftrag.max_tokens
    modelle = filter(None, (auftrag.modell, auftrag.ersatzmodell))
    costs = [estimate_cost(context, modell, tokens, answered) for modell in modelle]
    return None if None in costs else sum(one for one in costs if one is not None)


def _refused(budget: Budget, auftrag: Auftrag) -> Ergebnis | None:
    """Without a Lauf, where its model refuses everybody and nobody stands in for it."""
    reason = None if auftrag.ersatzmodell else budget.stopped.get(auftrag.modell)
    return Ergebnis(auftrag, fehler=str(reason)) if reason else None


def run_job(context: Context, auftrag: Auftrag, abbruch: threading.Event | None = None) -> Ergebnis:
    """One combination, in whatever thread, process or machine."""
    if auftrag.budget and (refused := _refused(auftrag.budget, auftrag)):
        return refused
    try:
        if auftrag.batch_id is None:
            return _run_one(context, auftrag, abbruch)
        return patiently(partial(_run_one, context, auftrag, abbruch), abbruch)
    except DashboardError as reason:
        return Ergebnis(auftrag, fehler=str(reason))


def _run_one(context: Context, auftrag: Auftrag, abbruch: threading.Event | None) -> Ergebnis:
    if _is_stopped(context, auftrag, abbruch):
        return Ergebnis(auftrag, status=Status.ABGEBROCHEN)
    material = material_of(context, auftrag)
    store, key = runstore(context), schluessel(context, auftrag, material[1])
    known = None if auftrag.fresh else store.find_cached(key)
    if known or auftrag.fresh:
        lauf_id = known or assess(context, auftrag, abbruch=abbruch, material=material)
    else:
        # Waited for before it is stored: whoever asks the same just now leaves nothing to be stored twice.
        with claimed(store, key, lambda: not _is_stopped(context, auftrag, abbruch)):
            if _is_stopped(context, auftrag, abbruch):
                return Ergebnis(auftrag, status=Status.ABGEBROCHEN)
            # A batch that a page shows has each Lauf for its own, if only as a copy.
            known = store.find_cached(key) if auftrag.batch_id is None else None
            lauf_id = known or assess(context, auftrag, abbruch=abbruch, material=material)
    lauf = store.load(lauf_id)
    cost = 0.0 if known else lauf.kosten or 0.0
    return Ergebnis(auftrag, lauf_id, lauf.status, cost, lauf.fehler, known is not None)


def _run_elsewhere(settings: Settings, auftrag: Auftrag, abbruch: threading.Event | None) -> Ergebnis:
    """In a process whose log is not ours yet: the cluster tells of a failed job with all it was given."""
    event_log.install()
    budget = Budget()
    ergebnis = run_job(_context(settings), replace(auftrag, budget=budget), abbruch)
    return replace(ergebnis, auftrag=auftrag, stopped=budget.stopped)


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
    return [schluessel(context, auftrag, found[auftrag.suche][1]) for auftrag in auftraege]


def material_of(context: Context, auftrag: Auftrag) -> Material:
    """What the programmes say to it."""
    return _material(context, auftrag.suche, _state(context, auftrag))


def _material(context: Context, suche: Suche, state: str) -> Material:
    """Found once for an Antrag, whichever models and prompts it is given to; `state` is the index's."""
    return context.own(_found).get((suche, state), lambda: retrieve(context, suche))


def _found(context: Context) -> Recent[Material]:
    return Recent(64, lambda material: 1)


def _state(context: Context, auftrag: Auftrag) -> str:
    land = find_bundesland(context.registry, auftrag.antrag.bundesland or "")
    gebiete = (land, UEBERALL)
    staende = [context.store.staende(gebiet) for gebiet in gebiete]
    return str([sorted((name, one.version) for name, one in own.items()) for own in staende])


def _result(job: "Future[Ergebnis]", auftrag: Auftrag) -> Ergebnis:
    try:
        return job.result()
    except CancelledError:
        return Ergebnis(auftrag, fehler=LOST, is_lost=True)
    except Exception as error:  # a worker that died must not take the others with it
        told = f"Der Lauf ist abgebrochen ({type(error).__name__}: {error})."
        return Ergebnis(auftrag, fehler=told, is_lost=True)


@lru_cache(maxsize=4)
def _context(settings: Settings) -> Context:
    """A cluster's worker is told settings: it has one Context for as many jobs as come with the same ones."""
    return Context(settings)
