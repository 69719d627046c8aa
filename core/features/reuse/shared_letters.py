"""Runs of letters that a text shares with many others: found by sampled grams, compared letter by letter.

Of the many texts every `STEP`th gram of `GRAM` letters is kept as a number; of the text asked about all are
looked up. A run of `GRAM + STEP - 1` letters holds a whole kept gram wherever it begins, so none of that
length is missed; and as each hit is compared letter by letter and led as far as both agree, none is false.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

GRAM = 30
STEP = 31
LEAST = GRAM + STEP - 1
"""The shortest run that is surely found: 60 letters, eight to ten words."""

BORDER, UNSURE = "\x00", "\x01"
"""Stand in no key. Between two texts, and for letters of the text asked about that do not count: no run goes
across either."""

TOO_RARE = "\uffff"
"""Letters behind this would make each of the millions take four bytes; a run ends there."""

REPEATED = 40
"""So many times a gram is looked up that the text repeats: one letter over and over has it everywhere."""

Numbers = NDArray[np.uint64]
Places = NDArray[np.int64]


class Run(NamedTuple):
    """`length` letters from `start` of the text asked about are those from `there` of text `number`."""

    start: int
    number: int
    there: int
    length: int


@dataclass(frozen=True, eq=False)
class LetterIndex:
    """The letters of many texts in one string, where each begins, and the kept grams in order of their
    numbers."""

    text: str
    starts: Places
    grams: Numbers
    places: Places

    @classmethod
    def of(cls, keys: Sequence[str]) -> "LetterIndex":
        plain = [_without_rare(key) for key in keys]
        ends = np.cumsum([0, *(len(key) + 1 for key in plain)])
        parts = [_grams(key)[::STEP] for key in plain]
        at = [start + STEP * np.arange(len(part)) for start, part in zip(ends[:-1], parts, strict=True)]
        grams = np.concatenate([np.empty(0, np.uint64), *parts])
        places = np.concatenate([np.empty(0, np.int64), *at])
        order = np.argsort(grams, kind="stable")
        return cls(BORDER.join([*plain, ""]), ends[:-1].astype(np.int64), grams[order], places[order])

    def same_as(self, key: str) -> list[int]:
        """The numbers of the texts that have these letters and no others; a border may be any letter."""
        starts, found = [*self.starts.tolist(), len(self.text)], []
        for number, (start, after) in enumerate(pairwise(starts)):
            end = after - 1
            if end - start == len(key):
                pairs = zip(self.text[start:end], _without_rare(key), strict=True)
                if all(one == other or BORDER in (one, other) for one, other in pairs):
                    found.append(number)
        return found

    def shared(self, key: str, least: int = LEAST, left_out: Collection[int] = ()) -> list[Run]:
        """Every run that can be made no longer. `left_out`: numbers of texts that do not count."""
        found: list[Run] = []
        here, there, numbers = self._hits(key, left_out)
        diagonal, end = None, 0
        for start, place, number in zip(here, there, numbers, strict=True):
            if place - start == diagonal and start < end:
                continue  # the run before holds it
            back = _shared_before(key, start, self.text, place)
            ahead = _shared_behind(key, start, self.text, place)
            diagonal, end = place - start, start + ahead
            if back + ahead >= least:
                begin = place - back - int(self.starts[number])
                found.append(Run(start - back, number, begin, back + ahead))
        return found

    def _hits(self, key: str, left_out: Collection[int]) -> tuple[list[int], list[int], list[int]]:
        """Places in the key and in the text with the same gram, by their distance and then in order, and the
        number of the text each is in."""
        asked = _grams(key)
        order = np.argsort(asked, kind="stable")
        asked = asked[order]
        firsts = np.flatnonzero(np.diff(asked, prepend=asked[:1] + np.uint64(1)))
        rank = np.arange(len(asked)) - np.repeat(firsts, np.diff(firsts, append=len(asked)))
        asked, order = asked[rank < REPEATED], order[rank < REPEATED]
        low, high = np.searchsorted(self.grams, asked), np.searchsorted(self.grams, asked, side="right")
        times = high - low
        here = np.repeat(order, times)
        within = np.arange(len(here)) - np.repeat(np.cumsum(times) - times, times)
        there = self.places[np.repeat(low, times) + within]
        numbers = np.searchsorted(self.starts, there, side="right") - 1
        if left_out:
            counts = ~np.isin(numbers, list(left_out))
            here, there, numbers = here[counts], there[counts], numbers[counts]
        in_order = np.lexsort((here, there - here))
        return here[in_order].tolist(), there[in_order].tolist(), numbers[in_order].tolist()


def _grams(key: str) -> Numbers:
    """A number for each run of `GRAM` letters: of 2 letters, of 4, 8, 16, of two of these that overlap."""
    codes = np.frombuffer(key.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    if len(codes) < GRAM:
        return np.empty(0, np.uint64)
    for width in (1, 2, 4, 8):
        codes = codes[:-width] * np.uint64(pow(FACTOR, width, 1 << 64)) + codes[width:]
    wide = codes[: -(GRAM - 16)] * np.uint64(FACTOR) + codes[GRAM - 16 :]
    return np.asarray(wide ^ (wide >> np.uint64(29)), np.uint64)


FACTOR = 0x9E3779B97F4A7C15


def _without_rare(key: str) -> str:
    return key if key.isascii() else "".join(BORDER if letter > TOO_RARE else letter for letter in key)


def _shared_behind(one: str, i: int, other: str, j: int) -> int:
    """How many letters agree from these places on: by ever longer pieces, then by ever shorter ones."""
    begin, step = i, 64
    while step:
        part = one[i : i + step]
        if len(part) == step and part == other[j : j + step]:
            i, j, step = i + step, j + step, 2 * step
        else:
            step //= 2
    return i - begin


def _shared_before(one: str, i: int, other: str, j: int) -> int:
    begin, step = i, 64
    while step:
        if step <= min(i, j) and one[i - step : i] == other[j - step : j]:
            i, j, step = i - step, j - step, 2 * step
        else:
            step //= 2
    return begin - i
