"""All stored quotes proved against the PDFs, in the background, and what each proof came to."""

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial

from core.assessment.lauf_audit import LaufBefund, all_laeufe, audit_laeufe
from core.base.background import StateJobs, WorkState
from core.base.version import VERSION
from core.programme.context import Context
from core.runs.notes import Pruefung
from core.runs.store import Runstore, runstore

BEFUNDE = 200
"""So many failures are kept with a proof; that there are more tell its counts."""

ALLE = "allen Zitaten"


@dataclass(frozen=True, slots=True, kw_only=True)
class PruefungState(WorkState):
    """How far a proof is, in Läufe. `pruefung` is set once it is done."""

    pruefung: Pruefung | None = None


def prove_all(context: Context) -> Iterator[PruefungState]:
    """Lauf by Lauf; the last one holds the proof as it is stored."""
    store = runstore(context)
    ids, event_log = all_laeufe(store), EventLog()
    stand = PruefungState(laeuft=True, von=len(ids))
    yield stand
    for number, lauf_befund in enumerate(audit_laeufe(context, ids, pass_over=True, im_druck=False), start=1):
        event_log.add(lauf_befund)
        yield replace(stand, fertig=number)
    yield replace(stand, laeuft=False, fertig=len(ids), pruefung=event_log.save(store))


class EventLog:
    """The counts of a proof while it goes on."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._laeufe = self._checked = self._proven = 0
        self._befunde: list[Mapping[str, object]] = []

    def add(self, lauf_befund: LaufBefund) -> None:
        self._laeufe += 1
        self._checked += len(lauf_befund.befunde)
        self._proven += sum(befund.ok for befund in lauf_befund.befunde)
        failed = [befund for befund in lauf_befund.befunde if not befund.ok]
        room = BEFUNDE - len(self._befunde)
        self._befunde += [
            {
                "lauf": lauf_befund.lauf_id,
                **asdict(befund),
                "gruende": list(befund.gruende),
                "hinweise": list(befund.hinweise),
            }
            for befund in failed[:room]
        ]

    def save(self, store: Runstore) -> Pruefung:
        return store.save_note(
            Pruefung(
                sekunden=time.monotonic() - self._begin,
                laeufe=self._laeufe,
                geprueft=self._checked,
                belegt=self._proven,
                befunde=tuple(self._befunde),
                app_version=VERSION,
            )
        )


class PruefungJobs(StateJobs[PruefungState]):
    """One proof at a time, in the background; whoever asks for another meanwhile sees the one that runs."""

    def __init__(self, context: Context) -> None:
        super().__init__("Prüfen")
        self._context = context

    def start(self) -> None:
        """Goes on by itself, until it is done or cancelled between two Läufe."""
        abbruch = threading.Event()
        self.begin(ALLE, PruefungState(), partial(self._prove, abbruch), [abbruch])

    def stand(self, key: str = ALLE) -> PruefungState:
        return self.states.get(key, PruefungState())

    def _prove(self, abbruch: threading.Event) -> None:
        for stand in prove_all(self._context):
            self.put(ALLE, fertig=stand.fertig, von=stand.von, pruefung=stand.pruefung)
            if abbruch.is_set():
                return
