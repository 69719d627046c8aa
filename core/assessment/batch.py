"""Many assessments, here or in the background: every Antrag with every model. What is done stays done."""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from itertools import product, zip_longest
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from core.antrag.antrag import Antrag
from core.assessment import pipeline
from core.assessment.auftrag import TOP_K, Auftrag, Suche, schluessel
from core.assessment.own_prompts import PromptShelf
from core.assessment.pipeline import Material, assess, retrieve
from core.assessment.prompts import FUNDSTELLEN, Prompt
from core.base import clock, keyless_logs
from core.base.background import ENDED, StateJobs, WorkState, rest
from core.base.errors import EingabeError, LimitReached, ModellFehler
from core.base.memory import Recent
from core.base.models import UEBERALL, gebiet_of
from core.base.settings import Settings
from core.llm.anfrage import Budget
from core.llm.catalogue import OFFLINE, catalogue_of
from core.llm.litellm_access import Price, most_tokens, refuse_priceless
from core.processes.cluster import AT_ONCE, CLUSTER_LOST, executor, is_cluster
from core.processes.paid_loop import run_paid
from core.programme.context import Context
from core.runs.buchungen import patiently
from core.runs.lauf import Batch, Ende, LaufRow, Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from core.wortlaut.errors import DashboardError


@dataclass(frozen=True, slots=True)
class Ergebnis:
    """What became of one combination. `bekannt`: it had been done before. `kosten`: what is known of them.

    From a cluster, whose processes share no budget: what it used up of its own (None: nobody knows), and
    `stopped`, both as `Budget` has them.
    """

    auftrag: Auftrag
    lauf_id: str = ""
    status: Status = Status.FEHLGESCHLAGEN
    kosten: float = 0.0
    fehler: str = ""
    bekannt: bool = False
    spent: float | None = 0.0
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
    limit: float | Budget | None = None,
    cancellations: Sequence[threading.Event] = (),
) -> Iterator[Ergebnis]:
    """Results as they come; one failure stops nothing. Never more than `limit` (in USD) is spent; a Budget is
    one that is shared with what else the same command asks.

    On threads each request reserves what it may cost; a cluster is handed only what fits whole, and each
    Lauf keeps to what was set aside for it.

    `cancellations`: one for each Auftrag, with which it is ended; a cluster cannot be given them.
    """
    budget = limit if isinstance(limit, Budget) else Budget(limit)
    refuse_priceless(
        context, budget, (id for one in auftraege for id in (one.modell, one.ersatzmodell) if id)
    )
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
            try:
                ergebnis = job.result()
            except CancelledError:
                ergebnis = Ergebnis(task.auftrag, fehler=CLUSTER_LOST, spent=None)
            except Exception as error:  # a worker that died must not take the others with it
                reason = f"Der Lauf ist abgebrochen ({type(error).__name__}: {error})."
                ergebnis = Ergebnis(task.auftrag, fehler=reason, spent=None)
            if on_cluster:
                budget.settle(task.reserved, ergebnis.spent)
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
    return pool.submit(_run_elsewhere, settings, task.auftrag, task.reserved)


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


BILLED = 4
"""Requests to a party that are set aside: one that is tried again, and a repair that is, or four that come to
nothing. Where a Lauf needs more, as with many time-outs and repairs, its own budget ends it."""

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
    base = sum(map(most_tokens, own)) + AROUND + auftrag.max_tokens
    asked = [sum(most_tokens(one.text) for one in found) for found in material[1].values() if found]
    asked += [0] if auftrag.antragsprompt else []
    times = max(BILLED, auftrag.versuche)
    tokens = times * sum(base + passages for passages in asked)
    answered = times * len(asked) * auftrag.max_tokens
    modelle = filter(None, (auftrag.modell, auftrag.ersatzmodell))
    costs = [Price(context, modell).at_most(tokens, answered) for modell in modelle]
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
        with store.claimed(key, lambda: not _is_stopped(context, auftrag, abbruch)):
            if _is_stopped(context, auftrag, abbruch):
                return Ergebnis(auftrag, status=Status.ABGEBROCHEN)
            # A batch that a page shows has each Lauf for its own, if only as a copy.
            known = store.find_cached(key) if auftrag.batch_id is None else None
            lauf_id = known or assess(context, auftrag, abbruch=abbruch, material=material)
    lauf = store.load(lauf_id)
    cost = 0.0 if known else lauf.kosten or 0.0
    return Ergebnis(auftrag, lauf_id, lauf.status, cost, lauf.fehler, known is not None)


def _run_elsewhere(settings: Settings, auftrag: Auftrag, reserved: float) -> Ergebnis:
    """In a process whose log is not ours yet: the cluster tells of a failed job with all it was given."""
    keyless_logs.mask_logs()
    budget = Budget(reserved or None)  # nothing is set aside without a limit, or for what is free
    ergebnis = run_job(_context(settings), replace(auftrag, budget=budget))
    return replace(ergebnis, auftrag=auftrag, spent=budget.spent, stopped=budget.stopped)


def _is_stopped(context: Context, auftrag: Auftrag, abbruch: threading.Event | None) -> bool:
    """Was it stopped, by who began it or by somebody elsewhere who stopped the whole batch?"""
    if abbruch is not None and abbruch.is_set():
        return True
    return auftrag.batch_id is not None and runstore(context).is_stopped(auftrag.batch_id)


def find_known(context: Context, auftraege: Sequence[Auftrag]) -> list[str | None]:
    """For each the Lauf that has its answers, or None; every Antrag is searched for once.

    One that cannot be assessed at all is told at once.
    """
    found = {}
    for suche, auftrag in {auftrag.suche: auftrag for auftrag in auftraege}.items():
        try:
            found[suche] = _material(context, suche, _state(context, auftrag))
        except EingabeError as reason:
            titel = auftrag.antrag.titel or "ohne Titel"
            raise EingabeError(f"Der Antrag „{titel}“ kann so nicht geprüft werden. {reason}") from reason
    keys = [schluessel(context, auftrag, found[auftrag.suche][1]) for auftrag in auftraege]
    known = runstore(context).find_all_cached(keys)
    return [known.get(key) for key in keys]


def material_of(context: Context, auftrag: Auftrag) -> Material:
    """What the programmes say to the Antrag of this Auftrag."""
    return _material(context, auftrag.suche, _state(context, auftrag))


def _material(context: Context, suche: Suche, state: str) -> Material:
    """Found once for an Antrag, whichever models and prompts it is given to; `state` is the index's."""
    return context.own(_found).get((suche, state), lambda: retrieve(context, suche))


def _found(context: Context) -> Recent[Material]:
    return Recent(64, lambda material: 1)


def _state(context: Context, auftrag: Auftrag) -> str:
    land = context.registry.find_bundesland(auftrag.antrag.bundesland or "")
    kept = context.registry.quellen
    beside = sorted({gebiet_of(kept[id]) for id in auftrag.quellen if id in kept})
    staende = [context.store.staende(gebiet) for gebiet in (land, UEBERALL, *beside)]
    return str([sorted((name, one.version) for name, one in own.items()) for own in staende])


@lru_cache(maxsize=4)
def _context(settings: Settings) -> Context:
    """A cluster's worker is told settings: it has one Context for as many jobs as come with the same ones."""
    return Context(settings)


# --- many Läufe that a page started: they go on by themselves, and how far they are stands in the run store

MOST_LAEUFE = 1500
"""Those of a batch are all looked at whenever somebody asks how far it is."""

SILENT = 3
"""So many heartbeats without a sign of life, and a Lauf is no longer counted as running."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be compared: every stored Antrag with every model, every version of a prompt, every number
    of passages and every temperature.

    `weitere`: parties beside the movers and the government, asked of every Antrag in whose Land they are.
    `limit`: in USD; at it nothing more is begun.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    """Stored by a version that could ask for more, it is not read as if it asked for less."""

    antraege: tuple[str, ...]
    modelle: tuple[str, ...]
    prompts: tuple[tuple[str, int], ...]
    passagen: tuple[int, ...] = (TOP_K,)
    temperaturen: tuple[float, ...] = (0.0,)
    wiederholungen: int = 1
    weitere: tuple[str, ...] = ()
    limit: float | None = None

    @property
    def spalten(self) -> int:
        """So many columns it makes; the built-in model only one for each number of passages."""
        asked = len(self.language_models) * len(self.prompts) * len(self.temperaturen)
        return len(self.passagen) * (asked + self.is_offline)

    @property
    def laeufe(self) -> int:
        """So many Läufe, whether done before or not."""
        asked = len(self.language_models) * len(self.prompts) * len(self.temperaturen) * self.wiederholungen
        return len(self.antraege) * len(self.passagen) * (asked + self.is_offline)

    @property
    def language_models(self) -> tuple[str, ...]:
        return tuple(modell for modell in self.modelle if modell != OFFLINE)

    @property
    def is_offline(self) -> bool:
        """Is the built-in model among them?"""
        return OFFLINE in self.modelle


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchState(WorkState):
    """How far a batch is. `fertig`: ended, if only in part; `von`: what was missing at the start.

    `fehlgeschlagen`: of these, in whole or for a party. `kosten`: None where unknown.
    `laeuft`: somebody works on it. `fehler`: why Läufe failed or could not begin.
    """

    plan: Plan
    fehlgeschlagen: int
    laufend: int
    kosten: float | None
    is_limit_reached: bool = False

    @property
    def erwartet(self) -> float | None:
        """US dollars in all, by what was paid so far; None before the first is done."""
        return self.kosten / self.fertig * self.von if self.kosten and self.fertig else None

    @property
    def offen(self) -> int:
        return self.von - self.fertig


@dataclass(frozen=True, slots=True)
class Outlook:
    """Of what is missing of a plan. `usd`: without those of the models in `unbekannt`, of which no Lauf tells
    what it cost. `priceless`: models with which its limit cannot be kept."""

    laeufe: int
    usd: float
    unbekannt: tuple[str, ...]
    priceless: tuple[str, ...]


class BatchJobs(StateJobs[WorkState]):
    """At most `workers` Läufe of a batch at once; what has been answered before is never done again."""

    def __init__(self, context: Context, workers: int = 4) -> None:
        super().__init__("Vergleichen")
        self._context = context
        self._at_once = workers
        self._store = runstore(context)

    def start(self, plan: Plan) -> str:
        """The id of the batch that does what is missing; while the same plan is worked on, that one's."""
        missing = _missing(self._context, plan)
        with self.lock:
            for batch_id in self.under_way():
                if plan_of(find_batch(self._store, batch_id)) == plan:
                    return batch_id
            batch_id = self._store.start_batch(json.dumps(asdict(plan)), len(missing))
            # Each Auftrag has a cancel of its own: a Lauf that somebody ends leaves the others alone.
            cancels = [threading.Event() for _ in missing]
            work = partial(self._answer, batch_id, missing, plan.limit, cancels)
            self.begin(batch_id, WorkState(), work, cancels)
        return batch_id

    def resume(self, batch_id: str) -> str:
        """Begin again with what is missing; the id of the batch that does it."""
        return self.start(plan_of(find_batch(self._store, batch_id)))

    def outlook(self, plan: Plan) -> Outlook:
        """What is still to be done of a plan, and what that will cost by what such Läufe have cost."""
        missing = _missing(self._context, plan)
        asked, catalogue = Counter(auftrag.modell for auftrag in missing), catalogue_of(self._context)
        often = {modell: count for modell, count in asked.items() if not catalogue.find(modell).kostenlos}
        usual = self._store.usual_cost(often)
        return Outlook(
            laeufe=len(missing),
            usd=sum(usual[modell] * count for modell, count in often.items() if modell in usual),
            unbekannt=tuple(modell for modell in often if modell not in usual),
            priceless=tuple(
                one
                for one in sorted(asked)
                if plan.limit is not None and not Price(self._context, one).is_known
            ),
        )

    def finished(self, batch_id: str) -> list[str]:
        """The Läufe of the batch, and those that had answered a part of its plan before."""
        plan = plan_of(find_batch(self._store, batch_id))
        known = find_known(self._context, auftraege_of(self._context, plan))
        own = self._store.list_laeufe(Filter(batch_id=batch_id, status=Status.FERTIG), limit=MOST_LAEUFE)
        return list(dict.fromkeys([*filter(None, known), *(zeile.id for zeile in own)]))

    def cancel(self, batch_id: str, grund: str = "") -> None:
        """Nothing more is begun and nothing more asked, whoever works on it; what is finished stays."""
        self._store.stop_batch(batch_id)
        for zeile in running(self._store, batch_id):
            self._store.cancel(zeile.id, grund)
        super().cancel(batch_id)

    def stand(self, batch_id: str) -> BatchState:
        """How far a batch is, also one that somebody else works on, or did long ago."""
        is_own = batch_id in self.under_way()
        stand = stand_of(self._store, batch_id, clock.now(), self._at_once)
        own = self.states.get(batch_id, WorkState())
        fehler = tuple(dict.fromkeys((*stand.fehler, *own.fehler)))
        return replace(stand, laeuft=stand.laeuft or is_own, fehler=fehler)

    def end(self, key: str) -> None:
        """The questions on their way are waited for."""
        self.cancel(key, ENDED)

    def _answer(
        self, batch_id: str, auftraege: list[Auftrag], limit: float | None, cancels: list[threading.Event]
    ) -> None:
        own = [replace(auftrag, batch_id=batch_id) for auftrag in auftraege]
        for ergebnis in run_batch(self._context, own, self._at_once, limit, cancels):
            if ergebnis.fehler and not ergebnis.lauf_id:
                self.put(batch_id, fehler=(ergebnis.fehler,))


def auftraege_of(context: Context, plan: Plan) -> list[Auftrag]:
    """Every Auftrag of the plan, whether done before or not."""
    store, shelf = runstore(context), PromptShelf(context)
    sheets = [store.load_sheet(id) for id in plan.antraege]
    gelesen = {blatt.antrag: blatt.gelesen for blatt in sheets}
    prompts = [shelf.find(id, version) for id, version in plan.prompts]
    if not (gelesen and plan.spalten) or (plan.language_models and not prompts):
        raise EingabeError("Wählen Sie mindestens einen Antrag, ein Modell und einen Prompt.")
    if (total := plan.laeufe) > MOST_LAEUFE:
        raise EingabeError(
            f"Das wären {total} Läufe; auf einmal gehen höchstens {MOST_LAEUFE}. Wählen Sie weniger aus."
        )
    prompts = prompts or [shelf.find(FUNDSTELLEN)]
    template = Auftrag.of(context, sheets[0].antrag, plan.modelle[0], prompts[0])
    every = combinations(
        list(gelesen), plan.modelle, prompts, plan.wiederholungen, template, plan.passagen, plan.temperaturen
    )
    own = [replace(one, gelesen=gelesen[one.antrag]) for one in every]
    if plan.weitere:
        here = {one.antrag.bundesland: context.registry.parteien_in(one.antrag.bundesland) for one in own}
        own = [
            replace(one, weitere=tuple(id for id in plan.weitere if id in here[one.antrag.bundesland]))
            for one in own
        ]
    return Auftrag.each_once(context, own)


def _missing(context: Context, plan: Plan) -> list[Auftrag]:
    """What of the plan no finished Lauf answers yet."""
    auftraege = auftraege_of(context, plan)
    known = find_known(context, auftraege)
    return [auftrag for auftrag, lauf_id in zip(auftraege, known, strict=True) if lauf_id is None]


def stand_of(store: Runstore, batch_id: str, at: datetime, workers: int) -> BatchState:
    """How far a batch is, by what is stored."""
    batch = find_batch(store, batch_id)
    rows = store.list_laeufe(Filter(batch_id=batch_id), limit=MOST_LAEUFE)
    alive = [zeile for zeile in rows if zeile.status is Status.LAEUFT]
    if alive:  # what a killed server left behind gives no sign of life
        silent = set(store.running(timedelta(seconds=SILENT * pipeline.HEARTBEAT)))
        alive = [zeile for zeile in alive if zeile.id not in silent]
    ended = [zeile for zeile in rows if zeile.status in (Status.FERTIG, Status.FEHLGESCHLAGEN)]
    failed = [zeile for zeile in ended if zeile.fehlgeschlagen or zeile.status is Status.FEHLGESCHLAGEN]
    costs = [zeile.kosten for zeile in rows if zeile.kosten is not None]
    missing = batch.total - len(ended)
    took = [(zeile.finished - zeile.created).total_seconds() for zeile in ended if zeile.finished]
    since = [(at - zeile.created).total_seconds() for zeile in alive[:missing]]
    return BatchState(
        plan=plan_of(batch),
        von=batch.total,
        fertig=len(ended),
        fehlgeschlagen=len(failed),
        laufend=len(alive),
        rest_sekunden=rest(took, since, missing - len(since), workers),
        kosten=sum(costs) if costs else None,
        is_limit_reached=any(zeile.ende is Ende.GRENZE for zeile in rows),
        laeuft=bool(alive),
        fehler=tuple(dict.fromkeys(zeile.fehler for zeile in failed if zeile.fehler)),
    )


def running(store: Runstore, batch_id: str) -> list[LaufRow]:
    return store.list_laeufe(Filter(batch_id=batch_id, status=Status.LAEUFT), limit=MOST_LAEUFE)


def find_batch(store: Runstore, batch_id: str) -> Batch:
    for batch in store.list_batches():
        if batch.id == batch_id:
            return batch
    raise EingabeError(
        f"Einen Vergleich „{batch_id}“ hat niemand gestartet. Bitte die Adresse prüfen oder neu starten."
    )


PLAN = TypeAdapter(Plan)


def plan_of(batch: Batch) -> Plan:
    """The plan that `start` stored with the batch."""
    try:
        return PLAN.validate_json(batch.beschreibung)
    except ValidationError:
        raise EingabeError(
            f"Was „{batch.id}“ vergleichen sollte, ist nicht zu lesen. Bitte starten Sie den Vergleich neu."
        ) from None
