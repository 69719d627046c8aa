"""A PDF is read or drawn in a process of its own, with limits of time and memory.

A PDF from outside can make MuPDF crash, work without end, or take all memory, and it holds Python's lock
meanwhile: forms nested 28 deep are 7 KB. So it is never MuPDF of the process that serves people. Inside a
worker a call is a call: who reads a whole stock is already apart.
"""

import atexit
import logging
import os
from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

from core.base import formats
from core.base.errors import Ausgelastet
from core.processes.worker_pool import Cause, Pool, PoolFull, WorkerLost, worker_count
from core.processes.worker_process import is_worker
from core.wortlaut.errors import DashboardError, PdfError
from core.wortlaut.reading.mupdf import MAX_SEITEN, pymupdf
from core.wortlaut.reading.ocr import PAGE_SECONDS, RecognisedPages, Unrecognized

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


# --- a PDF that may be a scan: its pages are recognised one by one, so no call takes long -------------------


def read_apart(
    path: Path,
    read: Callable[[Path, Path], Result],
    most: int = MAX_SEITEN,
    scan_seconds: float = 900.0,
    seconds: float | None = None,
) -> Result:
    """What `read` makes of the PDF, given a folder in which recognised pages lie.

    Of a scan at most so many pages, in so many seconds: at 1.4 s of computing for a page 600 take 840 s.
    """
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        found = apart(Aim.READ, path.name, _attempt, read, path, folder, seconds=seconds)
        if isinstance(found, Unrecognized):
            _recognise(path, found.seiten, folder, most, scan_seconds)
            found = apart(Aim.READ, path.name, _attempt, read, path, folder, seconds=seconds)
    assert not isinstance(found, Unrecognized)
    return cast(Result, found)


def _attempt(read: Callable[[Path, Path], Result], path: Path, folder: Path) -> Result | Unrecognized:
    try:
        return read(path, folder)
    except Unrecognized as scan:  # given back, not raised: it is no fault that a process would log
        return scan.with_traceback(None)


def _recognise(path: Path, seiten: tuple[int, ...], folder: Path, most: int, seconds: float) -> None:
    if len(seiten) > most:
        raise PdfError(
            f"{path.name} ist ein Scan mit {len(seiten)} Seiten, erkannt werden höchstens {most}. Laden "
            "Sie nur die Seiten hoch, auf die es ankommt."
        )
    computed = 0.0
    for done, seite in enumerate(seiten):
        if computed > seconds:
            raise PdfError(
                f"{path.name} ist ein Scan; nach {formats.number(seconds)} Sekunden Rechenzeit sind erst "
                f"{done} von {len(seiten)} Seiten erkannt. Nehmen Sie ein PDF mit Text."
            )
        computed += apart(Aim.READ, path.name, _timed, path, seite, folder, seconds=PAGE_SECONDS)


def _timed(path: Path, nummer: int, folder: Path) -> float:
    """Recognise a page; the seconds of computing it took."""
    before = os.times()
    RecognisedPages(path, folder).recognise(nummer)
    return sum(os.times()[:4]) - sum(before[:4])
