"""Text in pictures: pages of a scan, recognised by Tesseract, and kept on disk until all of them are read.

The program Tesseract, not the library in PyMuPDF: that takes twice as long and finds fewer words.
"""

import math
import os
import re
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

from core.atomic_files import put
from core.errors import PdfError
from core.german import formats
from core.programme.pdf_processes import Aim, apart
from core.programme.pymupdf_inside import PdfDocument, PdfPage, PdfTextPage
from core.workers.process import die_with_parent

DPI = 200
"""Known words found on 10 and 8 pages of two scans of 1998, and seconds of computing for a page: at 100 dpi
1687 and 1525 in 0.9 s, at 150 dpi 1792 and 1739 in 1.3 s, at 200 dpi 1799 and 1745 in 1.4 s, at 300 dpi 1797
and 1760 in 1.9 s. The library in PyMuPDF found 1711 and 1747 at 200 dpi, in 3.1 s."""

SECONDS = 30.0
"""The longest a page may take; the slowest of those pages took 2 s of computing time."""

MAX_SEITEN = 600
"""So many pages of a scan are recognised: a quarter of an hour of computing."""

MAX_PIXELS = 20_000_000
"""A larger picture (of a poster) is recognised with fewer dots per inch; A3 has 7.7 million."""

COMMAND = ("tesseract", "stdin", "stdout", "-l", "deu", "--dpi", str(DPI), "-c", "textonly_pdf=1", "pdf")


SQUEEZED = re.compile(rb"([\d.]+) Tz \[ <((?:[0-9A-F]{4})+)0020>")
"""A word in Tesseract's PDF: how wide its letters are, in percent, and which they are."""


KEPT_SECONDS = 7 * 24 * 3600.0
"""An indexing run that was broken off is taken up again within days, if at all."""


class Unrecognized(Exception):
    """These pages must be recognised before the PDF can be read."""

    def __init__(self, seiten: Sequence[int]) -> None:
        super().__init__(seiten)
        self.seiten = tuple(seiten)


@cache
def engine() -> str:
    """Which Tesseract is installed; empty where there is none, or none that reads German."""
    try:
        languages, version = (
            subprocess.run(("tesseract", wish), capture_output=True, text=True, check=True, timeout=30).stdout
            for wish in ("--list-langs", "--version")
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return version.splitlines()[0] if "deu" in languages.split() else ""


def recognised(
    path: Path, document: PdfDocument, seiten: Sequence[int], folder: Path | None
) -> dict[int, bytes]:
    """Page → a PDF of its words; those that `folder` holds, where one is given, else all anew."""
    if len(seiten) > MAX_SEITEN:
        raise PdfError(
            f"{path.name} ist ein Scan mit {len(seiten)} Seiten, erkannt werden höchstens {MAX_SEITEN}. "
            "Teilen Sie das PDF."
        )
    if folder is None:
        return {nummer: recognise(document[nummer - 1]) for nummer in seiten}
    files = {nummer: page_file(folder, key_of(path), nummer) for nummer in seiten}
    if missing := [nummer for nummer, file in files.items() if not file.is_file()]:
        raise Unrecognized(missing)
    return {nummer: file.read_bytes() for nummer, file in files.items()}


def recognise(page: PdfPage) -> bytes:
    """A picture of text → a PDF page that holds its words, and nothing else, where they stand."""
    width, height = page.rect.width, page.rect.height
    dpi = min(DPI, int(72 * math.sqrt(MAX_PIXELS / (width * height))))
    picture = page.get_pixmap(dpi=max(1, dpi), colorspace="GRAY").tobytes("pnm")
    # Where other threads run, none can be cared for in a fork; workers, which may be killed, have no others.
    tie = die_with_parent if threading.active_count() == 1 else None
    try:
        done = subprocess.run(
            COMMAND,
            input=picture,
            capture_output=True,
            check=True,
            timeout=SECONDS,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
            preexec_fn=tie,
        )
    except subprocess.TimeoutExpired:
        raise PdfError(f"Auf Seite {page.number + 1} dauert die Texterkennung zu lange.") from None
    except subprocess.CalledProcessError as error:
        cause = error.stderr.decode(errors="replace").strip()[-160:] or f"Code {error.returncode}"
        raise PdfError(f"Auf Seite {page.number + 1} ist die Texterkennung gescheitert ({cause}).") from error
    return bytes(done.stdout)


def textpage(page: PdfPage, flags: int, words: bytes) -> PdfTextPage:
    """What was recognised on a page, in its coordinates, as PyMuPDF hands out the text of any page."""
    from core.programme.pymupdf_inside import pymupdf

    mupdf = pymupdf()
    recognised = mupdf.open(stream=words, filetype="pdf")
    found = recognised[0]
    for content in found.get_contents():
        recognised.update_stream(content, SQUEEZED.sub(_as_wide, recognised.xref_stream(content)))
    zoom = page.rect.width / found.rect.width
    result = found.get_textpage(flags=flags, matrix=mupdf.Matrix(zoom, zoom) * page.derotation_matrix)
    result.parent = weakref.proxy(page)
    return result


def _as_wide(word: re.Match[bytes]) -> bytes:
    """Tesseract squeezes a word and the space after it into the width of the word alone; that is undone.

    >>> SQUEEZED.sub(_as_wide, b"62 Tz [ <0069006D0020> ] TJ")  # „im“ and a space: three letters for two
    b'93.0000 Tz [ <0069006D0020> ] TJ'
    """
    letters = len(word[2]) // 4
    return b"%.4f Tz [ <%s0020>" % (float(word[1]) * (letters + 1) / letters, word[2])


def recognise_to_file(path: Path, nummer: int, folder: Path) -> int:
    """Recognise one page of a PDF and keep what was found; says which one."""
    from core.programme.pdf import open_pdf

    target = page_file(folder, key_of(path), nummer)
    if not target.is_file():
        document = open_pdf(path)
        try:
            words = recognise(document[nummer - 1])
        finally:
            document.close()
        folder.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(f".{os.getpid()}.tmp")
        draft.write_bytes(words)
        put(draft, target)
    return nummer


def key_of(path: Path) -> str:
    """Names what is recognised and how: another file, resolution or Tesseract is another key."""
    digest = sha256(f"{DPI} {engine()}".encode())
    digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def page_file(folder: Path, key: str, nummer: int) -> Path:
    return folder / f"{key}-{nummer}.pdf"


def sweep_abandoned(folder: Path) -> None:
    """Delete recognised pages that nobody came back for: of a scan that was given up, replaced or removed."""
    oldest = time.time() - KEPT_SECONDS
    for file in folder.glob("*") if folder.is_dir() else ():
        with suppress(FileNotFoundError):  # another process sweeps too
            if file.stat().st_mtime < oldest:
                file.unlink()


def sweep(path: Path, folder: Path) -> None:
    """Delete what is kept of a PDF; its stream holds it now."""
    if folder.is_dir():
        for file in folder.glob(f"{key_of(path)}-*"):
            file.unlink(missing_ok=True)


# --- reading a PDF apart, and where it is a scan, recognising it page by page: so no call takes long --------

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _PicturePages:
    nummern: tuple[int, ...]


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
        if isinstance(found, _PicturePages):
            _recognise(path, found.nummern, folder, most, scan_seconds)
            found = apart(Aim.READ, path.name, _attempt, read, path, folder, seconds=seconds)
    assert not isinstance(found, _PicturePages)
    return cast(Result, found)


def _attempt(read: Callable[[Path, Path], Result], path: Path, folder: Path) -> Result | _PicturePages:
    try:
        return read(path, folder)
    except Unrecognized as scan:
        return _PicturePages(scan.seiten)


def _recognise(path: Path, seiten: tuple[int, ...], folder: Path, most: int, seconds: float) -> None:
    if len(seiten) > most:
        raise PdfError(
            f"{path.name} ist ein Scan mit {len(seiten)} Seiten, erkannt werden höchstens {most}. Laden "
            "Sie nur die Seiten hoch, auf die es ankommt."
        )
    end = time.monotonic() + seconds
    for done, seite in enumerate(seiten):
        if time.monotonic() > end:
            raise PdfError(
                f"{path.name} ist ein Scan; nach {formats.number(seconds)} Sekunden sind erst {done} "
                f"von {len(seiten)} Seiten erkannt. Nehmen Sie ein PDF mit Text."
            )
        apart(Aim.READ, path.name, recognise_to_file, path, seite, folder, seconds=2 * SECONDS)
