"""The lines of the file an Antrag was read from, each with page and place; where a wording stands."""

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.antrag.read_antrag import MAX_PICTURE_PAGES, SCAN_SECONDS, pdf_paragraphs
from core.german.folding import letters, occurrences
from core.programme.ocr import read_apart
from core.programme.pdf import Box
from core.recent import Recent


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A line as it was read: its page, its box there, its letters."""

    seite: int
    box: Box
    key: str


_read_rows: Recent[tuple[ReadRow, ...]] = Recent(20_000, len)


def read_rows(path: Path) -> tuple[ReadRow, ...]:
    """In reading order; read once as long as the file is what it was."""
    version = hashlib.sha256(path.read_bytes()).hexdigest()
    return _read_rows.get(version, lambda: read_apart(path, _rows, MAX_PICTURE_PAGES, SCAN_SECONDS))


def _rows(path: Path, erkannt: Path) -> tuple[ReadRow, ...]:
    return tuple(
        ReadRow(
            reihe.seite.nummer,
            reihe.seite.page_box((zeile.x0, zeile.y0, zeile.x1, zeile.y1)),
            letters(zeile.text),
        )
        for paragraph in pdf_paragraphs(path, erkannt)
        for reihe in paragraph.reihen
        for zeile in reihe.reihe
    )


def rows_of_span(rows: Sequence[ReadRow], text: str, start: int, end: int) -> Sequence[ReadRow]:
    """The lines on which this range of the Antrag's text stands; none where that is not certain.

    Found by its letters. Words that stand in the file several times are told apart by their order, as long
    as they stand in the text as often.
    """
    key = letters(text[start:end])
    whole = "".join(row.key for row in rows)
    places = list(occurrences(key, whole))
    if not places:
        return ()
    if len(places) > 1:
        in_text = list(occurrences(key, letters(text)))
        if len(in_text) != len(places):
            return ()
        at = len(letters(text[:start]))
        places = [place for place, there in zip(places, in_text, strict=True) if there == at]
    return _touched(rows, places[0], places[0] + len(key)) if places else ()


def _touched(rows: Sequence[ReadRow], low: int, high: int) -> Sequence[ReadRow]:
    starts, length = [], 0
    for row in rows:
        starts.append(length)
        length += len(row.key)
    return rows[bisect_right(starts, low) - 1 : bisect_right(starts, high - 1)]
