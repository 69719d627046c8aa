"""Läufe that go on in the background, whatever becomes of the page that began them, and how far they are."""

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from heapq import heapify, heapreplace
from statistics import mean

from core.assessment import pipeline
from core.assessment.auftrag import Auftrag
from core.assessment.pipeline import Begonnen, Material, begin, carry_out, end_orphans, is_wanted
from core.context import Context
from core.runs.lauf import Lauf, Status, Teil
from core.runs.store import runstore

BEENDET = "Das Programm wurde beendet, während dieser Lauf rechnete. Was fertig war, ist gespeichert."

LOG = logging.getLogger(__name__)


class Parteizustand(StrEnum):
    WARTET = "wartet"
    WIRD_GEFRAGT = "wird gefragt"
    FERTIG = "fertig"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    KEINE_QUELLEN = "keine Quellen"


@dataclass(frozen=True, slots=True)
class Laufstand:
    """How far a Lauf is. `parteien`: in the order of asking; partei „“ is the part on the Antrag itself.

    `rest_sekunden`: None until the first answer tells how long one takes; 0 also when one is overdue.
    `kosten`: what is known of them, None where nothing is.
    """

    status: Status
    fertig: int
    von: int
    parteien: tuple[tuple[str, Parteizustand], ...]
    sekunden: float
    rest_sekunden: float | None
    kosten: float | None


class Werkstatt:
    """At most `workers` Läufe are computed at once; the others wait their turn."""

    def __init__(self, context: Context, workers: int = 4) -> None:
        self._context = context
        self._store = runstore(context.settings)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="lauf")
        self._jobs: dict[str, threading.Event] = {}
        self._closed = threading.Event()
        self._pulse = threading.Thread(target=self._keep_alive, name="herzschlag", daemon=True)
        self._pulse.start()

    def start(self, auftrag: Auftrag, material: Material | None = None) -> str:
        """The id of the Lauf, which is stored and goes on by itself."""
        begonnen = begin(self._context, auftrag, material)
        self._jobs[begonnen.lauf_id] = abbruch = threading.Event()
        self._pool.submit(self._work, begonnen, abbruch)
        return begonnen.lauf_id

    def cancel(self, lauf_id: str, grund: str = "") -> None:
        """End it, whether it is computed here or elsewhere. What is finished stays."""
        self._store.cancel(lauf_id, grund)
        if abbruch := self._jobs.get(lauf_id):
            abbruch.set()

    def stand(self, lauf_id: str) -> Laufstand:
        """Also of a Lauf that is computed elsewhere, or was long ago."""
        return stand_of(self._store.load(lauf_id), datetime.now(UTC))

    def close(self) -> None:
        """End what runs and wait until the questions on their way are answered."""
        for lauf_id in self._jobs.copy():
            self.cancel(lauf_id, BEENDET)
        self._closed.set()
        self._pulse.join()
        self._pool.shutdown()

    def _work(self, begonnen: Begonnen, abbruch: threading.Event) -> None:
        try:
            if not abbruch.is_set():
                carry_out(self._context, begonnen, abbruch=abbruch)
        except Exception:  # nobody waits for this thread: what is not told here is told nowhere
            LOG.exception("Lauf %s ist an einem Fehler im Programm gescheitert.", begonnen.lauf_id)
        finally:
            del self._jobs[begonnen.lauf_id]

    def _keep_alive(self) -> None:
        """Those that wait for their turn give no sign of life themselves."""
        while not self._closed.wait(pipeline.HERZSCHLAG):
            for lauf_id, abbruch in self._jobs.copy().items():
                if not is_wanted(self._store, lauf_id):
                    abbruch.set()
            end_orphans(self._store)


def stand_of(lauf: Lauf, at: datetime) -> Laufstand:
    """All of it from what is stored: the first that are not done are the ones being asked."""
    teile = {teil.partei: teil for teil in lauf.teile}
    parteien = lauf.parameter.get("parteien") or [
        *dict.fromkeys([*teile, *(a.partei for a in lauf.angebote)])
    ]
    offen = [partei for partei in parteien if partei not in teile]
    gefragt = offen[: _parallel(lauf)] if lauf.angebote or teile else []
    kosten = [teil.kosten for teil in lauf.teile if teil.kosten is not None]
    return Laufstand(
        status=lauf.status,
        fertig=len(teile),
        von=len(parteien),
        parteien=tuple((p, _zustand(lauf, teile.get(p), p in gefragt)) for p in parteien),
        sekunden=((lauf.finished or at) - lauf.created).total_seconds(),
        rest_sekunden=_rest(lauf, parteien, offen, at),
        kosten=sum(kosten) if kosten else None,
    )


def _zustand(lauf: Lauf, teil: Teil | None, is_asked: bool) -> Parteizustand:
    if teil is None and lauf.status is Status.LAEUFT:
        return Parteizustand.WIRD_GEFRAGT if is_asked else Parteizustand.WARTET
    if teil is None or teil.status is Status.FEHLGESCHLAGEN:
        return Parteizustand.FEHLGESCHLAGEN
    return Parteizustand.FERTIG if teil.messages else Parteizustand.KEINE_QUELLEN


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
    if not spans:
        return None
    usual = mean((finished - started).total_seconds() for started, finished in spans.values())
    # What an earlier Lauf has paid for tells how long an answer takes, but took no place in this one.
    own = {partei: span for partei, span in spans.items() if span[0] >= lauf.created}
    order = [partei for partei in parteien if partei in own or partei in offen]
    begun = _begun([*own.values()], _parallel(lauf), at)
    asked, waiting = offen[: _parallel(lauf)], offen[_parallel(lauf) :]
    ends = [max(0.0, usual - (at - begun[order.index(partei)]).total_seconds()) for partei in asked]
    return last_end(ends, len(waiting), usual)


def last_end(ends: Sequence[float], waiting: int, usual: float) -> float:
    """When all is done, if so many more take the places that become free, `usual` seconds each."""
    places = list(ends)
    heapify(places)
    for _ in range(waiting):
        heapreplace(places, places[0] + usual)
    return max(places)


def _begun(own: Sequence[tuple[datetime, datetime]], parallel: int, at: datetime) -> list[datetime]:
    """When each was asked, in order: as many at once as there are places, the others as one became free."""
    first = min((started for started, _ in own), default=at)
    return [first] * parallel + sorted(finished for _, finished in own)
