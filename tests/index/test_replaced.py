"""A PDF that is no good, put over one that is read in: nothing is lost, and everybody is told why."""

import io
import os
import random
import shutil
import signal
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from core.base.settings import ROOT, Settings
from core.processes import pdf_processes
from core.programme.context import Context
from core.programme.indexing import Leseausgang, ReadingTask, index_programme, read_programm
from core.programme.reading_jobs import Action, Progress, ReadInJobs
from core.programme.stock import Stock
from core.search.passage_search import find_relevant_chunks
from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.mupdf import MAX_MB, MAX_SEITEN
from tests.prozesse import until
from tests.small_disk import small_disk as small_disk

SPD, PDF = "spd-nrw-2022", "spd-nrw-2022.pdf"


@pytest.fixture(scope="module")
def read_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One programme of ten pages, read in."""
    folder = tmp_path_factory.mktemp("eingelesen")
    (folder / "pdf").mkdir()
    shutil.copy(ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf", folder / "pdf" / PDF)
    (ergebnis,) = index_programme([SPD], context=_context(folder))
    assert ergebnis.ausgang is Leseausgang.NEU
    return folder


def _context(folder: Path) -> Context:
    return Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma"))


@pytest.fixture
def context(read_in: Path, tmp_path: Path) -> Context:
    shutil.copytree(read_in, tmp_path / "eigen")
    return _context(tmp_path / "eigen")


def _saved(document: pymupdf.Document, **how: object) -> bytes:
    return bytes(document.tobytes(**how))


def _with_pages(count: int) -> bytes:
    with pymupdf.open() as document:
        for _ in range(count):
            document.new_page()
        return _saved(document)


def _scan(good: bytes, first: int = 0) -> bytes:
    """Its pages from the `first` on as pictures."""
    with pymupdf.open(stream=good) as document, pymupdf.open() as scan:
        scan.insert_pdf(document, to_page=first - 1) if first else None
        for page in list(document)[first:]:
            picture = page.get_pixmap(dpi=60)
            scan.new_page(width=page.rect.width, height=page.rect.height).insert_image(
                page.rect, pixmap=picture
            )
        return _saved(scan)


def _locked(good: bytes) -> bytes:
    with pymupdf.open(stream=good) as document:
        return _saved(document, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="geheim", owner_pw="geheim")


def _without_pages(good: bytes) -> bytes:
    return good.replace(b"/Type/Page\n", b"/Type/Pagx\n").replace(b"/Kids", b"/Kidz")


def _half_and_cut(good: bytes) -> bytes:
    """Half of the pages, and no list of its parts: MuPDF mends that without a word."""
    with pymupdf.open(stream=good) as document:
        document.select(range(5))
        whole = _saved(document, garbage=3)
    return whole[: whole.rindex(b"xref")]


def _noise(good: bytes, start: float, end: float) -> bytes:
    noise = random.Random(7).randbytes(int((end - start) * len(good)))
    return good[: int(start * len(good))] + noise + good[int(start * len(good)) + len(noise) :]


def _zip(good: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(PDF, good)
    return packed.getvalue()


WAYS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda good: b"",
    "one byte": lambda good: b"%",
    "its head alone": lambda good: good[:15],
    "a page of the Web": lambda good: b"<!doctype html><title>404</title>",
    "a text": lambda good: b"Wir erhalten jede Grundschule.",
    "packed": _zip,
    "a picture": lambda good: pymupdf.open(stream=good)[0].get_pixmap(dpi=30).tobytes("png"),
    "a tenth": lambda good: good[: len(good) // 10],
    "a third": lambda good: good[: len(good) // 3],
    "half": lambda good: good[: len(good) // 2],
    "nine tenths": lambda good: good[: len(good) * 9 // 10],
    "without its beginning": lambda good: good[len(good) // 2 :],
    "zeros to the end": lambda good: good[: len(good) // 4] + bytes(3 * len(good) // 4),
    "noise behind its head": lambda good: _noise(good, 0.02, 1.0),
    "a password": _locked,
    "no pages": _without_pages,
    "pages without a word": lambda good: _with_pages(10),
    "too many pages": lambda good: _with_pages(MAX_SEITEN + 1),
    "a scan": _scan,
    "half a scan": lambda good: _scan(good, 5),
    "half its pages, damaged": _half_and_cut,
}


@pytest.fixture(autouse=True)
def _without_recognition(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a machine without Tesseract, in the processes that read, too: none serves other tests as well."""
    monkeypatch.setenv("TESSERACT", "/nirgends/tesseract")
    pdf_processes._pool.cache_clear()
    yield
    pdf_processes._pool.cache_clear()


def nothing_is_lost(context: Context, before: list[str]) -> str:
    """Why the new one was refused, as the stock shows it."""
    fresh = Context(context.settings)
    assert [chunk.text for chunk in fresh.store.chunks_of("NRW", SPD)] == before
    assert find_relevant_chunks("Grundschule auf dem Land", bundesland="NRW", context=fresh)[0].chunk.text
    (holding,) = (one for teil in Stock.of(fresh).gebiete for one in teil.programme if one.programm.id == SPD)
    assert holding.zustand.is_indexed
    return " ".join(holding.hinweise)


def passages(context: Context) -> list[str]:
    return [chunk.text for chunk in context.store.chunks_of("NRW", SPD)]


def done(context: Context, begin: Callable[[ReadInJobs], object]) -> tuple[Progress, str]:
    jobs = ReadInJobs(context)
    begin(jobs)
    until(lambda: not jobs.stand().laeuft)
    (task,) = jobs.stand().tasks
    return task.progress, task.grund


@pytest.mark.parametrize("way", WAYS)
def test_uploaded_the_pdf_stays_too_and_put_there_by_hand_the_index(context: Context, way: str) -> None:
    before, path = passages(context), context.settings.pdf_dir / PDF
    good = path.read_bytes()
    bad = WAYS[way](good)
    try:
        progress, grund = done(context, lambda jobs: jobs.replace_pdf(SPD, bad))
    except DashboardError as refused:  # at once
        assert str(refused)
        nothing_is_lost(context, before)
    else:
        assert progress is Progress.FEHLGESCHLAGEN and grund in nothing_is_lost(context, before)
    assert path.read_bytes() == good
    path.write_bytes(bad)
    progress, grund = done(context, lambda jobs: jobs.start([SPD], Action.NEU))
    assert progress is Progress.FEHLGESCHLAGEN and grund
    assert grund in nothing_is_lost(context, before)


def test_too_large_is_refused(context: Context) -> None:
    before, path = passages(context), context.settings.pdf_dir / PDF
    with path.open("ab") as file:
        file.truncate((MAX_MB << 20) + 1)
    progress, grund = done(context, lambda jobs: jobs.start([SPD], Action.NEU))
    assert progress is Progress.FEHLGESCHLAGEN and grund in nothing_is_lost(context, before)


def killed(auftrag: ReadingTask) -> object:
    os.kill(os.getpid(), signal.SIGKILL)
    return read_programm(auftrag)


def killed_after_reading(auftrag: ReadingTask) -> object:
    read_programm(auftrag)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


@pytest.mark.parametrize("read", [killed, killed_after_reading])
def test_reading_killed_in_the_middle(
    context: Context, monkeypatch: pytest.MonkeyPatch, read: Callable[[ReadingTask], object]
) -> None:
    before = passages(context)
    monkeypatch.setattr("core.programme.indexing.read_programm", read)
    progress, grund = done(context, lambda jobs: jobs.start([SPD], Action.NEU))
    assert progress is Progress.FEHLGESCHLAGEN and "zweimal beendet" in grund
    nothing_is_lost(context, before)


def test_a_full_disk(context: Context, small_disk: Path) -> None:
    """The new PDF does not fit beside the old one."""
    good = (context.settings.pdf_dir / PDF).read_bytes()
    (small_disk / PDF).write_bytes(good)
    (small_disk / "voll").write_bytes(bytes((1400 << 10) - len(good)))
    full = Context(replace(context.settings, pdf_dir=small_disk))
    before = passages(full)
    with pytest.raises(DashboardError):
        ReadInJobs(full).replace_pdf(SPD, good + bytes(200 << 10))
    nothing_is_lost(full, before)
    assert (small_disk / PDF).read_bytes() == good


def test_a_shorter_edition_takes_its_place(context: Context) -> None:
    path = context.settings.pdf_dir / PDF
    with pymupdf.open(stream=path.read_bytes()) as document:
        document.select(range(4))
        shorter = _saved(document, garbage=3)
    progress, _ = done(context, lambda jobs: jobs.replace_pdf(SPD, shorter))
    assert progress is Progress.FERTIG and path.read_bytes() == shorter
    assert {seite for chunk in context.store.chunks_of("NRW", SPD) for seite in chunk.seiten} <= {1, 2, 3, 4}
