"""A collection as searches read it: every Chunk's vector in one matrix, and the words of their texts."""

import json
import threading
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.index.embedding import FloatMatrix
from core.index.wording_index import WordingIndex
from core.models import Chunk


@dataclass(frozen=True, slots=True)
class Block:
    """One Programm in order of its text: a vector of length 1 (or 0) and a row of JSON for each Chunk."""

    programm_id: str
    vectors: FloatMatrix
    rows: list[bytes]

    @classmethod
    def of(cls, programm_id: str, chunks: Sequence[Chunk], vectors: FloatMatrix) -> "Block":
        order = sorted(range(len(chunks)), key=lambda i: (chunks[i].start, chunks[i].id))
        rows = [_to_row(chunks[i]) for i in order]
        return cls(programm_id, np.ascontiguousarray(vectors[order], dtype=np.float32), rows)

    def chunk(self, index: int) -> Chunk:
        id_, text, start, end, seiten, abschnitt = json.loads(self.rows[index])
        return Chunk(id_, self.programm_id, text, start, end, tuple(seiten), tuple(abschnitt))

    def row_of(self, chunk: Chunk) -> int:
        """Where a Chunk of this block stands."""
        row = bisect_left(range(len(self.rows)), chunk.start, key=lambda row: self.chunk(row).start)
        while self.chunk(row).id != chunk.id:
            row += 1
        return row

    def texts(self) -> list[str]:
        return [json.loads(row)[1] for row in self.rows]

    def chunks(self) -> list[Chunk]:
        return [self.chunk(index) for index in range(len(self.rows))]


def _to_row(chunk: Chunk) -> bytes:
    fields = (chunk.id, chunk.text, chunk.start, chunk.end, chunk.seiten, chunk.abschnitt)
    return json.dumps(fields, ensure_ascii=False).encode()


class Sammlung:
    """Rows stand in the order of the Programme and their texts. Never changed; may be shared by threads."""

    def __init__(self, blocks: Mapping[str, Block], dim: int, lexicon: WordingIndex | None = None) -> None:
        self.vectors: FloatMatrix = np.concatenate(
            [np.zeros((0, dim), dtype=np.float32), *(block.vectors for block in blocks.values())]
        )
        self.spans: dict[str, slice] = {}
        self.blocks: dict[str, Block] = {}
        start = 0
        for programm_id, block in blocks.items():
            self.spans[programm_id] = span = slice(start, start + len(block.rows))
            # A view: the vectors are in memory once.
            self.blocks[programm_id] = Block(programm_id, self.vectors[span], block.rows)
            start = span.stop
        self._in_order = tuple(self.blocks.values())
        self._ends = np.array([span.stop for span in self.spans.values()], dtype=np.int64)
        self._lexicon = lexicon
        self._building = threading.Lock()

    def __len__(self) -> int:
        return len(self.vectors)

    @property
    def lexicon(self) -> WordingIndex:
        """Built on first use where it was not stored."""
        with self._building:
            if self._lexicon is None:
                texts = [text for block in self.blocks.values() for text in block.texts()]
                self._lexicon = WordingIndex.of(texts)
            return self._lexicon

    @property
    def has_lexicon(self) -> bool:
        return self._lexicon is not None

    def chunk(self, row: int) -> Chunk:
        which = int(np.searchsorted(self._ends, row, side="right"))
        block = self._in_order[which]
        return block.chunk(row - self.spans[block.programm_id].start)

    def mask(self, programm_ids: Collection[str] | None) -> NDArray[np.bool_]:
        """Which rows belong to these Programme; None is all of them."""
        chosen = np.full(len(self), programm_ids is None)
        for programm_id in programm_ids or ():
            if programm_id in self.spans:
                chosen[self.spans[programm_id]] = True
        return chosen

    def nearest(
        self, vector: FloatMatrix, top_k: int, programm_ids: Collection[str] | None = None
    ) -> list[tuple[Chunk, float]]:
        """The `top_k` Chunks nearest to the vector by cosine; equal ones in the order of the rows."""
        # Beyond the sixth digit lies only noise, which must not decide between equal texts.
        scores = (self.vectors @ vector).round(6)
        rows = np.flatnonzero(self.mask(programm_ids))
        picked = rows[best(scores[rows], top_k)]
        return [(self.chunk(int(row)), round(float(scores[row]), 6)) for row in picked]


def best(scores: NDArray[np.float32], count: int) -> NDArray[np.intp]:
    """Where the highest scores are, best first, ties by position."""
    if count <= 0:
        return np.zeros(0, dtype=np.intp)
    if count < len(scores):
        last = np.partition(scores, len(scores) - count)[len(scores) - count]
        above = np.flatnonzero(scores > last)
        ties = np.flatnonzero(scores == last)[: count - len(above)]
        picked = np.sort(np.concatenate([above, ties]))
    else:
        picked = np.arange(len(scores))
    return picked[np.argsort(-scores[picked], kind="stable")]
