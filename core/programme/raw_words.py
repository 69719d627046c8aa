"""A page's words as PyMuPDF gives them (box, text, block, line, …), mended where the file says too little."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TypedDict

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


NAMELESS = 0xF0000
"""From here on stand letters without a name, by the number of their glyph in the font, until one is found."""

NAMELESS_LETTER = re.compile(r"(?<![\ufffd])(?:(?<=[^\W\d_])\ufffd{1,2}|\ufffd{1,2}(?=[^\W\d_]))(?!\ufffd)")
"""A letter without a name within a word; a row of them are leader dots."""

NO_SPACE = 2.5
"""Points between two words from which on there is white between them for sure."""


def has_nameless(words: Sequence[RawWord]) -> bool:
    return any("\ufffd" in word[4] and NAMELESS_LETTER.search(word[4]) for word in words)


def with_glyph_numbers(words: Sequence[RawWord], numbered: Sequence[RawWord]) -> list[RawWord]:
    """The number of its glyph in place of a letter without a name; `numbered` has them for all of them."""
    if len(numbered) != len(words):
        return list(words)
    return [
        (*word[:4], _numbered(word[4], other[4]), *word[5:]) if NAMELESS_LETTER.search(word[4]) else word
        for word, other in zip(words, numbered, strict=True)
    ]


def _numbered(text: str, by_glyph: str) -> str:
    """„P\ufffdicht“ and „P\xd3icht“ → „P\U000f00d3icht“."""
    if len(text) != len(by_glyph):
        return text
    return "".join(
        chr(NAMELESS + ord(number)) if letter == "\ufffd" and ord(number) < 0xFFF0 else letter
        for letter, number in zip(text, by_glyph, strict=True)
    )


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
    return (left.isalpha() or _is_nameless(left)) and (
        right.islower() or _is_nameless(right) or word[4] == "-"
    )


def _is_nameless(letter: str) -> bool:
    return letter == "\ufffd" or ord(letter) >= NAMELESS
