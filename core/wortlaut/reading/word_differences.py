"""In which words two readings of a line differ, what a text layer says and what is seen in print, and how.

Letters that look alike in many fonts are no difference (I, l and 1; O and 0), nor are those that Tesseract
does not know where it reads German („é“). What counts is told word by word: which digit is another digit, and
by how much what is seen is the better German.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import Levenshtein

from core.wortlaut.german.folding import letters
from core.wortlaut.reading.nameless import plausible

KNOWN = frozenset("abcdefghijklmnopqrstuvwxyzäöüß0123456789")
"""What Tesseract tells apart where it reads German."""

ALIKE = str.maketrans({"I": "l", "1": "l", "0": "o"})
WORD = 3
"""Letters from which on a word is one that German tells of."""

SHARP = "ss", "b"
"""„ß“, and in some fonts of capitals „B“."""


@dataclass(frozen=True, slots=True)
class Change:
    """Letters from `start` to `end`, of all that are compared, and what is seen in their place."""

    start: int
    end: int
    claimed: str
    seen: str

    @property
    def is_of_digits(self) -> bool:
        """„00“ for an 8 is none: so the end of a row of leader dots is seen."""
        is_one_for_one = len(self.claimed) == len(self.seen)
        return is_one_for_one and self.claimed.isdecimal() and self.seen.isdecimal()


@dataclass(frozen=True)
class Difference:
    """The number of a word, the word as claimed and as seen, and the places in which they differ."""

    word: int
    claimed: str
    seen: str
    changes: tuple[Change, ...]

    @property
    def has_other_digit(self) -> bool:
        return any(change.is_of_digits for change in self.changes)

    @cached_property
    def gain(self) -> float:
        """By how much, in log probability, what is seen is better German; a word that is not seen is none."""
        if not self.seen:
            return -1.0
        return plausible(self.seen) - plausible(self.claimed) if len(self.claimed) >= WORD else 0.0


def differences(words: Sequence[str], seen: str) -> list[Difference]:
    """The claimed words that are seen otherwise."""
    changes = list(_changes("".join(words), seen))
    found, begin = [], 0
    for index, word in enumerate(map(letters, words)) if changes else ():
        end = begin + len(word)
        own = [change for change in changes if begin <= change.start < end and change.end <= end]
        if own:
            found.append(Difference(index, word, _put(word, begin, own), tuple(own)))
        begin = end
    return found


def confirmed(words: Sequence[str], seen: str) -> frozenset[int]:
    """The places, of all compared letters, at which the same letter is seen, or one that is alike."""
    claimed = "".join(words)
    a, b = letters(claimed), letters(seen)
    like_a, like_b = letters(claimed.translate(ALIKE)), letters(seen.translate(ALIKE))
    found: set[int] = set()
    start = there = 0
    for block in Levenshtein.editops(a, b).as_matching_blocks():
        if block.a - start == block.b - there:
            found.update(start + i for i in range(block.a - start) if like_a[start + i] == like_b[there + i])
        found.update(range(block.a, block.a + block.size))
        start, there = block.a + block.size, block.b + block.size
    return frozenset(found)


def _put(word: str, begin: int, changes: Sequence[Change]) -> str:
    for change in reversed(changes):
        word = word[: change.start - begin] + change.seen + word[change.end - begin :]
    return word


def _changes(claimed: str, seen: str) -> Iterator[Change]:
    """Neighbouring steps on the shortest way from the one to the other are one change."""
    a, b = letters(claimed), letters(seen)
    if a == b:
        return
    like_a, like_b = letters(claimed.translate(ALIKE)), letters(seen.translate(ALIKE))
    start = there = 0
    for block in Levenshtein.editops(a, b).as_matching_blocks():
        until, end = block.a, block.b
        # Of what was lost on both sides, letter by letter; a capital I is an i as well as it is like an l.
        pairs = zip(range(start, until), range(there, end), strict=False)
        is_even = until - start == end - there
        apart = [(i, j) for i, j in pairs if like_a[i] != like_b[j]] if is_even else [(start, there)]
        for i, j in (
            apart if KNOWN.issuperset(a[start:until]) and (a[start:until], b[there:end]) != SHARP else ()
        ):
            yield (
                Change(i, i + 1, a[i], b[j])
                if is_even
                else Change(start, until, a[start:until], b[there:end])
            )
        start, there = until + block.size, end + block.size
