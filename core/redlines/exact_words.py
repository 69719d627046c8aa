"""Where words stand in a text, sign for sign: stricter than a quote is bound, for they are to be replaced.

Only space and the form of quotation marks are alike; a comma, a capital letter, a figure are not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from core.citations.exact_match import is_whole
from core.german.folding import SOFT_HYPHEN, composed
from core.german.letter_key import occurrences

Span = tuple[int, int]

MARKS = str.maketrans(dict.fromkeys("„“”«»", '"') | dict.fromkeys("‚‘’", "'"))


@dataclass(frozen=True, slots=True)
class PlainWords:
    """A text with one blank between its words; `places[i]` is where its i-th sign stands in the original."""

    original: str
    text: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, original: str) -> Self:
        kept = list(_kept(original))
        text = "".join(letter for letter, _ in kept).translate(MARKS)
        return cls(original, text, tuple(place for _, place in kept))

    def find(self, words: str) -> list[Span]:
        """Every place where these stand as whole words, as a span of the original."""
        needle = PlainWords.of(composed(words)).text
        ends = [(start, start + len(needle)) for start in occurrences(needle, self.text)]
        spans = [(self.places[start], self.places[end - 1] + 1) for start, end in ends]
        return [(start, end) for start, end in spans if is_whole(self.original, start, end)]


def _kept(text: str) -> Iterator[tuple[str, int]]:
    is_between = False
    is_begun = False
    for place, letter in enumerate(text):
        if letter.isspace():
            is_between = is_begun
        elif letter != SOFT_HYPHEN:
            if is_between:
                yield " ", place - 1
            is_between, is_begun = False, True
            yield letter, place
