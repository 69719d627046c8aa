"""How two wordings differ, word by word, and which differences are small: those leave the meaning alone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile

import numpy as np
from rapidfuzz.distance import Levenshtein

from core.citations.exact_match import Span
from core.german.folding import plain_words, small_words, without_umlauts
from core.german.letter_key import spelled_out
from core.german.spelling import TWO_WORDS
from core.german.words import ARTICLES, FILLERS, WEIGHTY

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
    def spans(self) -> tuple[Span, ...]:
        low = self.offset
        return tuple([(start + low, end + low) for start, end in _word_spans(self.text)])

    def begins_large(self, index: int) -> bool:
        """Has this word a capital?"""
        return self.text[self.spans[index][0] - self.offset].isupper()

    @property
    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Three words in a row: where they agree, a passage is looked at more closely."""
        return zip(self.words, self.words[1:], self.words[2:], strict=False)

    def keys_of_rows(self) -> list[str]:
        """The letters of each different row."""
        return [spelled_out("".join(row)) for row in dict.fromkeys(self.rows)]

    @cached_property
    def _signs(self) -> dict[str, str]:
        return {word: chr(number) for number, word in enumerate(dict.fromkeys(self.words), start=1)}

    def in_signs(self, words: Iterable[str]) -> str:
        """With one sign for each word of this text and one for all others: to align signs is far quicker."""
        return "".join([self._signs.get(word, "\0") for word in words])

    @cached_property
    def signs(self) -> str:
        return self.in_signs(self.words)


def _word_spans(text: str) -> list[Span]:
    if (plain := plain_words(text)) is None:
        return [match.span() for match in WORD.finditer(text)]
    is_letter = np.frombuffer(b" " + plain + b" ", np.uint8) != ord(" ")
    borders = np.flatnonzero(is_letter[1:] != is_letter[:-1]).tolist()
    return list(zip(borders[::2], borders[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Slip:
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
    if any(letter.isdigit() for letter in there + here) or {there, here} & WEIGHTY:
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
