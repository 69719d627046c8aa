"""Eichungen that a page started: they go on by themselves, and go on later where they stopped."""

import threading
from dataclasses import dataclass, replace
from functools import partial

from core.assessment.auftrag import TOP_K
from core.assessment.user_prompts import find_prompt
from core.background import Jobs, WorkState
from core.calibration.calibration_ask import EichungAuftrag
from core.calibration.item_files import shipped_sentence
from core.calibration.items import Eichsatz, make_eichsatz
from core.calibration.questions import Fragen, Variant, make_fragen
from core.calibration.run_calibration import (
    EichungEffort,
    aufwand,
    begin_calibration,
    finish_if_whole,
    known_eichung,
    missing,
    run_calibration,
)
from core.context import Context
from core.errors import EingabeError
from core.llm.catalogue import find_modell
from core.llm.prompts import EICHUNG, PARTEI, prompts_of
from core.runs.eichungen import Eichung
from core.runs.store import runstore

WORKERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungPlan:
    """What is to be measured. `satz`: the hash of stored theses, „“ for those that are shipped.

    `limit`: in USD; at it nothing more is begun.
    """

    modell: str
    prompt: str
    satz: str = ""
    varianten: tuple[Variant, ...] = tuple(Variant)
    wiederholungen: int = 1
    temperature: float = 0.0
    top_k: int = TOP_K
    limit: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungState(WorkState):
    """How far an Eichung is, in questions; `spent` in USD since it was begun here."""

    name: str
    spent: float = 0.0


@dataclass(frozen=True, slots=True)
class PlannedEichung:
    """A plan with all that is to be asked."""

    auftrag: EichungAuftrag
    satz: Eichsatz
    fragen: Fragen


class EichungJobs:
    """Whoever starts an Eichung that goes on already sees that one."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # Daemons: what is answered is stored at once, so the server can be stopped at any moment.
        self._jobs = Jobs("Eichen")
        self._states: dict[str, EichungState] = {}

    def aufwand(self, plan: EichungPlan) -> EichungEffort:
        """What it will take; nobody is asked."""
        was = vorhaben(self._context, plan)
        known = known_eichung(self._context, was.auftrag, was.satz)
        offen = missing(self._context, known, was.fragen) if known else was.fragen.fragen
        return aufwand(self._context, was.auftrag, was.fragen, offen)

    def start(self, plan: EichungPlan) -> str:
        """The id of the Eichung, which goes on by itself."""
        was = vorhaben(self._context, plan)
        with self._jobs.lock:
            eichung_id = begin_calibration(self._context, was.auftrag, was.satz, was.fragen)
            if eichung_id not in self._jobs.under_way():
                self._states[eichung_id] = EichungState(name=plan.modell, laeuft=True)
                abbruch = threading.Event()
                work = partial(self._work, eichung_id, was, plan.limit, abbruch)
                self._jobs.start(eichung_id, work, partial(self._failed, eichung_id), [abbruch])
        return eichung_id

    def resume(self, eichung: Eichung, limit: float | None) -> str:
        """What is missing of a stored one."""
        return self.start(plan_of(eichung, limit))

    def staende(self) -> dict[str, EichungState]:
        """Of all that were begun since the server was started."""
        return dict(self._states)

    def forget(self, eichung_id: str) -> None:
        """Has been read."""
        if eichung_id not in self._jobs.under_way():
            self._states.pop(eichung_id, None)

    def cancel(self, eichung_id: str) -> None:
        """What is answered stays; what is on its way is waited for."""
        self._jobs.cancel(eichung_id)

    def close(self) -> None:
        self._jobs.close(self.cancel)

    def _work(
        self, eichung_id: str, was: PlannedEichung, limit: float | None, abbruch: threading.Event
    ) -> None:
        offen = missing(self._context, eichung_id, was.fragen)
        done, total = len(was.fragen.fragen) - len(offen), len(was.fragen.fragen)
        self._tell(eichung_id, fertig=done, von=total)
        steps = run_calibration(self._context, was.auftrag, eichung_id, offen, WORKERS, limit, abbruch)
        for step in steps:
            stand = self._states[eichung_id]
            if step.fehler:
                reasons = tuple(dict.fromkeys([*stand.fehler, step.fehler]))
                self._tell(eichung_id, fehler=reasons if not abbruch.is_set() else stand.fehler)
            else:
                self._tell(eichung_id, fertig=stand.fertig + 1, spent=stand.spent + step.kosten)
        finish_if_whole(self._context, eichung_id, was.fragen)
        self._tell(eichung_id, laeuft=False)

    def _tell(self, eichung_id: str, **changes: object) -> None:
        self._states[eichung_id] = replace(self._states[eichung_id], **changes)  # type: ignore[arg-type]

    def _failed(self, eichung_id: str, grund: str) -> None:
        self._tell(eichung_id, laeuft=False, fehler=(grund,))


def vorhaben(context: Context, plan: EichungPlan) -> PlannedEichung:
    store, modell = runstore(context), find_modell(context, plan.modell)
    prompt = find_prompt(context, store, plan.prompt)
    if prompt.art != PARTEI:
        raise EingabeError(f"Der Prompt „{prompt.id}“ beurteilt keine Parteien. Bitte einen anderen wählen.")
    satz = (
        make_eichsatz(*store.load_eichsatz(plan.satz))
        if plan.satz
        else shipped_sentence(context.settings.data_dir)
    )
    auftrag = EichungAuftrag(
        modell=modell.id,
        prompt=prompt,
        ohne=prompts_of(context)[EICHUNG],
        temperature=plan.temperature,
        top_k=plan.top_k,
    )
    return PlannedEichung(auftrag, satz, make_fragen(context, satz, plan.varianten, plan.wiederholungen))


def plan_of(eichung: Eichung, limit: float | None) -> EichungPlan:
    """The same once more. One that was begun before its questions were stored is asked in all variants."""
    told = eichung.parameter
    return EichungPlan(
        modell=eichung.modell,
        prompt=eichung.prompt_id,
        satz=eichung.satz_hash,
        varianten=tuple(map(Variant, told.get("varianten", list(Variant)))),
        wiederholungen=int(told.get("wiederholungen", 1)),
        temperature=float(told.get("temperature", 0.0)),
        top_k=int(told.get("top_k", TOP_K)),
        limit=limit,
    )
