"""Reading Programme into the index in the background: started by anybody, seen by everybody."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from core.base.background import Jobs, WorkState, rest, told
from core.processes.cluster import reading_pool
from core.programme.context import Context
from core.programme.indexing import (
    Druckschritt,
    Indexergebnis,
    Leseausgang,
    ReadingOperation,
    Schritt,
    Seitenstand,
    Verloren,
    remove_programm,
)
from core.programme.registering import Details
from core.programme.registry import Registered
from core.wortlaut.errors import DashboardError, PdfFehlt
from core.wortlaut.records import Programm

WAITING_TIME = 5.0
"""Seconds to wait for another process that writes into the index, before it is told."""


class Action(StrEnum):
    EINLESEN = "einlesen"
    NEU = "neu einlesen"
    HERAUSNEHMEN = "aus dem Index nehmen"
    STREICHEN = "aus dem Register streichen"

    @property
    def reads(self) -> bool:
        return self in (Action.EINLESEN, Action.NEU)


class Progress(StrEnum):
    WARTET = "wartet"
    AT_WORK = "in Arbeit"
    FERTIG = "fertig"
    UNCHANGED = "unverändert"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    ABGEBROCHEN = "abgebrochen"

    @property
    def is_open(self) -> bool:
        return self in (Progress.WARTET, Progress.AT_WORK)


@dataclass(frozen=True, slots=True)
class ReadingJob:
    """What is to be done with one Programm and what came of it; `grund` says why it failed.

    `schritt` says how far recognising the pages of a scan is.
    """

    programm_id: str
    name: str
    action: Action
    progress: Progress = Progress.WARTET
    seiten: int = 0
    chunks: int = 0
    grund: str = ""
    schritt: str = ""
    begonnen: float = 0.0
    beendet: float = 0.0

    @property
    def sekunden(self) -> float:
        return self.beendet - self.begonnen if self.beendet else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadInState(WorkState):
    """How far the present round is, or how the last one ended.

    `rest_sekunden`: None also when one is overdue.
    """

    runde: int = 0
    tasks: tuple[ReadingJob, ...] = ()


class ReadInJobs:
    """Reads as many at once as there are cores; all asked for while it works belongs to the same round."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # One round after the other: the one before may still be making the words ready.
        # Daemons: the server can be stopped at any moment, and an index survives that.
        self._jobs = Jobs("Einlesen", workers=1)
        self._round_of = 0
        self._tasks: list[ReadingJob] = []

    def start(self, programm_ids: Sequence[str], action: Action) -> None:
        """Begin in the background; what already waits for the same is not done twice."""
        new = [ReadingJob(id, self._programm(id).name, action) for id in dict.fromkeys(programm_ids)]
        with self._jobs.lock:
            is_working = any(task.progress.is_open for task in self._tasks)
            if not is_working:
                self._round_of, self._tasks = self._round_of + 1, []
            self._tasks += [task for task in new if task not in self._tasks]
            if new and not is_working:
                failed = partial(self._end, Progress.FEHLGESCHLAGEN)
                self._jobs.spawn(f"Runde {self._round_of}", self._work, failed)

    def register(self, angaben: Details, pdf: bytes) -> Programm:
        """A new entry with its PDF, read in at once; what is refused leaves nothing behind."""
        programm = self._context.own_entries.add(self._context.registry, angaben)
        try:
            self._context.pdf_folder.store(programm, pdf)
        except DashboardError:
            self._context.own_entries.remove(programm.id)
            raise
        self.start([programm.id], Action.EINLESEN)
        return programm

    def replace_pdf(self, programm_id: str, pdf: bytes) -> None:
        """Put this PDF in place of an entry's, and read it in at once."""
        self._context.pdf_folder.store(self._programm(programm_id), pdf)
        self.start([programm_id], Action.EINLESEN)

    def cancel(self) -> None:
        """What waits is left; the Programme that are being read are finished."""
        self._end(Progress.ABGEBROCHEN, "", only=Progress.WARTET)

    def stand(self) -> ReadInState:
        with self._jobs.lock:
            runde, tasks = self._round_of, tuple(self._tasks)
        offen, now = [one for one in tasks if one.progress.is_open], time.monotonic()
        at_work = [now - one.begonnen for one in offen if one.begonnen]
        took = [one.sekunden for one in tasks if one.beendet]
        # If as many are read at a time as now; None also where nothing is left.
        left = rest(took, at_work, len(offen) - len(at_work), max(1, len(at_work))) or None
        return ReadInState(
            fertig=len(tasks) - len(offen),
            von=len(tasks),
            laeuft=bool(offen),
            rest_sekunden=left,
            fehler=tuple(dict.fromkeys(one.grund for one in tasks if one.grund)),
            runde=runde,
            tasks=tasks,
        )

    def _programm(self, programm_id: str) -> Registered:
        return self._context.registry.find_dokument(programm_id)

    # --- the thread -----------------------------------------------------------------------------------------

    def _work(self) -> None:
        # Held for all of them: the words are made ready once, at the end.
        with self._context.store.writing(WAITING_TIME):
            while self._waiting():
                if task := self._begin(reads=False):
                    with told("Ändern", task.name, partial(self._failed, task)):
                        self._carry_out(task)
                else:
                    with reading_pool() as pool:
                        operation = ReadingOperation(self._context, self._context.settings.pdf_dir, pool)
                        for schritt in operation.run(partial(self._next_to_read, operation)):
                            self._note(schritt)

    def _waiting(self) -> ReadingJob | None:
        with self._jobs.lock:
            return next((task for task in self._tasks if task.progress is Progress.WARTET), None)

    def _begin(self, reads: bool) -> ReadingJob | None:
        """The next one, if it is of that kind and nothing else is being done with its Programm."""
        with self._jobs.lock:
            task = self._waiting()
            if task is None or task.action.reads is not reads or self._at_work(task.programm_id):
                return None
            return self._put(task, replace(task, progress=Progress.AT_WORK, begonnen=time.monotonic()))

    def _next_to_read(self, operation: ReadingOperation) -> Registered | None:
        while task := self._begin(reads=True):
            try:
                if task.action is Action.NEU:  # without the PDF it could not be read again
                    programm = self._programm(task.programm_id)
                    if self._context.find_pdf(programm) is None:
                        raise PdfFehlt(
                            f"Das PDF „{programm.pdf}“ ist nicht da. Bitte hochladen; bis dahin bleibt alles."
                        )
                    operation.read_anew(task.programm_id)
                return self._programm(task.programm_id)
            except DashboardError as error:
                self._failed(task, str(error))
        return None

    def _carry_out(self, task: ReadingJob) -> None:
        id, context = task.programm_id, self._context
        # What is struck out leaves the index too; a shipped entry stays, and so does what is indexed.
        is_document = id in context.registry.quellen
        if task.action is Action.HERAUSNEHMEN or is_document or id in context.registry.eigene:
            remove_programm(id, context)
        if task.action is Action.STREICHEN:
            (context.own_documents if is_document else context.own_entries).remove(id)
        self._put(task, replace(task, progress=Progress.FERTIG, beendet=time.monotonic()))

    def _failed(self, task: ReadingJob, grund: str) -> None:
        ended = replace(task, progress=Progress.FEHLGESCHLAGEN, grund=grund, beendet=time.monotonic())
        self._put(task, ended)

    def _note(self, schritt: Schritt) -> None:
        """How far a Programm is, or what came of it.

        Also one that nobody asked for: put back into a broken index, or read anew since its print differs.
        """
        task = self._at_work(schritt.programm_id)
        if isinstance(schritt, Druckschritt) and not (schritt.befund and schritt.befund.seiten):
            if task:
                done = Progress.FERTIG if schritt.befund else Progress.FEHLGESCHLAGEN
                self._put(
                    task,
                    replace(task, progress=done, grund=schritt.grund, schritt="", beendet=time.monotonic()),
                )
            return
        if task and (
            isinstance(schritt, Druckschritt) or (isinstance(schritt, Indexergebnis) and schritt.is_unchecked)
        ):
            # It can be searched now; quoted once its text has been compared, or read anew where it differs.
            found = schritt if isinstance(schritt, Indexergebnis) else None
            told = "Druck wird geprüft" if found else "Textebene weicht vom Druck ab: wird neu gelesen"
            kept = (found.seiten, found.chunks) if found else (task.seiten, task.chunks)
            self._put(task, replace(task, schritt=told, seiten=kept[0], chunks=kept[1]))
            return
        if isinstance(schritt, Verloren | Druckschritt):
            name, now = self._programm(schritt.programm_id).name, time.monotonic()
            new = ReadingJob(schritt.programm_id, name, Action.EINLESEN, Progress.AT_WORK, begonnen=now)
            self._put(None, new)
            return
        assert task
        if isinstance(schritt, Seitenstand):
            self._put(task, replace(task, schritt=str(schritt)))
            return
        ended = replace(
            task,
            progress=OUTCOME[schritt.ausgang],
            seiten=schritt.seiten,
            chunks=schritt.chunks,
            grund=schritt.grund,
            schritt="",
            beendet=time.monotonic(),
        )
        self._put(task, ended)

    def _at_work(self, programm_id: str) -> ReadingJob | None:
        with self._jobs.lock:
            at_work = (p for p in self._tasks if p.progress is Progress.AT_WORK)
            return next((p for p in at_work if p.programm_id == programm_id), None)

    def _put(self, old: ReadingJob | None, new: ReadingJob) -> ReadingJob:
        with self._jobs.lock:
            if old is None:
                self._tasks.append(new)
            elif old in self._tasks:  # it may have been cancelled just now
                self._tasks[self._tasks.index(old)] = new
        return new

    def _end(self, progress: Progress, grund: str, only: Progress | None = None) -> None:
        """Give all that is still open this state."""
        with self._jobs.lock:
            self._tasks = [
                replace(task, progress=progress, grund=grund)
                if task.progress.is_open and only in (None, task.progress)
                else task
                for task in self._tasks
            ]


OUTCOME = {
    Leseausgang.NEU: Progress.FERTIG,
    Leseausgang.LIMITED: Progress.FERTIG,
    Leseausgang.UNCHANGED: Progress.UNCHANGED,
    Leseausgang.WITHOUT_PDF: Progress.FEHLGESCHLAGEN,
    Leseausgang.ERROR: Progress.FEHLGESCHLAGEN,
}
