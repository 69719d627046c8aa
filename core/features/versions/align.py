"""Which sentence of one document is which of the other.

First the same ones, in the order of both (their longest common sequence), then those that stand elsewhere and
those that another layout cut otherwise, at last those that are near by their words.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nlargest

from rapidfuzz.distance import LCSseq

from core.features.versions.units import Unit

HERE, ELSEWHERE = 0.45, 0.65
"""From this share of letters in common words, in order, on a sentence is the other one changed: between the
same neighbours, and anywhere else. `python -m tests.bench versions` has the figures."""

GAIN = 0.02
"""So much nearer must a sentence more bring both sides to belong to them: „A. B.“ became „A und B.“."""

OPENING = 12
"""Letters by which sentences are looked up of which one may begin with the other."""

PASSED_OVER, TELLING = 10, 8
"""So many sentences may stand between two parts of one; the other part then has so many letters."""

CANDIDATES = 6
BESIDE = 20
"""In a gap of so many sentences each is tried; in a wider one those that share rare words."""

COMMON = 200
"""Words of more sentences than that name none."""

Group = tuple[int, ...]
"""Sentences of one side that follow each other, by their numbers."""


@dataclass(frozen=True, slots=True)
class Pair:
    old: Group
    new: Group
    is_same: bool
    is_moved: bool = False


@dataclass(slots=True)
class _Side:
    units: Sequence[Unit]
    open: set[int] = field(default_factory=set)
    """Those without a partner yet."""


@dataclass
class Alignment:
    """`pairs` in the order in which they were found; whatever is in none has no partner."""

    old: Sequence[Unit]
    new: Sequence[Unit]
    pairs: list[Pair] = field(default_factory=list)

    @classmethod
    def of(cls, old: Sequence[Unit], new: Sequence[Unit]) -> "Alignment":
        made = cls(old, new)
        made._pair_in_order()
        made._pair_cut_otherwise(is_near=True)
        made._pair_moved()
        made._pair_cut_otherwise(is_near=False)
        made._pair_near()
        return made

    @cached_property
    def _sides(self) -> tuple[_Side, _Side]:
        return _Side(self.old, set(range(len(self.old)))), _Side(self.new, set(range(len(self.new))))

    @property
    def gone(self) -> list[int]:
        return sorted(self._sides[0].open)

    @property
    def added(self) -> list[int]:
        return sorted(self._sides[1].open)

    def gaps_at(self, old: int | None = None, new: int | None = None) -> tuple[range, range]:
        """What lies, here and there, between the neighbours of a sentence that kept their order: there its
        partner is to be looked for."""
        here, there = self._in_order
        at = bisect_left(here, old) if old is not None else bisect_left(there, new or 0)
        starts = (here[at - 1] + 1, there[at - 1] + 1) if at else (0, 0)
        ends = (here[at], there[at]) if at < len(here) else (len(self.old), len(self.new))
        return range(starts[0], ends[0]), range(starts[1], ends[1])

    @cached_property
    def _in_order(self) -> tuple[list[int], list[int]]:
        """The numbers of those that are the same in the order of both."""
        ids: dict[object, int] = {}
        one, two = ([ids.setdefault(unit.key, len(ids)) for unit in side] for side in (self.old, self.new))
        found = [block for block in LCSseq.opcodes(one, two) if block.tag == "equal"]
        return (
            [number for block in found for number in range(block.src_start, block.src_end)],
            [number for block in found for number in range(block.dest_start, block.dest_end)],
        )

    def _pair(self, old: Group, new: Group, is_same: bool) -> None:
        gap = self.gaps_at(old=old[0])[1]
        is_moved = not (new[0] in gap and new[-1] in gap)
        self.pairs.append(Pair(old, new, is_same, is_moved))
        for side, group in zip(self._sides, (old, new), strict=True):
            side.open.difference_update(group)

    def _pair_in_order(self) -> None:
        for old, new in zip(*self._in_order, strict=True):
            self.pairs.append(Pair((old,), (new,), True))
        for side, numbers in zip(self._sides, self._in_order, strict=True):
            side.open.difference_update(numbers)

    def _pair_moved(self) -> None:
        waiting: dict[object, list[int]] = defaultdict(list)
        for number in reversed(self.added):
            waiting[self.new[number].key].append(number)
        for number in self.gone:
            if own := waiting.get(self.old[number].key):
                self._pair((number,), (own.pop(),), is_same=True)

    def _pair_cut_otherwise(self, is_near: bool) -> None:
        """„A B“ here is „A“ and „B“ there: a sentence ran on over a page, a heading has two lines.

        `is_near`: only between the same neighbours.
        """
        here, there = (side.open for side in self._sides)
        openings = _Openings(self.new, there)
        for old in self.gone:
            gap = self.gaps_at(old=old)[1]
            for new in openings.near(self.old[old].letters):
                if old not in here:
                    break
                if new in there and (new in gap or not is_near) and (found := self._walk(old, new)):
                    self._pair(*found, is_same=True)

    def _walk(self, old: int, new: int) -> tuple[Group, Group] | None:
        """The sentences from these on that have the same letters together."""
        here, there = self._sides
        one, two = [old], [new]
        a, b = self.old[old].letters, self.new[new].letters
        if not (a.startswith(b) or b.startswith(a)):
            return None
        while a != b:
            if len(a) < len(b):
                found = _following(here, one[-1], b[len(a) :])
                one, a = [*one, found], a + self.old[found].letters if found >= 0 else ""
            else:
                found = _following(there, two[-1], a[len(b) :])
                two, b = [*two, found], b + self.new[found].letters if found >= 0 else ""
            if found < 0:
                return None
        return (tuple(one), tuple(two)) if self._is_same(one, two) else None

    def _is_same(self, old: Iterable[int], new: Iterable[int]) -> bool:
        """Do they have the same letters and marks together?"""
        one, two = [self.old[number] for number in old], [self.new[number] for number in new]
        letters = ("".join([unit.letters for unit in side]) for side in (one, two))
        marks = ([mark for unit in side for mark in unit.marks] for side in (one, two))
        return len({*letters}) == 1 and next(marks) == next(marks)

    def _pair_near(self) -> None:
        texts = _Texts(self)
        ranked = sorted(
            (-share, old, new)
            for old in self.gone
            for new, limit in self._candidates(texts, old)
            if texts.may_share(old, new, limit) and (share := texts.share((old,), (new,))) >= limit
        )
        here, there = self._sides
        for share, old, new in ranked:
            if old in here.open and new in there.open:
                one, two = self._widened(texts, (old,), (new,), -share)
                self._pair(one, two, self._is_same(one, two))

    def _candidates(self, texts: "_Texts", old: int) -> Iterable[tuple[int, float]]:
        """Each with the share that it needs."""
        gap = self.gaps_at(old=old)[1]
        beside = [number for number in gap if number in self._sides[1].open] if len(gap) <= BESIDE else []
        asked = dict.fromkeys([*beside, *texts.nearest(old)])
        return ((number, HERE if number in gap else ELSEWHERE) for number in asked)

    def _widened(self, texts: "_Texts", old: Group, new: Group, share: float) -> tuple[Group, Group]:
        """With the neighbours without a partner that bring both sides nearer to each other."""
        here, there = self._sides
        while True:
            wider = [
                *((group, new) for group in _wider(old, here.open)),
                *((old, group) for group in _wider(new, there.open)),
            ]
            best = max(((texts.share(*pair), pair) for pair in wider), default=(0.0, (old, new)))
            if best[0] < share + GAIN:
                return old, new
            share, (old, new) = best


def _following(side: _Side, number: int, wanted: str) -> int:
    """The next sentence that has these letters, or the first of them; -1: none. What a layout puts between
    the halves of a sentence, a picture's words or a heading, is passed over."""
    for following in range(number + 1, number + 1 + PASSED_OVER):
        if following in side.open:
            letters = side.units[following].letters
            is_long = min(len(letters), len(wanted)) >= TELLING or following == number + 1
            if is_long and (wanted.startswith(letters) or letters.startswith(wanted)):
                return following
    return -1


def _wider(group: Group, free: set[int]) -> list[Group]:
    found = []
    if group[0] - 1 in free:
        found.append((group[0] - 1, *group))
    if group[-1] + 1 in free:
        found.append((*group, group[-1] + 1))
    return found


class _Openings:
    """Which sentences begin with the same letters as another one, or are its beginning."""

    def __init__(self, units: Sequence[Unit], numbers: Iterable[int]) -> None:
        self._sorted = sorted((units[number].letters, number) for number in numbers)
        self._short: dict[str, list[int]] = defaultdict(list)
        for letters, number in self._sorted:
            if len(letters) < OPENING:
                self._short[letters].append(number)

    def near(self, letters: str) -> Iterator[int]:
        opening = letters[:OPENING]
        for size in range(1, len(opening)):
            yield from self._short.get(opening[:size], ())
        at = bisect_left(self._sorted, (opening, -1))
        while at < len(self._sorted) and self._sorted[at][0].startswith(opening):
            yield self._sorted[at][1]
            at += 1


class _Texts:
    """The words of both sides, and which of the new sentences without a partner have which."""

    def __init__(self, alignment: Alignment) -> None:
        self._old, self._new = alignment.old, alignment.new
        self._holding: dict[str, list[int]] = defaultdict(list)
        for number in alignment.added:
            for word in set(self._new[number].words):
                self._holding[word].append(number)

    def nearest(self, old: int) -> list[int]:
        """The new ones that have most of its rare words."""
        weights: dict[int, float] = defaultdict(float)
        for word in set(self._old[old].words):
            holding = self._holding.get(word, ())
            if len(holding) <= COMMON:
                for number in holding:
                    weights[number] += len(word) / len(holding)
        return nlargest(CANDIDATES, weights, key=weights.__getitem__)

    def may_share(self, old: int, new: int, limit: float) -> bool:
        """False where the words that both have are too few in any order."""
        one, two = self._old[old].words, self._new[new].words
        mine, theirs = set(one), set(two)
        common = min(sum(len(w) for w in one if w in theirs), sum(len(w) for w in two if w in mine))
        return 2 * common >= limit * (sum(map(len, one)) + sum(map(len, two)))

    def share(self, old: Group, new: Group) -> float:
        """How many of the letters of both stand in words that both have in the same order."""
        one = [word for number in old for word in self._old[number].words]
        two = [word for number in new for word in self._new[number].words]
        common = sum(
            len(word)
            for block in LCSseq.opcodes(one, two)
            if block.tag == "equal"
            for word in one[block.src_start : block.src_end]
        )
        return 2 * common / max(1, sum(map(len, one)) + sum(map(len, two)))
