"""Does a quote stand on the drawn page? The lines that hold it are read off the picture, each on its own."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from core.citations.raw_lines import RawRow, key, rows_of
from core.german.folding import letters
from core.german.formats import numbers
from core.german.words import NEGATOR
from core.programme import tesseract
from core.programme.pdf import Box, open_pdf
from core.programme.pdf_processes import Aim, apart
from core.programme.tesseract import DrawnLine

TOLERANCE = 2
"""Letters of a part in which the recogniser may differ; of 900 lines of good print 5 differ in more than one.
Numbers, negations and umlauts („Forderung“, „Förderung“) must agree whatever the letters do."""

SURE = 60.0
"""Of a word that it is less sure of, what Tesseract sees says nothing: single numbers in a table, a logo."""

SECONDS_A_LINE = 0.5

HYPHENATED = re.compile(r"[-¬]\s+(?=[a-zäöüß])")
"""„nie- mals“: a word over two lines."""

NEGATIONS = ("kein", "nicht", "nie", "ohne", "weder")
"""„kein“ and „ein“ differ in one letter; looked for without the spaces that are not compared."""

STROKES = ("i", "l", "I", "|")
GLUED_NUMBER = re.compile(r"(?<=[^\W\d_])\d+|§\s*\d+")

NOT_PRINTED = "Auf der gedruckten Seite ist etwas anderes zu lesen: „{}“."

Place = tuple[int, Box]


def printed_parts(text: str, zeilen: Sequence[RawRow]) -> "list[PrintedPart]":
    """The quote in one piece, else part by part as its ellipses divide it; none that does not stand there."""
    parts = [text] if rows_of([key(text)], zeilen) else text.split(" … ")
    found = [(part, rows_of([key(part)], zeilen)) for part in parts]
    return [PrintedPart(part, rows[0]) for part, rows in found if rows]


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part of a quote, and the lines it stands in."""

    text: str
    rows: Sequence[RawRow]

    @property
    def places(self) -> list[Place]:
        return [(row.seite, row.drawn) for row in self.rows]


def read_drawn(path: Path, places: Collection[Place]) -> dict[Place, DrawnLine]:
    """What is drawn at each of these places."""
    if not places:
        return {}
    wanted = sorted(places)
    seconds = 10 + SECONDS_A_LINE * len(wanted)
    texts = apart(Aim.READ, path.name, _drawn, path, wanted, seconds=seconds)
    return dict(zip(wanted, texts, strict=True))


def _drawn(path: Path, places: Sequence[Place]) -> list[DrawnLine]:
    document = open_pdf(path)
    try:
        return tesseract.drawn_lines(document, places)
    finally:
        document.close()


def draw_lines_of(paths: Sequence[Path], places: Sequence[Place]) -> list[DrawnLine]:
    """The same of the first pages of many files, by the number of the file; only where PDFs may be opened."""
    documents = [open_pdf(path) for path in paths]
    try:
        return tesseract.drawn_lines([document[0] for document in documents], places)
    finally:
        for document in documents:
            document.close()


def seen_in_print(parts: Sequence[PrintedPart], drawn: Mapping[Place, DrawnLine]) -> tuple[bool | None, str]:
    """Is the quote drawn, and if not, what is; None where Tesseract is not sure of what it sees."""
    for part in parts:
        lines = [drawn[place] for place in part.places]
        texts = [_as_printed(line.text, row) for line, row in zip(lines, part.rows, strict=True)]
        if not _holds(part.text, texts):
            if min(line.sure for line in lines) < SURE:
                return None, ""
            return False, NOT_PRINTED.format(" ".join(texts)[:300])
    return True, ""


def _as_printed(text: str, row: RawRow) -> str:
    """Without the number of the line in the margin; a lone stroke is a one."""
    words = text.split()
    if row.nummer_vorn and words[:1] and words[0].isdecimal():
        words = words[1:]
    if row.nummer_hinten and words[-1:] and words[-1].isdecimal():
        words = words[:-1]
    return " ".join("1" if word in STROKES else word for word in words)


def _holds(text: str, lines: Sequence[str]) -> bool:
    """Do the lines, one behind the other, hold the text?"""
    whole = " ".join(lines)
    wanted, seen = letters(text), letters(whole)
    found = fuzz.partial_ratio_alignment(wanted, seen)
    if len(seen) < len(wanted) - TOLERANCE or found is None:
        return False
    there = seen[max(0, found.dest_start) : found.dest_end]
    differing = Levenshtein.editops(wanted, there)
    if len(differing) > TOLERANCE:
        return False
    if differing and any(wanted.count(word) != there.count(word) for word in NEGATIONS):
        return False
    if any(_is_umlaut(wanted, op.src_pos) or _is_umlaut(there, op.dest_pos) for op in differing):
        return False
    replaced = [(wanted[op.src_pos], there[op.dest_pos]) for op in differing if op.tag == "replace"]
    if any(claimed.isdecimal() and drawn.isdecimal() for claimed, drawn in replaced):
        return False  # behind „§“ and in „CO2“, where numbers are not counted below
    return not _counted(text) - (_counted(whole) | _counted(HYPHENATED.sub("", whole)))


def _is_umlaut(text: str, position: int) -> bool:
    return text[position : position + 1] in ("ä", "ö", "ü")


def _counted(text: str) -> Counter[str]:
    """Its numbers and negations; „CO2“ and „§ 218“ (read as 8 218) are held to their letters alone."""
    alone = GLUED_NUMBER.sub("", text)
    return Counter([*numbers(alone), *(match[0].casefold() for match in NEGATOR.finditer(text))])
