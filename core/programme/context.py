"""What lives as long as one set of settings: registry, embedder, index, and by `own` all else made of it.

Two Contexts share nothing that their settings tell apart: run store, catalogue, prompts, handlers of models,
background work, answers kept. What stays for the whole process, and why:

- keys (`core.base.key_masker`): they come from the environment, and a log must show none, whichever Context
  used it;
- libraries that are loaded once (LiteLLM, PyMuPDF, templates), the process that talks to Chroma, and the
  connections of `core.llm.litellm_access`, which hold no key and no answer;
- embedding models (`core.programme.embedding`), by model and device: a heavy one fills gigabytes;
- pools of processes that read and draw PDFs, and what is weighed in bytes for the machine as a whole:
  pictures of pages, texts and sieves of Programme, each under its file's path and version, so that none meets
  another's;
- functions of their arguments alone, remembered, and the names of the last registry: they cannot differ.

Locks, from the outside in; whoever holds one takes only those that stand after it:
`Jobs.lock`, or the claim of a question (`core.runs.buchungen`, also between processes) → `Context.own`
→ the writer's lock of an index (`core.base.atomic_files`, so also between processes)
→ `_looking` of what is known of its collections → `_loading` of embedding models → `Sammlung._building`
→ those of `Recent` and of the process pools, which are held for no other work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from core.base.settings import Settings, load_settings
from core.programme.registry import (
    Registered,
    Registry,
    leads_outside,
    load_registry,
    own_files,
    state_of_own,
)

if TYPE_CHECKING:
    from core.programme.embedding import Embedder
    from core.programme.registering import OwnDocuments, OwnEntries, PdfFolder
    from core.programme.stored_streams import StoredStreams
    from core.programme.vectorstore import Vectorstore

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Context:
    """Settings and what belongs to them; whoever wants others makes another one."""

    settings: Settings
    _owned: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    _owning: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False)

    def own(self, make: Callable[[Context], Value]) -> Value:
        """What `make` makes of this Context: made once, shared by all that ask, gone with the Context."""
        if make not in self._owned:
            with self._owning:
                if make not in self._owned:
                    self._owned[make] = make(self)
        made: Value = self._owned[make]
        return made

    def close(self) -> None:
        """End what goes on by itself and close what can be closed, the latest first."""
        for made in reversed([*self._owned.values()]):
            if close := getattr(made, "close", None):
                close()

    @property
    def registry(self) -> Registry:
        """As it stands now: an entry that this or another process added is in it at the next access."""
        return self._registry_at(state_of_own(self._own_files))

    @cached_property
    def _registry_at(self) -> Callable[[object], Registry]:
        return lru_cache(maxsize=1)(lambda state: load_registry(self._registry_dir))

    @cached_property
    def _own_files(self) -> tuple[str, ...]:
        return own_files(self._registry_dir)

    @cached_property
    def _registry_dir(self) -> Path:
        return self.settings.data_dir / "registry"

    @property
    def own_entries(self) -> OwnEntries:
        from core.programme.registering import OwnEntries

        return OwnEntries(self._registry_dir)

    @property
    def own_documents(self) -> OwnDocuments:
        from core.programme.registering import OwnDocuments

        return OwnDocuments(self._registry_dir)

    @property
    def pdf_folder(self) -> PdfFolder:
        from core.programme.registering import PdfFolder

        return PdfFolder(self.settings.pdf_dir)

    @cached_property
    def embedder(self) -> Embedder:
        from core.programme.embedding import load_embedder

        return load_embedder(self.settings)

    @cached_property
    def store(self) -> Vectorstore:
        """The collections of this model and this chunking; others lie beside them untouched."""
        from core.programme.embedding import fingerprint
        from core.programme.sammlung import features_of
        from core.programme.vectorstore import Vectorstore

        chunking = f"{self.settings.chunk_strategie}-{self.settings.chunk_size}"
        return Vectorstore(
            self.settings,
            f"{fingerprint(self.settings)} {chunking}",
            lambda: self.embedder,
            lambda programm_id: features_of(self.registry.dokumente.get(programm_id)),
            self.texte,
        )

    def find_pdf(self, programm: Registered, folder: Path | None = None) -> Path | None:
        """Its PDF in the folder (that for PDFs), else among the demo's; None where it is in neither."""
        for place in (folder or self.settings.pdf_dir, self.settings.data_dir / "demo" / "pdf"):
            path = place / programm.pdf
            if path.is_file() and not leads_outside(path):
                return path
        return None

    def with_pdf(self, folder: Path | None = None) -> list[str]:
        """Every Programm and kept document whose PDF is there."""
        return [one.id for one in self.registry.dokumente.values() if self.find_pdf(one, folder)]

    @cached_property
    def texte(self) -> StoredStreams:
        from core.programme.stored_streams import StoredStreams

        return StoredStreams(self.settings.chroma_dir / "texte")

    @property
    def erkannt(self) -> Path:
        """Where recognised pages of scans lie until all of a scan are there."""
        return self.settings.chroma_dir / "erkannt"


@cache
def default_context() -> Context:
    """The one of the environment's settings, shared by everything that is not given another."""
    return Context(load_settings())
