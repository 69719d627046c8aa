"""Texts as their letters and digits, in order: what two quotations must share to be the same.

NFKC and casefold; hyphenation, quotation marks, commas, dashes and white space do not count. Every character
of a key knows its place in the text.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

Positions = np.ndarray[Any, np.dtype[np.int32]]


@dataclass(frozen=True, slots=True, eq=False)
class Schluessel:
    """`text[i]` stems from character `positions[i]` of the original."""

    text: str
    positions: Positions

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the key's characters `start` to `end` stand in the original."""
        return int(self.positions[start]), int(self.positions[end - 1]) + 1

    def at(self, position: int) -> int:
        """The first character of the key that stems from `position` of the original or later."""
        # As int32: a Python int would make numpy copy the whole table to int64 first.
        return int(np.searchsorted(self.positions, np.int32(position), side="left"))


def schluessel(text: str) -> Schluessel:
    """The key of a text with the places of its characters."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    known, index = np.unique(codes, return_inverse=True)
    folded = [_fold(chr(code)) for code in known]
    lengths = np.array([len(letters) for letters in folded], np.int32)[index]
    key = "".join([folded[i] for i in index.tolist()])
    return Schluessel(key, np.repeat(np.arange(len(codes), dtype=np.int32), lengths))


@lru_cache(maxsize=512)
def letters(text: str) -> str:
    """The key alone. A quote's is asked for at every step of binding it."""
    return "".join([_fold(letter) for letter in unicodedata.normalize("NFC", text)])


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
