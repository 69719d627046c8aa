"""All stored quotes proved against the PDFs, in the background, and what each proof came to."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from core.assessment.lauf_audit import ProofLog, all_laeufe, audit_laeufe
from core.base.background import StateJobs, WorkState
from core.programme.context import Context
from core.runs.notes import Pruefung
from core.runs.store import runstore

ALLE = "allen Zitaten"


@dataclass(frozen=True, slots=True, kw_only=True)
class PruefungState(WorkState):
    """How far a proof is, in Läufe. `pruefung` is set once it is done."""

    pruefung: Pruefung | None = None


def prove_all(context: Context) -> Iterator[PruefungState]:
    """Lauf by Lauf; the last one holds the proof as it is stored."""
    store = runstore(context)
    ids, log = all_laeufe(store), ProofLog()
    stand = PruefungState(laeuft=True, von=len(ids))
    yield stand
    for number, lauf_befund in enumerate(audit_laeufe(context, ids, pass_over=True, im_druck=False), start=1):
        log.add(lauf_befund)
        yield replace(stand, fertig=number)
    yield replace(stand, laeuft=False, fertig=len(ids), pruefung=log.save(store))


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
