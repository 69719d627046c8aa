"""Scans: pages are recognised where they stand, one by one, and none twice."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.settings import ROOT
from core.processes.worker_pool import Cause, Pool, WorkerLost
from core.programme.context import Context
from core.programme.indexing import Druckschritt, Leseausgang, Seitenstand, index_programme, index_steps
from core.wortlaut.errors import PdfError
from core.wortlaut.reading import ocr, tesseract
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.pdf import read_pages
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine, is_library
from tests.drucker import Satz, column, print_pdf

TEXT = ["Wir erhalten jede Grundschule auf dem Land, auch wenn sie nur noch wenige Kinder hat."] * 3
BAHN = ["Die stillgelegte Bahnstrecke wird wieder in Betrieb genommen und elektrifiziert bis 2030."] * 3
ID = "spd-nrw-2022"

NEEDS_PROGRAM = "needs Tesseract (tesseract-ocr-deu)"

pytestmark = pytest.mark.skipif(not engine(), reason="needs Tesseract")


def scan_of(path: Path, *pages: list[str], turned: int = 0) -> Path:
    """A PDF of pictures of these lines."""
    printed = open_pdf(print_pdf(path.with_suffix(".text.pdf"), [column(60, page, 100) for page in pages]))
    scan = pymupdf().open()
    for page in printed:
        new = scan.new_page(width=page.rect.width, height=page.rect.height)
        new.insert_image(new.rect, pixmap=page.get_pixmap(dpi=150))
        new.set_rotation(turned)
    scan.save(path)
    path.with_suffix(".text.pdf").unlink()
    return path


def pdf_of(context: Context) -> Path:
    return context.settings.pdf_dir / context.registry.programme[ID].pdf


@pytest.mark.parametrize("way", ["", "tesseract"])
def test_words_stand_where_the_picture_shows_them(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read by the library and by the program, of which older ones squeeze the words of their PDF."""
    if way:
        monkeypatch.setenv("TESSERACT", way)
    if not engine():
        pytest.skip(NEEDS_PROGRAM)
    strom = read_strom(path := scan_of(tmp_path / "scan.pdf", TEXT))
    assert not strom.unsicher and strom.text.split()[:10] == " ".join(TEXT).split()[:10]
    (seite,) = read_pages(path)
    assert seite.ocr and "Grundschule" in " ".join(zeile.text for zeile in seite.zeilen)
    first = seite.zeilen[0]
    assert first.x0 == pytest.approx(60, abs=4) and first.y1 == pytest.approx(100, abs=15)


def test_missing_pages_are_named_and_recognised_ones_taken_from_the_folder(tmp_path: Path) -> None:
    path, folder = scan_of(tmp_path / "scan.pdf", TEXT, BAHN), tmp_path / "erkannt"
    with pytest.raises(ocr.Unrecognized) as missing:
        read_pages(path, folder)
    assert missing.value.seiten == (1, 2)
    assert ocr.RecognisedPages(path, folder).recognise(2) == 2
    with pytest.raises(ocr.Unrecognized) as missing:
        read_pages(path, folder)
    assert missing.value.seiten == (1,)
    ocr.RecognisedPages(path, folder).recognise(1)
    assert [seite.ocr for seite in read_pages(path, folder)] == [True, True]
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    ocr.RecognisedPages(path, folder).recognise(1)
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == before
    ocr.RecognisedPages(path, folder).sweep()
    assert list(folder.iterdir()) == []


def test_another_file_is_recognised_anew(tmp_path: Path) -> None:
    path, folder = scan_of(tmp_path / "scan.pdf", TEXT), tmp_path / "erkannt"
    ocr.RecognisedPages(path, folder).recognise(1)
    with pytest.raises(ocr.Unrecognized):
        read_pages(scan_of(tmp_path / "scan.pdf", BAHN), folder)


def test_endless_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the computing that is limited: one that computes is ended, one that waits for a core is not."""
    path = scan_of(tmp_path / "scan.pdf", TEXT)
    endless = tmp_path / "endless"
    endless.write_text(
        "#!/bin/sh\ncase $1 in --*) echo deu ;; *) while :; do :; done ;; esac\n", encoding="utf-8"
    )
    endless.chmod(0o755)
    monkeypatch.setenv("TESSERACT", str(endless))
    monkeypatch.setattr(tesseract, "SECONDS", 1.0)
    with pytest.raises(PdfError, match="Seite 1: Die Texterkennung dauert zu lange"):
        read_pages(path)


def test_library_that_does_not_come_back_is_ended_with_its_process(tmp_path: Path) -> None:
    """A call in C cannot be broken off; the next page is read all the same."""
    small = [Satz(20, 20 + 5 * line, " ".join(TEXT)[:250], 4.5) for line in range(160)]
    long = print_pdf(tmp_path / "lang.pdf", [small])
    scan, folder = scan_of(tmp_path / "scan.pdf", TEXT), tmp_path / "erkannt"
    with Pool(1) as pool:
        with pytest.raises(WorkerLost) as lost:
            pool.submit(1.5, ocr.RecognisedPages(long, folder).recognise, 1).result()
        assert lost.value.cause is Cause.TIME
        assert pool.submit(60, ocr.RecognisedPages(scan, folder).recognise, 1).result() == 1


def test_library_is_not_loaded_where_people_are_served_and_says_nothing_of_its_work() -> None:
    asked = (
        "import sys; from core.wortlaut.reading.tesseract import *; "
        "print(is_library(), 'tesserocr' in sys.modules)"
    )
    read = "; read_lines([np.zeros((3, 2), np.uint8), np.full((40, 90), 255, np.uint8)]); print('read')"
    for code, said in ((asked, [f"{is_library()} False"]), (asked + read, [f"{is_library()} False", "read"])):
        done = subprocess.run(
            (sys.executable, "-c", code), capture_output=True, text=True, check=True, cwd=ROOT
        )
        assert (done.stdout.splitlines(), done.stderr) == (said, "")


def test_indexing_a_scan_tells_every_page_and_leaves_no_file(context: Context) -> None:
    scan_of(pdf_of(context), TEXT, BAHN, TEXT)
    *stand, ergebnis, druck = index_steps([ID], context=context)
    assert isinstance(druck, Druckschritt) and druck.befund and not druck.befund.seiten
    assert [str(schritt) for schritt in stand] == [f"Seite {n} von 3 erkannt" for n in range(4)]
    assert ergebnis.ausgang is Leseausgang.NEU and ergebnis.seiten == 3  # type: ignore[union-attr]
    assert any("Bahnstrecke" in chunk.text for chunk in context.store.chunks_of("NRW", ID))
    assert context.store.staende("NRW")[ID].angaben["ocr"] == 3
    assert list(context.erkannt.iterdir()) == []


def test_stopped_run_goes_on_where_it_stopped(context: Context) -> None:
    path = scan_of(pdf_of(context), TEXT, BAHN, TEXT, BAHN)
    run = index_steps([ID], context=context)
    while not (isinstance(schritt := next(run), Seitenstand) and schritt.erkannt == 2):
        pass
    run.close()  # type: ignore[attr-defined]
    kept = {file.name: file.stat().st_mtime_ns for file in context.erkannt.glob("*.seite")}
    assert len(kept) >= 2
    again = [schritt for schritt in index_steps([ID], context=context) if isinstance(schritt, Seitenstand)]
    assert again[0].von == 4 - len(kept) if len(kept) < 4 else not again
    assert path.is_file() and context.store.staende("NRW")[ID].angaben["ocr"] == 4


def test_page_that_cannot_be_recognised_is_the_reason(context: Context, tmp_path: Path) -> None:
    scan_of(pdf_of(context), TEXT, BAHN)
    context.erkannt.mkdir(parents=True)
    ocr.page_file(context.erkannt, ocr.key_of(pdf_of(context)), 1).write_bytes(io.BytesIO().getvalue())
    ocr.page_file(context.erkannt, ocr.key_of(pdf_of(context)), 2).write_bytes(b"kein PDF")
    (ergebnis,) = index_programme([ID], context=context)
    assert ergebnis.ausgang is Leseausgang.ERROR and pdf_of(context).name in ergebnis.grund


def test_recognised_pages_that_nobody_came_back_for_are_deleted(tmp_path: Path) -> None:
    old, new = tmp_path / "a-1.pdf", tmp_path / "b-1.pdf"
    for file in (old, new):
        file.write_bytes(b"%PDF-")
    os.utime(old, (0, 0))
    ocr.sweep_abandoned(tmp_path)
    ocr.sweep_abandoned(tmp_path / "never made")
    assert [file.name for file in tmp_path.iterdir()] == ["b-1.pdf"]
