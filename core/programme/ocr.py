"""Text in pictures: pages of a scan, recognised by Tesseract, and kept on disk until all of them are read."""

import json
import math
import os
import re
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

from core.atomic_files import put
from core.errors import PdfError
from core.german import formats
from core.german.folding import letters
from core.programme import tesseract
from core.programme.pdf_processes import Aim, PdfDocument, PdfPage, PdfTextPage, apart, open_pdf, pymupdf
from core.programme.raw_words import RawWord
from core.programme.tesseract import DPI, SECONDS, Box, TsvWord, drawn_lines, engine, words_of

MAX_SEITEN = 600
"""So many pages of a scan are recognised: a quarter of an hour of computing."""

MAX_PIXELS = 20_000_000
"""A larger picture (of a poster) is recognised with fewer dots per inch; A3 has 7.7 million."""

SQUEEZED = re.compile(rb"([\d.]+) Tz \[ <((?:[0-9A-F]{4})+)0020>")
"""A word in Tesseract's PDF: how wide its letters are, in percent, and which they are."""


SURE = 90.0
"""Of a word that it is less sure of (0 to 100), Tesseract reads one in four otherwise when it looks again; of
the others one in a hundred, most of them for want of a space (15 pages of two scans and a bad text layer)."""

DOTLESS = str.maketrans("äöü", "aou")

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
    confirms.
    """

    words: bytes
    doubtful: tuple[Box, ...] = ()

    def written(self) -> bytes:
        return json.dumps(self.doubtful).encode() + b"\n" + self.words

    @classmethod
    def parse(cls, data: bytes) -> "Recognised":
        head, _, words = data.partition(b"\n")
        return cls(words, tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in json.loads(head)))


def recognise(document: PdfDocument, nummer: int) -> Recognised:
    """What is drawn on a page, and which of its words are doubtful."""
    page = document[nummer - 1]
    width, height = page.rect.width, page.rect.height
    dpi = max(1, min(DPI, int(72 * math.sqrt(MAX_PIXELS / (width * height)))))
    picture = page.get_pixmap(dpi=dpi, colorspace="GRAY")
    try:
        found = tesseract.run(picture.tobytes("pnm"), "--dpi", str(DPI), "-c", "textonly_pdf=1", "pdf", "tsv")
        words = words_of(found["tsv"])
        return _judged(document, nummer, found["pdf"], words, width / picture.width)
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
        return self.word.sure >= SURE and (not self.layer or self.drawn.translate(DOTLESS) == self.layer)


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
    keeps_layer = _is_faint(seen)
    unsure = [one for one in seen if not one.is_certain]
    lines = {one.word.line: [word for word in words if word.line == one.word.line] for one in unsure}
    again = drawn_lines(document, [(nummer, place(parts)) for parts in lines.values()])
    told = {
        line: set(map(letters, seen_again.text.split()))
        for line, seen_again in zip(lines, again, strict=True)
    }
    wrong = [
        one.box
        for one in unsure
        if (one.layer if keeps_layer else one.drawn) not in told[one.word.line]
        or (not keeps_layer and _umlauts(one.drawn) < _umlauts(one.layer))
    ]
    if not keeps_layer:
        return Recognised(pdf, tuple(wrong))
    proved = {one.box for one in seen}.difference(wrong)
    return Recognised(b"", tuple(w[:4] for w in layer if not any(_is_in(w, box) for box in proved)))


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
    target = page_file(folder, key_of(path), nummer)
    if not target.is_file():
        document = open_pdf(path)
        try:
            found = recognise(document, nummer)
        finally:
            document.close()
        folder.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(f".{os.getpid()}.tmp")
        draft.write_bytes(found.written())
        put(draft, target)
    return nummer


def key_of(path: Path) -> str:
    """Names what is recognised and how: another file, resolution or Tesseract is another key."""
    digest = sha256(f"{DPI} {engine()}".encode())
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
