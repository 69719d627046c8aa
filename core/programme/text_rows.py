"""Rows of a document and what decides about paragraphs: place, size, weight, the edges of the column."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from statistics import median

from core.programme.pdf import RawSide
from core.programme.reading_order import Reihe, columns

# „»“ opens quotes in many programmes: it is a bullet only with a space behind it.
BULLET = re.compile(r"^(?:[•●▪■◦‣✓➔→►\uf0a7\uf0b7\uf0d8]|»\s)")
NUMBERED = re.compile(r"^(?:[–—*-]|\(?\d{1,2}[.)]|\(?[a-z]\)|\d+(?:\.\d+)+\.?)\s")
GRID_PAGES = 0.2
"""On this share of the pages at least lines begin where a column of the document's grid begins."""


class ParagraphKind(StrEnum):
    HEADING = "überschrift"
    TEXT = "text"
    LISTE = "liste"
    FOOTNOTE = "fußnote"
    RANDNOTE = "randnote"
    INHALT = "inhalt"
    TITEL = "titel"

    @property
    def is_prose(self) -> bool:
        return self in (
            ParagraphKind.TEXT,
            ParagraphKind.LISTE,
            ParagraphKind.FOOTNOTE,
            ParagraphKind.RANDNOTE,
        )

    @property
    def is_beside(self) -> bool:
        """Stands beside the text, which goes on after it."""
        return self in (ParagraphKind.FOOTNOTE, ParagraphKind.RANDNOTE)


@dataclass(slots=True)
class RowGroup:
    """A row, in its column from `links` to `rechts`."""

    reihe: Reihe
    seite: RawSide
    spalte: int
    links: float
    rechts: float
    text: str = ""
    groesse: float = 0.0
    fett: bool = False

    def __post_init__(self) -> None:
        longest = max(self.reihe, key=lambda z: z.x1 - z.x0)
        self.groesse, self.fett = longest.groesse, longest.fett
        self.text = " ".join(zeile.text for zeile in self.reihe)

    @property
    def starts_bold(self) -> bool:
        return self.reihe[0].fett_anfang

    @property
    def x0(self) -> float:
        return self.reihe[0].x0

    @property
    def x1(self) -> float:
        return self.reihe[-1].x1

    @property
    def mitte(self) -> float:
        return self.reihe[0].mitte

    @property
    def farbe(self) -> int:
        return self.reihe[0].farbe

    @property
    def place(self) -> tuple[int, int]:
        return self.seite.nummer, self.spalte


@dataclass(slots=True)
class Paragraph:
    art: ParagraphKind
    reihen: list[RowGroup] = field(default_factory=list)
    ebene: int = 0


@dataclass(frozen=True, slots=True)
class BaseType:
    """What most of the text looks like."""

    groesse: float
    fett: bool
    abstand: float
    farbe: int = 0
    schrift: str = ""


def pages_of_rows(seiten: Sequence[RawSide]) -> list[list[RowGroup]]:
    """The rows of every page in reading order."""
    grid = grid_of(seiten)
    return [rows_of(seite, grid) for seite in seiten]


def grid_of(seiten: Sequence[RawSide]) -> list[float]:
    """Where lines begin all over the document: a programme keeps its columns from page to page."""
    pages: dict[int, set[int]] = defaultdict(set)
    lines: Counter[int] = Counter()
    for seite in seiten:
        for zeile in seite.zeilen:
            pages[round(zeile.x0)].add(seite.nummer)
            lines[round(zeile.x0)] += 1
    often = max(3, GRID_PAGES * sum(bool(seite.zeilen) for seite in seiten))
    return sorted(float(x) for x, on in pages.items() if len(on) >= often and lines[x] >= 3 * len(on))


def rows_of(seite: RawSide, grid: Collection[float] = ()) -> list[RowGroup]:
    """The rows of a page in reading order."""
    result = []
    for index, column in enumerate(columns(seite.zeilen, grid)):
        left = min(reihe[0].x0 for reihe in column)
        right = max(reihe[-1].x1 for reihe in column)
        result += [RowGroup(reihe, seite, index, left, right) for reihe in column]
    return result


def base_of(rows: Sequence[RowGroup]) -> BaseType:
    """Size and weight of most letters, and the usual distance of two lines."""
    sizes: Counter[float] = Counter()
    for row in rows:
        sizes[row.groesse] += len(row.text)
    size = sizes.most_common(1)[0][0]
    of_size = [row for row in rows if row.groesse == size]
    bold = sum(row.fett for row in of_size) > 0.5 * len(of_size)
    gaps = [
        b.mitte - a.mitte for a, b in pairwise(rows) if a.place == b.place
        and a.groesse == b.groesse == size and 0 < b.mitte - a.mitte < 3 * size
    ]  # fmt: skip
    colours = Counter(zeile.farbe for row in of_size for zeile in row.reihe)
    colour = colours.most_common(1)[0][0]
    fonts = Counter(zeile.schrift for row in of_size for zeile in row.reihe)
    font = fonts.most_common(1)[0][0]
    return BaseType(size, bold, median(gaps) if gaps else 1.2 * size, colour, font)
