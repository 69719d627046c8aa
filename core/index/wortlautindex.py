"""How much of a question's wording a passage holds: BM25 over character 4-grams. The only home of bm25s.

Four letters within a word find „Kohleausstieg“ in „Ausstieg aus der Kohleverstromung“, which stems do not.
BM25's k1 is 0: whether a passage holds the letters counts, not how often. So a score is a plain share of the
question, rare letters weighing more, and 1 means: all of it stands there.
"""

import json
import math
import os
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.german.folding import words as words_of

if TYPE_CHECKING:
    from bm25s import BM25

LETTERS = 4
FORM = 1
"""Part of a stored lexicon's name: raise it when grams are made differently."""

ARRAYS = ("data", "indices", "indptr")
DAMAGE = (OSError, ValueError, TypeError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile)
"""What numpy and zipfile raise on a file that is not as it was written."""

Shares = NDArray[np.float32]
Ids = NDArray[np.int64]


class Wortlautindex:
    """The grams of a fixed list of passages."""

    def __init__(self, index: "BM25 | None", count: int) -> None:
        self._index = index
        self._count = count
        self._unknown = math.log(1 + (count + 0.5) / 0.5)

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Wortlautindex":
        word_ids: dict[str, int] = {}
        rows = [[word_ids.setdefault(word, len(word_ids)) for word in set(words_of(text))] for text in texts]
        vocabulary: dict[str, int] = {}
        windows = [
            [vocabulary.setdefault(gram, len(vocabulary)) for gram in _windows(word)] for word in word_ids
        ]
        if not vocabulary:
            return cls(None, len(texts))
        index = _empty_index()
        index.scores = _scores(*_pairs(rows, windows), len(vocabulary), len(texts))
        index.vocab_dict = vocabulary
        index.nonoccurrence_array = None
        return cls(index, len(texts))

    def shares(self, question: str) -> Shares:
        """Of every passage the share of the question it holds, 0 to 1."""
        wanted = set(grams(question))
        if not wanted or self._index is None:
            return np.zeros(self._count, dtype=np.float32)
        known = np.array(sorted(self._index.get_tokens_ids(list(wanted))), dtype=np.int64)
        weights = self._index.scores["data"][self._index.scores["indptr"][known]]
        whole = float(weights.sum()) + self._unknown * (len(wanted) - len(known))
        found: Shares = np.asarray(self._index.get_scores_from_ids(known), dtype=np.float32)
        shares: Shares = np.clip(found / whole, 0, 1)
        return shares

    def save(self, path: Path) -> None:
        """Best effort and whole or not at all: where the disk is full or read-only, it is built again."""
        if self._index is None:
            return
        partial = path.with_suffix(f".{os.getpid()}.tmp")
        vocabulary = json.dumps(self._index.vocab_dict, ensure_ascii=False).encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with partial.open("wb") as file:
                arrays = {name: self._index.scores[name] for name in ARRAYS}
                text = np.frombuffer(vocabulary, dtype=np.uint8)
                np.savez(file, state=np.array(path.stem), vocabulary=text, **arrays)
            partial.replace(path)
        except OSError:
            # A folder mounted read-only refuses even to unlink what is not there.
            with suppress(OSError):
                partial.unlink()

    @classmethod
    def load(cls, path: Path, count: int) -> "Wortlautindex | None":
        """The stored one; None where it is missing, damaged or of another name."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
                # numpy itself does not look at the checksum of a member it reads in part, by a wrong shape.
                if parts.zip.testzip() is not None or parts["state"] != path.stem:
                    return None
                arrays = {name: parts[name] for name in ARRAYS}
                vocabulary = json.loads(parts["vocabulary"].tobytes())
        except DAMAGE:
            return None
        index = _empty_index()
        index.scores = {**arrays, "num_docs": count}
        index.vocab_dict = vocabulary
        index.nonoccurrence_array = None
        return cls(index, count)


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


def _scores(grams: Ids, texts: Ids, vocabulary: int, count: int) -> dict[str, Any]:
    """What BM25.index() makes of the pairs, in half the time: with k1 = 0 a gram has one score."""
    pairs = np.sort(grams * count + texts)  # np.unique looks them up in a table: fifty times as long
    grams, texts = np.divmod(pairs[np.diff(pairs, prepend=-1) > 0], count)
    found = np.bincount(grams, minlength=vocabulary)
    weights = np.log(1 + (count - found + 0.5) / (found + 0.5)).astype(np.float32)
    return {
        "data": weights[grams],
        "indices": texts.astype(np.int32),
        "indptr": np.concatenate([[0], np.cumsum(found)]),
        "num_docs": count,
    }


def _empty_index() -> "BM25":
    from bm25s import BM25

    return BM25(method="lucene", k1=0.0, b=0.0, backend="numpy")


def grams(text: str) -> Iterator[str]:
    """The 4-letter windows of every word; shorter words whole."""
    for word in words_of(text):
        yield from _windows(word)


def _windows(word: str) -> tuple[str, ...]:
    if len(word) <= LETTERS:
        return (word,)
    return tuple(word[start : start + LETTERS] for start in range(len(word) - LETTERS + 1))
