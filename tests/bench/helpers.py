"""kill -9 of each process that helps: Chroma, what reads, recognises and draws PDFs; at rest and at work.

The helpers are real, and killed as the system does it where memory is short. After each kill the work must
come to the end it has without one: nothing is lost, called damaged, or refused.
"""

import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pymupdf

from core.base.settings import ROOT, Settings
from core.processes import pdf_processes
from core.processes.cluster import reading_pool
from core.processes.pdf_processes import Aim
from core.processes.worker_pool import MEMORY
from core.programme import chroma
from core.programme.context import Context
from core.programme.indexing import Indexergebnis, ReadingOperation
from core.programme.stock import Stock
from core.proof import page_drawing
from core.wortlaut.reading.tesseract import engine, is_library
from tests.bench.figures import Figure

KILLS = 40
"""Of each kind, at rest and at work."""

DEMO = "bruecke-demo-2024"
SCAN_PAGES = 2


def measure() -> list[Figure]:
    figures = []
    with tempfile.TemporaryDirectory() as name:
        for kind in kinds():
            faults, kills = killed(kind, Path(name) / kind.name.replace(" ", "-"), random.Random(kind.name))
            for fault in faults[:5]:
                sys.stderr.write(f"{kind.name}: {fault}\n")
            figures += [
                Figure(f"{kind.name}: kills", kills, "", f"≥ {KILLS}"),
                Figure(f"{kind.name}: lost, damaged or refused afterwards", len(faults), "", "≤ 0"),
            ]
    return figures


@dataclass(frozen=True)
class Kind:
    """`victims`: which processes are killed. `work`: raises, or says in words, where it is not as without."""

    name: str
    victims: Callable[[], list[int]]
    work: Callable[[Context], str]
    at_work: bool


def kinds() -> list[Kind]:
    helpers: list[tuple[str, Callable[[], list[int]], Callable[[Context], str]]] = [
        ("Chroma", lambda: workers_with(chroma.MEMORY), reads_anew),
        ("reading programmes", lambda: workers_with(MEMORY), reads_anew),
        ("opening PDFs", lambda: workers_with(pdf_processes.MEMORY[Aim.READ]), takes_a_pdf),
        ("drawing", lambda: workers_with(pdf_processes.MEMORY[Aim.DRAW]), draws),
    ]
    if engine():
        helpers.append(("recognising", recognisers, recognises))
    return [
        Kind(f"{name}, {'at work' if at_work else 'at rest'}", victims, work, at_work)
        for name, victims, work in helpers
        for at_work in (False, True)
        if at_work or name not in SHORT_LIVED
    ]


SHORT_LIVED = ("reading programmes", "recognising")
"""Begun for one run, or for one page: none is there at rest."""


def killed(kind: Kind, folder: Path, chance: random.Random) -> tuple[list[str], int]:
    context, faults, kills = made(folder), list[str](), 0
    began = time.monotonic()
    if fault := kind.work(context):
        return [f"without a kill: {fault}"], 0
    usual = time.monotonic() - began
    while kills < KILLS and time.monotonic() - began < KILLS * max(10.0, 10 * usual):
        if kind.at_work:
            with killing(kind.victims, chance.uniform(0, usual)) as done:
                fault = _worked(kind, context)
            kills += len(done)
        else:
            victims = kind.victims()
            for pid in victims:
                _kill(pid)
            fault = _worked(kind, context)
            kills += len(victims)
        faults += [fault] if fault else []
    return faults, kills


def _worked(kind: Kind, context: Context) -> str:
    try:
        return kind.work(context) or _looked_through(context)
    except Exception as error:  # what an analyst would see
        return f"{type(error).__name__}: {error}"


def _looked_through(context: Context) -> str:
    if aside := [path.name for path in context.settings.chroma_dir.glob(f"{chroma.ASIDE}*")]:
        return f"moved aside: {aside}"
    fresh = Context(context.settings)
    states = {one.programm.id: one.zustand for teil in Stock.of(fresh).gebiete for one in teil.programme}
    if not states[DEMO].is_indexed:
        return f"lost: {DEMO} is „{states[DEMO]}“"
    return "" if len(fresh.store.chunks_of("DEMO", DEMO)) == 65 else "passages are lost"


@contextmanager
def killing(victims: Callable[[], list[int]], delay: float) -> Iterator[list[int]]:
    """One kill, so many seconds from now or as soon as there is somebody to be killed."""
    done: list[int] = []
    over = threading.Event()

    def kill() -> None:
        over.wait(delay)
        while not over.is_set():
            if found := victims():
                _kill(found[0])
                done.append(found[0])
                return
            over.wait(0.005)

    thread = threading.Thread(target=kill)
    thread.start()
    yield done
    over.set()
    thread.join()


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


# --- who helps ----------------------------------------------------------------------------------------------


def workers_with(memory: int) -> list[int]:
    """Helpers of this process that were allowed so much memory."""
    return [pid for pid, command in _children(os.getpid()) if command[-1:] == [str(memory)]]


def recognisers() -> list[int]:
    """The processes that read, where Tesseract is their library; else the programs that they have begun."""
    if is_library():
        return workers_with(pdf_processes.MEMORY[Aim.READ])
    return [
        pid
        for worker, _ in _children(os.getpid())
        for pid, command in _children(worker)
        if command[:1] and Path(command[0]).name == "tesseract"
    ]


def _children(pid: int) -> list[tuple[int, list[str]]]:
    found = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                command = Path(f"/proc/{child}/cmdline").read_text().split("\0")[:-1]
                found.append((int(child), command))
    return found


# --- what they help with ------------------------------------------------------------------------------------


def made(folder: Path) -> Context:
    """An index with one programme, and a scan of its first pages in the place of another."""
    (folder / "pdf").mkdir(parents=True)
    original = ROOT / "data" / "demo" / "pdf" / f"{DEMO}.pdf"
    shutil.copy(original, folder / "pdf" / original.name)
    with pymupdf.open(original) as document, pymupdf.open() as scan:
        for page in list(document)[:SCAN_PAGES]:
            picture = page.get_pixmap(dpi=150)
            new = scan.new_page(width=page.rect.width, height=page.rect.height)
            new.insert_image(page.rect, pixmap=picture)
        scan.save(folder / "scan.pdf")
    settings = replace(Settings(), chroma_dir=folder / "index", pdf_dir=folder / "pdf")
    context = Context(settings)
    assert not reads_anew(context)
    return context


def reads_anew(context: Context) -> str:
    """As „Neu einlesen“ does; the print, which takes long, is not compared."""
    todo = [context.registry.find_programm(DEMO)]
    with context.store.writing(60), reading_pool() as pool:
        operation = ReadingOperation(context, context.settings.pdf_dir, pool)
        operation.read_anew(DEMO)
        steps = operation.run(lambda: todo.pop() if todo else None)
        end = next(step for step in steps if isinstance(step, Indexergebnis))
    return "" if end.chunks else end.grund


def takes_a_pdf(context: Context) -> str:
    with context.pdf_folder.room_for_draft() as scratch:
        draft = Path(shutil.copy(context.settings.pdf_dir / f"{DEMO}.pdf", scratch))
        context.pdf_folder.place(context.registry.programme[DEMO], draft)
    return ""


def draws(context: Context) -> str:
    """Every page, none of which is remembered."""
    for kept in (page_drawing._documents, page_drawing._sheets, page_drawing._unmarked):
        kept.clear()
    document = page_drawing.open_document(context.settings.pdf_dir / f"{DEMO}.pdf")
    drawn = [page_drawing.draw_unmarked(document, page + 1, 110) for page in range(document.seitenzahl)]
    return "" if all(one.size for one in drawn) else "a page was not drawn"


def recognises(context: Context) -> str:
    found = pdf_processes.read_apart(context.settings.pdf_dir.parent / "scan.pdf", _pages_read)
    return "" if found == SCAN_PAGES else f"{found} of {SCAN_PAGES} pages were recognised"


def _pages_read(path: Path, recognised: Path) -> int:
    from core.wortlaut.reading.pdf import read_pages

    return sum(bool(page.zeilen) for page in read_pages(path, recognised))
