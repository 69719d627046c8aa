"""A page's words as PyMuPDF gives them (box, text, block, line, …), mended where the file says too little."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Any, TypedDict

import numpy as np

from core.wortlaut.german.folding import letters

NEAR = 0.6
"""A space between words is narrower than this, in heights of the line; the gap between columns is wider."""

FAR = 1.8
"""Lines that are further apart than this, in usual distances, are parted by white space."""

STRETCHED = 1.5
"""A page's lines are further apart than those of most pages by this at most."""

SMALL = 0.93
"""Notes, captions and running heads are set in type smaller than this beside the text's."""

CAPITAL = re.compile("[A-ZÄÖÜ]")

CAP = 1.8
"""A first letter over several lines is higher than the words beside it by this."""

MARGIN = 0.12
"""The share of a page's height, above and below, in which running heads and page numbers stand."""

LABEL = re.compile(r"\(?(?:\d{1,2}(?:\.\d{1,2})*|[a-z]|([a-z])\1{1,2}|[ivx]{1,4})[.)]*", re.IGNORECASE)
"""„1.“, „2.3“, „(4)“, „a)“ or „bb)“ before an item of a list, from which it stands apart."""

OVERPRINTED = 4
"""So many times some files print a word over itself to make it bold."""

LABEL_GAP = 6
"""How far from its item it may stand, in heights of the line."""

CELL_GAP = 12
"""The same where the file goes on with the item: numbers in a table (fdp-muenster-2014, page 13)."""

REPEATED = 3
"""Pages that have a line at one height before it is a running head; twice is chance in a leaflet."""

ROOM = 2.5
"""Usual steps from line to line that a heading needs; a line left free between two paragraphs makes 2."""

COLUMN = 5
"""So many lines beside each other are a column that nobody leaves out."""


class Lane:
    """What stands on one baseline without a gap as between columns: indices of words, left to right."""

    __slots__ = ("h", "mid", "woerter", "x0", "x1")

    def __init__(self, woerter: list[int], x0: float, x1: float, mid: float, h: float) -> None:
        self.woerter, self.x0, self.x1, self.mid, self.h = woerter, x0, x1, mid, h

    def shares_x(self, other: "Lane") -> bool:
        return self.x0 < other.x1 and other.x0 < self.x1


class RawPagePicture:
    """One page: its lines of sight, made when first asked for."""

    def __init__(self, reading: "RawReading", nummer: int) -> None:
        self.reading, self.nummer = reading, nummer
        self.start, self.end = reading.limits[nummer - 1 : nummer + 1]

    @cached_property
    def lanes(self) -> list[Lane]:
        """From top to bottom."""
        box, runs = self.reading.page_box[self.start : self.end], []
        ends = np.flatnonzero(~self.reading.has_next[self.start : self.end]).tolist()
        start = 0
        for end in ends:
            part = box[start : end + 1]
            # At the median: neither the drop cap nor the raised figure.
            y0, y1 = (sorted([b[side] for b in part])[len(part) // 2] for side in (1, 3))
            x1 = max([b[2] for b in part])
            words = list(range(self.start + start, self.start + end + 1))
            runs.append(Lane(words, part[0][0], x1, (y0 + y1) / 2, y1 - y0))
            start = end + 1
        lanes = _merged(runs, self.reading.texts)
        if self.reading.counts_lines:
            _without_line_numbers(lanes, self.reading)
        return sorted((lane for lane in lanes if lane.woerter), key=lambda lane: lane.mid)

    @cached_property
    def lane_of(self) -> dict[int, Lane]:
        return {wort: lane for lane in self.lanes for wort in lane.woerter}

    @cached_property
    def _mids(self) -> list[float]:
        return [lane.mid for lane in self.lanes]

    @cached_property
    def pitch(self) -> float:
        """From one line to the one beneath, at the median."""
        steps = []
        for i, lane in enumerate(self.lanes):
            for low in self.lanes[i + 1 :]:
                if low.mid > lane.mid + 0.4 * lane.h and low.shares_x(lane):
                    steps.append(low.mid - lane.mid)
                    break
        return max(median(steps), 0.8 * median(b.h for b in self.lanes)) if steps else float("inf")

    @cached_property
    def edge_pitch(self) -> float:
        """The same towards a page's edge: of a page of short paragraphs the others tell how far is far."""
        return min(self.pitch, STRETCHED * self.reading.pitch)

    @cached_property
    def height_range(self) -> tuple[float, float]:
        """Where the words of the page begin and end."""
        return self._mids[0], self._mids[-1]

    def is_beneath(self, low: Lane, high: Lane) -> bool:
        """Is this the next line beneath, with none between?"""
        if low.mid <= high.mid + 0.4 * high.h or not low.shares_x(high):
            return False
        first, last = (
            bisect_right(self._mids, high.mid + 0.35 * high.h),
            bisect_left(self._mids, low.mid - 0.35 * low.h),
        )
        return not any(b.shares_x(low) and b.shares_x(high) for b in self.lanes[first:last])

    def is_foot(self, lane: Lane, furniture: set[tuple[str, int]], pitch: float) -> bool:
        """Is there nothing of the text beneath, or white space?"""
        beneath = (b for b in self.lanes if b.mid > lane.mid + 0.4 * lane.h and b.shares_x(lane))
        near = (b for b in beneath if b.mid - lane.mid <= FAR * pitch)
        return all(self.reading.is_smaller(b, lane) or self.key(b) in furniture for b in near)

    def is_head(self, lane: Lane, furniture: set[tuple[str, int]], pitch: float) -> bool:
        """The same above."""
        above = (b for b in self.lanes if b.mid < lane.mid - 0.4 * lane.h and b.shares_x(lane))
        near = (b for b in above if lane.mid - b.mid <= FAR * pitch)
        return all(self.reading.is_smaller(b, lane) or self.key(b) in furniture for b in near)

    def section_head(self, foot: Lane) -> Lane | None:
        """The head of the column beside this one, where a heading over this one begins a section of both.

        Both begin on one line beneath it, and the other column leaves room for it (linke-bund-2021, page 85).
        """
        column = [b for b in self.lanes if b.mid <= foot.mid and b.x0 < foot.x1 and foot.x0 < b.x1]
        text = foot
        for above in reversed(column):
            if self.reading.is_smaller(foot, above):
                break
            text = above
        else:
            return None
        beside = [b for b in self.lanes if b.x0 > foot.x1 - foot.h and b.h >= SMALL * foot.h]
        level = next((b for b in beside if abs(b.mid - text.mid) < 0.3 * text.h), None)
        before = [b for b in beside if b.mid < text.mid - 0.5 * text.h]
        is_free = before and before[-1].mid < above.mid and text.mid - before[-1].mid > ROOM * self.pitch
        return level if level and is_free and not self.reading.is_smaller(text, level) else None

    def item_of(self, lane: Lane) -> Lane:
        """What a list's mark stands before at a distance; of any other line the line itself."""
        words = {self.reading.texts[i] for i in lane.woerter[:OVERPRINTED]}
        if len(lane.woerter) > OVERPRINTED or len(words) > 1 or not LABEL.fullmatch(words.pop()):
            return lane
        level = (b for b in self.lanes if abs(b.mid - lane.mid) < 0.5 * lane.h)
        right = [b for b in level if lane.x0 < b.x0 < lane.x1 + CELL_GAP * lane.h]
        item = min(right, key=lambda b: b.x0, default=lane)
        is_next = item.woerter[0] == lane.woerter[-1] + 1
        return item if is_next or item.x0 < lane.x1 + LABEL_GAP * lane.h else lane

    def has_column(self, left: float, right: float, h: float) -> bool:
        """Does a column of text stand between these edges?"""
        inside = (b for b in self.lanes if left <= b.x0 and b.x1 <= right and b.h >= SMALL * h)
        return sum(len(b.woerter) > 2 for b in inside) >= COLUMN

    def key(self, lane: Lane) -> tuple[str, int]:
        """What a running head shares with those of other pages."""
        text = " ".join(self.reading.texts[i] for i in lane.woerter)
        return re.sub(r"\d+", "#", text), round(lane.mid / 8)


def _merged(runs: list[Lane], texts: Sequence[str]) -> list[Lane]:
    """Join pieces of one line that the file has apart, or several times over each other."""
    result: list[Lane] = []
    rows: dict[int, list[Lane]] = defaultdict(list)
    caps = [run for run in runs if len(run.woerter) == 1 and CAPITAL.fullmatch(texts[run.woerter[0]])]
    for run in sorted(runs, key=lambda run: run.x0):
        row = round(run.mid / 8)
        near = [b for r in (row - 1, row, row + 1) for b in rows[r] if _is_touching(b, run)]
        before = [b for b in near if b not in caps or b.h <= CAP * run.h]
        if texts[run.woerter[0]][0].islower():
            before = before or [cap for cap in caps if _is_cap(cap, run)]
        if before:
            lane = before[0]
            if run.x1 - run.x0 > lane.x1 - lane.x0:
                lane.mid, lane.h = run.mid, run.h
            lane.x1 = max(lane.x1, run.x1)
            lane.woerter += run.woerter
            rows[row] += [lane] if lane in caps else []
        else:
            rows[row].append(run)
            result.append(run)
    return result


def _is_touching(left: Lane, right: Lane) -> bool:
    h = min(left.h, right.h)
    return abs(left.mid - right.mid) < 0.45 * h and right.x0 - left.x1 <= NEAR * h


def _is_cap(left: Lane, right: Lane) -> bool:
    """Does the letter over several lines begin this one, the topmost beside it?"""
    level = abs(left.mid - left.h / 2 - right.mid + right.h / 2) < right.h
    return left.h > CAP * right.h and level and -0.5 * right.h < right.x0 - left.x1 <= NEAR * right.h


def furniture(seiten: Sequence[RawPagePicture]) -> set[tuple[str, int]]:
    """Keys of the lines at the upper and lower edge that several pages have at one height."""
    count: Counter[tuple[str, int]] = Counter()
    for seite in seiten:
        if seite.lanes:
            top, bottom = seite.height_range
            band = MARGIN * (bottom - top)
            count.update({seite.key(b) for b in seite.lanes if not top + band < b.mid < bottom - band})
    return {key for key, times in count.items() if times >= REPEATED or key[0] == "#"}


def _without_line_numbers(lanes: Sequence[Lane], reading: "RawReading") -> None:
    """Take out numbers that stand below each other and count up by ones or fives."""
    columns: dict[int, list[tuple[float, int, Lane, int]]] = defaultdict(list)
    for lane in lanes:
        for i in {lane.woerter[0], lane.woerter[-1]}:
            text = reading.texts[i]
            if text.isdecimal() and len(text) <= 4:
                for edge in (round(float(reading.box[i, 2]) / 8), -round(float(reading.box[i, 0]) / 8)):
                    columns[edge].append((lane.mid, int(text), lane, i))
    numbers: set[int] = set()
    for found in columns.values():
        found.sort(key=lambda item: item[0])
        if _count_up([number for _, number, *_ in found]):
            numbers |= {i for *_, i in found}
    for lane in lanes if numbers else ():
        if numbers & {lane.woerter[0], lane.woerter[-1]}:
            lane.woerter = [i for i in lane.woerter if i not in numbers]
            if lane.woerter:
                lane.x0 = float(reading.box[lane.woerter, 0].min())
                lane.x1 = float(reading.box[lane.woerter, 2].max())


def _count_up(numbers: Sequence[int]) -> bool:
    steps = [b - a for a, b in pairwise(numbers)]
    return len(numbers) >= 5 and sum(step in (1, 5) for step in steps) >= 0.9 * len(steps)


# --- what PyMuPDF gives -------------------------------------------------------------------------------------


RawWord = tuple[float, float, float, float, str, int, int, int]
"""As PyMuPDF gives it: box, text, block, line, place in the line."""


class RawChar(TypedDict):
    c: str
    origin: tuple[float, float]
    bbox: tuple[float, float, float, float]


class RawSpan(TypedDict, total=False):
    """Letters in one font; `text` in a page's „dict“, `chars` in its „rawdict“."""

    text: str
    chars: list[RawChar]
    size: float
    flags: int
    font: str
    color: int


class RawLine(TypedDict):
    dir: tuple[float, float]
    spans: list[RawSpan]


class RawBlock(TypedDict, total=False):
    """A picture has no lines."""

    lines: list[RawLine]


UNNAMED = "\ufffd"
"""How PyMuPDF gives a letter without a name."""

NAMELESS = 0xF0000
"""From here on stand letters without a name, by their code in the font, until one is found."""

NO_SPACE = 2.5
"""Points between two words from which on there is white between them for sure."""


def joined(words: list[RawWord]) -> list[RawWord]:
    """„for“ and „dern“ without white between them are one word, parted by a hyphen that is not printed."""
    if not any(b[0] - a[2] < NO_SPACE and _is_one_word(a, b) for a, b in pairwise(words)):
        return words
    result: list[RawWord] = []
    for word in words:
        if result and word[0] - result[-1][2] < NO_SPACE and _is_one_word(result[-1], word):
            x0, y0, _, y1, text, block, line, place = result[-1]
            around = x0, min(y0, word[1]), word[2], max(y1, word[3])
            result[-1] = (*around, text + word[4], block, line, place)
        else:
            result.append(word)
    return result


def _is_one_word(before: RawWord, word: RawWord) -> bool:
    gap, height = word[0] - before[2], word[3] - word[1]
    if before[5:7] != word[5:7] or not -0.03 * height < gap < 0.2 * height:
        return False
    if word[4] == ".":  # a full stop that the file sets apart
        return bool(before[4][-1].isalnum())
    if gap >= 0.03 * height:
        return False
    left, right = before[4][-1], word[4][0]
    return (left.isalpha() or is_nameless(left)) and (right.islower() or is_nameless(right) or word[4] == "-")


def is_nameless(letter: str) -> bool:
    return letter == UNNAMED or ord(letter) >= NAMELESS


# --- the raw words of a PDF as an eye finds them: what stands side by side, and where a line goes on --------
# A second reading that knows nothing of columns. It takes the words in the file's own order and asks only
# what lies next to a word, beneath a line, at the foot and at the head of a page.

WIDE = 2.5
"""In justified lines spaces grow up to this; there the next line's words stand across them."""

ALIKE = 0.85
"""Boxes of two fonts of one size differ in height up to this (cdu-bund-2021: 12.0 and 13.8)."""

EVEN = 0.05
"""Letters of one size are as wide as each other but for this, at the mean over the file."""

SAMPLED = 400
"""So many letters tell how wide those of a height are."""

SPACED = 4
"""In „K A P I T E L 1“ (afd-grundsatz-2016) words are this further apart than letters, at most."""

Array = np.ndarray[Any, Any]


class RawReading:
    """Every raw word with letters, over all pages, in the file's order. Boxes with the text along +x."""

    def __init__(self, seiten: Sequence[Sequence[RawWord]]) -> None:
        counts = [len(page) for page in seiten]
        columns = list(zip(*(word for page in seiten for word in page), strict=True)) or [()] * 8
        box = np.array(columns[:4], np.float32).T
        seite = np.repeat(np.arange(1, len(counts) + 1), counts)
        zeile = seite * 1_000_000 + np.array(columns[5], int) * 1000 + np.array(columns[6], int)
        directions = _directions(box, seite, zeile, len(counts))
        texts: list[str] = list(columns[4])
        lettered = np.array([text.isalnum() or bool(letters(text)) for text in texts], bool)
        turned = turn(box, directions[seite])
        lettered &= ~_runs_across(turned, zeile)
        self.before_stop = _full_stops(turned, seite, texts, lettered)
        _reach_over(turned, seite, lettered)
        self.texts = [text for text, kept in zip(texts, lettered.tolist(), strict=True) if kept]
        self.raw_box, self.box, self.seite = box[lettered], turned[lettered], seite[lettered]
        self.page_box: list[list[float]] = self.box.tolist()
        self.limits = np.searchsorted(self.seite, np.arange(1, len(counts) + 2)).tolist()
        self.width = self._letter_widths()
        self.has_next = self._side_by_side()
        self.seiten = [RawPagePicture(self, n) for n in range(1, len(counts) + 1)]

    @cached_property
    def pitch(self) -> float:
        """From one line to the one beneath, on most pages."""
        return median([seite.pitch for seite in self.seiten if seite.end > seite.start] or [float("inf")])

    @cached_property
    def counts_lines(self) -> bool:
        """Do numbers count the lines on half of the pages, as in a draft? On one they are a table's."""
        columns: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
        for i, text in enumerate(self.texts):
            if text.isdecimal() and len(text) <= 4 and not (i and self.has_next[i - 1] and self.has_next[i]):
                x0, y0, x1, _ = self.page_box[i]
                for edge in (round(x1 / 8), -round(x0 / 8)):
                    columns[int(self.seite[i]), edge].append((y0, int(text)))
        found = {page for (page, _), numbers in columns.items() if _count_up([n for _, n in sorted(numbers)])}
        return 2 * len(found) >= len(set(self.seite.tolist())) > 0

    def _letter_widths(self) -> dict[int, float]:
        """Height of a box, in quarters of a point → how wide its letters are."""
        height = np.round(4 * (self.box[:, 3] - self.box[:, 1])).astype(int).clip(0)
        count = np.array([len(text) for text in self.texts], int)
        width = np.bincount(height, self.box[:, 2] - self.box[:, 0])
        total = np.bincount(height, count)
        return {h: float(width[h] / total[h]) for h in np.flatnonzero(total >= SAMPLED).tolist()}

    def is_smaller(self, one: "Lane", other: "Lane") -> bool:
        """Is its type smaller? Not by the boxes alone: two fonts of one size have boxes of two heights."""
        if one.h >= SMALL * other.h:
            return False
        a, b = (self.width.get(round(4 * lane.h), 0) for lane in (one, other))
        return one.h < ALIKE * other.h or not a or not b or abs(a - b) > EVEN * b

    def _side_by_side(self) -> Array:
        """Does word i + 1 of the file follow word i on the same line, no further than a space?"""
        if len(self.box) < 2:
            return np.zeros(len(self.box), bool)
        x0, y0, x1, y1 = self.box.T
        h = np.minimum(y1[:-1] - y0[:-1], y1[1:] - y0[1:])
        shared = np.minimum(y1[:-1], y1[1:]) - np.maximum(y0[:-1], y0[1:])
        gap = x0[1:] - x1[:-1]
        level = (self.seite[:-1] == self.seite[1:]) & (shared > 0.4 * h) & (gap > -0.5 * h)
        level &= x0[1:] > x0[:-1]
        near = level & (gap <= NEAR * h)
        for i in np.flatnonzero(level & ~near & (gap <= WIDE * h)).tolist():
            near[i] = self.is_space(i)
        return np.append(near, False)

    def is_space(self, i: int) -> bool:
        """Is the wide gap behind a word the space of a justified line?

        Then the other spaces of the line are wide too, or a word of a near line stands across.
        """
        a, b = self.box[i], self.box[i + 1]
        low, high = self.limits[self.seite[i] - 1 : self.seite[i] + 1]
        x0, y0, x1, y1 = self.box[low:high].T
        h, x, y = a[3] - a[1], (a[2] + b[0]) / 2, np.abs(a[1] + a[3] - y0 - y1) / 2
        alike = np.abs(y1 - y0 - h) < 0.15 * h
        if np.any((0.6 * h < y) & (y < 3.5 * h) & alike & (x0 < x) & (x < x1)):
            return True
        row = np.flatnonzero(y < 0.3 * h)
        gaps = (x0[row][1:] - x1[row][:-1])[np.diff(row) == 1]
        gaps = gaps[(gaps > 0) & (gaps < WIDE * h)]
        spaced = all(len(self.texts[low + k]) == 1 for k in row)
        return len(gaps) > 2 and bool(b[0] - a[2] < (SPACED if spaced else 1.4) * np.median(gaps))


def turn(box: Array, direction: Array) -> Array:
    """Boxes so that the text runs from left to right; the origin is of no account."""
    if not direction.any():
        return box.copy()
    x0, y0, x1, y1 = box.T
    up = np.array([-y1, x0, -y0, x1]), np.array([-x1, -y1, -x0, -y0]), np.array([y0, -x1, y1, -x0])
    return np.select([direction == n for n in (1, 2, 3)], up, box.T).T.astype(np.float32)


def _directions(box: Array, seite: Array, zeile: Array, count: int) -> Array:
    """Page → how its lines run: 0 to the right, 1 upwards, 2 to the left, 3 downwards."""
    same = zeile[1:] == zeile[:-1] if len(box) else np.zeros(0, bool)
    steps = (box[1:, :2] + box[1:, 2:] - box[:-1, :2] - box[:-1, 2:])[same]
    dx, dy = (np.bincount(seite[1:][same], steps[:, i], count + 1) for i in (0, 1))
    across = np.abs(dy) > np.abs(dx)
    return np.where(across, np.where(dy < 0, 1, 3), np.where(dx < 0, 2, 0))


def _runs_across(box: Array, zeile: Array) -> Array:
    """Words of lines that run across the page's (a note along its edge): they stand beside no other."""
    if not len(box):
        return np.zeros(0, bool)
    _, line = np.unique(zeile, return_inverse=True)
    same = line[1:] == line[:-1]
    steps = np.abs(box[1:, :2] + box[1:, 2:] - box[:-1, :2] - box[:-1, 2:])[same]
    dx, dy = (np.bincount(line[1:][same], steps[:, i], line.max() + 1) for i in (0, 1))
    across: Array = (dy > dx)[line]
    return across


def _full_stops(box: Array, seite: Array, texts: Sequence[str], lettered: Array) -> set[int]:
    """Words, counted among those with letters, that a full stop of its own follows; leaders are several."""
    number = np.cumsum(lettered) - 1
    found = set()
    for i in [i for i, text in enumerate(texts) if text == "." and i and lettered[i - 1]]:
        a, b = box[i - 1], box[i]
        near = abs(b[0] - a[2]) < NEAR * (a[3] - a[1]) and a[1] < (b[1] + b[3]) / 2 < a[3]
        if near and seite[i] == seite[i - 1] and "." not in texts[i + 1 : i + 2]:
            found.add(int(number[i - 1]))
    return found


def _reach_over(box: Array, seite: Array, lettered: Array) -> None:
    """A dash or a quotation mark belongs to the word before it, so that what follows is near."""
    for i in np.flatnonzero(~lettered[1:]) + 1:
        a, b = box[i - 1], box[i]
        h = a[3] - a[1]
        near = -h < b[0] - a[2] <= NEAR * h and abs(a[1] + a[3] - b[1] - b[3]) < 1.2 * h
        if near and seite[i] == seite[i - 1]:
            a[2] = max(a[2], b[2])
            if not lettered[i - 1]:
                box[i] = a


# --- a page's words put together from its letters, where those that PyMuPDF gives are wider than printed
# A font that tells no widths makes each letter as wide as its type is high (piraten-bund-2021). What is right
# then is where each letter begins: it ends where the next one begins, at the latest.


OVERLAP = 0.05
"""In heights of the line: words reach into each other by less where letters have their widths."""

ENOUGH = 3
"""Words of a page that do; raised figures and slanted letters do so here and there."""


def are_too_wide(words: Sequence[RawWord]) -> bool:
    """Do words reach into the ones behind them?"""
    over = 0
    for a, b in pairwise(words):
        if b[0] < a[2] and a[5] == b[5] and a[6] == b[6] and a[0] < b[0] < a[2] - OVERLAP * (a[3] - a[1]):
            over += 1
    return over >= ENOUGH


def from_letters(blocks: Sequence[RawBlock]) -> tuple[list[RawWord], list[RawBlock]]:
    """Words and blocks as PyMuPDF gives them, from its „rawdict“."""
    words: list[RawWord] = []
    result: list[RawBlock] = []
    for number, block in enumerate(blocks):
        lines: list[RawLine] = []
        for count, line in enumerate(block.get("lines", ())):
            if line["dir"][0] > 0.99:
                _cut([char for span in line["spans"] for char in span["chars"]])
            words += _words(line, number, count)
            spans: list[RawSpan] = [
                {**span, "text": "".join(char["c"] for char in span["chars"])} for span in line["spans"]
            ]
            lines.append({"dir": line["dir"], "spans": spans})
        result.append({"lines": lines} if "lines" in block else {})
    return words, result


def _cut(chars: Sequence[RawChar]) -> None:
    """Let each letter end where the next one begins; the last one is as wide as most of them."""
    if not chars:
        return
    for char, after in pairwise(chars):
        x0, y0, x1, y1 = char["bbox"]
        char["bbox"] = (x0, y0, max(x0, min(x1, after["bbox"][0])), y1)
    x0, y0, x1, y1 = chars[-1]["bbox"]
    usual = median([char["bbox"][2] - char["bbox"][0] for char in chars[:-1]] or [x1 - x0])
    chars[-1]["bbox"] = (x0, y0, min(x1, x0 + usual), y1)


def _words(line: RawLine, block: int, number: int) -> Iterator[RawWord]:
    place = 0
    word: list[RawChar] = []
    for char in [*(char for span in line["spans"] for char in span["chars"]), None]:
        if char is not None and not (char["c"].isspace() or char["c"] < " "):
            word.append(char)
        elif word:
            x0, y0, x1, y1 = zip(*(letter["bbox"] for letter in word), strict=True)
            text = "".join(letter["c"] for letter in word)
            yield min(x0), min(y0), max(x1), max(y1), text, block, number, place
            word, place = [], place + 1
