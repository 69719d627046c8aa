"""A collection as searches read it: every Chunk's vector in one matrix, and the Lexikon of their words."""

import hashlib
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from core.errors import IndexFehler
from core.index.chroma import Chroma
from core.index.manifest import Manifest
from core.index.vector_blocks import Block, BlockFiles, FloatMatrix, best
from core.index.wording_index import FORM, WordingIndex
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
        self._in_order = tuple(self.blocks.values())
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


# --- what searches read: each collection, loaded once and again whenever its manifest changes ---------------

SERVER_CHECK_SECONDS = 0.2
ATTEMPTS = 50

Restore = Callable[[str, Manifest, list[str]], dict[str, Block]]
"""Get these Programme of a manifest from the database; what is no longer in it is left out."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A collection in memory and the manifest it answers to."""

    manifest: Manifest
    sammlung: Sammlung
    checked: float


class Memory:
    """May be shared by threads."""

    def __init__(self, chroma: Chroma, fingerprint: str, dim: Callable[[], int], restore: Restore) -> None:
        self._chroma = chroma
        self._fingerprint = fingerprint
        self._dim = dim
        self._restore = restore
        self._loaded: dict[str, Loaded] = {}
        self._loading = threading.Lock()

    def files(self, name: str, manifest: Manifest) -> BlockFiles:
        return BlockFiles(self._chroma.vectors / f"{name}-{manifest.collection_id[:8]}")

    def manifest(self, name: str) -> Manifest:
        return self._chroma.manifest(name, self._fingerprint)

    def build_lexicon(self, name: str) -> None:
        """Have the words of the collection on disk, and those of its former states gone."""
        manifest = self.manifest(name)
        path = self._lexicon_path(name, manifest)
        if manifest.entries and not path.exists():
            _ = self.sammlung(name).lexicon
        for old in path.parent.glob(f"{name}-*"):
            if old != path:
                old.unlink(missing_ok=True)

    def _lexicon_path(self, name: str, manifest: Manifest) -> Path:
        # Named after the state it is made from: none is ever stale.
        state = hashlib.sha256(f"{FORM} {manifest.collection_id} {manifest.text}".encode()).hexdigest()[:16]
        return self._chroma.folder / "lexika" / f"{name}-{state}.npz"

    def forget(self, name: str | None = None) -> None:
        """Look at the manifest again before the next search."""
        with self._loading:
            for known in [name] if name else list(self._loaded):
                self._loaded.pop(known, None)

    def sammlung(self, name: str) -> Sammlung:
        """The rows of exactly one manifest: the one in force when this was called, or a newer one."""
        restored: dict[str, Block] = {}
        for _ in range(ATTEMPTS):
            loaded = self._loaded.get(name)
            if loaded and self._chroma.url and monotonic() - loaded.checked < SERVER_CHECK_SECONDS:
                return loaded.sammlung
            manifest = self.manifest(name)
            if loaded and loaded.manifest == manifest:
                with self._loading:
                    if self._loaded.get(name) is loaded:
                        self._loaded[name] = replace(loaded, checked=monotonic())
                return loaded.sammlung
            with self._loading:
                blocks = self._load(name, manifest, restored)
                missing = [programm_id for programm_id in manifest.entries if programm_id not in blocks]
                if not missing:
                    sammlung = Sammlung(blocks, self._dim(), self._lexicon_path(name, manifest))
                    self._loaded[name] = Loaded(manifest, sammlung, monotonic())
                    return sammlung
            # Either a writer has replaced them since, then the next look is right, or their files are lost.
            if self.manifest(name) == manifest:
                restored = self._restore(name, manifest, missing)
        raise IndexFehler(f"Der Index {name} lässt sich nicht lesen, weil er sich ständig ändert.")

    def _load(self, name: str, manifest: Manifest, restored: Mapping[str, Block]) -> dict[str, Block]:
        """What can be had without the database: blocks kept from before, just restored, or in their files."""
        old = self._loaded.get(name)
        files = self.files(name, manifest)
        blocks = {}
        for programm_id, entry in manifest.entries.items():
            block = restored.get(entry.write)
            if block is None and old and old.manifest.entries.get(programm_id) == entry:
                block = old.sammlung.blocks[programm_id]
            if block is None:
                block = files.load(programm_id, entry.write, entry.stand.chunks, self._dim())
            if block is not None:
                blocks[programm_id] = block
        return blocks
