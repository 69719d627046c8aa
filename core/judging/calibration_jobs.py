"""Eichungen that a page started: they go on by themselves, and go on later where they stopped."""

import threading
from dataclasses import dataclass, replace
from functools import partial

from core.background import Jobs, WorkState
from core.context import Context
from core.judging import run_calibration as runs
from core.judging.run_calibration import EichungPlan, PlannedEichung


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungState(WorkState):
    """How far an Eichung is, in questions; `spent` in USD since it was begun here."""

    name: str
    spent: float = 0.0


class EichungJobs:
    """Whoever starts an Eichung that goes on already sees that one."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # Daemons: what is answered is stored at once, so the server can be stopped at any moment.
        self._jobs = Jobs("Eichen")
        self._states: dict[str, EichungState] = {}

    def start(self, plan: EichungPlan) -> str:
        """The id of the Eichung, which goes on by itself."""
        was = runs.vorhaben(self._context, plan)
        with self._jobs.lock:
            eichung_id = runs.begin_calibration(self._context, was)
            if eichung_id not in self._jobs.under_way():
                left = runs.missing(self._context, eichung_id, was.fragen)
                total = len(was.fragen.fragen)
                self._states[eichung_id] = EichungState(
                    name=plan.modell, laeuft=True, fertig=total - len(left), von=total
                )
                abbruch = threading.Event()
                work = partial(self._work, eichung_id, was, plan.limit, abbruch)
                self._jobs.start(eichung_id, work, partial(self._failed, eichung_id), [abbruch])
        return eichung_id

    def staende(self) -> dict[str, EichungState]:
        """Of all that were begun since the server was started."""
        return dict(self._states)

    def cancel(self, eichung_id: str) -> None:
        """What is answered stays; what is on its way is waited for."""
        self._jobs.cancel(eichung_id)

    def close(self) -> None:
        self._jobs.close(self.cancel)

    def _work(
        self, eichung_id: str, was: PlannedEichung, limit: float | None, abbruch: threading.Event
    ) -> None:
        for step in runs.run_calibration(self._context, was, eichung_id, limit, abbruch):
            stand = self._states[eichung_id]
            if not step.fehler:
                stand = replace(stand, fertig=stand.fertig + 1, spent=stand.spent + step.kosten)
            elif not abbruch.is_set():
                stand = replace(stand, fehler=tuple(dict.fromkeys([*stand.fehler, step.fehler])))
            self._states[eichung_id] = stand
        self._states[eichung_id] = replace(self._states[eichung_id], laeuft=False)

    def _failed(self, eichung_id: str, grund: str) -> None:
        self._states[eichung_id] = replace(self._states[eichung_id], laeuft=False, fehler=(grund,))
