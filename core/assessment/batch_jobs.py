"""Many Läufe that a page started: they go on by themselves, and how far they are stands in the run store."""

import json
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from core import clock
from core.assessment import pipeline
from core.assessment.auftrag import TOP_K, Auftrag
from core.assessment.batch import combinations, find_known, run_batch
from core.assessment.before_lauf import each_once, make_auftrag, parteien_in
from core.assessment.user_prompts import find_prompt
from core.background import ENDED, Jobs, WorkState, rest
from core.context import Context
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE
from core.llm.prompts import FUNDSTELLEN
from core.runs.lauf import Batch, LaufRow, Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore

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


class BatchJobs:
    """At most `workers` Läufe of a batch at once; what has been answered before is never done again."""

    def __init__(self, context: Context, workers: int = 4) -> None:
        self._context = context
        self._workers = workers
        self._store = runstore(context)
        self._error: dict[str, str] = {}
        self._jobs = Jobs("Vergleichen")

    def start(self, plan: Plan) -> str:
        """The id of the batch that does what is missing; while the same plan is worked on, that one's."""
        missing = missing_auftraege(self._context, plan)
        with self._jobs.lock:
            for batch_id in self._jobs.under_way():
                if plan_of(find_batch(self._store, batch_id)) == plan:
                    return batch_id
            batch_id = self._store.start_batch(json.dumps(asdict(plan)), len(missing))
            # Each Auftrag has a cancel of its own: a Lauf that somebody ends leaves the others alone.
            cancels = [threading.Event() for _ in missing]
            work = partial(self._work, batch_id, missing, plan.limit, cancels)
            self._jobs.start(batch_id, work, partial(self._error.__setitem__, batch_id), cancels)
        return batch_id

    def resume(self, batch_id: str) -> str:
        """Begin again with what is missing; the id of the batch that does it."""
        return self.start(plan_of(find_batch(self._store, batch_id)))

    def cancel(self, batch_id: str, grund: str = "") -> None:
        """Nothing more is begun and nothing more asked, whoever works on it; what is finished stays."""
        self._store.stop_batch(batch_id)
        for zeile in running(self._store, batch_id):
            self._store.cancel(zeile.id, grund)
        self._jobs.cancel(batch_id)

    def stand(self, batch_id: str) -> BatchState:
        """Also of a batch that somebody else works on, or did long ago."""
        is_own = batch_id in self._jobs.under_way()
        stand = stand_of(self._store, batch_id, clock.now(), self._workers)
        own = filter(None, [self._error.get(batch_id)])
        fehler = tuple(dict.fromkeys((*stand.fehler, *own)))
        return replace(stand, laeuft=stand.laeuft or is_own, fehler=fehler)

    def close(self) -> None:
        """End what runs and wait until the questions on their way are answered."""
        self._jobs.close(partial(self.cancel, grund=ENDED))

    def _work(
        self, batch_id: str, auftraege: list[Auftrag], limit: float | None, cancels: list[threading.Event]
    ) -> None:
        self._error.pop(batch_id, None)
        own = [replace(auftrag, batch_id=batch_id) for auftrag in auftraege]
        for ergebnis in run_batch(self._context, own, self._workers, limit, cancels):
            if ergebnis.fehler and not ergebnis.lauf_id:
                self._error[batch_id] = ergebnis.fehler


def auftraege_of(context: Context, plan: Plan) -> list[Auftrag]:
    """All of the plan, whether done before or not."""
    store = runstore(context)
    sheets = [store.load_sheet(id) for id in plan.antraege]
    gelesen = {blatt.antrag: blatt.gelesen for blatt in sheets}
    prompts = [find_prompt(context, store, id, version) for id, version in plan.prompts]
    if not (gelesen and plan.spalten) or (plan.language_models and not prompts):
        raise EingabeError("Wählen Sie mindestens einen Antrag, ein Modell und einen Prompt.")
    if (total := plan.laeufe) > MOST_LAEUFE:
        raise EingabeError(
            f"Das wären {total} Läufe; auf einmal gehen höchstens {MOST_LAEUFE}. Wählen Sie weniger aus."
        )
    prompts = prompts or [find_prompt(context, store, FUNDSTELLEN)]
    template = make_auftrag(context, sheets[0].antrag, plan.modelle[0], prompts[0])
    every = combinations(
        list(gelesen), plan.modelle, prompts, plan.wiederholungen, template, plan.passagen, plan.temperaturen
    )
    own = [replace(one, gelesen=gelesen[one.antrag]) for one in every]
    return each_once(
        context, [_with_parteien(context, one, plan.weitere) for one in own] if plan.weitere else own
    )


def _with_parteien(context: Context, auftrag: Auftrag, weitere: Sequence[str]) -> Auftrag:
    here = parteien_in(context.registry, auftrag.antrag.bundesland)
    return replace(auftrag, weitere=tuple(partei for partei in weitere if partei in here))


def missing_auftraege(context: Context, plan: Plan) -> list[Auftrag]:
    """What of the plan no finished Lauf answers yet."""
    auftraege = auftraege_of(context, plan)
    known = find_known(context, auftraege)
    return [auftrag for auftrag, lauf_id in zip(auftraege, known, strict=True) if lauf_id is None]


def finished_laeufe(context: Context, batch_id: str) -> list[str]:
    """Those of the batch, and those that had answered a part of its plan before."""
    store = runstore(context)
    known = find_known(context, auftraege_of(context, plan_of(find_batch(store, batch_id))))
    own = store.list_laeufe(Filter(batch_id=batch_id, status=Status.FERTIG), limit=MOST_LAEUFE)
    return list(dict.fromkeys([*filter(None, known), *(zeile.id for zeile in own)]))


def stand_of(store: Runstore, batch_id: str, at: datetime, workers: int) -> BatchState:
    """All of it from what is stored."""
    batch = find_batch(store, batch_id)
    rows = store.list_laeufe(Filter(batch_id=batch_id), limit=MOST_LAEUFE)
    alive = _alive(store, rows)
    ended = [zeile for zeile in rows if zeile.status in (Status.FERTIG, Status.FEHLGESCHLAGEN)]
    failed = [zeile for zeile in ended if zeile.fehlgeschlagen or zeile.status is Status.FEHLGESCHLAGEN]
    costs = [zeile.kosten for zeile in rows if zeile.kosten is not None]
    missing = batch.total - len(ended)
    return BatchState(
        plan=plan_of(batch),
        von=batch.total,
        fertig=len(ended),
        fehlgeschlagen=len(failed),
        laufend=len(alive),
        rest_sekunden=_rest(ended, alive, missing, at, workers),
        kosten=sum(costs) if costs else None,
        is_limit_reached=any(zeile.fehler == pipeline.LIMIT for zeile in rows),
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


def plan_of(batch: Batch) -> Plan:
    """What `start` wrote down."""
    try:
        told = json.loads(batch.beschreibung)
        told["prompts"] = [(id, version) for id, version in told["prompts"]]
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in told.items()
        }
        return Plan(**values)
    except (ValueError, TypeError, KeyError):
        raise EingabeError(
            f"Was „{batch.id}“ vergleichen sollte, ist nicht zu lesen. Bitte starten Sie den Vergleich neu."
        ) from None


def _alive(store: Runstore, rows: Sequence[LaufRow]) -> list[LaufRow]:
    """Those that run; what a killed server left behind gives no sign of life."""
    if not any(zeile.status is Status.LAEUFT for zeile in rows):
        return []
    silent = set(store.running(timedelta(seconds=SILENT * pipeline.HEARTBEAT)))
    return [zeile for zeile in rows if zeile.status is Status.LAEUFT and zeile.id not in silent]


def _rest(
    ended: Sequence[LaufRow], alive: Sequence[LaufRow], missing: int, at: datetime, workers: int
) -> float | None:
    took = [(zeile.finished - zeile.created).total_seconds() for zeile in ended if zeile.finished]
    since = [(at - zeile.created).total_seconds() for zeile in alive[:missing]]
    return rest(took, since, missing - len(since), workers)
