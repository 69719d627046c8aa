"""What exact search reads: per Programm a block of vectors beside its texts. Pure numpy.

Blocks are also kept as files beside the database: Chroma takes seconds to hand out what they hold, and may
damage its vector index when a second process reads while one writes. Files are derived; they may be deleted.
"""

import hashlib
import json
import os
import zipfile
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.models import Chunk

FloatMatrix = NDArray[np.float32]


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
        return to_chunk(self.programm_id, self.rows[index])

    def row_of(self, chunk: Chunk) -> int:
        """Where a Chunk of this block stands."""
        row = bisect_left(range(len(self.rows)), chunk.start, key=lambda row: self.chunk(row).start)
        while self.chunk(row).id != chunk.id:
            row += 1
        return row

    def chunk_ids(self) -> list[str]:
        return [json.loads(row)[0] for row in self.rows]

    def texts(self) -> list[str]:
        return [json.loads(row)[1] for row in self.rows]

    def chunks(self) -> list[Chunk]:
        return [self.chunk(index) for index in range(len(self.rows))]


def _to_row(chunk: Chunk) -> bytes:
    fields = (chunk.id, chunk.text, chunk.start, chunk.end, chunk.seiten, chunk.abschnitt)
    return json.dumps(fields, ensure_ascii=False).encode()


def to_chunk(programm_id: str, row: str | bytes) -> Chunk:
    id_, text, start, end, seiten, abschnitt = json.loads(row)
    return Chunk(id_, programm_id, text, start, end, tuple(seiten), tuple(abschnitt))


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


class BlockFiles:
    """The blocks of one collection as files, each named after the write it comes from: none is ever stale."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, block: Block, write: str) -> None:
        """Best effort: where the disk is full or read-only, the block is read from Chroma next time."""
        path = self._path(block.programm_id, write)
        partial = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with partial.open("wb") as file:
                text = np.frombuffer(b"\n".join(block.rows), dtype=np.uint8)
                np.savez(file, vectors=block.vectors, rows=text)
            partial.replace(path)
        except OSError:
            with suppress(OSError):  # a read-only disk refuses this too
                partial.unlink(missing_ok=True)

    def load(self, programm_id: str, write: str, count: int, dim: int) -> Block | None:
        """The block; None where its file is missing or damaged (a zip carries a checksum of every member)."""
        try:
            with (
                self._path(programm_id, write).open("rb") as file,
                np.load(file, allow_pickle=False) as parts,
            ):
                vectors, text = parts["vectors"], parts["rows"].tobytes()
        except (OSError, ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile):
            return None
        rows = text.split(b"\n") if count else []
        fits = vectors.dtype == np.float32 and vectors.shape == (count, dim) and len(rows) == count
        return Block(programm_id, vectors, rows) if fits else None

    def keep_only(self, writes: dict[str, str]) -> None:
        """Delete every file but those of these Programme and writes."""
        wanted = {self._path(programm_id, write) for programm_id, write in writes.items()}
        for path in self.folder.glob("*"):
            if path not in wanted:
                path.unlink(missing_ok=True)

    def _path(self, programm_id: str, write: str) -> Path:
        return self.folder / f"{hashlib.sha256(programm_id.encode()).hexdigest()[:16]}-{write}.npz"
