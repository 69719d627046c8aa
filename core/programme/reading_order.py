"""Lines of a page → reading order: columns, pages side by side, headings and boxes across columns.

The page is cut from top to bottom at its clearest gutter (`gutters`), each side again, and so on. What
crosses a gutter is read between what stands above and below it, unless the sentences say that it only lies
in between.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.german.sentences import SENTENCE_END
from core.programme.gutters import Gutter, find_gutter
from core.programme.pdf import Zeile

HEADING = 1.12
"""Letters of a heading against those around it, as in `headings`."""

ROOM = 2.5
"""Usual steps from line to line; a line left free between two paragraphs is 2."""

Reihe = list[Zeile]
"""Lines on one baseline, left to right."""

MOST_LINES = 1500
"""Lines of a page beyond which it is a drawing, not text (the fullest page of all programmes has 400)."""

DEEPEST = 12
"""Cuts within cuts: a sheet of two pages with three columns each and notes needs 5."""

WHITE_BAND = 4
"""Lines that fit in a band across both columns under which something else begins (signatures, boxes)."""


@dataclass(frozen=True, slots=True)
class Zone:
    """What stands between two lines that cross a gutter: left and right of it, or all of it in `across`."""

    left: list[Zeile]
    right: list[Zeile]
    across: list[Zeile]


def columns(zeilen: Sequence[Zeile], grid: Collection[float] = ()) -> list[list[Reihe]]:
    """The columns of a page in reading order, each as rows from top to bottom.

    `grid`: where columns begin on other pages of the document.
    """
    if len(zeilen) > MOST_LINES:
        return [rows(zeilen)]
    return [rows(part) for part in _split(list(zeilen), grid, 0) if part]


def rows(zeilen: Sequence[Zeile]) -> list[Reihe]:
    """Put together what stands on one baseline („1.“ and its text are two lines in many files)."""
    result: list[Reihe] = []
    for zeile in sorted(zeilen, key=lambda z: (z.mitte, z.x0)):
        if result and _same_row(result[-1], zeile):
            result[-1].append(zeile)
        else:
            result.append([zeile])
    for reihe in result:
        reihe.sort(key=lambda z: z.x0)
    return result


def _same_row(reihe: Reihe, zeile: Zeile) -> bool:
    last = reihe[-1]
    overlap = min(last.y1, zeile.y1) - max(last.y0, zeile.y0)
    apart = all(zeile.x0 >= z.x1 - 2 or zeile.x1 <= z.x0 + 2 for z in reihe)
    return apart and overlap > 0.5 * min(last.y1 - last.y0, zeile.y1 - zeile.y0)


# --- cutting ------------------------------------------------------------------------------------------------


def _split(zeilen: list[Zeile], grid: Collection[float], depth: int) -> list[list[Zeile]]:
    gutter = find_gutter(zeilen, grid) if depth < DEEPEST else None
    if gutter is None:
        return [zeilen]
    zones = _zones(zeilen, gutter)
    if len(zones) == 1 and not (zones[0].left and zones[0].right):
        return [zeilen]
    parts: list[list[Zeile]] = []
    for group in _flows(zones):
        for side in ([z for zone in group for z in zone.left], [z for zone in group for z in zone.right]):
            parts += _split(side, grid, depth + 1) if side else []
        for zone in group:
            parts += _split(zone.across, grid, depth + 1) if zone.across else []
    return parts


def _zones(zeilen: Sequence[Zeile], gutter: Gutter) -> list[Zone]:
    """The lines from top to bottom: where nothing crosses, by sides; the others as they are."""
    pieces = [piece for zeile in zeilen for piece in _at_gutter(zeile, gutter.x)]
    zones: list[Zone] = []
    todo = sorted(pieces, key=lambda z: z.mitte)
    for low, high in gutter.runs:
        above = [z for z in todo if z.mitte <= low]
        inside = [z for z in todo if low < z.mitte < high]
        todo = [z for z in todo if z.mitte >= high]
        if above:
            zones.append(Zone([], [], above))
        for band in _bands(inside, gutter):
            left, right = [z for z in band if gutter.is_left(z)], [z for z in band if not gutter.is_left(z)]
            zones.append(Zone(left, right, []))
    return [*zones, Zone([], [], todo)] if todo else zones


def _at_gutter(zeile: Zeile, x: float) -> list[Zeile]:
    """A line that the file runs on across the gutter, cut there: „… linkes Ende   rechter Anfang …“."""
    if zeile.x1 <= x or zeile.x0 >= x - 2:
        return [zeile]
    for place, (a, b) in enumerate(pairwise(zeile.woerter), 1):
        if b.x0 >= x - 2 and b.x0 - a.x1 > 0.6 * zeile.groesse:
            return [zeile.with_words(zeile.woerter[:place]), zeile.with_words(zeile.woerter[place:])]
    return [zeile]


def _bands(zeilen: list[Zeile], gutter: Gutter) -> list[list[Zeile]]:
    """What stands below a wide white band across both sides (signatures, boxes) is read after both.

    So is what a heading of the left side begins where the right one leaves room for it (linke-bund-2021, 85).
    """
    for place in _section_starts(zeilen, gutter):
        return [zeilen[:place], *_bands(zeilen[place:], gutter)]
    bottom = float("inf")
    for place, zeile in enumerate(zeilen):
        if zeile.y0 - bottom > WHITE_BAND * (zeile.y1 - zeile.y0):
            sides = {gutter.is_left(z) for z in zeilen[place:]}
            if len(sides) == 2:
                return [zeilen[:place], *_bands(zeilen[place:], gutter)]
        bottom = zeile.y1 if place == 0 else max(bottom, zeile.y1)
    return [zeilen]


def _section_starts(zeilen: Sequence[Zeile], gutter: Gutter) -> Iterator[int]:
    """Where a heading of the left side begins a section of both: beneath it both sides begin on one line."""
    left, right = [z for z in zeilen if gutter.is_left(z)], [z for z in zeilen if not gutter.is_left(z)]
    if len(left) < 3 or len(right) < 2:
        return
    size, step = median(z.groesse for z in zeilen), median(_steps(left) or [float("inf")])
    for place, zeile in enumerate(zeilen):
        if zeile.groesse < HEADING * size or not gutter.is_left(zeile) or not place:
            continue
        above = [z for z in right if z.mitte < zeile.mitte]
        below = [z for z in right if z.mitte >= zeile.mitte]
        text = next((z for z in left if z.y0 > zeile.y0 and z.groesse < HEADING * size), None)
        if not (above and below and text) or below[0].mitte - above[-1].mitte < ROOM * step:
            continue
        if below[0].groesse >= HEADING * size:
            continue
        is_level = abs(below[0].mitte - text.mitte) < 0.3 * (text.y1 - text.y0)
        if is_level and above[-1].y1 <= zeile.y1 and zeilen[place - 1].mitte < zeile.y0:
            yield place


def _steps(zeilen: Sequence[Zeile]) -> list[float]:
    return [b.mitte - a.mitte for a, b in pairwise(zeilen) if b.mitte - a.mitte > 0.5 * (a.y1 - a.y0)]


# --- which way the text flows ------------------------------------------------------------------------------


def _flows(zones: Sequence[Zone]) -> list[list[Zone]]:
    """Zones whose columns are read on through what lies between them (a box, a chart) come together.

    The left column below a box ends „… dieser unzumutbar“, the right one above it begins „war.“.
    """
    groups: list[list[Zone]] = []
    between: list[Zone] = []
    for zone in zones:
        if zone.across:
            between.append(zone)
            continue
        if groups and _flows_through(groups[-1][-1], zone):
            groups[-1] += [*between, zone]
        else:
            groups += [*([z] for z in between), [zone]]
        between = []
    return [*groups, *([z] for z in between)]


def _flows_through(above: Zone, below: Zone) -> bool:
    """Do the sentences go on better down the left side and then down the right one than zone by zone?"""
    if not (above.left and above.right and below.left and below.right):
        return False
    a, b, c, d = (_Ends.of(side) for side in (above.left, above.right, below.left, below.right))
    by_zone = _joins(a, b) + _joins(b, c) + _joins(c, d)
    by_side = _joins(a, c) + _joins(c, b) + _joins(b, d)
    return by_side > by_zone


@dataclass(frozen=True, slots=True)
class _Ends:
    """How a column begins and ends."""

    begins_small: bool
    is_open: bool

    @classmethod
    def of(cls, side: Sequence[Zeile]) -> "_Ends":
        ordered = sorted(side, key=lambda z: z.mitte)
        return cls(ordered[0].text[:1].islower(), not SENTENCE_END.search(ordered[-1].text))


def _joins(before: _Ends, after: _Ends) -> int:
    """1: an open sentence goes on; -1: a small letter after a sentence's end; 0: who knows."""
    if not after.begins_small:
        return 0
    return 1 if before.is_open else -1
