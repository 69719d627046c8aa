"""Programme → Chunks → vectors → index. Only what changed is done again."""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from core.base import clock, formats, memory
from core.base.background import bug
from core.base.errors import IndexBeschaedigt
from core.base.models import gebiet_of
from core.base.settings import Settings
from core.processes.cluster import CLUSTER_LOST, reading_pool
from core.processes.worker_pool import MEMORY, Cause, Pool, WorkerLost
from core.programme import stored_streams
from core.programme.chunking import chunk
from core.programme.context import Context, default_context
from core.programme.embedding import FloatMatrix, is_light
from core.programme.registry import Registered
from core.programme.sammlung import Health, Indexstand
from core.programme.themen import themen_of_programm
from core.wortlaut.errors import DashboardError, PdfError, PdfFehlt
from core.wortlaut.reading import page_numbers
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.ocr import PAGE_SECONDS, RecognisedPages, Unrecognized, sweep_abandoned
from core.wortlaut.reading.print_check import Druckbefund, check_print, file_version, signs
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """A Programm to be read; without `pdf`, from its stored text stream.

    `letters`: so many has what is indexed of it. `anew`: nothing that was found before is taken for granted.
    """

    programm_id: str
    version: str
    """Of the content of the PDF, or the stored reading of it."""
    pdf: Path | None
    settings: Settings
    letters: int = 0
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A Programm ready to be indexed; its vectors and tags, unless a heavy model shall make them."""

    version: str
    chunks: list[Chunk]
    vectors: FloatMatrix | None
    angaben: Health


@dataclass(frozen=True, slots=True)
class PicturePages:
    """Pages of a scan that must be recognised first."""

    seiten: tuple[int, ...]


def read_programm(auftrag: ReadingTask) -> Read | PicturePages:
    """The text stream lies on disk when this returns: an index that names a version finds its text."""
    # Once per Programm, not while it is read: it is hundred thousands of small objects, and no cycle.
    memory.collect_by_hand()
    context, settings = Context(auftrag.settings), auftrag.settings
    try:
        version, strom = _strom(auftrag, context)
    except Unrecognized as scan:
        return PicturePages(scan.seiten)
    chunks = chunk(auftrag.programm_id, strom, settings.chunk_strategie, settings.chunk_size)
    if not is_light(settings):
        return Read(version, chunks, None, _details(strom))
    vectors = context.embedder.embed_documents([chunk.text for chunk in chunks])
    themen = themen_of_programm(chunks, vectors, context.embedder)
    return Read(version, chunks, vectors, {**_details(strom), "themen": themen})


def check_programm(auftrag: ReadingTask) -> Druckbefund:
    """What the print says of a Programm that was read in as its text layer has it."""
    assert auftrag.pdf
    context = Context(auftrag.settings)
    strom = context.texte.load_strom(auftrag.programm_id, auftrag.version)
    assert strom
    befund = check_print(auftrag.pdf, strom, auftrag.version)
    context.texte.save_befund(auftrag.programm_id, befund)
    return befund


def warm_up(settings: Settings) -> None:
    """Load what reading needs."""
    pymupdf()
    if is_light(settings):
        _ = Context(settings).embedder


def _strom(auftrag: ReadingTask, context: Context) -> tuple[str, Textstrom]:
    """The text, and the version of this reading; a file with signs of a bad text layer is compared first."""
    programm_id, pdf, erkannt, texte = auftrag.programm_id, auftrag.pdf, context.erkannt, context.texte
    if pdf is None:
        strom = texte.load_strom(programm_id, auftrag.version)
        assert strom is not None
        return auftrag.version, strom
    befund = None if auftrag.anew else texte.load_befund(programm_id, auftrag.version)
    strom = read_strom(pdf, erkannt, befund.seiten if befund else ())
    _check_whole(auftrag, pdf, strom)
    if befund is None and (verdacht := signs(pdf, strom)):
        befund = check_print(pdf, strom, auftrag.version, verdacht)
        texte.save_befund(programm_id, befund)
        if befund.seiten:
            strom = read_strom(pdf, erkannt, befund.seiten)
    if befund and befund.seiten and befund.engine:
        failed = RecognisedPages(pdf, erkannt).failures(befund.seiten)
        befund = replace(befund, gesperrt=tuple(failed), grund=next(iter(failed.values()), ""))
        texte.save_befund(programm_id, befund)
    version = befund.version() if befund else auftrag.version
    texte.save_strom(programm_id, version, strom)
    if befund is None and auftrag.anew:
        texte.befund_path(programm_id).unlink(missing_ok=True)  # compared anew, too
    if any(seite.ocr for seite in strom.seiten) or (befund and befund.seiten):
        RecognisedPages(pdf, erkannt).sweep()
    return version, strom


WHOLE = 0.95
"""Of the letters that are indexed a damaged file must still have so many. MuPDF mends what it can: of a file
cut off in the middle it may give half of the pages without a word."""


def _check_whole(auftrag: ReadingTask, pdf: Path, strom: Textstrom) -> None:
    """A file that is damaged, or of which pages could not be read, takes the place of nothing better."""
    if len(strom.text) >= WHOLE * auftrag.letters:
        return
    unread = [seite.nummer for seite in strom.seiten if seite.bild_ohne_text]
    with closing(open_pdf(pdf)) as document:
        is_damaged = bool(document.is_repaired)
    if not (is_damaged or unread):
        return  # another edition, which is shorter
    why = "ist beschädigt" if is_damaged else f"hat {len(unread)} Seiten, die nur Bilder sind"
    before, now = formats.number(auftrag.letters), formats.number(len(strom.text))
    raise PdfError(
        f"{pdf.name} {why}: Zu lesen sind nur {now} Zeichen, eingelesen waren {before}. Laden Sie das PDF "
        "neu herunter. Soll trotzdem dieses gelten, nehmen Sie das Programm zuerst aus dem Index."
    )


def _details(strom: Textstrom) -> Health:
    """What the stock shows of a Programm's health."""
    return {
        "seiten": len(strom.seiten),
        "ohne_text": [s.nummer for s in strom.seiten if s.bild_ohne_text],
        "ocr": sum(s.ocr for s in strom.seiten),
        "ohne_unicode": strom.ohne_unicode,
        "zeichen": len(strom.text),
        "saetze": sum(len(strom.sentences_of(teil)) for teil in strom.absaetze),
        "unsicher": len(strom.unsure_sentences),
        "seitenzahlen": page_numbers.remark(strom.seiten),
    }


READ_SECONDS = 120.0
"""The longest a Programm may be read, recognising not counted: 337 pages take 4 s."""

LOG = logging.getLogger(__name__)
NOT_COMPARED = "Der Druck wurde nicht geprüft; bis dahin wird nichts zitiert."
STAYS = "Was bisher eingelesen ist, bleibt und wird weiter gefunden."
BACK = "Auch das bisherige PDF ist wieder an seinem Platz."
NOT_WRITABLE = "Beim Einlesen versagt das Speichern ({}). Bitte Rechte und freien Platz unter {} prüfen."


class Leseausgang(StrEnum):
    NEU = "indexiert"
    LIMITED = "indexiert, aber nur zum Teil zitierbar"
    UNCHANGED = "unverändert"
    WITHOUT_PDF = "PDF fehlt"
    ERROR = "Fehler"


@dataclass(frozen=True, slots=True)
class Indexergebnis:
    """What became of one Programm in an indexing run; `grund`: why it failed, or what cannot be quoted.

    `hinweis`: what is odd about its page numbers.
    `is_unchecked`: it can be searched, and quoted once its print has been compared.
    """

    programm_id: str
    ausgang: Leseausgang
    chunks: int = 0
    seiten: int = 0
    grund: str = ""
    hinweis: str = ""
    is_unchecked: bool = False

    @property
    def is_read(self) -> bool:
        return self.ausgang in (Leseausgang.NEU, Leseausgang.LIMITED)

    @property
    def is_unchanged(self) -> bool:
        return self.ausgang is Leseausgang.UNCHANGED

    @property
    def is_failed(self) -> bool:
        return self.ausgang is Leseausgang.ERROR


@dataclass(frozen=True, slots=True)
class Seitenstand:
    """How far recognising the pages of a scan is."""

    programm_id: str
    erkannt: int
    von: int
    grund: ClassVar[str] = ""

    def __str__(self) -> str:
        return f"Seite {self.erkannt} von {self.von} erkannt"


@dataclass(frozen=True, slots=True)
class Verloren:
    """A Programm nobody asked for, that was in a broken index and is put back."""

    programm_id: str
    grund: ClassVar[str] = ""

    def __str__(self) -> str:
        return ""


@dataclass(slots=True)
class Work:
    """One Programm that is being read; `seiten`: of a scan, the pages still to be recognised."""

    programm: Registered
    auftrag: ReadingTask
    seiten: dict["Future[Any]", int] = field(default_factory=dict)
    von: int = 0


@dataclass(frozen=True, slots=True)
class Druckschritt:
    """A Programm that was searchable at once has been compared with its print.

    Where pages of it are not believed it is being read anew. No `befund` where that failed, and `grund` why.
    """

    programm_id: str
    befund: Druckbefund | None
    grund: str = ""

    def __str__(self) -> str:
        return "mit dem Druck verglichen"


Schritt = Indexergebnis | Seitenstand | Verloren | Druckschritt
Next = Callable[[], Registered | None]
"""The next Programm to be read, None where none is waiting now."""


class ReadingOperation:
    """Reads Programme into the index: only inside `with store.writing():`, by the thread that holds it."""

    def __init__(self, context: Context, folder: Path, pool: Pool) -> None:
        self._context = context
        self._folder = folder
        self._pool = pool
        self._open: dict[Future[object], Work] = {}
        self._swept: set[str] = set()
        self._lost: list[Registered] = []
        self._told: set[str] = set()
        self._nothing_due: dict[str, Indexergebnis] = {}
        self._unchecked: dict[str, Work] = {}
        self._checks: dict[Future[Druckbefund], Work] = {}
        self._anew: set[str] = set()

    def read_anew(self, programm_id: str) -> None:
        """The Programm that is next, also where nothing changed. What is there stays until it is read."""
        self._anew.add(programm_id)
        self._nothing_due.pop(programm_id, None)

    def prepare(self, programme: Sequence[Registered]) -> None:
        """Put the index in order, look what is to be read, and have the processes begin."""
        sweep_abandoned(self._context.erkannt)
        for gebiet in sorted({gebiet_of(programm) for programm in programme} - self._swept):
            self._repair(gebiet)
        self._context.store.read_stale()
        due = 0
        for programm in programme:
            if isinstance(found := self._due(programm), ReadingTask):
                due += 1  # looked at again when its turn comes: its file may be another one by then
            else:
                self._nothing_due[programm.id] = found
        if due:
            self._context.store.get_ready()
        for _ in range(min(due, self._pool.size)):
            self._pool.submit(READ_SECONDS, warm_up, self._context.settings)

    def run(self, take: Next) -> Iterator[Schritt]:
        """What happens, as it happens. One is read ahead, so that no process waits while this one writes.

        Comparing with the print goes on behind it: only where nothing is to be read.
        """
        while True:
            while len(self._programme()) <= self._pool.size and (programm := self._next(take)):
                yield from self._told_lost()
                due = self._nothing_due.pop(programm.id, None) or self._due(programm)
                self._anew.discard(programm.id)
                if isinstance(due, Indexergebnis):
                    yield due
                else:
                    self._read(Work(programm, due))
            while self._unchecked and len(self._open) + len(self._checks) <= self._pool.size:
                work = self._unchecked.popitem()[1]
                self._checks[self._pool.submit(READ_SECONDS, check_programm, work.auftrag)] = work
            if not self._open and not self._checks:
                return
            under_way: set[Future[Any]] = {*self._open, *self._checks}
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done & self._open.keys():
                yield from self._after(future, self._open.pop(future))
            for checked in done & self._checks.keys():
                work = self._checks.pop(checked)
                befund, grund = self._checked(checked, work)
                if befund and befund.seiten:  # with what was just found
                    self._read(Work(work.programm, replace(work.auftrag, anew=False)))
                yield Druckschritt(work.programm.id, befund, grund)

    def _checked(self, checked: "Future[Druckbefund]", work: Work) -> tuple[Druckbefund | None, str]:
        """What came of comparing, or why nothing did; the others are compared all the same."""
        try:
            return checked.result(), ""
        except (DashboardError, WorkerLost, CancelledError, OSError) as error:
            LOG.warning("Der Druck von %s wurde nicht geprüft: %s", work.programm.id, error)
            told = str(error)
            if isinstance(error, WorkerLost):
                told = _told(error, work.programm.pdf, READ_SECONDS)
        except Exception:
            told = bug("Vergleichen mit dem Druck", work.programm.id)
        return None, f"{NOT_COMPARED} {told}".strip()

    def _programme(self) -> set[str]:
        return {work.programm.id for work in self._open.values()}

    def _next(self, take: Next) -> Registered | None:
        programm = take() or (self._lost[0] if self._lost else None)
        if programm is None:
            return None
        self.prepare([programm] if gebiet_of(programm) not in self._swept else [])
        self._lost = [lost for lost in self._lost if lost.id != programm.id]
        return programm

    def _told_lost(self) -> Iterator[Verloren]:
        for programm in self._lost:
            if programm.id not in self._told:
                self._told.add(programm.id)
                yield Verloren(programm.id)

    def _repair(self, gebiet: str) -> None:
        """Finish what a killed run left; what is damaged is put back from its stored text."""
        self._swept.add(gebiet)
        stored = self._context.texte.stored().keys() - self._programme()
        try:
            lost = stored & set(self._context.store.sweep(gebiet))
        except IndexBeschaedigt:
            self._context.store.reset()
            lost = stored
        self._nothing_due.clear()
        known = {programm.id for programm in self._lost}
        self._lost += [p for p in self._context.registry.dokumente.values() if p.id in lost - known]

    def _due(self, programm: Registered) -> ReadingTask | Indexergebnis:
        """What is to be read, or what can be told at once."""
        settings, texte = self._context.settings, self._context.texte
        stand = None
        with suppress(IndexBeschaedigt):  # it is repaired before anything is read
            stand = self._context.store.stand_of(programm)
        version = texte.stored().get(programm.id)
        pdf = self._context.find_pdf(programm, self._folder)
        if pdf is None and (stand or version is None):
            grund = f"{programm.pdf} liegt nicht in {self._folder}. Legen Sie das PDF dort ab."
            return Indexergebnis(programm.id, Leseausgang.WITHOUT_PDF, grund=grund)
        datei = stored_streams.content_version(pdf) if pdf else None
        befund = texte.load_befund(programm.id, datei) if datei else None
        current = befund.version() if befund else datei or version
        assert current
        # Who reads foreign files needs no access to databases.
        settings = replace(settings, database_url=None, chroma_url=None)
        letters = stand.angaben.get("zeichen", 0) if stand else 0
        if pdf and datei and programm.id in self._anew:
            return ReadingTask(programm.id, datei, pdf, settings, letters, anew=True)
        if befund and befund.gesperrt and befund.engine:  # what was too slow or crashed then may do now
            return ReadingTask(programm.id, befund.datei, pdf, settings, letters)
        if stand and stand.version == current == version:
            if pdf and befund is None:
                self._unchecked[programm.id] = Work(
                    programm, ReadingTask(programm.id, current, pdf, settings)
                )
            seiten = stand.angaben["seiten"]
            return Indexergebnis(programm.id, Leseausgang.UNCHANGED, stand.chunks, seiten)
        if datei and current != version:
            return ReadingTask(programm.id, datei, pdf, settings, letters)
        return ReadingTask(programm.id, current, None, settings)

    def _read(self, work: Work) -> None:
        self._open[self._pool.submit(READ_SECONDS, read_programm, work.auftrag)] = work

    def _after(self, future: "Future[Any]", work: Work) -> Iterator[Schritt]:
        try:
            result = self._result(future, work)
        except (DashboardError, WorkerLost) as error:
            grund = _reason(error, work.programm.pdf) if isinstance(error, WorkerLost) else str(error)
            is_not_yet = isinstance(error, WorkerLost) and error.cause in (Cause.BUSY, Cause.KILLED)
            grund = self._with_earlier(work, grund, is_not_yet)
            if not is_not_yet:  # nothing is said against the file
                self._context.texte.save_fault(work.programm.id, grund)
            yield self._failed(work, grund)
        except OSError as error:
            folder = self._context.settings.chroma_dir
            yield self._failed(work, NOT_WRITABLE.format(error.strerror or error, folder))
        except CancelledError:
            yield self._failed(work, CLUSTER_LOST)
        except Exception:  # the others are read all the same
            yield self._failed(work, bug("Einlesen", work.programm.id))
        else:
            yield self._went_well(result, work, future)

    def _result(self, future: "Future[Any]", work: Work) -> object:
        """A page that has a text of its own may cost its process; the others are read all the same."""
        try:
            return future.result()
        except WorkerLost as error:
            texte, datei, pdf = self._context.texte, work.auftrag.version, work.auftrag.pdf
            befund = texte.load_befund(work.programm.id, datei)
            if pdf is None or befund is None or work.seiten.get(future) not in befund.seiten:
                raise
            why = _told(error, pdf.name, PAGE_SECONDS)
            RecognisedPages(pdf, self._context.erkannt).give_up(work.seiten[future], why)
            return work.seiten[future]

    def _went_well(self, result: object, work: Work, future: "Future[Any]") -> Schritt:
        if isinstance(result, PicturePages):
            assert work.auftrag.pdf
            pages = RecognisedPages(work.auftrag.pdf, self._context.erkannt)
            work.seiten = {self._pool.submit(PAGE_SECONDS, pages.recognise, s): s for s in result.seiten}
            work.von = len(result.seiten)
            self._open |= dict.fromkeys(work.seiten, work)
            return Seitenstand(work.programm.id, 0, work.von)
        if not isinstance(result, Read):
            work.seiten.pop(future, None)
            if not work.seiten:
                self._read(work)
            return Seitenstand(work.programm.id, work.von - len(work.seiten), work.von)
        try:
            return self._write(work, result)
        except DashboardError as error:
            return Indexergebnis(work.programm.id, Leseausgang.ERROR, grund=str(error))

    def _write(self, work: Work, gelesen: Read) -> Indexergebnis:
        context, programm, version = self._context, work.programm, gelesen.version
        vectors, chunks, angaben = gelesen.vectors, gelesen.chunks, gelesen.angaben
        if vectors is None:
            vectors = context.embedder.embed_documents([chunk.text for chunk in chunks])
            angaben = {**angaben, "themen": themen_of_programm(chunks, vectors, context.embedder)}
        now = clock.now().isoformat(timespec="seconds")
        stand = Indexstand(version, len(chunks), now, angaben)
        context.store.replace(gebiet_of(programm), programm.id, stand, chunks, vectors)
        context.texte.sweep(programm.id, keep=version)
        datei = file_version(version)
        is_unchecked = bool(work.auftrag.pdf) and context.texte.load_befund(programm.id, datei) is None
        if is_unchecked:
            self._unchecked[programm.id] = work
        ausgang, grund = Leseausgang.NEU, ""
        if stand.is_limited:
            ausgang, grund = Leseausgang.LIMITED, stand.unquotable
        hinweis = angaben.get("seitenzahlen", "")
        return Indexergebnis(
            programm.id, ausgang, len(chunks), angaben["seiten"], grund, hinweis, is_unchecked
        )

    def _with_earlier(self, work: Work, grund: str, is_not_yet: bool) -> str:
        """With what becomes of the text and the PDF that were read in before.

        The PDF is put back where it was kept, but for one that is only not read yet.
        """
        programm, auftrag, settings = work.programm, work.auftrag, self._context.settings
        stand = self._context.store.stand_of(programm)
        if stand is None:
            return grund
        told = f"{grund} {STAYS}"
        own = settings.pdf_dir / programm.pdf
        if is_not_yet or auftrag.pdf != own or file_version(stand.version) == auftrag.version:
            return told

        def is_read_in(path: Path) -> bool:
            return stored_streams.content_version(path) == file_version(stand.version)

        try:
            is_back = is_read_in(own) or self._context.pdf_folder.restore_earlier(programm, is_read_in)
        except OSError:
            is_back = False
        return f"{told} {BACK}" if is_back else told

    def _failed(self, work: Work, grund: str) -> Indexergebnis:
        for future in work.seiten:
            future.cancel()
            self._open.pop(future, None)
        return Indexergebnis(work.programm.id, Leseausgang.ERROR, grund=grund)


def _reason(lost: WorkerLost, pdf: str) -> str:
    told = _told(lost, pdf, READ_SECONDS)
    if lost.cause in (Cause.BUSY, Cause.KILLED):
        return f"{told} Lesen Sie es später noch einmal ein."
    return f"{told} Laden Sie das PDF neu herunter oder speichern Sie es neu als PDF."


def _told(lost: WorkerLost, pdf: str, seconds: float) -> str:
    match lost.cause:
        case Cause.TIME:
            return f"{pdf} war nach {formats.number(seconds)} Sekunden Rechenzeit noch nicht gelesen."
        case Cause.BUSY:
            return f"{pdf} ist noch nicht gelesen: Der Rechner ist beschäftigt."
        case Cause.KILLED:
            return (
                f"{pdf} ist noch nicht gelesen: Das System hat den Leseprozess zweimal beendet "
                f"({lost.detail}), wohl weil der Arbeitsspeicher knapp ist."
            )
        case Cause.MEMORY:
            return f"{pdf} braucht zum Lesen mehr als {formats.size(MEMORY)} Arbeitsspeicher."
        case Cause.CRASH:
            return f"Beim Lesen von {pdf} ist der Leseprozess abgestürzt ({lost.detail})."


# --- a run over some Programme: in the order asked for, or as it happens ------------------------------------

LOCK_TIMEOUT = 600.0
"""Seconds to wait for another process that is indexing: a whole stock takes less."""


def index_programm(
    programm_id: str, pdf_dir: Path | str | None = None, context: Context | None = None
) -> int:
    """(Re)build the Chunks and vectors of one PDF; unchanged content costs nothing. Returns the count."""
    *_, ergebnis = index_programme([programm_id], pdf_dir, context=context or default_context())
    if ergebnis.ausgang is Leseausgang.WITHOUT_PDF:
        raise PdfFehlt(ergebnis.grund)
    if ergebnis.ausgang is Leseausgang.ERROR:
        raise DashboardError(ergebnis.grund)
    return ergebnis.chunks


def index_programme(
    programm_ids: Sequence[str], pdf_dir: Path | str | None = None, *, context: Context
) -> Iterator[Indexergebnis]:
    """Index Programme, as many at once as there are cores; one that fails does not stop the rest.

    Results come in the order asked for, between them those that a broken index made necessary; a second one
    of a Programm whose print says something else than its text layer.
    """
    found: dict[str, Indexergebnis] = {}
    waiting = deque(dict.fromkeys(programm_ids))
    for schritt in index_steps(programm_ids, pdf_dir, context=context):
        if isinstance(schritt, Indexergebnis):
            if schritt.programm_id not in waiting:
                yield schritt
            found[schritt.programm_id] = schritt
        while waiting and waiting[0] in found:
            yield found[waiting.popleft()]


def index_steps(
    programm_ids: Sequence[str], pdf_dir: Path | str | None = None, *, context: Context
) -> Iterator[Schritt]:
    """The same as it happens: what is done first comes first, and how far recognising a scan is."""
    folder = Path(pdf_dir) if pdf_dir else context.settings.pdf_dir
    programme = [context.registry.find_dokument(programm_id) for programm_id in dict.fromkeys(programm_ids)]
    pdfs = {programm.id: context.find_pdf(programm, folder) for programm in programme}
    sizes = {id: pdf.stat().st_size if pdf else 0 for id, pdf in pdfs.items()}
    # The longest first: begun last, it would be read alone at the end.
    waiting = deque(sorted(programme, key=lambda programm: -sizes[programm.id]))
    with context.store.writing(LOCK_TIMEOUT), reading_pool() as pool:
        operation = ReadingOperation(context, folder, pool)
        operation.prepare(programme)
        yield from operation.run(lambda: waiting.popleft() if waiting else None)


def remove_programm(programm_id: str, context: Context) -> None:
    """Take a Programm out of the index; its PDF stays."""
    programm = context.registry.find_dokument(programm_id)
    with context.store.writing(LOCK_TIMEOUT):
        context.store.remove(gebiet_of(programm), programm_id)
        context.texte.sweep(programm_id, keep=None)
