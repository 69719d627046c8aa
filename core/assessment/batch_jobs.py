"""Many Läufe that a page started: they go on by themselves, and how far they are stands in the run store."""

import json
import logging
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from statistics import mean
from typing import Any

from core.assessment import pipeline
from core.assessment.auftrag import TOP_K, Auftrag
from core.assessment.batch import combinations, find_known, run_batch
from core.assessment.before_lauf import each_once, make_auftrag
from core.assessment.lauf_jobs import BEENDET, last_end
from core.assessment.user_prompts import find_prompt
from core.context import Context
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE
from core.llm.prompts import FUNDSTELLEN
from core.runs.lauf import Batch, Filter, Laufzeile, Status
from core.runs.store import Runstore, runstore

MOST_LAEUFE = 1500
"""Those of a batch are all looked at whenever somebody asks how far it is."""

SILENT = 3
"""So many heartbeats without a sign of life, and a Lauf is no longer counted as running."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be compared: every stored Antrag with every model, every version of a prompt, every number
    of passages and every temperature.

    `limit`: in USD; at it nothing more is begun.
    """

    antraege: tuple[str, ...]
    modelle: tuple[str, ...]
    prompts: tuple[tuple[str, int], ...]
    passagen: tuple[int, ...] = (TOP_K,)
    temperaturen: tuple[float, ...] = (0.0,)
    wiederholungen: int = 1
    limit: float | None = None

    @property
    def spalten(self) -> int:
        """So many columns it makes; the built-in model only one for each number of passages."""
        asked = len(self.sprachmodelle) * len(self.prompts) * len(self.temperaturen)
        return len(self.passagen) * (asked + self.is_offline)

    @property
    def laeufe(self) -> int:
        """So many Läufe, whether done before or not."""
        asked = len(self.sprachmodelle) * len(self.prompts) * len(self.temperaturen) * self.wiederholungen
        return len(self.antraege) * len(self.passagen) * (asked + self.is_offline)

    @property
    def sprachmodelle(self) -> tuple[str, ...]:
        return tuple(modell for modell in self.modelle if modell != OFFLINE)

    @property
    def is_offline(self) -> bool:
        """Is the built-in model among them?"""
        return OFFLINE in self.modelle


@dataclass(frozen=True, slots=True)
class Stapelstand:
    """How far a batch is. `fertig`: ended, if only in part; `von`: what was missing at the start.

    `fehlgeschlagen`: of these, in whole or for a party.
    `rest_sekunden`: None until the first Lauf tells how long one takes. `kosten`: None where unknown.
    `laeuft`: somebody works on it. `fehler`: why Läufe failed or could not begin, each reason once.
    """

    plan: Plan
    von: int
    fertig: int
    fehlgeschlagen: int
    laufend: int
    rest_sekunden: float | None
    kosten: float | None
    laeuft: bool
    fehler: tuple[str, ...]

    @property
    def offen(self) -> int:
        return self.von - self.fertig

    @property
    def is_limit_reached(self) -> bool:
        return self.plan.limit is not None and (self.kosten or 0) >= self.plan.limit


class Stapelwerk:
    """At most `workers` Läufe of a batch at once; what has been answered before is never done again."""

    def __init__(self, context: Context, workers: int = 4) -> None:
        self._context = context
        self._workers = workers
        self._store = runstore(context.settings)
        self._change = threading.Lock()
        self._jobs: dict[str, tuple[Plan, threading.Thread, list[threading.Event]]] = {}
        self._fehler: dict[str, str] = {}

    def start(self, plan: Plan) -> str:
        """The id of the batch that does what is missing; while the same plan is worked on, that one's."""
        with self._change:
            for batch_id, (same, _, _) in self._jobs.items():
                if same == plan:
                    return batch_id
            missing = missing_auftraege(self._context, plan)
            batch_id = self._store.start_batch(json.dumps(asdict(plan)), len(missing))
            own = [replace(auftrag, batch_id=batch_id) for auftrag in missing]
            abbrueche = [threading.Event() for _ in own]
            work = (batch_id, own, plan.limit, abbrueche)
            thread = threading.Thread(target=self._work, args=work, name=f"stapel-{batch_id}", daemon=True)
            self._jobs[batch_id] = plan, thread, abbrueche
        thread.start()
        return batch_id

    def resume(self, batch_id: str) -> str:
        """Begin again with what is missing; the id of the batch that does it."""
        return self.start(plan_of(find_batch(self._store, batch_id)))

    def cancel(self, batch_id: str, grund: str = "") -> None:
        """Nothing more is begun and nothing more asked, whoever works on it; what is finished stays."""
        self._store.stop_batch(batch_id)
        for zeile in running(self._store, batch_id):
            self._store.cancel(zeile.id, grund)
        if job := self._jobs.get(batch_id):
            for abbruch in job[2]:
                abbruch.set()

    def stand(self, batch_id: str) -> Stapelstand:
        """Also of a batch that somebody else works on, or did long ago."""
        stand = stand_of(self._store, batch_id, datetime.now(UTC), self._workers)
        own = self._fehler.get(batch_id)
        return replace(
            stand,
            laeuft=stand.laeuft or batch_id in self._jobs,
            fehler=(*stand.fehler, own) if own else stand.fehler,
        )

    def close(self) -> None:
        """End what runs and wait until the questions on their way are answered."""
        jobs = self._jobs.copy()
        for batch_id in jobs:
            self.cancel(batch_id, BEENDET)
        for _, thread, _ in jobs.values():
            thread.join()

    def _work(
        self,
        batch_id: str,
        auftraege: Sequence[Auftrag],
        limit: float | None,
        abbrueche: Sequence[threading.Event],
    ) -> None:
        try:
            settings = self._context.settings
            for ergebnis in run_batch(settings, auftraege, self._workers, limit, abbrueche):
                if ergebnis.fehler and not ergebnis.lauf_id:
                    self._fehler[batch_id] = ergebnis.fehler
        except Exception:  # nobody waits for this thread: what is not told here is told nowhere
            LOG.exception("Stapel %s ist an einem Fehler im Programm gescheitert.", batch_id)
            self._fehler[batch_id] = "Ein Fehler im Programm; die Einzelheiten stehen im Protokoll."
        finally:
            del self._jobs[batch_id]


def auftraege_of(context: Context, plan: Plan) -> list[Auftrag]:
    """All of the plan, whether done before or not."""
    store = runstore(context.settings)
    antraege = [store.load_antrag(id) for id in plan.antraege]
    prompts = [find_prompt(context, store, id, version) for id, version in plan.prompts]
    if not (antraege and plan.spalten) or (plan.sprachmodelle and not prompts):
        raise EingabeError("Wählen Sie mindestens einen Antrag, ein Modell und einen Prompt.")
    if (total := plan.laeufe) > MOST_LAEUFE:
        raise EingabeError(
            f"Das wären {total} Läufe; auf einmal gehen höchstens {MOST_LAEUFE}. Wählen Sie weniger aus."
        )
    prompts = prompts or [find_prompt(context, store, FUNDSTELLEN)]
    template = make_auftrag(context, antraege[0], plan.modelle[0], prompts[0])
    every = combinations(
        antraege, plan.modelle, prompts, plan.wiederholungen, template, plan.passagen, plan.temperaturen
    )
    return each_once(context, every)


def missing_auftraege(context: Context, plan: Plan) -> list[Auftrag]:
    """What of the plan no finished Lauf answers yet."""
    auftraege = auftraege_of(context, plan)
    known = find_known(context.settings, auftraege)
    return [auftrag for auftrag, lauf_id in zip(auftraege, known, strict=True) if lauf_id is None]


def finished_laeufe(context: Context, batch_id: str) -> list[str]:
    """Those of the batch, and those that had answered a part of its plan before."""
    store = runstore(context.settings)
    known = find_known(context.settings, auftraege_of(context, plan_of(find_batch(store, batch_id))))
    own = store.list_laeufe(Filter(batch_id=batch_id, status=Status.FERTIG), limit=MOST_LAEUFE)
    return list(dict.fromkeys([*filter(None, known), *(zeile.id for zeile in own)]))


def stand_of(store: Runstore, batch_id: str, at: datetime, workers: int) -> Stapelstand:
    """All of it from what is stored."""
    batch = find_batch(store, batch_id)
    rows = store.list_laeufe(Filter(batch_id=batch_id), limit=MOST_LAEUFE)
    alive = _alive(store, rows)
    ended = [zeile for zeile in rows if zeile.status in (Status.FERTIG, Status.FEHLGESCHLAGEN)]
    failed = [zeile for zeile in ended if zeile.fehlgeschlagen or zeile.status is Status.FEHLGESCHLAGEN]
    costs = [zeile.kosten for zeile in rows if zeile.kosten is not None]
    missing = batch.total - len(ended)
    return Stapelstand(
        plan=plan_of(batch),
        von=batch.total,
        fertig=len(ended),
        fehlgeschlagen=len(failed),
        laufend=len(alive),
        rest_sekunden=_rest(ended, alive, missing, at, workers),
        kosten=sum(costs) if costs else None,
        laeuft=bool(alive),
        fehler=tuple(dict.fromkeys(zeile.fehler for zeile in failed if zeile.fehler)),
    )


def running(store: Runstore, batch_id: str) -> list[Laufzeile]:
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


def _alive(store: Runstore, rows: Sequence[Laufzeile]) -> list[Laufzeile]:
    """Those that run; what a killed server left behind gives no sign of life."""
    if not any(zeile.status is Status.LAEUFT for zeile in rows):
        return []
    silent = set(store.running(timedelta(seconds=SILENT * pipeline.HERZSCHLAG)))
    return [zeile for zeile in rows if zeile.status is Status.LAEUFT and zeile.id not in silent]


def _rest(
    ended: Sequence[Laufzeile], alive: Sequence[Laufzeile], missing: int, at: datetime, workers: int
) -> float | None:
    """Seconds, if the Läufe to come take as long as those that came."""
    took = [(zeile.finished - zeile.created).total_seconds() for zeile in ended if zeile.finished]
    if not missing:
        return 0.0
    if not took:
        return None
    usual = mean(took)
    ends = [max(0.0, usual - (at - zeile.created).total_seconds()) for zeile in alive[:missing]]
    ends += [usual] * min(workers - len(ends), missing - len(ends))
    return last_end(ends, missing - len(ends), usual)
