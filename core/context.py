"""What most functions need, opened on first use: settings, registry, embedder, index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.programme.registry import Registry, load_registry, state_of_own
from core.settings import Settings, load_settings

if TYPE_CHECKING:
    from core.index.embedding import Embedder
    from core.index.vectorstore import Vectorstore


@dataclass(frozen=True)
class Context:
    """Settings and what belongs to them; whoever wants others makes another one."""

    settings: Settings

    @property
    def registry(self) -> Registry:
        """As it stands now: an entry that this or another process added is in it at the next access."""
        return self._registry_at(state_of_own(self._registry_dir))

    @cached_property
    def _registry_at(self) -> Callable[[object], Registry]:
        return lru_cache(maxsize=1)(lambda state: load_registry(self._registry_dir))

    @cached_property
    def _registry_dir(self) -> Path:
        return self.settings.data_dir / "registry"

    @cached_property
    def embedder(self) -> Embedder:
        from core.index.embedding import load_embedder

        return load_embedder(self.settings)

    @cached_property
    def store(self) -> Vectorstore:
        """The collections of this model and this chunking; others lie beside them untouched."""
        from core.index.embedding import fingerprint
        from core.index.manifest import merkmale
        from core.index.vectorstore import Vectorstore

        chunking = f"{self.settings.chunk_strategie}-{self.settings.chunk_size}"
        return Vectorstore(
            self.settings,
            f"{fingerprint(self.settings)} {chunking}",
            lambda: self.embedder,
            lambda programm_id: merkmale(self.registry.programme.get(programm_id)),
        )

    @property
    def texte(self) -> Path:
        """Where the text streams lie."""
        return self.settings.chroma_dir / "texte"

    @property
    def erkannt(self) -> Path:
        """Where recognised pages of scans lie until all of a scan are there."""
        return self.settings.chroma_dir / "erkannt"


@cache
def default_context() -> Context:
    """The one of the environment's settings, shared by everything that is not given another."""
    return Context(load_settings())
