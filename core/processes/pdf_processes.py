"""The way to what reads or draws a PDF: in a process of its own, with limits of time and memory.

A PDF from outside can make MuPDF crash, work without end, or take all memory, and it holds Python's lock
meanwhile: forms nested 28 deep are 7 KB. So it is never MuPDF of the process that serves people. Inside a
worker a call is a call: who reads a whole stock is already apart.
"""

import atexit
import logging
import os
import re
import sys
from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from core.errors import Ausgelastet, DashboardError, PdfError, PdfFehlt
from core.processes.worker_pool import Cause, Pool, PoolFull, WorkerLost, worker_count
from core.processes.worker_process import is_worker
from core.wortlaut.german import formats

PdfDocument: TypeAlias = Any
PdfPage: TypeAlias = Any
PdfTextPage: TypeAlias = Any
PyMuPdf: TypeAlias = Any
"""PyMuPDF's own annotations refuse what its functions take, so its objects are named here, not checked."""

UNUSED = ("pymupdf.layout", "pymupdf4llm")
"""Its layout model costs 1–4 s and 80 MB and serves nothing here; it is loaded wherever it is installed."""


@cache
def pymupdf() -> PyMuPdf:
    """Without its layout model: while a name is None among the modules it cannot be imported."""
    hidden = [name for name in UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import pymupdf
    finally:
        for name in hidden:
            del sys.modules[name]
    tools: PyMuPdf = pymupdf.TOOLS
    tools.mupdf_display_errors(False)
    tools.mupdf_display_warnings(False)
    return pymupdf


NO_MEMORY = re.compile(r"alloc\b.* failed")
"""How MuPDF says that it was given no memory: „code=2: malloc (123 bytes) failed“."""


def damage() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises on a damaged file; MuPDF's own errors are no RuntimeErrors."""
    return RuntimeError, ValueError, SystemError, pymupdf().mupdf.FzErrorBase


MAX_MB = 200
MAX_SEITEN = 1500
MAX_WORDS = 8_000
MAX_ROWS = 2_000
MAX_LETTERS = 5_000_000
"""Of a file, of a page (words, lines), of a whole PDF. Of 142 real ones the largest has 2.6 MB, 337 pages,
962 words or 214 lines on a page, and 712,000 characters."""


def check_size(name: str, size: int, most_mb: float = MAX_MB) -> None:
    if size == 0:
        raise PdfError(f"{name} ist leer (0 Bytes). Laden Sie das PDF neu herunter.")
    if size > most_mb * 1024**2:
        raise PdfError(
            f"{name} ist mit {formats.size(size)} größer als {most_mb} MB. Speichern Sie es kleiner."
        )


def check_page(name: str, seite: int, words: int, lines: int) -> None:
    if words > MAX_WORDS or lines > MAX_ROWS:
        raise PdfError(
            f"Auf Seite {seite} von {name} stehen {words} Wörter in {lines} Zeilen, gelesen werden "
            f"höchstens {MAX_WORDS} in {MAX_ROWS}. Speichern Sie das PDF ohne diese Seite."
        )


def check_length(name: str, letters: int) -> None:
    if letters > MAX_LETTERS:
        raise PdfError(
            f"{name} hat mehr als {MAX_LETTERS // 1_000_000} Millionen Zeichen Text; so viel wird nicht "
            "gelesen. Teilen Sie das PDF."
        )


def reraise_memory(error: Exception) -> None:
    """A lack of memory is no damage of the file; a function in C that meets with it raises a SystemError."""
    if isinstance(error.__cause__, MemoryError) or NO_MEMORY.search(str(error)):
        raise MemoryError from error


def open_pdf(path: Path, in_memory: bool = False, most: int = MAX_SEITEN) -> PdfDocument:
    """Open a PDF that can be read, or say in one sentence why it cannot; `in_memory` keeps no file open."""
    if not path.is_file():
        raise PdfFehlt(f"Die Datei {path.name} fehlt. Legen Sie das PDF in den Ordner {path.parent}.")
    check_size(path.name, path.stat().st_size)
    with path.open("rb") as file:
        if b"%PDF-" not in file.read(1024):
            raise PdfError(
                f"{path.name} ist kein PDF. Prüfen Sie, ob statt des PDFs eine Webseite gespeichert wurde."
            )
    try:
        stream = path.read_bytes() if in_memory else None
        document = pymupdf().open(None if in_memory else path, stream=stream, filetype="pdf")
        locked = document.needs_pass and not document.authenticate("")
        pages = 1 if locked else document.page_count
    except damage() as error:
        reraise_memory(error)
        raise PdfError(
            f"{path.name} ist beschädigt und lässt sich nicht öffnen. Laden Sie es neu herunter."
        ) from error
    if locked:
        raise PdfError(f"{path.name} ist mit einem Kennwort geschützt. Speichern Sie es ohne Kennwort.")
    if pages == 0:
        raise PdfError(f"{path.name} hat keine Seiten. Laden Sie das PDF neu herunter.")
    if pages > most:
        raise PdfError(
            f"{path.name} hat {pages} Seiten, gelesen werden höchstens {most}. Teilen Sie das PDF."
        )
    return document


def saved_on_top(document: PdfDocument) -> bytes:
    """The file as it is, and behind it what was changed: PyMuPDF itself does so only on the disk."""
    mupdf = pymupdf().mupdf
    options = mupdf.PdfWriteOptions()
    options.do_incremental = options.dont_regenerate_id = 1
    buffer = mupdf.fz_new_buffer(1 << 20)
    out = mupdf.FzOutput(buffer)
    mupdf.pdf_write_document(mupdf.pdf_document_from_fz_document(document.this), out, options)
    out.fz_close_output()
    whole: bytes = buffer.fz_buffer_extract()
    return whole


# --- the processes ------------------------------------------------------------------------------------------


PROCESSES = 2
WAITING = 32
"""So many calls may wait for them; at 0.05 s for a page that is a second."""

BUSY = "Der Rechner ist beschäftigt. Bitte in einigen Minuten noch einmal versuchen."

NO_ROOM = (
    "Das System hat den Prozess dafür zweimal beendet, wohl weil der Arbeitsspeicher knapp ist. Bitte in "
    "einigen Minuten noch einmal versuchen."
)

STORE_ANEW = "Speichern Sie das PDF neu, etwa mit „Drucken als PDF“."

Result = TypeVar("Result")
LOG = logging.getLogger(__name__)


class Aim(Enum):
    """What a PDF is opened for. Each has processes of its own: nobody waits for a page because one reads.

    A Prüfakte is proved in one call, whatever of it is read and drawn.
    """

    READ = "gelesen"
    DRAW = "gezeichnet"
    PROVE = "geprüft"


DEADLINES = {Aim.READ: 8.0, Aim.DRAW: 8.0, Aim.PROVE: 300.0}
"""The longest one call may take, in seconds of computing: who waits is told within ten, unless others have
the cores. Of real ones the longest motion, 108 pages, is read in 2.3 s; a page is drawn in 0.04 s. A Prüfakte
with 41 quotes on 27 pages is proved in
10 s where four others want each core, and an answer holds at most 400 quotes."""

MEMORY = {Aim.READ: 1536 << 20, Aim.DRAW: 1536 << 20, Aim.PROVE: 2 << 30}
"""Bytes of address space. Reading the 337 pages of one programme takes 0.55 GB of it, proving that Prüfakte
0.35 GB."""

IDLE = {Aim.READ: 600.0, Aim.DRAW: 600.0, Aim.PROVE: 0.0}
"""Seconds without work after which a process ends; it holds 54 to 81 MB, or what a Prüfakte left."""


def apart(
    aim: Aim,
    name: str,
    function: Callable[..., Result],
    *arguments: object,
    seconds: float | None = None,
    way_out: str = STORE_ANEW,
    done: str = "",
) -> Result:
    """What the function gives; whatever goes wrong is told in two sentences: `name` names the document in the
    one, the other is the way out. `done`: what was to be done with it, where that is not the `aim`."""
    if is_worker():
        return function(*arguments)
    seconds, done = seconds or DEADLINES[aim], done or aim.value
    try:
        return _pool(aim, os.getpid()).submit(seconds, function, *arguments).result()
    except WorkerLost as lost:
        if lost.cause in (Cause.BUSY, Cause.KILLED):
            why = BUSY if lost.cause is Cause.BUSY else NO_ROOM
            raise Ausgelastet(f"{name} ist noch nicht {done}: {why}") from lost
        raise PdfError(f"{_reason(lost, done, name, seconds, MEMORY[aim])}. {way_out}") from lost
    except PoolFull:
        raise Ausgelastet(
            "Gerade sehen sich zu viele zugleich Seiten an. Bitte in einigen Sekunden noch einmal versuchen."
        ) from None
    except DashboardError:
        raise
    except Exception as error:
        LOG.exception("%s ließ sich nicht bearbeiten: ein Fehler im Programm.", name)
        raise PdfError(
            f"{name} konnte nicht {done} werden: ein Fehler im Programm, dessen Einzelheiten im "
            f"Protokoll des Servers stehen. {way_out}"
        ) from error


def warm_up() -> None:
    """Start the processes that draw, and one that reads, before the first visitor asks for a page."""
    for aim, count in ((Aim.DRAW, PROCESSES), (Aim.READ, 1)):
        for _ in range(count):
            # Nobody waits for it; that it failed is told when something is really asked for.
            _pool(aim, os.getpid()).submit(60.0, _load)


def _load() -> None:
    pymupdf()


@cache
def _pool(aim: Aim, process: int) -> Pool:
    """One for each process: the threads that serve a pool are not copied by a fork."""
    waiting = WAITING if aim is Aim.DRAW else None
    pool = Pool(min(PROCESSES, worker_count()), MEMORY[aim], waiting, IDLE[aim])
    atexit.register(_close, pool, process)
    return pool


def _close(pool: Pool, process: int) -> None:
    if os.getpid() == process:
        pool.close()


def _reason(lost: WorkerLost, done: str, name: str, seconds: float, memory: int) -> str:
    match lost.cause:
        case Cause.TIME:
            what = (
                f"war nach {formats.number(seconds)} Sekunden Rechenzeit noch nicht {done}; länger darf "
                "es nicht dauern"
            )
        case Cause.MEMORY:
            what = f"braucht mehr als {formats.size(memory)} Arbeitsspeicher und wurde nicht {done}"
        case _:
            what = f"konnte nicht {done} werden: Der Prozess dafür ist abgestürzt ({lost.detail})"
    return f"{name} {what}"
