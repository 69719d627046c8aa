"""The pages of quotes as they lie in a Prüfakte: cut out, marked, read again without the PDF they are of."""

import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from core.citations.exact_match import Span
from core.citations.quellen import Quelle
from core.citations.raw_lines import RawRow, raw_rows
from core.german.letter_key import letters
from core.programme.ocr import read_apart
from core.programme.pdf import Box
from core.programme.raw_words import RawWord
from core.programme.textstrom import read_mended
from core.seiten.highlight import boxes_on, sure
from core.seiten.marked_page import Marking, PageView
from core.seiten.page_drawing import Pixel
from core.seiten.page_picture import Document, blatt, draw_marked, open_document

SECONDS = 60.0

NEAR = 64
FEW = 0.03
"""Where another version of PyMuPDF draws, so many of 255 a pixel's colour may differ, and the share that may
differ more: edges of letters are drawn otherwise, a page of another text differs in a tenth."""

ONE_WORD = 12
"""Letters that may lie under a mark beside those of the quote: a word of which it quotes a part."""


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page as it stands in its own file."""

    zeilen: list[RawRow]
    worte: Sequence[RawWord]
    ocr: bool


def cut_page(dokument: Document, seite: int) -> bytes:
    """The page as a PDF of its own, without marks; the same bytes every time."""
    return draw_marked(dokument, seite, ())


def marked_boxes(quelle: Quelle, seite: int, stellen: Sequence[Span]) -> tuple[Box, ...]:
    """Where the words of a quote stand on a page."""
    return tuple(boxes_on(quelle, seite, sure(quelle.strom, stellen)))


def marked_view(pdf: Path, boxes: Sequence[Box]) -> PageView:
    """The only page of a file with these boxes marked."""
    dokument = open_document(pdf)
    sheet = blatt(dokument, 1)
    of_page = {Marking.ZITAT: tuple(boxes)}
    return PageView(1, sheet, {Marking.ZITAT: sheet.seen(boxes)}, of_page, None, dokument)


def read_page(pdf: Path, seite: int) -> PageRead:
    """Its raw lines under the number that the page has in the whole file."""
    read = read_apart(pdf, _read, seconds=SECONDS)
    return replace(read, zeilen=[replace(zeile, seite=seite) for zeile in read.zeilen])


def _read(path: Path, erkannt: Path) -> PageRead:
    page = read_mended(path, erkannt)[0]
    return PageRead(raw_rows(page), page.roh, page.ocr)


def is_under(wording: str, boxes: Sequence[Box], worte: Sequence[RawWord]) -> bool:
    """Do these words lie under the boxes, and hardly any others?"""
    under = Counter(
        letter
        for x0, y0, x1, y1, word, *_ in worte
        if any(_holds(box, (x0 + x1) / 2, (y0 + y1) / 2) for box in boxes)
        for letter in letters(word)
    )
    wanted = Counter(letters(wording))
    missing, more = wanted - under, under - wanted
    return not missing and more.total() <= ONE_WORD + wanted.total() // 10


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


# --- pictures -----------------------------------------------------------------------------------------------


def shows_the_same(picture: bytes, drawn: bytes, is_same_drawer: bool) -> bool:
    """Is a picture that came from outside the one that is drawn here? Only of our own kind of PNG."""
    if sha256(picture).digest() == sha256(drawn).digest():
        return True
    own, other = _pixels(drawn), _pixels(picture)
    if own is None or other is None or own.shape != other.shape:
        return False
    if is_same_drawer:
        return bool((own == other).all())
    return bool((np.abs(own.astype(np.int16) - other) > NEAR).any(axis=2).mean() <= FEW)


def _pixels(png: bytes) -> Pixel | None:
    """What `page_drawing.png_file` packed, and nothing else; it unpacks to no more than its size says."""
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"
    if not png.startswith(head) or len(png) < 57 or png[24:29] != b"\x08\x02\x00\x00\x00":
        return None
    width, height = struct.unpack(">II", png[16:24])
    length = int.from_bytes(png[33:37], "big")
    if png[37:41] != b"IDAT" or width * height > 16_100_000:
        return None
    wanted = height * (1 + 3 * width)
    try:
        rows = zlib.decompressobj().decompress(png[41 : 41 + length], wanted + 1)
    except zlib.error:
        return None
    if len(rows) != wanted:
        return None
    return np.frombuffer(rows, np.uint8).reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)
