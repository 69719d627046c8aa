"""A collection as searches read it: every Chunk's vector in one matrix, and the Lexikon of their words."""

import threading
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.index.vector_blocks import Block, FloatMatrix, best
from core.index.wording_index import WordingIndex
from core.models import Chunk


class Sammlung:
    """Rows stand in the order of the Programme and their texts. Never changed; may be shared by threads."""

    def __init__(self, blocks: Mapping[str, Block], dim: int, lexicon_path: Path | None = None) -> None:
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
        self._ends = np.array([span.stop for span in self.spans.values()], dtype=np.int64)
        self._lexicon_path = lexicon_path
        self._building = threading.Lock()

    def __len__(self) -> int:
        return len(self.vectors)

    @cached_property
    def _lexicon(self) -> WordingIndex:
        path = self._lexicon_path
        stored = WordingIndex.load(path, len(self)) if path else None
        if stored is not None:
            return stored
        lexicon = WordingIndex.of([text for block in self.blocks.values() for text in block.texts()])
        if path:
            lexicon.save(path)
        return lexicon

    @property
    def lexicon(self) -> WordingIndex:
        """Read from its file, or built and kept there, on first use."""
        with self._building:
            return self._lexicon

    def chunk(self, row: int) -> Chunk:
        which = int(np.searchsorted(self._ends, row, side="right"))
        block = list(self.blocks.values())[which]
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
