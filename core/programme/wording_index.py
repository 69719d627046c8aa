"""How much of a question's wording a passage holds: the share of its 4-grams, rare ones weighing more.

Four letters within a word find „Kohleausstieg“ in „Ausstieg aus der Kohleverstromung“, which stems do not.
A gram weighs as much as its inverse document frequency (BM25's formula of it), and whether a passage holds it
counts, not how often: 1 means that all of the question stands there. An inverted index in numpy: a search
looks up the few grams of its question, for which scipy.sparse would have to build a matrix out of them.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.wortlaut.german.folding import folded, words as words_of
from core.wortlaut.german.words import STOP_WORDS

LETTERS = 4

Shares = NDArray[np.float32]
Ids = NDArray[np.int64]
Rows = NDArray[np.int32]


class WordingIndex:
    """The grams of a fixed list of passages: a number for each, and in which passages it stands.

    The passages with gram 3 are `passages[starts[3] : starts[4]]`.
    """

    def __init__(self, grams: dict[str, int], passages: Rows, starts: Ids, count: int) -> None:
        self._grams = grams
        self._passages = passages
        self._starts = starts
        self._count = count
        self._unknown = math.log(1 + (count + 0.5) / 0.5)

    @classmethod
    def of(cls, texts: Sequence[str]) -> "WordingIndex":
        word_ids: dict[str, int] = {}
        rows = [[word_ids.setdefault(word, len(word_ids)) for word in set(words_of(text))] for text in texts]
        numbers: dict[str, int] = {}
        windows = [[numbers.setdefault(gram, len(numbers)) for gram in _windows(word)] for word in word_ids]
        if not numbers:
            return cls({}, np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64), len(texts))
        return cls(numbers, *_inverted(*_pairs(rows, windows), len(numbers), len(texts)), len(texts))

    def shares(self, question: str) -> Shares:
        """Of every passage the share of the question it holds, 0 to 1."""
        held = np.zeros(self._count, dtype=np.float32)
        wanted = set(grams(question))
        if not wanted or not self._grams:
            return held
        known = np.array(sorted(self._grams[gram] for gram in wanted & self._grams.keys()), dtype=np.int64)
        begins, ends = self._starts[known], self._starts[known + 1]
        often = ends - begins
        weights: Shares = np.log(1 + (self._count - often + 0.5) / (often + 0.5)).astype(np.float32)
        holding = [self._passages[begin:end] for begin, end in zip(begins, ends, strict=True)]
        np.add.at(held, np.concatenate([self._passages[:0], *holding]), np.repeat(weights, often))
        whole = float(weights.sum()) + self._unknown * (len(wanted) - len(known))
        shares: Shares = np.clip(held / whole, 0, 1)
        return shares

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What it consists of, to be stored."""
        vocabulary = json.dumps(self._grams, ensure_ascii=False).encode()
        return {
            "vocabulary": np.frombuffer(vocabulary, dtype=np.uint8),
            "passages": self._passages,
            "starts": self._starts,
        }

    @classmethod
    def of_arrays(cls, stored: Mapping[str, NDArray[Any]], count: int) -> "WordingIndex":
        grams = json.loads(stored["vocabulary"].tobytes())
        return cls(grams, stored["passages"], stored["starts"], count)


def _pairs(rows: list[list[int]], windows: list[list[int]]) -> tuple[Ids, Ids]:
    """Which gram stands in which text: the texts' words, and the words' grams, as two equally long lists.

    >>> _pairs([[0, 1], [1]], [[5], [5, 6]])  # the second word is in both texts
    (array([5, 5, 6, 5, 6]), array([0, 0, 0, 1, 1]))
    """
    words, texts = _flat(rows)
    grams, _ = _flat(windows)
    lengths = np.array([len(window) for window in windows], dtype=np.int64)
    counts = lengths[words]
    # Where each word's grams begin, less where its copy begins: a plain count added to that walks along them.
    shift = np.repeat((np.cumsum(lengths) - lengths)[words] - (np.cumsum(counts) - counts), counts)
    return grams[shift + np.arange(len(shift))], np.repeat(texts, counts)


def _flat(lists: list[list[int]]) -> tuple[Ids, Ids]:
    """All members one after the other, and the list each is from."""
    counts = np.array([len(members) for members in lists], dtype=np.int64)
    flat = np.fromiter(chain.from_iterable(lists), dtype=np.int64, count=int(counts.sum()))
    return flat, np.repeat(np.arange(len(lists)), counts)


def _inverted(grams: Ids, texts: Ids, vocabulary: int, count: int) -> tuple[Rows, Ids]:
    """The texts of each gram one after the other, each once, and where those of a gram begin.

    >>> _inverted(np.array([1, 0, 1, 1]), np.array([0, 2, 0, 1]), 2, 3)
    (array([2, 0, 1], dtype=int32), array([0, 1, 3]))
    """
    pairs = np.sort(grams * count + texts)  # np.unique looks them up in a table: fifty times as long
    grams, texts = np.divmod(pairs[np.diff(pairs, prepend=-1) > 0], count)
    return texts.astype(np.int32), np.concatenate([[0], np.cumsum(np.bincount(grams, minlength=vocabulary))])


def grams(text: str) -> Iterator[str]:
    """The 4-letter windows of every word; shorter words whole."""
    for word in words_of(text):
        yield from _windows(word)


def _windows(word: str) -> tuple[str, ...]:
    if len(word) <= LETTERS:
        return (word,)
    return tuple(word[start : start + LETTERS] for start in range(len(word) - LETTERS + 1))


# --- which words of a passage are those of the question, as the search's 4-letter windows see them ----------

TEXTWORD = re.compile(r"[^\W_]+(?:\u00ad[^\W_]+)*")
STEM = 5
"""So many first letters of a question's word tell it: „Kohleausstieg“ in „Kohleverstromung“."""
PART = 6
"""So many letters from its middle or end do: „Ausstieg“, not „Einstieg“."""
SHARE = 0.6
"""Fewer first letters do where they are this much of a short word: „Mieten“ in „Mietpreisbremse“."""


class PassagePiece(NamedTuple):
    text: str
    gesucht: bool


def mark_terms(frage: str, text: str) -> list[PassagePiece]:
    """The text in pieces, in order and complete; `gesucht` are whole words, inflected and compound too."""
    wanted = {folded(word) for word in TEXTWORD.findall(frage)} - STOP_WORDS
    pieces, done = [], 0
    for found in TEXTWORD.finditer(text):
        word = folded(found[0])
        if word not in STOP_WORDS and any(_is_akin(one, word) for one in wanted):
            pieces += [PassagePiece(text[done : found.start()], False), PassagePiece(found[0], True)]
            done = found.end()
    return [piece for piece in (*pieces, PassagePiece(text[done:], False)) if piece.text]


@lru_cache(maxsize=50_000)
def _is_akin(gesucht: str, word: str) -> bool:
    if gesucht == word or set(grams(gesucht)).isdisjoint(grams(word)):
        return gesucht == word
    run = SequenceMatcher(None, gesucht, word, autojunk=False).find_longest_match()
    if run.size == len(word) or run.size >= PART:
        return True
    is_start = run.a == 0 and run.size >= LETTERS
    return is_start and (run.size >= STEM or run.size >= SHARE * len(gesucht))
