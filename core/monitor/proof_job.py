"""All stored quotes proved against the PDFs, in the background, and what each proof came to."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.assessment.prove_laeufe import Laufbefund, all_laeufe, audit_laeufe
from core.background import Arbeitsstand, Jobs
from core.context import Context
from core.runs.pruefungen import Pruefung
from core.runs.store import Runstore, runstore
from core.version import app_version

BEFUNDE = 200
"""So many failures are kept with a proof; that there are more tell its counts."""

ALLE = "allen Zitaten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruefstand(Arbeitsstand):
    """How far a proof is, in Läufe. `pruefung` is set once it is done."""

    pruefung: Pruefung | None = None


def prove_all(context: Context) -> Iterator[Pruefstand]:
    """Lauf by Lauf; the last one holds the proof as it is stored."""
    store = runstore(context)
    ids, protokoll = all_laeufe(store), Protokoll()
    stand = Pruefstand(laeuft=True, von=len(ids))
    yield stand
    for number, laufbefund in enumerate(audit_laeufe(context, ids, pass_over=True), start=1):
        protokoll.add(laufbefund)
        yield replace(stand, fertig=number)
    yield replace(stand, laeuft=False, fertig=len(ids), pruefung=protokoll.save(store))


class Protokoll:
    """The counts of a proof while it goes on."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._laeufe = self._geprueft = self._belegt = 0
        self._befunde: list[Mapping[str, Any]] = []

    def add(self, laufbefund: Laufbefund) -> None:
        self._laeufe += 1
        self._geprueft += len(laufbefund.befunde)
        self._belegt += sum(befund.ok for befund in laufbefund.befunde)
        failed = [befund for befund in laufbefund.befunde if not befund.ok]
        room = BEFUNDE - len(self._befunde)
        self._befunde += [
            {"lauf": laufbefund.lauf_id, **asdict(befund), "gruende": list(befund.gruende)}
            for befund in failed[:room]
        ]

    def save(self, store: Runstore) -> Pruefung:
        return store.save_pruefung(
            sekunden=time.monotonic() - self._begin,
            laeufe=self._laeufe,
            geprueft=self._geprueft,
            belegt=self._belegt,
            befunde=tuple(self._befunde),
            app_version=app_version(),
        )


class Pruefwerk:
    """One proof at a time, in the background; whoever asks for another meanwhile sees the one that runs."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # Daemons: it only reads, so the server can be stopped at any moment.
        self._jobs = Jobs("Prüfen")
        self._stand = Pruefstand()

    def start(self) -> None:
        """Goes on by itself."""
        with self._jobs.lock:
            if not self._stand.laeuft:
                self._stand = Pruefstand(laeuft=True)
                self._jobs.start(ALLE, self._work, self._failed)

    def stand(self) -> Pruefstand:
        return self._stand

    def _work(self) -> None:
        for stand in prove_all(self._context):
            self._stand = stand

    def _failed(self, grund: str) -> None:
        self._stand = Pruefstand(fehler=(grund,))
