"""How two wordings differ, word by word, and which differences are small: those leave the meaning alone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Levenshtein

from core.german.folding import plain_words, small_words, spelled_out, without_umlauts
from core.german.spelling import TWO_WORDS
from core.german.words import ARTICLES, FILLERS, WEIGHTY
from core.programme.sieve import GRAM, runs

WORD = re.compile(r"\w+")
UMLAUT = re.compile("[äöü]")

ENDINGS = frozenset(
    " e en er es em n s r m t st te ten tes ter tem et est ste sten stes ster ern nen".split(" ")
)
"""What may differ at the end of two forms of one word, when the umlauts are taken off."""

ADJECTIVE = re.compile(r"(?:e|en|er|es|em|lich|ig|isch|sam|bar|haft|voll|los|iv|al|ell)$")


@dataclass(frozen=True, eq=False)
class Wording:
    """The words of a text in small letters; where each stands is known where it is asked for."""

    text: str
    offset: int = 0

    @cached_property
    def tokens(self) -> list[str]:
        return WORD.findall(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        folded = small_words(self.text)
        if TWO_WORDS.isdisjoint(folded):
            return tuple(folded)
        pairs = zip(self.tokens, folded, strict=True)
        return tuple([token.lower() if word in TWO_WORDS else word for token, word in pairs])

    @cached_property
    def _borders(self) -> list[int]:
        return _word_borders(self.text)

    def start(self, index: int) -> int:
        return self._borders[2 * index] + self.offset

    def end(self, index: int) -> int:
        return self._borders[2 * index + 1] + self.offset

    def begins_large(self, index: int) -> bool:
        """Has this word a capital?"""
        return self.text[self._borders[2 * index]].isupper()

    @property
    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Three words in a row: where they agree, a passage is looked at more closely."""
        return zip(self.words, self.words[1:], self.words[2:], strict=False)

    def keys_of_rows(self) -> list[tuple[str, Sequence[int]]]:
        """The letters of each different row, and the numbers of the runs it begins and ends with, if any."""
        keys = [spelled_out("".join(row)) for row in dict.fromkeys(self.rows)]
        long = [key for key in keys if len(key) >= GRAM]
        ends = runs("".join([key[:GRAM] + key[-GRAM:] for key in long]))[::GRAM]
        numbers_of = dict(zip(long, zip(ends[::2], ends[1::2], strict=True), strict=True))
        return [(key, numbers_of.get(key, ())) for key in keys if key]

    @cached_property
    def _signs(self) -> dict[str, str]:
        return {word: chr(number) for number, word in enumerate(dict.fromkeys(self.words), start=1)}

    def in_signs(self, words: Iterable[str]) -> str:
        """With one sign for each word of this text and one for all others: to align signs is far quicker."""
        return "".join([self._signs.get(word, "\0") for word in words])

    @cached_property
    def signs(self) -> str:
        return self.in_signs(self.words)


def _word_borders(text: str) -> list[int]:
    """Where each word begins and where it ends, by turns."""
    if (plain := plain_words(text)) is None:
        return [border for match in WORD.finditer(text) for border in match.span()]
    is_letter = np.frombuffer(b" " + plain + b" ", np.uint8) != ord(" ")
    return np.flatnonzero(is_letter[1:] != is_letter[:-1]).tolist()


class Slip(NamedTuple):
    """The source's word and the quote's, „“ where one side has none; does the source's have a capital?"""

    there: str
    here: str
    is_capital: bool


def slips_of(source: Wording, start: int, end: int, quote: Wording) -> list[Slip]:
    return [
        Slip(
            source.words[start + op.src_pos] if op.tag != "insert" else "",
            quote.words[op.dest_pos] if op.tag != "delete" else "",
            op.tag != "insert" and source.begins_large(start + op.src_pos),
        )
        for op in Levenshtein.editops(quote.in_signs(source.words[start:end]), quote.signs)
    ]


@lru_cache(maxsize=4096)
def is_small(slip: Slip) -> bool:
    there, here = slip.there, slip.here
    both = there + here
    if (not both.isalpha() and any(letter.isdigit() for letter in both)) or {there, here} & WEIGHTY:
        return False
    if not here:
        return there in ARTICLES | FILLERS or (not slip.is_capital and bool(ADJECTIVE.search(there)))
    if not there:
        return here in ARTICLES | FILLERS
    if {there, here} <= ARTICLES:
        return True
    # „fordern“ and „fördern“, „wurde“ and „würde“ are two words; of nouns an umlaut makes the plural.
    has_same_umlauts = UMLAUT.findall(there) == UMLAUT.findall(here)
    return (has_same_umlauts or slip.is_capital) and _is_inflection(there, here)


def _is_inflection(one: str, other: str) -> bool:
    """„Programms“ and „Programmes“, „Land“ and „Länder“: the same beginning and two endings."""
    one, other = without_umlauts(one), without_umlauts(other)
    if one == other:
        return False
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= max(3, 0.6 * min(len(one), len(other))) and {one[shared:], other[shared:]} <= ENDINGS
