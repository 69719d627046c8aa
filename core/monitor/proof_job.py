"""All stored quotes proved against the PDFs, in the background, and what each proof came to."""

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from core.assessment.lauf_view import wie_heute
from core.assessment.prove_laeufe import Laufbefund, all_laeufe, answer_of
from core.citations.audit import Dateien, audit
from core.context import Context
from core.errors import DashboardError, EingabeError
from core.runs.pruefungen import Pruefung
from core.runs.store import Runstore, runstore
from core.version import app_version

BEFUNDE = 200
"""So many failures are kept with a proof; that there are more tell its counts."""

FEHLER = (
    "Beim Prüfen ist ein Fehler im Programm aufgetreten; die Einzelheiten stehen im Protokoll des Servers."
)

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pruefstand:
    """How far a proof is, in Läufe. `pruefung` is set once it is done, `fehler` where it failed."""

    laeuft: bool = False
    fertig: int = 0
    von: int = 0
    pruefung: Pruefung | None = None
    fehler: str = ""


def prove_all(context: Context) -> Iterator[Pruefstand]:
    """Lauf by Lauf; the last one holds the proof as it is stored."""
    store = runstore(context.settings)
    ids, protokoll = all_laeufe(store), Protokoll()
    yield Pruefstand(True, 0, len(ids))
    for number, laufbefund in enumerate(_proved(store, ids, context), start=1):
        protokoll.add(laufbefund)
        yield Pruefstand(True, number, len(ids))
    yield Pruefstand(False, len(ids), len(ids), protokoll.save(store))


def _proved(store: Runstore, ids: Iterable[str], context: Context) -> Iterator[Laufbefund]:
    """Those that nobody has deleted since they were listed; each PDF is opened once."""
    dateien: Dateien = {}
    for lauf_id in ids:
        try:
            lauf = store.load(lauf_id)
        except EingabeError:  # removed for good
            continue
        if lauf.geloescht is None:
            yield Laufbefund(
                lauf_id, audit([answer_of(wie_heute(context, lauf, as_stored=True))], context, dateien)
            )


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
        self._change = threading.Lock()
        self._stand = Pruefstand()

    def start(self) -> None:
        """Goes on by itself."""
        with self._change:
            if self._stand.laeuft:
                return
            self._stand = Pruefstand(laeuft=True)
            # A daemon: it only reads, so the server can be stopped at any moment.
            threading.Thread(target=self._work, name="pruefung", daemon=True).start()

    def stand(self) -> Pruefstand:
        with self._change:
            return self._stand

    def _work(self) -> None:
        try:
            for stand in prove_all(self._context):
                self._put(stand)
        except DashboardError as error:
            self._put(Pruefstand(fehler=str(error)))
        except Exception:  # nobody waits for this thread: what is not told here is told nowhere
            LOG.exception("Die Prüfung aller Zitate ist an einem Fehler im Programm gescheitert.")
            self._put(Pruefstand(fehler=FEHLER))

    def _put(self, stand: Pruefstand) -> None:
        with self._change:
            self._stand = stand
