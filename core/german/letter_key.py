"""Texts as their letters and digits, in order: what two quotations must share to be the same.

The roughest of the ways in folding.py: NFKC and casefold; hyphenation, quotation marks, commas, dashes and
white space do not count. In a key umlauts are written out, too („fuer“), as people do without German keys;
whether a quote may be written so is decided where it is found (`same_spelling`). Every character of a key
knows its place in the text.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

Positions = NDArray[np.int32]
Codes = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """`text[i]` stems from character `positions[i]` of the original."""

    text: str
    positions: Positions

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the key's characters `start` to `end` stand in the original."""
        return int(self.positions[start]), int(self.positions[end - 1]) + 1

    def at(self, position: int) -> int:
        """The first character of the key that stems from `position` of the original or later."""
        # As int32: a Python int would make numpy copy the whole table to int64 first.
        return int(self.positions.searchsorted(np.int32(position)))

    def splits(self, start: int, end: int) -> bool:
        """Does the range begin or end amid a character of the original, in the „ss“ of a „ß“?"""
        places = self.positions
        begins = 0 < start < len(places) and places[start - 1] == places[start]
        return bool(begins or (end < len(places) and places[end - 1] == places[end]))

    def between(self, spans: Sequence[tuple[int, int]]) -> list[str]:
        """The letters of ranges of the original."""
        places = self.positions.searchsorted(np.array(spans, np.int32).reshape(-1, 2))
        return [self.text[start:end] for start, end in places.tolist()]


def schluessel(text: str) -> Key:
    """The key of a text with the places of its characters.

    „Für Maß“ → „fuermass“ with the places 0 1 1 2 4 5 6 6. Each character that occurs is folded once, then
    all are looked up in tables; what follows the first of several letters is put in last.
    """
    codes = _codes(text)
    is_there = np.zeros(int(codes.max(initial=0)) + 1, bool)
    is_there[codes] = True
    lengths, firsts = np.zeros(len(is_there), np.uint8), np.zeros(len(is_there), np.uint32)
    tails: dict[int, str] = {}
    for code in np.flatnonzero(is_there).tolist():
        if folded := _fold(chr(code)).translate(WRITTEN_OUT):
            lengths[code], firsts[code], tails[code] = len(folded), ord(folded[0]), folded[1:]
    counts = lengths[codes]
    positions = np.repeat(np.arange(len(codes), dtype=np.int32), counts)
    letters = firsts[codes[positions]]
    others = np.flatnonzero(positions[1:] == positions[:-1]) + 1
    letters[others] = _codes("".join([tails[code] for code in codes[counts > 1].tolist()]))
    return Key(letters.tobytes().decode("utf-32-le", "surrogatepass"), positions)


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


@lru_cache(maxsize=512)
def letters(text: str) -> str:
    """The key alone. A quote's is asked for at every step of binding it."""
    return "".join([_fold(letter) for letter in unicodedata.normalize("NFC", text)])


@lru_cache(maxsize=512)
def spelled_out(text: str) -> str:
    """The same as the text of a key: „Für Maß“ → „fuermass“."""
    return letters(text).translate(WRITTEN_OUT)


@cache
def _fold(letter: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", letter).casefold())
    return "".join(part for part in folded if part.isalnum())


def occurrences(needle: str, haystack: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Every place where the needle begins; places may overlap."""
    place = haystack.find(needle, start, end)
    while place >= 0 and needle:
        yield place
        place = haystack.find(needle, place + 1, end)
