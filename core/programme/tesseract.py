"""The program Tesseract: what it reads in a picture, and what is drawn at places of a page.

The program, not the library in PyMuPDF: that takes twice as long and finds fewer words.
"""

import csv
import io
import os
import subprocess
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import PdfError
from core.programme.pdf_processes import PdfDocument, PdfPage, pymupdf
from core.worker_process import die_with_parent

Box = tuple[float, float, float, float]

DPI = 200
"""Known words found on 10 and 8 pages of two scans of 1998, and seconds of computing for a page: at 100 dpi
1687 and 1525 in 0.9 s, at 150 dpi 1792 and 1739 in 1.3 s, at 200 dpi 1799 and 1745 in 1.4 s, at 300 dpi 1797
and 1760 in 1.9 s. The library in PyMuPDF found 1711 and 1747 at 200 dpi, in 3.1 s."""

SECONDS = 30.0
"""The longest a page may take; the slowest of those pages took 2 s of computing time."""

NO_LETTERS = str.maketrans("\u0131", "i")
"""An i without its dot, as Tesseract reads a faint one; no German text has it."""


def _program() -> str:
    """TESSERACT names another path of it; set to nothing, no text is recognised and no print compared."""
    return os.environ.get("TESSERACT", "tesseract")


@cache
def engine() -> str:
    """Which Tesseract is installed; empty where there is none, or none that reads German."""
    try:
        languages, version = (
            subprocess.run((_program(), wish), capture_output=True, text=True, check=True, timeout=30).stdout
            for wish in ("--list-langs", "--version")
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return version.splitlines()[0] if "deu" in languages.split() else ""


class TsvWord(NamedTuple):
    """A word, its place in the picture, how sure Tesseract is of it (0 to 100), and which line it is in."""

    x0: int
    y0: int
    x1: int
    y1: int
    text: str
    sure: float
    line: tuple[str, str, str]


def words_of(tsv: bytes) -> list[TsvWord]:
    rows = csv.DictReader(io.StringIO(tsv.decode()), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [
        TsvWord(
            left := int(row["left"]),
            top := int(row["top"]),
            left + int(row["width"]),
            top + int(row["height"]),
            row["text"].translate(NO_LETTERS),
            float(row["conf"]),
            (row["block_num"], row["par_num"], row["line_num"]),
        )
        for row in rows
        if row["level"] == "5" and row["text"].strip()
    ]


def run(picture: bytes, *options: str) -> dict[str, bytes]:
    """What Tesseract makes of a picture; the last options name the kinds („pdf“, „tsv“)."""
    # Where other threads run, none can be cared for in a fork; workers, which may be killed, have no others.
    tie = die_with_parent if threading.active_count() == 1 else None
    try:
        with TemporaryDirectory() as folder:
            subprocess.run(
                (_program(), "stdin", f"{folder}/seite", "-l", "deu", *options),
                input=picture,
                capture_output=True,
                check=True,
                timeout=SECONDS,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                preexec_fn=tie,
            )
            return {path.suffix[1:]: path.read_bytes() for path in Path(folder).iterdir()}
    except subprocess.TimeoutExpired:
        raise PdfError("Die Texterkennung dauert zu lange.") from None
    except subprocess.CalledProcessError as error:
        cause = error.stderr.decode(errors="replace").strip()[-160:] or f"Code {error.returncode}"
        raise PdfError(f"Die Texterkennung ist gescheitert ({cause}).") from error


# --- what is drawn at a place -------------------------------------------------------------------------------
# The witness for what a text layer claims. On clean print it errs in nearly no letter: of 24 lines each of 30
# programmes (OCR layers left out) 27 were all without a fault. Lines are drawn at one height and stacked to
# one picture, since a start of Tesseract costs as much as ten lines.

Picture = NDArray[np.uint8]

HEIGHT = 44
"""Pixels from the foot to the head of a line: capitals of 30, as Tesseract was taught."""

DOTS = 0.08
"""Of a line's height above it: some fonts say less than their capital umlauts need."""

BLANK = 255
GAP = 24
MARGIN = 20
AT_ONCE = 24
"""Lines in one picture: with 100 a single one that is wide makes all of it wide."""

LONGEST = 5000
"""Pixels; a line that is longer is drawn smaller."""

FLAT = 12
"""Steps of grey between paper and ink below which nothing is drawn."""


class DrawnLine(NamedTuple):
    """What is drawn at a place, and how sure Tesseract is (0 to 100) of the word that it is least sure of.

    Where no ink is, it is sure that no word is.
    """

    text: str
    sure: float


def drawn_lines(pages: PdfDocument | Sequence[PdfPage], places: Sequence[tuple[int, Box]]) -> list[DrawnLine]:
    """The text drawn at each place: the number of a page and a box on it, as PyMuPDF has boxes of words."""
    strips: list[tuple[int, Picture]] = []
    for index, (number, box) in enumerate(places):
        strip = _strip(pages[number - 1], box)
        height, width = strip.shape
        # What stands upright runs upwards or downwards; Tesseract is surer of the right one.
        turned = [strip] if width >= height else [np.rot90(strip), np.rot90(strip, 3)]
        strips += [(index, one) for one in turned]
    found: list[list[TsvWord]] = [[] for _ in places]
    is_blank = [True] * len(places)
    for first in range(0, len(strips), AT_ONCE):
        batch = strips[first : first + AT_ONCE]
        for (index, strip), words in zip(batch, _read([strip for _, strip in batch]), strict=True):
            found[index] = max(found[index], words, key=_sureness)
            is_blank[index] &= bool(strip.min() == BLANK)
    return [
        DrawnLine(
            " ".join(word.text for word in words), min((word.sure for word in words), default=100.0 * blank)
        )
        for words, blank in zip(found, is_blank, strict=True)
    ]


def _sureness(words: Sequence[TsvWord]) -> float:
    return sum(word.sure * len(word.text) for word in words)


def _strip(page: PdfPage, box: Box) -> Picture:
    """Dark letters on white whatever their colours are, upright as the boxes are and not as /Rotate says."""
    turned = page.rotation
    if turned:
        page.set_rotation(0)
    try:
        return _drawn(page, box)
    finally:
        if turned:
            page.set_rotation(turned)


def _drawn(page: PdfPage, box: Box) -> Picture:
    mupdf = pymupdf()
    place = mupdf.Rect(box)
    short, long = sorted((max(place.height, 1), max(place.width, 1)))
    zoom = min(HEIGHT / short, LONGEST / long)
    beside, above = (2, 0) if place.width >= place.height else (0, 2)
    dots = DOTS * short if beside else 0
    clip = mupdf.Rect(place.x0 - beside, place.y0 - above - dots, place.x1 + beside, place.y1 + above)
    pixmap = page.get_pixmap(matrix=mupdf.Matrix(zoom, zoom), clip=clip, colorspace="GRAY", alpha=False)
    drawn = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)[:, : pixmap.width]
    if not drawn.size:
        return np.full((1, 1), BLANK, np.uint8)
    dark, light = (int(drawn.min()), int(drawn.max()))
    if light - dark < FLAT:
        return np.full(drawn.shape, BLANK, np.uint8)  # nothing is drawn there
    even = (drawn.astype(np.float32) - dark) * (255 / (light - dark))
    if np.median(even) < 128:
        even = 255 - even
    return even.astype(np.uint8)


def _read(strips: Sequence[Picture]) -> list[list[TsvWord]]:
    width = max(strip.shape[1] for strip in strips) + 2 * MARGIN
    picture = np.full((GAP + sum(strip.shape[0] + GAP for strip in strips), width), BLANK, np.uint8)
    tops, top = [], GAP
    for strip in strips:
        height, long = strip.shape
        picture[top : top + height, MARGIN : MARGIN + long] = strip
        tops.append(top)
        top += height + GAP
    words: list[list[TsvWord]] = [[] for _ in strips]
    for word in words_of(run(_pnm(picture), "--dpi", "200", "--psm", "6", "tsv")["tsv"]):
        middle = (word.y0 + word.y1) / 2 + GAP / 2
        index = int(np.searchsorted(tops, middle, side="right")) - 1
        if index >= 0:
            words[index].append(word)
    return [sorted(line) for line in words]


def _pnm(picture: Picture) -> bytes:
    height, width = picture.shape
    return b"P5 %d %d 255\n" % (width, height) + picture.tobytes()
