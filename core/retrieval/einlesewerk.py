"""Reading Programme into the index in the background: started by anybody, seen by everybody."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import mean

from core.context import Context
from core.errors import DashboardError, EingabeError, IndexFehler, PdfFehlt
from core.models import Programm
from core.programme.aufnahme import Angaben, add_programm, own_ids, remove_entry, store_pdf
from core.programme.sources import find_pdf
from core.retrieval.indexing import Ausgang, Indexergebnis, index_programme, remove_programm

WARTEZEIT = 5.0
"""Seconds to wait for another process that writes into the index, before it is told."""

FEHLER = (
    "Beim Einlesen ist ein Fehler im Programm aufgetreten; die Einzelheiten stehen im Protokoll des Servers."
)

LOG = logging.getLogger(__name__)


class Vorhaben(StrEnum):
    EINLESEN = "einlesen"
    NEU = "neu einlesen"
    HERAUSNEHMEN = "aus dem Index nehmen"
    STREICHEN = "aus dem Register streichen"


class Fortgang(StrEnum):
    WARTET = "wartet"
    IN_ARBEIT = "in Arbeit"
    FERTIG = "fertig"
    UNVERAENDERT = "unverändert"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    ABGEBROCHEN = "abgebrochen"

    @property
    def is_open(self) -> bool:
        return self in (Fortgang.WARTET, Fortgang.IN_ARBEIT)


@dataclass(frozen=True, slots=True)
class Posten:
    """What is to be done with one Programm and what came of it; `grund` says why it failed."""

    programm_id: str
    name: str
    vorhaben: Vorhaben
    fortgang: Fortgang = Fortgang.WARTET
    seiten: int = 0
    chunks: int = 0
    grund: str = ""
    begonnen: float = 0.0
    beendet: float = 0.0

    @property
    def sekunden(self) -> float:
        return self.beendet - self.begonnen if self.beendet else 0.0


@dataclass(frozen=True, slots=True)
class Einlesestand:
    """How far the present round is, or how the last one ended.

    `rest_sekunden`: None until the first Programm tells how long one takes, and when one is overdue.
    """

    runde: int = 0
    posten: tuple[Posten, ...] = ()
    rest_sekunden: float | None = None

    @property
    def laeuft(self) -> bool:
        return any(posten.fortgang.is_open for posten in self.posten)

    @property
    def erledigt(self) -> int:
        return sum(not posten.fortgang.is_open for posten in self.posten)


class Einlesewerk:
    """One Programm after the other; all that is asked for while it works belongs to the same round."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._change = threading.Lock()
        self._runde = 0
        self._posten: list[Posten] = []
        self._thread: threading.Thread | None = None

    def start(self, programm_ids: Sequence[str], vorhaben: Vorhaben) -> None:
        """Goes on by itself. What already waits for the same is not done twice."""
        new = [Posten(id, self._programm(id).name, vorhaben) for id in dict.fromkeys(programm_ids)]
        with self._change:
            is_working = any(posten.fortgang.is_open for posten in self._posten)
            if not is_working:
                self._runde, self._posten = self._runde + 1, []
            self._posten += [posten for posten in new if posten not in self._posten]
            if new and not is_working:
                # A daemon: the server can be stopped at any moment, and an index survives that.
                before, work = self._thread, self._work
                self._thread = threading.Thread(target=work, args=(before,), name="einlesen", daemon=True)
                self._thread.start()

    def register(self, angaben: Angaben, pdf: bytes) -> Programm:
        """A new entry with its PDF, read in at once; what is refused leaves nothing behind."""
        settings = self._context.settings
        programm = add_programm(settings, self._context.registry, angaben)
        try:
            store_pdf(settings, programm, pdf)
        except DashboardError:
            remove_entry(settings, programm.id)
            raise
        self.start([programm.id], Vorhaben.EINLESEN)
        return programm

    def replace_pdf(self, programm_id: str, pdf: bytes) -> None:
        """The PDF of an entry, read in at once."""
        store_pdf(self._context.settings, self._programm(programm_id), pdf)
        self.start([programm_id], Vorhaben.EINLESEN)

    def cancel(self) -> None:
        """What waits is left; the Programm that is being read is finished."""
        self._end(Fortgang.ABGEBROCHEN, "", only=Fortgang.WARTET)

    def stand(self) -> Einlesestand:
        with self._change:
            posten = tuple(self._posten)
        return Einlesestand(self._runde, posten, _rest(posten, time.monotonic()))

    def _programm(self, programm_id: str) -> Programm:
        if programm := self._context.registry.programme.get(programm_id):
            return programm
        raise EingabeError(
            f"Das Programm „{programm_id}“ steht nicht im Register. Bitte die Liste neu laden."
        )

    # --- the thread -----------------------------------------------------------------------------------------

    def _work(self, before: threading.Thread | None) -> None:
        if before:
            before.join()  # it may still be making the words ready
        try:
            # Held for all of them: the words are made ready once, at the end.
            with self._context.store.writing(WARTEZEIT):
                while posten := self._next():
                    self._carry_out(posten)
        except IndexFehler as error:
            LOG.warning("Das Einlesen endet: %s", error)
            self._end(Fortgang.FEHLGESCHLAGEN, str(error))
        except Exception:  # nobody waits for this thread: what is not told here is told nowhere
            LOG.exception("Das Einlesen ist an einem Fehler im Programm gescheitert.")
            self._end(Fortgang.FEHLGESCHLAGEN, FEHLER)

    def _next(self) -> Posten | None:
        with self._change:
            for place, posten in enumerate(self._posten):
                if posten.fortgang is Fortgang.WARTET:
                    begun = replace(posten, fortgang=Fortgang.IN_ARBEIT, begonnen=time.monotonic())
                    self._posten[place] = begun
                    return begun
        return None

    def _carry_out(self, posten: Posten) -> None:
        try:
            for ergebnis in self._ergebnisse(posten):
                self._note(posten, ergebnis)
        except DashboardError as error:
            self._put(posten, replace(posten, fortgang=Fortgang.FEHLGESCHLAGEN, grund=str(error)))
        except Exception:  # the others are read all the same
            LOG.exception("Das Einlesen von %s ist an einem Fehler im Programm gescheitert.", posten.name)
            self._put(posten, replace(posten, fortgang=Fortgang.FEHLGESCHLAGEN, grund=FEHLER))

    def _ergebnisse(self, posten: Posten) -> list[Indexergebnis]:
        id, context = posten.programm_id, self._context
        match posten.vorhaben:
            case Vorhaben.EINLESEN:
                return list(index_programme([id], context=context))
            case Vorhaben.NEU:
                self._require_pdf(id)
                remove_programm(id, context)
                return list(index_programme([id], context=context))
            case Vorhaben.HERAUSNEHMEN:
                remove_programm(id, context)
            case Vorhaben.STREICHEN:
                if id in own_ids(context.settings):  # else the entry stays, and so does what is indexed
                    remove_programm(id, context)
                remove_entry(context.settings, id)
        return [Indexergebnis(id, Ausgang.NEU)]

    def _require_pdf(self, programm_id: str) -> None:
        """Without it nothing could be read again, so nothing is removed."""
        settings, programm = self._context.settings, self._programm(programm_id)
        if find_pdf(programm, settings.pdf_dir, settings.data_dir) is None:
            raise PdfFehlt(f"Das PDF „{programm.pdf}“ ist nicht da. Bitte hochladen; bis dahin bleibt alles.")

    def _note(self, posten: Posten, ergebnis: Indexergebnis) -> None:
        """What came of it, and of others that a run had to put back into a broken index."""
        ended = replace(
            posten,
            fortgang=AUSGANG[ergebnis.ausgang],
            seiten=ergebnis.seiten,
            chunks=ergebnis.chunks,
            grund=ergebnis.grund,
        )
        if ergebnis.programm_id == posten.programm_id:
            self._put(posten, ended)
        else:
            name = self._programm(ergebnis.programm_id).name
            self._put(None, replace(ended, programm_id=ergebnis.programm_id, name=name))

    def _put(self, old: Posten | None, new: Posten) -> None:
        ended = replace(new, beendet=time.monotonic())
        with self._change:
            if old is None:
                self._posten.append(ended)
            else:
                self._posten[self._posten.index(old)] = ended

    def _end(self, fortgang: Fortgang, grund: str, only: Fortgang | None = None) -> None:
        """All that is still open."""
        with self._change:
            self._posten = [
                replace(posten, fortgang=fortgang, grund=grund)
                if posten.fortgang.is_open and only in (None, posten.fortgang)
                else posten
                for posten in self._posten
            ]


AUSGANG = {
    Ausgang.NEU: Fortgang.FERTIG,
    Ausgang.UNVERAENDERT: Fortgang.UNVERAENDERT,
    Ausgang.OHNE_PDF: Fortgang.FEHLGESCHLAGEN,
    Ausgang.FEHLER: Fortgang.FEHLGESCHLAGEN,
}


def _rest(posten: Sequence[Posten], now: float) -> float | None:
    """Seconds, if the Programme to come take as long as those that are done."""
    done = [p.sekunden for p in posten if p.beendet]
    offen = [p for p in posten if p.fortgang.is_open]
    if not done or not offen:
        return None
    elapsed = sum(now - p.begonnen for p in offen if p.begonnen)
    rest = mean(done) * len(offen) - elapsed
    return rest if rest > 0 else None
