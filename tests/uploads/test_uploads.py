"""Whatever is uploaded is read, or refused in one sentence, and soon; the processes that read it are real."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.antrag.read_antrag import read_antrag_bytes
from core.base.settings import ROOT, Settings
from core.processes import pdf_processes
from core.processes.pdf_processes import Aim
from core.programme.chunking import chunk
from core.programme.registering import PdfFolder
from core.programme.registry import Registry, load_registry
from core.proof.page_drawing import DPI, draw_unmarked, open_document
from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.records import Programm
from tests.skips import skip_without
from tests.uploads.files import FORMATS, TEXTS
from tests.uploads.pdfs import PDFS

SECONDS = 10.0
"""For any one of them; where a limit of the application is longer, it is shortened here."""

SHORTENED = 1.5

PATIENT = 300.0
"""Where what was found decides, and not how busy this machine is."""

ALL = {**PDFS, **FORMATS, **TEXTS}


def some(names: Iterable[str], every: int) -> list[Any]:
    """Every third, fifth … of them; the others at night."""
    night = pytest.mark.night
    return [
        name if not place % every else pytest.param(name, marks=night) for place, name in enumerate(names)
    ]


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry(ROOT / "data" / "registry")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Short limits; and no error of the application itself is told as if it were one of the file."""
    limit(SHORTENED, monkeypatch)
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
def patient(soon: None, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(PATIENT, monkeypatch)


def limit(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for aim in Aim:
        monkeypatch.setitem(pdf_processes.DEADLINES, aim, seconds)


def seconds_of(run: Callable[[], object]) -> float:
    """Until it is read, or refused in a sentence."""
    begin = time.process_time()
    try:
        run()
    except DashboardError as error:
        assert str(error).endswith((".", "“."))
    return time.process_time() - begin


def a_programm(registry: Registry) -> Programm:
    return registry.programme["bruecke-demo-2024"]


def read_and_cut(path: Path) -> int:
    return len(chunk("x", read_strom(path), "passagen", 1000))


@pytest.mark.parametrize("name", some([*PDFS, *FORMATS], 3) + some(TEXTS, 5))
def test_antrag_is_read_or_refused(name: str, registry: Registry) -> None:
    data = ALL[name]()
    assert seconds_of(lambda: read_antrag_bytes(data, registry)) < SECONDS


@pytest.mark.parametrize("name", some([*PDFS, *FORMATS], 8))
def test_programm_is_taken_read_and_drawn_or_refused(name: str, registry: Registry, tmp_path: Path) -> None:
    data, programm = {**PDFS, **FORMATS}[name](), a_programm(registry)
    settings = replace(Settings(), pdf_dir=tmp_path / "pdf")
    assert seconds_of(lambda: PdfFolder(settings.pdf_dir).store(programm, data)) < SECONDS
    if not (path := settings.pdf_dir / programm.pdf).is_file():
        return
    assert seconds_of(lambda: pdf_processes.apart(Aim.READ, path.name, read_and_cut, path)) < SECONDS
    assert seconds_of(lambda: draw_unmarked(open_document(path), 1, DPI)) < SECONDS


def test_there_are_enough_kinds() -> None:
    assert len(PDFS) >= 100 and len(FORMATS) >= 30 and len(TEXTS) >= 80


@pytest.mark.usefixtures("patient")
def test_what_is_well_is_read(registry: Registry) -> None:
    for name in ("script", "attachment", "zip-and-pdf", "utf-16", "windows-1252", "encrypted-openly"):
        assert "Landesregierung" in read_antrag_bytes(ALL[name](), registry).text, name


def test_what_takes_too_long_is_refused(registry: Registry) -> None:
    with pytest.raises(DashboardError, match="noch nicht gelesen; länger darf es nicht dauern"):
        read_antrag_bytes(ALL["masks-doubled"](), registry)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("encrypted", "mit einem Kennwort geschützt"),
        ("nothing", "ist leer"),
        ("words-scattered", "gelesen werden höchstens"),
        ("text-too-long", "ein Antrag darf 500.000"),
        ("items", "ein Antrag darf 300"),
        ("zeros-too-many", "größer als 50 MB"),
        ("pages-many", "gelesen werden höchstens 300"),
        ("scan-too-long", "ein Scan mit 80 Seiten"),
    ],
)
def test_refusal_says_what_was_found(name: str, sentence: str, registry: Registry) -> None:
    if name.startswith("scan") and not engine():  # no scan is read without, however long
        skip_without("Tesseract")
    with pytest.raises(DashboardError, match=sentence):
        read_antrag_bytes(ALL[name](), registry)
