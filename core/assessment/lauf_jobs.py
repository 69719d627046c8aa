"""Läufe that go on in the background, whatever becomes of the page that began them, and how far they are."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from core import clock
from core.assessment import pipeline
from core.assessment.auftrag import Auftrag
from core.assessment.pipeline import Begun, Material, begin, carry_out, end_orphans, is_wanted
from core.background import ENDED, Jobs, Pulse, WorkState, rest
from core.context import Context
from core.runs.lauf import Lauf, Status, Teil
from core.runs.store import runstore


class ParteiState(StrEnum):
    WARTET = "wartet"
    BEING_ASKED = "wird gefragt"
    FERTIG = "fertig"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    NO_QUELLEN = "keine Quellen"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufState(WorkState):
    """How far a Lauf is. `parteien`: in the order of asking; partei „“ is the part on the Antrag itself.

    `rest_sekunden`: 0 also when an answer is overdue. `kosten`: what is known of them, None where nothing is.
    """

    status: Status
    parteien: tuple[tuple[str, ParteiState], ...]
    sekunden: float
    kosten: float | None


class LaufJobs:
    """At most `workers` Läufe are computed at once; the others wait their turn."""

    def __init__(self, context: Context, workers: int = 4) -> None:
        self._context = context
        self._store = runstore(context)
        self._jobs = Jobs("Rechnen", workers, daemon=False, pulse=Pulse(pipeline.HEARTBEAT, self._beat))

    def start(self, auftrag: Auftrag, material: Material | None = None) -> str:
        """The id of the Lauf, which is stored and goes on by itself."""
        begonnen, abbruch = begin(self._context, auftrag, material), threading.Event()
        work = partial(self._work, begonnen, abbruch)
        self._jobs.start(begonnen.lauf_id, work, cancels=[abbruch])
        return begonnen.lauf_id

    def cancel(self, lauf_id: str, grund: str = "") -> None:
        """End it, whether it is computed here or elsewhere. What is finished stays."""
        self._store.cancel(lauf_id, grund)
        self._jobs.cancel(lauf_id)

    def stand(self, lauf_id: str) -> LaufState:
        """Also of a Lauf that is computed elsewhere, or was long ago."""
        return stand_of(self._store.load(lauf_id), clock.now())

    def close(self) -> None:
        """End what runs and wait until the questions on their way are answered."""
        self._jobs.close(partial(self.cancel, grund=ENDED))

    def _work(self, begonnen: Begun, abbruch: threading.Event) -> None:
        if not abbruch.is_set():
            carry_out(self._context, begonnen, abbruch=abbruch)

    def _beat(self) -> None:
        """Those that wait for their turn give no sign of life themselves."""
        for lauf_id in self._jobs.under_way():
            if not is_wanted(self._store, lauf_id):
                self._jobs.cancel(lauf_id)
        end_orphans(self._store)


def stand_of(lauf: Lauf, at: datetime) -> LaufState:
    """All of it from what is stored: the first that are not done are the ones being asked."""
    teile = {teil.partei: teil for teil in lauf.teile}
    parteien = lauf.parameter.get("parteien") or [
        *dict.fromkeys([*teile, *(a.partei for a in lauf.angebote)])
    ]
    offen = [partei for partei in parteien if partei not in teile]
    gefragt = offen[: _parallel(lauf)] if lauf.angebote or teile else []
    return LaufState(
        status=lauf.status,
        fertig=len(teile),
        von=len(parteien),
        laeuft=lauf.status is Status.LAEUFT,
        fehler=(lauf.fehler,) if lauf.fehler else (),
        parteien=tuple((p, _state(lauf, teile.get(p), p in gefragt)) for p in parteien),
        sekunden=((lauf.finished or at) - lauf.created).total_seconds(),
        rest_sekunden=_rest(lauf, parteien, offen, at),
        kosten=lauf.kosten,
    )


def _state(lauf: Lauf, teil: Teil | None, is_asked: bool) -> ParteiState:
    if teil is None and lauf.status is Status.LAEUFT:
        return ParteiState.BEING_ASKED if is_asked else ParteiState.WARTET
    if teil is None or teil.status is Status.FEHLGESCHLAGEN:
        return ParteiState.FEHLGESCHLAGEN
    return ParteiState.FERTIG if teil.messages else ParteiState.NO_QUELLEN


def _parallel(lauf: Lauf) -> int:
    return int(lauf.parameter.get("parallel", 1))


def _rest(lauf: Lauf, parteien: Sequence[str], offen: Sequence[str], at: datetime) -> float | None:
    """Seconds, if the answers to come take as long as those that came."""
    if not offen or lauf.status is not Status.LAEUFT:
        return 0.0
    spans = {
        teil.partei: (teil.started, teil.finished)
        for teil in lauf.teile
        if teil.messages and teil.started and teil.finished
    }
    # What an earlier Lauf has paid for tells how long an answer takes, but took no place in this one.
    own = {partei: span for partei, span in spans.items() if span[0] >= lauf.created}
    order = [partei for partei in parteien if partei in own or partei in offen]
    parallel = _parallel(lauf)
    begun = _begun([*own.values()], parallel, at)
    running = [(at - begun[order.index(partei)]).total_seconds() for partei in offen[:parallel]]
    took = [(finished - started).total_seconds() for started, finished in spans.values()]
    return rest(took, running, len(offen[parallel:]), parallel)


def _begun(own: Sequence[tuple[datetime, datetime]], parallel: int, at: datetime) -> list[datetime]:
    """When each was asked, in order: as many at once as there are places, the others as one became free."""
    first = min((started for started, _ in own), default=at)
    return [first] * parallel + sorted(finished for _, finished in own)
