"""Which quote marks of a paragraph belong together.

A mark's place says more than its kind: it opens where a word begins and closes where one ends, and marks that
touch do the same. A paragraph is read in up to four ways, the plainest first; the first in which every mark
has its partner counts. Where none does, nobody can say which words are quoted, and that is told.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

SINGLE = frozenset("‚‘’'‛`´＇")
"""These close each other, whatever opened; most of them are apostrophes, too."""

APOSTROPHES = SINGLE - {"‚"}

CLOSERS: dict[str, str | tuple[str, ...]] = {
    "„": '“”"‟＂〞❞',
    "“": '”“"＂',
    "”": '”“"',
    "‟": '”“"',
    '"': '"”“＂',
    "＂": '＂"”',
    "»": "«»",
    "«": "»«",
    "\u203a": "\u2039\u203a",
    "\u2039": "\u203a\u2039",
    "❝": "❞❝",
    "❛": "❜❛",
    "〝": "〞〟",
    "「": "」",
    "『": "』",
    "``": ("''", "´´", "``"),
    "´´": ("´´", "''", "``"),
    "''": ("''", "´´"),
    "<<": (">>",),
    ">>": ("<<",),
    ",,": ("“", "”", '"', "''", "´´", "``"),
    "‚‚": ("‘‘", "’’", "''", "“", "”"),
    **dict.fromkeys(SINGLE, "".join(sorted(SINGLE))),
}
"""What opens a quote → what may close it."""

ONLY_CLOSE = frozenset("❞❜〞〟」』") | {"‘‘", "’’"}

MARK = re.compile(r"``|´´|''|‚‚|‘‘|’’|<<|>>|,,(?=\s?\w)|[„“”‟\"＂»«‚‘’'‛`´＇\u203a\u2039❝❞❛❜〝〞〟「」『』]")
LEFT_OPEN = re.compile(r"[\s(\[{/|>*_:–—‐‑-]")
"""Behind these a word may begin."""
RIGHT_WORD = re.compile(r"\.\.|[^\s.,:;!?)\]}/|*_<–—]")
ELISION = re.compile(
    r"(?:s|n|ne|nen|nem|ner|nes|m|r|ist|is|ran|rauf|raus|rein|rin|rum|runter|rüber|nauf|naus|nein|nunter|mal|tag|"
    r"nabend|türlich|tschuldigung|\d\d)(?![\w'’])",
    re.IGNORECASE,
)
"""„’s“, „’ne“, „’68“: what an apostrophe at the beginning of a word leaves of it."""

MEASURES = frozenset(('"', "”", "“", "''", "'", "’", "´", "´´", "＂"))
"""Inches, feet, minutes and seconds behind a number."""

CELL_BEFORE, CELL_BEHIND = re.compile(r"(?:^|[|\t;\n]|  ) ?$"), re.compile(r" ?(?:$|[|\t;\n]|  )")
"""Where a mark is all that stands between these, it means „the same as above“."""

DEEPEST = 8
"""Levels of quotes within quotes; beyond these no text is meant."""


class Place(Enum):
    OPENS = auto()
    CLOSES = auto()
    ALONE = auto()  # blanks on both sides
    AMID = auto()  # letters on both sides


@dataclass(frozen=True, slots=True)
class Mark:
    text: str
    start: int
    end: int
    place: Place
    is_measure: bool = False
    is_elision: bool = False
    is_ditto: bool = False
    is_apostrophe: bool = False

    @property
    def is_slight(self) -> bool:
        """May be no quote mark at all: an apostrophe, the inches of a pipe, the same as in the row above."""
        return self.is_apostrophe or self.is_measure or self.is_ditto

    def is_closed_by(self, other: "Mark") -> bool:
        return other.text in CLOSERS.get(self.text, ())


@dataclass(frozen=True, slots=True)
class Pairs:
    """The outermost pairs of a paragraph. `left`: the outermost mark that is still open at its end, where all
    else has its partner. `is_clear`: every mark has its partner."""

    outer: tuple[tuple[Mark, Mark], ...]
    left: Mark | None
    is_clear: bool


def marks_of(text: str, low: int, high: int) -> list[Mark]:
    """All marks from `low` to `high` of a text, each with its place between the characters around its run."""
    found = [match.span() for match in MARK.finditer(text, low, high)]
    runs: list[list[tuple[int, int]]] = []
    for span in found:
        if runs and runs[-1][-1][1] == span[0]:
            runs[-1].append(span)
        else:
            runs.append([span])
    marks = []
    for run in runs:
        first, last = run[0][0], run[-1][1]
        before = text[first - 1] if first > low else " "
        behind = text[last : min(last + 2, high)] or " "
        place = _place(before, behind)
        for start, end in run:
            mark = text[start:end]
            marks.append(
                Mark(
                    mark,
                    start,
                    end,
                    place,
                    before.isnumeric() and start == first and mark in MEASURES and place is not Place.OPENS,
                    place is Place.OPENS and mark in SINGLE and bool(ELISION.match(text, end)),
                    place is Place.ALONE
                    and bool(CELL_BEFORE.search(text[max(low, first - 3) : first] if first > low else "\n"))
                    and bool(CELL_BEHIND.match(text[last : min(last + 3, high)])),
                    mark in APOSTROPHES
                    and (place is Place.OPENS or (place is not Place.ALONE and before.isalnum())),
                )
            )
    return marks


def _place(before: str, behind: str) -> Place:
    is_word_behind = bool(RIGHT_WORD.match(behind))
    if LEFT_OPEN.match(before):
        return Place.OPENS if is_word_behind else Place.ALONE
    is_letter = behind[0].isalnum() and not unraised(behind[0])
    return Place.AMID if is_letter else Place.CLOSES


def unraised(letter: str) -> bool:
    """Is it the raised number of a footnote?"""
    return letter in "⁰¹²³⁴⁵⁶⁷⁸⁹"


def pair(marks: Sequence[Mark], opened: Mark | None = None) -> Pairs:
    """`opened`: what an earlier paragraph left open."""
    first: Pairs | None = None
    for by_place in (False, True):
        for with_measures in (True, False):
            read = _Reading(by_place, with_measures, opened).of(marks)
            if read.is_clear:
                return read
            if first is None or (read.left and not first.left):
                first = read
    assert first
    return first


class _Reading:
    """One way to read a paragraph. `by_place`: marks of unlike kinds belong together where their places say
    so, as in ‚Selbstverwirklichung”. `with_measures`: a mark behind a digit may close a quote."""

    def __init__(self, by_place: bool, with_measures: bool, opened: Mark | None) -> None:
        self._by_place, self._with_measures = by_place, with_measures
        self._open: list[Mark] = [opened] if opened else []
        self._pairs: list[tuple[Mark, Mark]] = []
        self._alone = 0
        self._loose = False
        """Was something that may be an apostrophe passed over at the beginning of a word?"""

    def of(self, marks: Sequence[Mark]) -> Pairs:
        for mark in marks:
            if mark.is_measure and not self._with_measures:
                self._alone += self._may_close_loose()
            elif not mark.is_elision and not (mark.is_apostrophe and mark.place is Place.AMID):
                self._take(mark)
        left = [mark for mark in self._open if not mark.is_slight]
        if self._by_place:
            self._alone += self._may_close_loose()
        only = left[0] if len(left) == 1 and not self._alone and left[0] is self._open[0] else None
        return Pairs(tuple(_outermost(self._pairs)), only, not left and not self._alone)

    def _may_close_loose(self) -> bool:
        return self._loose or any(one.is_apostrophe for one in self._open)

    def _take(self, mark: Mark) -> None:
        closes = mark.place is Place.CLOSES
        if mark.place in (Place.ALONE, Place.AMID):
            closes = bool(self._open) and (self._open[-1].is_closed_by(mark) or mark.text in ONLY_CLOSE)
        if closes:
            self._close(mark)
        elif mark.text in CLOSERS and len(self._open) < DEEPEST:
            self._open.append(mark)
        else:
            self._alone += 1

    def _close(self, mark: Mark) -> None:
        level = self._level(mark)
        if level is None:
            # Alone it is an apostrophe or a measure, but not where another waits for it.
            self._alone += not mark.is_slight or self._may_close_loose()
            self._alone += mark.is_measure and not mark.is_apostrophe and bool(self._open)
            return
        above = self._open[level + 1 :]
        self._alone += sum(not one.is_slight for one in above)
        self._loose |= any(one.is_apostrophe for one in above)
        self._pairs.append((self._open[level], mark))
        del self._open[level:]
        # „''“ may be one mark or two.
        self._alone += mark.text in ("''", "’’", "‘‘", "´´") and any(one.is_apostrophe for one in self._open)

    def _level(self, mark: Mark) -> int | None:
        """Which of the open quotes this mark closes. An apostrophe closes none of another kind, and none over
        a quote that is open within."""
        for level in reversed(range(len(self._open))):
            one = self._open[level]
            if one.is_closed_by(mark):
                return level
            if mark.is_slight and not one.is_slight:
                return None
            if self._by_place and mark.text not in ("„", ",,", "‚", "‚‚"):
                return level
        return None


def _outermost(pairs: Sequence[tuple[Mark, Mark]]) -> Iterator[tuple[Mark, Mark]]:
    end = -1
    for one in sorted(pairs, key=lambda one: one[0].start):
        if one[0].start >= end:
            yield one
            end = one[1].end
