"""Lines of a page → reading order: columns, pages side by side, headings and boxes across columns.

The page is cut from top to bottom at its clearest gutter (`find_gutter`), each side again, and so on. What
crosses a gutter is read between what stands above and below it, unless the sentences say that it only lies
in between.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from statistics import median

from core.wortlaut.german.sentences import SENTENCE_END
from core.wortlaut.reading.pdf import RawSide, Zeile
from core.wortlaut.reading.textstrom import ParagraphKind

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
    ordered, known = sorted(zeilen, key=MITTE), sorted(grid)
    bands = _white_bands(sorted(zeilen, key=lambda z: z.y0))
    found: list[Gutter] = []
    for x in _left_edges(ordered, known):
        near = bisect_left(known, x - 2 * ALIGNED)
        is_known = near < len(known) and known[near] <= x + 2 * ALIGNED
        if gutter := _gutter_at(x, ordered, bands, is_known):
            found.append(gutter)
    return min(found, key=lambda g: (g.crossing, -g.facing, g.x), default=None)


def _left_edges(ordered: Sequence[Zeile], grid: Sequence[float]) -> list[float]:
    """Where lines begin that have something left of them in their row; of near ones the leftmost.

    And where the columns of the document begin: beside two lines under a picture there may be nothing but the
    items of a list, further in than their marks (fdp-muenster-2014, page 33).
    """
    edges: list[float] = []
    for index, zeile in enumerate(ordered):
        if any(zeile.x0 - other.x1 >= _least_width(zeile) for other in _row_of(index, ordered)):
            edges.append(zeile.x0)
    ends = min(zeile.x1 for zeile in ordered)
    starts = [x for x in grid if x > ends]
    edges += [z.x0 for z in ordered if any(abs(z.x0 - x) <= ALIGNED for x in starts)]
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


def _least_width(zeile: Zeile) -> float:
    """White that is more than the space between two words: 0.6 of the letters' size, at least 4 points."""
    return max(4.0, 0.6 * zeile.groesse)


def _gutter_at(x: float, ordered: Sequence[Zeile], bands: Sequence[float], is_known: bool) -> Gutter | None:
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
    spans = list(_between(_barriers(crossing, (left, right), bands)))
    rows = [_facing(_within(left, low, high), _within(right, low, high), x) for low, high, _ in spans]
    if not any(each if is_known else sure >= FACING for each, sure in rows):
        return None
    # Where two columns are proved, a single row of them is believed too; but not among lines of a table.
    runs = [
        (low, high, each)
        for (low, high, is_clean), (each, _) in zip(spans, rows, strict=True)
        if each >= FACING or (each and is_clean)
    ]
    return Gutter(x, tuple(run[:2] for run in runs), len(crossing), sum(run[2] for run in runs))


Barrier = tuple[float, float, bool]
"""From the middle of one line to that of another, and whether other lines stand in its rows."""


def _barriers(
    crossing: Sequence[Zeile], sides: Sequence[Sequence[Zeile]], bands: Sequence[float]
) -> list[Barrier]:
    """The lines that cross, with what stands in their rows: a table's are one with the cells beside."""
    result: list[Barrier] = []
    for zeile in crossing:
        if any(_within(side, zeile.y0, zeile.y1) for side in sides):
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


MITTE = attrgetter("mitte")


def _within(zeilen: Sequence[Zeile], low: float, high: float) -> Sequence[Zeile]:
    first = bisect_right(zeilen, low, key=MITTE)
    return zeilen[first : bisect_left(zeilen, high, first, key=MITTE)] if low < high else ()


def _facing(left: Sequence[Zeile], right: Sequence[Zeile], x: float) -> tuple[int, int]:
    """How many rows stand beside each other, parted by more than the space between words: where columns begin
    here elsewhere, and where they do not.

    Rows of two sizes count twice.

    In justified text „nicht   mehr   attraktiv“ falls apart as well; there all white is of one width.
    """
    if not left or not right:
        return 0, 0
    low, high = max(left[0].y0, right[0].y0), min(left[-1].y1, right[-1].y1)
    beside = [_within(side, low, high) for side in (left, right)]
    if any(not side or _only_labels(side) for side in beside):
        return 0, 0
    pairs = [(mate, z) for z in _first_in_rows(beside[1]) if (mate := _mate(z, beside[0]))]
    parted = sum(_is_parted(mate, z, left, right) for mate, z in pairs)
    if parted < SHARE_PARTED * len(pairs):
        return 0, 0
    if min(len(left), len(right)) >= FACING:
        # Small print beside the body (a note) is another text, however few its lines are.
        small, large = sorted(median(z.groesse for z in side) for side in beside)
        if small < NOTE_SIZE * large:
            return 2 * parted, 2 * parted
    is_wide = x - max(z.x1 for z in beside[0]) >= WIDE * beside[1][0].groesse
    return parted, parted if is_wide or _begin_together([z.x0 - x for _, z in pairs]) else 0


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
    return sum(_is_label(zeile.text) for zeile in side) > 0.6 * len(side)


@lru_cache(maxsize=4096)
def _is_label(text: str) -> bool:
    return bool(LABEL.fullmatch(text.strip()) or NUMERIC.fullmatch(text.strip()))


# --- the order of reading -----------------------------------------------------------------------------------


HEADING = 1.12
"""Letters of a heading against those around it, as in `core.wortlaut.reading.paragraphs_of_rows`."""

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


NEAR = 2.5
"""Heights of a line up to which the next one goes on a column whatever else is there."""


def as_filed(zeilen: Sequence[Zeile]) -> list[list[Reihe]]:
    """The columns in the order of the file: each goes on while its next line stands beneath, none between.

    Whoever set the page wrote a text whole before the next one, mostly (fdp-bund-2021-archiv: charts in boxes
    across both columns).
    """
    parts: list[list[Zeile]] = []
    for zeile in zeilen:
        if parts and _goes_on_beneath(parts[-1], zeile, zeilen):
            parts[-1].append(zeile)
        else:
            parts.append([zeile])
    return [rows(part) for part in parts]


def _goes_on_beneath(part: Sequence[Zeile], zeile: Zeile, zeilen: Sequence[Zeile]) -> bool:
    last = part[-1]
    height = min(last.y1 - last.y0, zeile.y1 - zeile.y0)
    if abs(zeile.mitte - last.mitte) < 0.5 * height:
        return -2 <= zeile.x0 - last.x1 < _least_width(zeile)
    left, right = min(z.x0 for z in part), max(z.x1 for z in part)
    if not (zeile.x0 < right and left < zeile.x1 and zeile.mitte > last.mitte):
        return False
    return zeile.mitte - last.mitte < NEAR * height or not any(
        last.mitte < other.mitte < zeile.mitte and other.x0 < right and left < other.x1 for other in zeilen
    )


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
    steps = [b.mitte - a.mitte for a, b in pairwise(left) if b.mitte - a.mitte > 0.5 * (a.y1 - a.y0)]
    size, step = median(z.groesse for z in zeilen), median(steps or [float("inf")])
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


# --- rows of a document and what decides about paragraphs: place, size, weight, the edges of the column ----


# „»“ opens quotes in many programmes: it is a bullet only with a space behind it.
BULLET = re.compile(r"^(?:[•·●▪■□◆◇○◦∙‣✓✔✗✘☐☑☒➔➜➢➤→⇒►▶▸▷♦\uf0a7\uf0b7\uf0d8]|»\s)")
NUMBERED = re.compile(r"^(?:[–—*-]|\(?\d{1,2}[.)]|\(?[a-z]\)|\d+(?:\.\d+)+\.?)\s")
GRID_PAGES = 0.2
"""On this share of the pages at least lines begin where a column of the document's grid begins."""


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


class PageOrders:
    """The pages of a document, and the rows of each in reading order or in that of the file.

    A page is put in order once, however often the document is read with other pages as they are filed: that
    is most of the time of a paper of tables.
    """

    def __init__(self, seiten: Sequence[RawSide]) -> None:
        self.seiten, self._grid = seiten, grid_of(seiten)
        self._rows: dict[tuple[int, bool], list[RowGroup]] = {}

    def rows(self, filed: Collection[int] = ()) -> list[list[RowGroup]]:
        """Of every page; of the pages `filed` in the order of the file."""
        return [self._of(seite, seite.nummer in filed) for seite in self.seiten]

    def _of(self, seite: RawSide, is_filed: bool) -> list[RowGroup]:
        key = seite.nummer, is_filed
        if key not in self._rows:
            self._rows[key] = rows_of(seite, self._grid, is_filed)
        return self._rows[key]


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


def rows_of(seite: RawSide, grid: Collection[float] = (), is_filed: bool = False) -> list[RowGroup]:
    """The rows of a page in reading order."""
    result = []
    for index, column in enumerate(as_filed(seite.zeilen) if is_filed else columns(seite.zeilen, grid)):
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
