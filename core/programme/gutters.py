"""White strips between columns: where a page, or a part of one, is to be cut from top to bottom.

A strip is found from evidence, not from a page's proportions: lines begin at its right edge, other lines
end left of it, and both stand beside each other. So it may be short (two columns under a paragraph of full
width), at the page's edge (a note beside the body) or crossed by headings.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.programme.pdf import Zeile

LABEL = re.compile(r"[^\w\s]{1,3}|\(?[\dIVXivx]{1,4}(?:[.,/]\d{1,3})*[.)]?|\(?\w[.)]|\w|§+ ?\d*")
"""What hangs before a list item or stands behind a line of contents: it is no column of its own."""

NUMERIC = re.compile(r"[\W\d]*(?:Euro|EUR|Mio\.?|Mrd\.?|Prozent|S\.|Seite)?[\W\d]*")
"""A cell of figures: it belongs to the words of its row."""

ALIGNED = 1.5
"""Points by which the lines of one column begin apart (in justified text of all programmes under 1)."""

FACING = 3
"""Rows beside each other that make two columns; where the document's grid says so, one does."""

SHARE_EDGES = 0.34
WIDE = 2.0
"""On three rows the lines of a column begin at one place (linke-bund-2025: at 3 on 50), or it is wide."""

NOTE_SIZE = 0.88
"""Letters of a note against those of the body beside it (afd-bund-2021: 7 and 10 points)."""

BAND = 0.9
"""So many usual heights of a line a white band has (fdp-bund-2021-archiv: 2 at a box, 0.2 between lines)."""

WIDER = 1.4
"""A gutter is so much wider than the spaces beside it (afd-bund-2025: words of one line, all 1.0 to 1.2)."""

SHARE_PARTED = 0.5
"""Of the rows beside each other so many show it; lines of a narrow column can be stretched far."""


@dataclass(frozen=True, slots=True)
class Gutter:
    """A strip that ends at `x`, the left edge of what stands right of it.

    `runs`: the heights (from, to) in which nothing crosses it and both sides have text. `crossing`: how many
    lines cross it elsewhere. `facing`: how many rows stand beside each other.
    """

    x: float
    runs: tuple[tuple[float, float], ...]
    crossing: int
    facing: int

    def is_left(self, zeile: Zeile) -> bool:
        return zeile.x0 < self.x - ALIGNED


def find_gutter(zeilen: Sequence[Zeile], grid: Collection[float] = ()) -> Gutter | None:
    """The strip that parts these lines with the fewest lines across it; None where they are one column.

    `grid`: left edges of columns on other pages of the document; there less is enough.
    """
    if len(zeilen) < 2:
        return None
    ordered = sorted(zeilen, key=lambda z: z.mitte)
    known = sorted(grid)
    found = [
        gutter
        for x in _left_edges(ordered)
        if (gutter := _gutter_at(x, ordered, _is_near(x, known))) is not None
    ]
    return min(found, key=lambda g: (g.crossing, -g.facing, g.x), default=None)


def _is_near(x: float, known: Sequence[float]) -> bool:
    place = bisect_left(known, x - 2 * ALIGNED)
    return place < len(known) and known[place] <= x + 2 * ALIGNED


def _left_edges(ordered: Sequence[Zeile]) -> list[float]:
    """Where lines begin that have something left of them in their row; of near ones the leftmost."""
    edges: list[float] = []
    for index, zeile in enumerate(ordered):
        if any(_is_left_of(other, zeile) for other in _row_of(index, ordered)):
            edges.append(zeile.x0)
    edges.sort()
    return [x for before, x in pairwise([float("-inf"), *edges]) if x - before > ALIGNED]


def _row_of(index: int, ordered: Sequence[Zeile]) -> Iterable[Zeile]:
    """The lines whose middle lies within the height of this one."""
    zeile = ordered[index]
    for step in (-1, 1):
        other = index + step
        while 0 <= other < len(ordered) and zeile.y0 < ordered[other].mitte < zeile.y1:
            yield ordered[other]
            other += step


def _is_left_of(other: Zeile, zeile: Zeile) -> bool:
    return zeile.x0 - other.x1 >= _least_width(zeile)


def _least_width(zeile: Zeile) -> float:
    """White that is more than the space between two words: 0.6 of the letters' size, at least 4 points."""
    return max(4.0, 0.6 * zeile.groesse)


def _gutter_at(x: float, ordered: Sequence[Zeile], is_known: bool) -> Gutter | None:
    left: list[Zeile] = []
    right: list[Zeile] = []
    crossing: list[Zeile] = []
    for zeile in ordered:
        if zeile.x0 >= x - ALIGNED:
            right.append(zeile)
        elif zeile.x1 <= x - 0.5 * _least_width(zeile):
            left.append(zeile)
        else:
            crossing.append(zeile)
    spans = list(_between(_barriers(crossing, [*left, *right])))
    sides = [(_within(left, low, high), _within(right, low, high)) for low, high, _ in spans]
    if not any(_facing(*side, x, is_known) >= (1 if is_known else FACING) for side in sides):
        return None
    # Where two columns are proved, a single row of them is believed too; but not among lines of a table.
    runs = [
        (low, high, facing)
        for (low, high, is_clean), side in zip(spans, sides, strict=True)
        if (facing := _facing(*side, x, True)) >= FACING or (facing and is_clean)
    ]
    return Gutter(x, tuple(run[:2] for run in runs), len(crossing), sum(run[2] for run in runs))


Barrier = tuple[float, float, bool]
"""From the middle of one line to that of another, and whether other lines stand in its rows."""


def _barriers(crossing: Sequence[Zeile], others: Sequence[Zeile]) -> list[Barrier]:
    """The lines that cross, with what stands in their rows: a table's are one with the cells beside."""
    others = sorted(others, key=lambda z: z.mitte)
    bands = _white_bands(sorted([*crossing, *others], key=lambda z: z.y0))
    result: list[Barrier] = []
    for zeile in crossing:
        mates = [z.mitte for z in _within(others, zeile.y0, zeile.y1)]
        if mates:
            place = bisect_left(bands, zeile.mitte)
            result.append((bands[place - 1], bands[place], True))
        else:
            result.append((zeile.mitte, zeile.mitte, False))
    return result


def _white_bands(ordered: Sequence[Zeile]) -> list[float]:
    """Heights without text from edge to edge, a line high; what stands between two belongs together."""
    bands, bottom = [float("-inf")], ordered[0].y1
    high = BAND * median(zeile.y1 - zeile.y0 for zeile in ordered)
    for zeile in ordered:
        if zeile.y0 - bottom > high:
            bands.append((zeile.y0 + bottom) / 2)
        bottom = max(bottom, zeile.y1)
    return [*bands, float("inf")]


def _between(barriers: Sequence[Barrier]) -> Iterable[tuple[float, float, bool]]:
    """The heights between barriers, and whether both are lines of their own."""
    edge = float("inf")
    for before, after in pairwise([(-edge, -edge, False), *barriers, (edge, edge, False)]):
        if after[0] > before[1]:
            yield before[1], after[0], not (before[2] or after[2])


def _within(zeilen: Sequence[Zeile], low: float, high: float) -> Sequence[Zeile]:
    first = bisect_right(zeilen, low, key=lambda z: z.mitte)
    return zeilen[first : bisect_left(zeilen, high, key=lambda z: z.mitte)]


def _facing(left: Sequence[Zeile], right: Sequence[Zeile], x: float, is_known: bool) -> int:
    """How many rows stand beside each other, parted by more than the space between words.

    Rows of two sizes count twice. `is_known`: columns begin here elsewhere.

    In justified text „nicht   mehr   attraktiv“ falls apart as well; there all white is of one width.
    """
    if not left or not right:
        return 0
    low, high = max(left[0].y0, right[0].y0), min(left[-1].y1, right[-1].y1)
    beside = [[z for z in side if low < z.mitte < high] for side in (left, right)]
    if any(not side or _only_labels(side) for side in beside):
        return 0
    pairs = [(mate, z) for z in _first_in_rows(beside[1]) if (mate := _mate(z, beside[0]))]
    parted = sum(_is_parted(mate, z, left, right) for mate, z in pairs)
    if parted < SHARE_PARTED * len(pairs):
        return 0
    if min(len(left), len(right)) >= FACING and _differ_in_size(*beside):
        return 2 * parted
    is_wide = x - max(z.x1 for z in beside[0]) >= WIDE * beside[1][0].groesse
    return parted if is_known or is_wide or _begin_together([z.x0 - x for _, z in pairs]) else 0


def _differ_in_size(left: Sequence[Zeile], right: Sequence[Zeile]) -> bool:
    """Small print beside the body (a note) is another text, however few its lines are."""
    sizes = sorted(median(z.groesse for z in side) for side in (left, right))
    return sizes[0] < NOTE_SIZE * sizes[1]


def _begin_together(starts: Sequence[float]) -> bool:
    """A column's lines begin at few places (its edge, an indent), the pieces of a torn line anywhere."""
    edges = 1 + sum(b - a > ALIGNED for a, b in pairwise(sorted(starts)))
    at_strip = sum(start <= ALIGNED for start in starts)
    return edges <= SHARE_EDGES * len(starts) or at_strip >= 0.5 * len(starts)


def _first_in_rows(right: Sequence[Zeile]) -> list[Zeile]:
    """The leftmost line of every row."""
    rows: list[Zeile] = []
    for zeile in right:
        if rows and zeile.mitte < rows[-1].y1 and rows[-1].mitte > zeile.y0:
            rows[-1] = min(rows[-1], zeile, key=lambda z: z.x0)
        else:
            rows.append(zeile)
    return rows


def _mate(zeile: Zeile, left: Sequence[Zeile]) -> Zeile | None:
    """The nearest line left of this one in its row; a note's small lines lie between two of the body."""
    around = 0.5 * (zeile.y1 - zeile.y0)
    return max(_within(left, zeile.y0 - around, zeile.y1 + around), key=lambda z: z.x1, default=None)


def _is_parted(mate: Zeile, zeile: Zeile, left: Sequence[Zeile], right: Sequence[Zeile]) -> bool:
    gap = zeile.x0 - mate.x1
    return gap >= _least_width(zeile) and gap > WIDER * max(
        _last_space(mate, left), _first_space(zeile, right)
    )


def _last_space(zeile: Zeile, left: Sequence[Zeile]) -> float:
    """The white before the last word of a line; the line may be that one word."""
    if len(zeile.woerter) > 1:
        return zeile.woerter[-1].x0 - zeile.woerter[-2].x1
    before = [z.x1 for z in _within(left, zeile.y0, zeile.y1) if z.x1 <= zeile.x0]
    return zeile.x0 - max(before) if before else 0.0


def _first_space(zeile: Zeile, right: Sequence[Zeile]) -> float:
    if len(zeile.woerter) > 1:
        return zeile.woerter[1].x0 - zeile.woerter[0].x1
    behind = [z.x0 for z in _within(right, zeile.y0, zeile.y1) if z.x0 >= zeile.x1]
    return min(behind) - zeile.x1 if behind else 0.0


def _only_labels(side: Sequence[Zeile]) -> bool:
    texts = [zeile.text.strip() for zeile in side]
    return sum(bool(LABEL.fullmatch(text) or NUMERIC.fullmatch(text)) for text in texts) > 0.6 * len(texts)
