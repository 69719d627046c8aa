"""What searches read: each collection, loaded once and again whenever its manifest changes."""

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from core.errors import IndexFehler
from core.index.chroma import Chroma
from core.index.manifest import Manifest
from core.index.sammlung import Sammlung
from core.index.vector_blocks import Block, BlockFiles
from core.index.wording_index import FORM

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
            if loaded and loaded.manifest == manifest and not self._chroma.url:
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
