"""What is drawn at a place of a page, as Tesseract reads it, and pages of a scan recognised by it.

Not by PyMuPDF, which has Tesseract too: that takes twice as long and finds fewer words.
"""

import json
import math
import os
import re
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.wortlaut.errors import PdfError
from core.wortlaut.german.folding import letters, without_umlauts
from core.wortlaut.reading.mupdf import PdfDocument, PdfPage, PdfTextPage, open_pdf, pymupdf
from core.wortlaut.reading.nameless import is_german, plausible
from core.wortlaut.reading.raw_words import RawWord
from core.wortlaut.reading.tesseract import BLANK, SECONDS, Picture, TsvWord, engine, read_lines, read_page

Box = tuple[float, float, float, float]
EVERYWHERE: Box = (-1e6, -1e6, 1e6, 1e6)

DPI = 200
"""Known words found on 10 and 8 pages of two scans of 1998, and seconds of computing for a page: at 100 dpi
1687 and 1525 in 0.9 s, at 150 dpi 1792 and 1739 in 1.3 s, at 200 dpi 1799 and 1745 in 1.4 s, at 300 dpi 1797
and 1760 in 1.9 s. The library in PyMuPDF found 1711 and 1747 at 200 dpi, in 3.1 s."""

PAGE_SECONDS = 2 * SECONDS
"""Of computing, for one page, with what is looked at again on it."""


# --- what is drawn at a place -------------------------------------------------------------------------------
# The witness for what a text layer claims. On clean print it errs in nearly no letter: of 24 lines each of 30
# programmes (OCR layers left out) 27 were all without a fault. Lines are drawn at one height.

HEIGHT = 44
"""Pixels from the foot to the head of a line: capitals of 30, as Tesseract was taught."""

DOTS = 0.08
"""Of a line's height above it: some fonts say less than their capital umlauts need."""

TALL = 3
"""What is higher than wide by more than this is no word that runs from left to right."""

LONGEST = 5000
"""Pixels; a line that is longer is drawn smaller."""

FLAT = 12
"""Steps of grey between paper and ink below which nothing is drawn."""


class DrawnLine(NamedTuple):
    """What is drawn at a place, and how sure Tesseract is (0 to 100) of the word that it is least sure of.

    Where no ink is, it is sure that no word is. `each`: how sure it is of each word of the text.
    """

    text: str
    sure: float
    each: tuple[float, ...] = ()


def drawn_lines(pages: PdfDocument | Sequence[PdfPage], places: Sequence[tuple[int, Box]]) -> list[DrawnLine]:
    """The text drawn at each place: the number of a page and a box on it, as PyMuPDF has boxes of words."""
    strips: list[tuple[int, Picture]] = []
    for index, (number, box) in enumerate(places):
        strip = _strip(pages[number - 1], box)
        height, width = strip.shape
        # What stands upright runs up or down, or is a digit alone; Tesseract is surest of the right one.
        turned = [strip] if TALL * width >= height else []
        turned += [] if width >= height else [np.rot90(strip), np.rot90(strip, 3)]
        strips += [(index, one) for one in turned]
    found: list[list[TsvWord]] = [[] for _ in places]
    is_blank = [True] * len(places)
    for (index, strip), words in zip(strips, read_lines([strip for _, strip in strips]), strict=True):
        found[index] = max(found[index], words, key=_sureness)
        is_blank[index] &= bool(strip.min() == BLANK)
    return [
        DrawnLine(
            " ".join(word.text for word in words),
            min((word.sure for word in words), default=100.0 * blank),
            tuple(word.sure for word in words),
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


# --- pages of a scan: recognised, and kept on disk until all of them are read ------------------------------


MAX_SEITEN = 600
"""So many pages of a scan are recognised: a quarter of an hour of computing."""

MAX_PIXELS = 20_000_000
"""A larger picture (of a poster) is recognised with fewer dots per inch; A3 has 7.7 million."""

SQUEEZED = re.compile(rb"([\d.]+) Tz \[ <((?:[0-9A-F]{4})+)0020>")
"""A word in Tesseract's PDF: how wide its letters are, in percent, and which they are."""

TOO_NARROW = 0.93
"""Of their width: words of nine letters are squeezed to 0.9 of it, shorter ones more."""

SURE = 90.0
"""Of a word that it is less sure of (0 to 100), Tesseract reads one in four otherwise when it looks again; of
the others one in a hundred, most of them for want of a space (15 pages of two scans and a bad text layer)."""

LONG = 4

BETTER = 1.0
"""By so much, in log probability, one of two words must be better German to be so for sure."""

ALIKE = str.maketrans("i1o", "ll0")
"""Of small letters, to which capitals are folded: „II“ and „Il“. German tells longer words apart."""

FAINT = 0.08
"""The share of unsure words from which on a page's own text may be the better one: 2 % of them in a printed
file whose text layer is bad, 20 % in a scan of 400 by 600 points a page."""

KEPT_SECONDS = 7 * 24 * 3600.0
"""An indexing run that was broken off is taken up again within days, if at all."""


class Unrecognized(Exception):
    """These pages must be recognised before the PDF can be read."""

    def __init__(self, seiten: Sequence[int]) -> None:
        super().__init__(seiten)
        self.seiten = tuple(seiten)


def recognised(
    path: Path, document: PdfDocument, seiten: Sequence[int], folder: Path | None
) -> dict[int, "Recognised"]:
    """What is recognised on these pages; what `folder` holds, where one is given, else all anew."""
    if len(seiten) > MAX_SEITEN:
        raise PdfError(
            f"{path.name} hat {len(seiten)} Seiten, deren Text erst erkannt werden muss; höchstens "
            f"{MAX_SEITEN} werden erkannt. Teilen Sie das PDF."
        )
    if folder is None:
        return {nummer: recognise(document, nummer) for nummer in seiten}
    files = {nummer: page_file(folder, key_of(path), nummer) for nummer in seiten}
    if missing := [nummer for nummer, file in files.items() if not file.is_file()]:
        raise Unrecognized(missing)
    return {nummer: Recognised.parse(file.read_bytes()) for nummer, file in files.items()}


@dataclass(frozen=True, slots=True)
class Recognised:
    """A page of a PDF that holds the words of a picture, and nothing else, where they stand.

    No words where the page's own text is better. `doubtful`: the places of words that no second witness
    confirms. `failure`: why nothing could be recognised on a page that has a text of its own.
    """

    words: bytes
    doubtful: tuple[Box, ...] = ()
    failure: str = ""

    def written(self) -> bytes:
        return json.dumps([self.doubtful, self.failure]).encode() + b"\n" + self.words

    @classmethod
    def parse(cls, data: bytes) -> "Recognised":
        head, _, words = data.partition(b"\n")
        doubtful, failure = json.loads(head)
        return cls(words, tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in doubtful), failure)

    @classmethod
    def failed(cls, why: str) -> "Recognised":
        """Its own text is there to be found, and nothing of it to be quoted."""
        return cls(b"", (EVERYWHERE,), why)


def recognise(document: PdfDocument, nummer: int) -> Recognised:
    """What is drawn on a page, and which of its words are doubtful."""
    page = document[nummer - 1]
    width, height = page.rect.width, page.rect.height
    dpi = max(1, min(DPI, int(72 * math.sqrt(MAX_PIXELS / (width * height)))))
    pixmap = page.get_pixmap(dpi=dpi, colorspace="GRAY", alpha=False)
    picture = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)[:, : pixmap.width]
    try:
        pdf, words = read_page(picture, DPI)
        return _judged(document, nummer, _as_wide(pdf, words, pixmap.width), words, width / pixmap.width)
    except PdfError as error:
        raise PdfError(f"Seite {nummer}: {error}") from error


@dataclass(frozen=True, slots=True)
class _Seen:
    """One word of a page, as Tesseract read it there and as the page's text layer has it at this place."""

    word: TsvWord
    box: Box
    drawn: str
    layer: str

    @property
    def is_certain(self) -> bool:
        """Both have it; or Tesseract is sure, and the layer has nothing else than umlauts without dots."""
        if self.drawn == self.layer:
            return True
        return self.word.sure >= SURE and (not self.layer or without_umlauts(self.drawn) == self.layer)


def _judged(
    document: PdfDocument, nummer: int, pdf: bytes, words: Sequence[TsvWord], scale: float
) -> Recognised:
    """The better one of what was recognised and the page's own text; its words that have no second witness.

    A word stands that both have, or that a second look at its line confirms.
    """
    page = document[nummer - 1]
    layer = page.get_text("words")

    def place(parts: Sequence[TsvWord]) -> Box:
        x0s, y0s, x1s, y1s = zip(*(word[:4] for word in parts), strict=True)
        box = min(x0s) - 4, min(y0s) - 4, max(x1s) + 4, max(y1s) + 4
        rect = pymupdf().Rect([scale * edge for edge in box]) * page.derotation_matrix
        return rect.x0, rect.y0, rect.x1, rect.y1

    seen = [
        _Seen(word, box := place([word]), drawn, _layer_at(layer, box))
        for word in words
        if (drawn := letters(word.text))
    ]
    unsure = [one for one in seen if one.drawn != one.layer]
    lines = {one.word.line: [word for word in words if word.line == one.word.line] for one in unsure}
    again = drawn_lines(document, [(nummer, place(parts)) for parts in lines.values()])
    told = {
        line: set(map(letters, seen_again.text.split()))
        for line, seen_again in zip(lines, again, strict=True)
    }
    # A line that differs in its spaces only has no other letters.
    other = {
        line
        for line, parts in lines.items()
        if "".join(letters(word.text) for word in parts) != _layer_at(layer, place(parts))
    }
    unsure = [one for one in unsure if one.word.line in other]
    differing = set(unsure)
    if not _is_layer_better(seen, unsure, told, [letters(word[4]) for word in layer]):
        wrong = (
            one.box
            for one in unsure
            if not one.is_certain
            and (one.drawn not in told[one.word.line] or _umlauts(one.drawn) < _umlauts(one.layer))
        )
        return Recognised(pdf, tuple(wrong))
    proved = [one.box for one in seen if one not in differing or one.layer in told[one.word.line]]
    return Recognised(
        b"", tuple(w[:4] for w in layer if letters(w[4]) and not any(_is_in(w, box) for box in proved))
    )


def _is_layer_better(
    seen: Sequence[_Seen],
    unsure: Sequence[_Seen],
    told: Mapping[tuple[str, str, str], set[str]],
    layer: Sequence[str],
) -> bool:
    """Is the page's own text the better witness, or as good a one?

    Where both differ the second look decides, word by word, but for no word that is much worse German than
    the other (leader dots read twice as „oo“); and who has less German words is the worse one, whatever it is
    sure of: Tesseract leaves out what it cannot read, a layer what its font does not name.
    """
    if not layer or _is_faint(seen):
        return bool(layer)
    differing = [
        one
        for one in unsure
        if one.layer and (len(one.layer) >= LONG or one.drawn.translate(ALIKE) != one.layer.translate(ALIKE))
    ]
    gains = [plausible(one.drawn) - plausible(one.layer) for one in differing]
    for_drawn = sum(
        gain > -BETTER and one.drawn in (words := told[one.word.line]) and one.layer not in words
        for one, gain in zip(differing, gains, strict=True)
    )
    for_layer = sum(
        gain < BETTER and one.layer in (words := told[one.word.line]) and one.drawn not in words
        for one, gain in zip(differing, gains, strict=True)
    )
    german = [sum(map(_is_german, words)) for words in ([one.drawn for one in seen], layer)]
    return for_layer >= for_drawn or german[0] + for_drawn < german[1]


def _is_german(word: str) -> bool:
    """Told of longer words only."""
    return len(word) >= LONG and is_german(word)


def _is_in(word: RawWord, box: Box) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _is_faint(seen: Sequence[_Seen]) -> bool:
    """Is Tesseract unsure of much, and sees fewer umlauts than the layer has? They lose their dots first."""
    unsure = sum(one.word.sure < SURE for one in seen)
    return unsure > FAINT * len(seen) and sum(_umlauts(one.layer) - _umlauts(one.drawn) for one in seen) > 0


def _umlauts(text: str) -> int:
    return sum(letter in "äöü" for letter in text)


def _layer_at(layer: Sequence[RawWord], box: Box) -> str:
    """What the page's own text has in a box."""
    return letters("".join(word[4] for word in layer if _is_in(word, box)))


def textpage(page: PdfPage, flags: int, words: bytes) -> PdfTextPage:
    """What was recognised on a page, in its coordinates, as PyMuPDF hands out the text of any page."""
    mupdf = pymupdf()
    recognised = mupdf.open(stream=words, filetype="pdf")
    found = recognised[0]
    zoom = page.rect.width / found.rect.width
    result = found.get_textpage(flags=flags, matrix=mupdf.Matrix(zoom, zoom) * page.derotation_matrix)
    result.parent = weakref.proxy(page)
    return result


def _as_wide(pdf: bytes, words: Sequence[TsvWord], width: int) -> bytes:
    """The PDF with its words as wide as they were seen: up to version 5.3 Tesseract squeezes a word and the
    space after it into the width of the word alone."""
    with pymupdf().open(stream=pdf, filetype="pdf") as document:
        page = document[0]
        told = sum(word[2] - word[0] for word in page.get_text("words"))
        seen = sum(word.x1 - word.x0 for word in words) * page.rect.width / width
        if told > TOO_NARROW * seen:
            return pdf
        for content in page.get_contents():
            document.update_stream(content, SQUEEZED.sub(_unsqueezed, document.xref_stream(content)))
        whole: bytes = document.tobytes()
        return whole


def _unsqueezed(word: re.Match[bytes]) -> bytes:
    """
    >>> SQUEEZED.sub(_unsqueezed, b"62 Tz [ <0069006D0020> ] TJ")  # „im“ and a space: three letters for two
    b'93.0000 Tz [ <0069006D0020> ] TJ'
    """
    letters = len(word[2]) // 4
    return b"%.4f Tz [ <%s0020>" % (float(word[1]) * (letters + 1) / letters, word[2])


@dataclass(frozen=True, slots=True)
class RecognisedPages:
    """The pages of a PDF that were recognised, each kept in a file of this folder."""

    pdf: Path
    folder: Path

    def recognise(self, nummer: int) -> int:
        """Recognise one page and keep what was found; says which one.

        Where that fails on a page that has a text of its own, this is kept: the others are read all the same.
        """
        if not page_file(self.folder, key_of(self.pdf), nummer).is_file():
            with open_pdf(self.pdf) as document:
                try:
                    found = recognise(document, nummer)
                except PdfError as error:
                    if not document[nummer - 1].get_text("words"):
                        raise
                    found = Recognised.failed(str(error))
            self._keep(nummer, found)
        return nummer

    def give_up(self, nummer: int, why: str) -> None:
        """Keep that a page was not recognised, since the process that was to do it is gone."""
        self._keep(nummer, Recognised.failed(f"Seite {nummer}: {why}"))

    def failures(self, nummern: Sequence[int]) -> dict[int, str]:
        """Which of these pages could not be recognised, and why."""
        key = key_of(self.pdf)
        files = {nummer: page_file(self.folder, key, nummer) for nummer in nummern}
        found = {
            n: Recognised.parse(file.read_bytes()).failure for n, file in files.items() if file.is_file()
        }
        return {nummer: why for nummer, why in found.items() if why}

    def sweep(self) -> None:
        """Delete what is kept; the PDF's stream holds it now."""
        if self.folder.is_dir():
            for file in self.folder.glob(f"{key_of(self.pdf)}-*"):
                file.unlink(missing_ok=True)

    def _keep(self, nummer: int, found: Recognised) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        target = page_file(self.folder, key_of(self.pdf), nummer)
        draft = target.with_suffix(f".{os.getpid()}.tmp")
        with draft.open("wb") as file:  # whole or not at all: whoever finds it takes it for the page
            file.write(found.written())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)


def key_of(path: Path) -> str:
    """Names what is recognised and how: another file, resolution, Tesseract or way to store it."""
    digest = sha256(f"2 {DPI} {engine()}".encode())
    digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def page_file(folder: Path, key: str, nummer: int) -> Path:
    return folder / f"{key}-{nummer}.seite"


def sweep_abandoned(folder: Path) -> None:
    """Delete recognised pages that nobody came back for: of a scan that was given up, replaced or removed."""
    oldest = time.time() - KEPT_SECONDS
    for file in folder.glob("*") if folder.is_dir() else ():
        with suppress(FileNotFoundError):  # another process sweeps too
            if file.stat().st_mtime < oldest:
                file.unlink()
