"""One page as an eye finds it: what stands side by side, beneath a line, at the foot or head of a column."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.programme.raw_words import RawReading

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
        self.von, self.bis = reading.limits[nummer - 1 : nummer + 1]

    @cached_property
    def lanes(self) -> list[Lane]:
        """From top to bottom."""
        runs = _merged(self._runs(), self.reading.texte)
        _without_line_numbers(runs, self.reading)
        return sorted((run for run in runs if run.woerter), key=lambda run: run.mid)

    def _runs(self) -> list[Lane]:
        box, runs = self.reading.page_box[self.von : self.bis], []
        ends = np.flatnonzero(~self.reading.neben[self.von : self.bis]).tolist()
        start = 0
        for end in ends:
            part = box[start : end + 1]
            # At the median: neither the drop cap nor the raised figure.
            y0, y1 = (sorted([b[side] for b in part])[len(part) // 2] for side in (1, 3))
            x1 = max([b[2] for b in part])
            runs.append(
                Lane(
                    list(range(self.von + start, self.von + end + 1)), part[0][0], x1, (y0 + y1) / 2, y1 - y0
                )
            )
            start = end + 1
        return runs

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
    def hoehe(self) -> tuple[float, float]:
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

    def item_of(self, lane: Lane, texte: Sequence[str]) -> Lane:
        """What a list's mark stands before at a distance; of any other line the line itself."""
        words = {texte[i] for i in lane.woerter[:OVERPRINTED]}
        if len(lane.woerter) > OVERPRINTED or len(words) > 1 or not LABEL.fullmatch(words.pop()):
            return lane
        level = (b for b in self.lanes if abs(b.mid - lane.mid) < 0.5 * lane.h)
        right = [b for b in level if lane.x0 < b.x0 < lane.x1 + LABEL_GAP * lane.h]
        return min(right, key=lambda b: b.x0, default=lane)

    def has_column(self, left: float, right: float, h: float) -> bool:
        """Does a column of text stand between these edges?"""
        inside = (b for b in self.lanes if left <= b.x0 and b.x1 <= right and b.h >= SMALL * h)
        return sum(len(b.woerter) > 2 for b in inside) >= COLUMN

    def key(self, lane: Lane) -> tuple[str, int]:
        """What a running head shares with those of other pages."""
        text = " ".join(self.reading.texte[i] for i in lane.woerter)
        return re.sub(r"\d+", "#", text), round(lane.mid / 8)


def _merged(runs: list[Lane], texte: Sequence[str]) -> list[Lane]:
    """Join pieces of one line that the file has apart, or several times over each other."""
    result: list[Lane] = []
    rows: dict[int, list[Lane]] = defaultdict(list)
    caps = [run for run in runs if len(run.woerter) == 1 and CAPITAL.fullmatch(texte[run.woerter[0]])]
    for run in sorted(runs, key=lambda run: run.x0):
        row = round(run.mid / 8)
        before = [b for r in (row - 1, row, row + 1) for b in rows[r] if _is_touching(b, run)]
        before = [b for b in before if b not in caps or b.h <= CAP * run.h]
        if texte[run.woerter[0]][0].islower():
            before = before or [cap for cap in caps if _is_cap(cap, run)]
        if before:
            _join(before[0], run)
            rows[row] += before[:1] if before[0] in caps else []
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


def _join(lane: Lane, run: Lane) -> None:
    if run.x1 - run.x0 > lane.x1 - lane.x0:
        lane.mid, lane.h = run.mid, run.h
    lane.x1 = max(lane.x1, run.x1)
    lane.woerter += run.woerter


def furniture(seiten: Sequence[RawPagePicture]) -> set[tuple[str, int]]:
    """Keys of the lines at the upper and lower edge that several pages have at one height."""
    count: Counter[tuple[str, int]] = Counter()
    for seite in seiten:
        if seite.lanes:
            top, bottom = seite.hoehe
            band = MARGIN * (bottom - top)
            count.update({seite.key(b) for b in seite.lanes if not top + band < b.mid < bottom - band})
    return {key for key, times in count.items() if times >= REPEATED or key[0] == "#"}


def _without_line_numbers(lanes: Sequence[Lane], reading: "RawReading") -> None:
    """Take out numbers that stand below each other and count up by ones or fives."""
    columns: dict[int, list[tuple[float, int, Lane, int]]] = defaultdict(list)
    for lane in lanes:
        for i in {lane.woerter[0], lane.woerter[-1]}:
            text = reading.texte[i]
            if text.isdecimal() and len(text) <= 4:
                for edge in (round(float(reading.box[i, 2]) / 8), -round(float(reading.box[i, 0]) / 8)):
                    columns[edge].append((lane.mid, int(text), lane, i))
    numbers: set[int] = set()
    for found in columns.values():
        found.sort(key=lambda item: item[0])
        steps = [b[1] - a[1] for a, b in pairwise(found)]
        if len(found) >= 5 and sum(step in (1, 5) for step in steps) >= 0.9 * len(steps):
            numbers |= {i for *_, i in found}
    for lane in lanes if numbers else ():
        if numbers & {lane.woerter[0], lane.woerter[-1]}:
            lane.woerter = [i for i in lane.woerter if i not in numbers]
            if lane.woerter:
                lane.x0 = float(reading.box[lane.woerter, 0].min())
                lane.x1 = float(reading.box[lane.woerter, 2].max())
