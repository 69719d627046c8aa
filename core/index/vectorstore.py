"""The index: one collection per Gebiet and embedding model; one writes it, many search it exactly.

A Programm is replaced in three steps, and a process killed at any moment leaves a whole index: its new rows
and file beside the old ones → the manifest names the new ones, now they are what is found → the old ones go.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Collection as Container
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from core import clock
from core.errors import EingabeError, IndexFehler, IndexGesperrt, StoreUnreachable
from core.index import chroma, chroma_rows, vector_blocks
from core.index.chroma_failures import REBUILD
from core.index.embedding import Embedder, checked_vectors
from core.index.manifest import UEBERALL, Features, Indexstand, Manifest, ManifestEntry, manifest_text
from core.index.sammlung import Memory, Sammlung
from core.index.swept_marks import SweptMarks
from core.index.vector_blocks import Block
from core.index.writer_lock import WriterLock
from core.models import GEBIETE, Chunk
from core.settings import Settings

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

__all__ = ["INDEXGEBIETE", "UEBERALL", "Indexstand", "Vectorstore"]

INDEXGEBIETE = (*GEBIETE, UEBERALL)
RESTORE_TIMEOUT = 10.0
RECENT = 0.25
"""Seconds for which a state counts where it is asked for passage by passage: a Lauf's prompts are made of
hundreds, and to ask Chroma for each took half of a batch's own time."""

Vectors = NDArray[np.floating]


class Vectorstore:
    """Vectors, texts and Stände of all Programme under one embedding model. May be shared by threads.

    `embedder` is asked for when its vectors are needed: what the manifests tell can be read without it.
    `merkmale`: what the rows of a Programm say of it.
    """

    def __init__(
        self,
        settings: Settings,
        fingerprint: str,
        embedder: Callable[[], Embedder],
        merkmale: Callable[[str], Features],
    ) -> None:
        self._fingerprint = fingerprint
        self._load_embedder = embedder
        self._features = merkmale
        self._chroma = chroma.Chroma(settings)
        self._lock = WriterLock(settings)
        self._memory = Memory(self._chroma, fingerprint, lambda: self._embedder.dim, self._restore)
        self._marks = SweptMarks(self._chroma, self._memory, merkmale)
        self._recent: dict[str, tuple[float, dict[str, Indexstand]]] = {}
        self._thread = threading.local()  # of the one that writes: .client of Chroma, .written collections

    @property
    def _embedder(self) -> Embedder:
        return self._load_embedder()

    def staende(self, gebiet: str) -> dict[str, Indexstand]:
        """Programm → what is stored of it right now, whoever wrote it."""
        entries = self._memory.manifest(self._name(gebiet)).entries
        return {programm_id: entry.stand for programm_id, entry in entries.items()}

    def recent_staende(self, gebiet: str) -> dict[str, Indexstand]:
        """The same, a moment old at most; what is written here counts at once."""
        told = self._recent.get(gebiet)
        if told is None or time.monotonic() > told[0]:
            told = self._recent[gebiet] = (time.monotonic() + RECENT, self.staende(gebiet))
        return told[1]

    def search(
        self, gebiet: str, vector: Vectors, top_k: int, programm_ids: Container[str] | None = None
    ) -> list[tuple[Chunk, float]]:
        """The nearest Chunks and their cosine, exactly; ties by Programm and place. None filters nothing."""
        query = self._vectors(np.asarray(vector)[None, :], 1)[0]
        return self.sammlung(gebiet).nearest(query, top_k, programm_ids)

    def sammlung(self, gebiet: str) -> Sammlung:
        """All that is stored of a Gebiet right now, to be searched; empty where nothing is."""
        return self._memory.sammlung(self._name(gebiet))

    def chunks_of(self, gebiet: str, programm_id: str) -> list[Chunk]:
        """All Chunks of a Programm in order of its text; empty where it is not in the index."""
        block = self.sammlung(gebiet).blocks.get(programm_id)
        return block.chunks() if block else []

    def health(self, gebiet: str) -> list[str]:
        """What is damaged, a sentence each. Does not look while somebody writes."""
        try:
            if not self._memory.manifest(self._name(gebiet)).collection_id:
                return []
            with self.writing(timeout=0):
                is_broken = bool(self._chroma.broken_indexes())
                collection = None if is_broken else self._collection(gebiet)
                if collection is None or not chroma.opens(collection):
                    return [f"Der Vektorindex für {gebiet} ist beschädigt. {REBUILD}"]
                return [f"{name}: {fault}" for name, fault in self._faults(gebiet, collection).items()]
        except IndexGesperrt:
            return []
        except (IndexFehler, StoreUnreachable) as error:
            return [str(error)]

    @contextmanager
    def writing(self, timeout: float = 10.0) -> Iterator[None]:
        """Be the one writer; wait `timeout` seconds for it, else IndexGesperrt says who is. May be nested.

        The words of what was written are made ready at the end, once for all Programme.
        """
        with self._lock.held(timeout):
            if hasattr(self._thread, "client"):
                yield
                return
            self._thread.client, self._thread.written = None, set()
            self._marks.begin()
            try:
                yield
                for name in self._thread.written:
                    self._memory.build_lexicon(name)
            finally:
                del self._thread.client
            self._marks.keep()

    def replace(
        self, gebiet: str, programm_id: str, stand: Indexstand, chunks: Sequence[Chunk], vectors: Vectors
    ) -> None:
        """Put a Programm in, in place of what was there; searches see all of the old or all of the new."""
        block = chroma_rows.block_of(programm_id, stand, chunks, self._vectors(vectors, len(chunks)))
        entry = ManifestEntry(stand, uuid4().hex[:12], dict(self._features(programm_id)))
        manifest_text({programm_id: entry})  # a Stand that is no JSON fails before anything is written
        client, name = self._client(), self._name(gebiet)
        with self._chroma.errors(), self._marks.changing(name):
            collection = self._opened(gebiet) or chroma.create(
                client, name, self._fingerprint, self._embedder.recipe
            )
            manifest = chroma.read_manifest(collection)
            chroma_rows.write(collection, block, stand.version, entry.merkmale)
            self._memory.files(name, manifest).save(block, entry.write)
            self._switch(gebiet, collection, manifest, {**manifest.entries, programm_id: entry})
            chroma_rows.delete_versions_but(collection, programm_id, stand.version)

    def remove(self, gebiet: str, programm_id: str) -> None:
        """Take a Programm out."""
        with self._chroma.errors(), self._marks.changing(self._name(gebiet)):
            collection = self._opened(gebiet)
            if collection is None:
                return
            manifest = chroma.read_manifest(collection)
            kept = {name: entry for name, entry in manifest.entries.items() if name != programm_id}
            self._switch(gebiet, collection, manifest, kept)
            chroma_rows.delete_versions_but(collection, programm_id, None)

    def sweep(self, gebiet: str) -> list[str]:
        """Remove what no Stand names, put back what is lost; says what was done, a sentence each.

        A Programm whose texts are lost leaves the index, so that the next run reads it in again.
        """
        self._require_writing()
        done = [] if self._marks.holds(self._name(gebiet)) else self._sweep(gebiet)
        self._marks.note(self._name(gebiet))
        return done

    def _sweep(self, gebiet: str) -> list[str]:
        with self._chroma.errors():
            collection = self._opened(gebiet)
            if collection is None:
                return []
            manifest = chroma.read_manifest(collection)
            done = []
            if orphans := chroma_rows.orphans(collection, manifest.entries):
                chroma_rows.delete(collection, orphans)
                done.append(f"{len(orphans)} Passagen ohne Programm sind entfernt.")
            kept = dict(manifest.entries)
            for programm_id, fault in self._faults(gebiet, collection).items():
                block = self._any_block(gebiet, collection, manifest, programm_id)
                if block is None:
                    del kept[programm_id]
                    done.append(f"{programm_id}: {fault} Das Programm muss neu eingelesen werden.")
                else:
                    entry = kept[programm_id]
                    chroma_rows.write(collection, block, entry.stand.version, entry.merkmale)
                    done.append(f"{programm_id}: {fault} Das ist behoben.")
            blocks = partial(self._any_block, gebiet, collection, manifest)
            kept = chroma_rows.tell_anew(collection, kept, blocks, self._features)
            self._switch(gebiet, collection, manifest, kept)
            return done

    def reset(self) -> Path | None:
        """Start anew: move the database aside and say where to; with a server, delete our collections."""
        self._require_writing()
        self._memory.forget()
        self._recent.clear()
        self._thread.written |= {self._name(gebiet) for gebiet in INDEXGEBIETE}
        if self._chroma.url:
            for gebiet in INDEXGEBIETE:
                with self._chroma.errors():
                    chroma.drop(self._client(), self._name(gebiet))
            return None
        self._thread.client = None
        target = self._chroma.folder / f"beschaedigt-{clock.local():%Y%m%d-%H%M%S}-{uuid4().hex[:4]}"
        self._chroma.move_aside(target)
        return target

    def _name(self, gebiet: str) -> str:
        if gebiet not in INDEXGEBIETE:
            known = ", ".join(INDEXGEBIETE)
            raise EingabeError(f"Das Gebiet {gebiet!r} gibt es nicht. Möglich sind: {known}.")
        return f"programme-{gebiet.lower()}-{hashlib.sha256(self._fingerprint.encode()).hexdigest()[:12]}"

    def _require_writing(self) -> None:
        if not hasattr(self._thread, "client"):
            raise RuntimeError("only inside `with store.writing():`")

    def _client(self) -> "ClientAPI":
        self._require_writing()
        if self._thread.client is None:
            self._thread.client = self._chroma.writing_client()
        client: ClientAPI = self._thread.client
        return client

    def _collection(self, gebiet: str) -> "Collection | None":
        with self._chroma.errors():
            return chroma.find(self._client(), self._name(gebiet), self._fingerprint)

    def _opened(self, gebiet: str) -> "Collection | None":
        """The collection, its rows readable: a vector index that is in the way is thrown out."""
        collection = self._collection(gebiet)
        if collection is None or chroma.opens(collection):
            return collection
        self._thread.client = self._chroma.mend(self._name(gebiet), self._fingerprint)
        return self._collection(gebiet)

    def _vectors(self, vectors: Vectors, count: int) -> vector_blocks.FloatMatrix:
        return checked_vectors(vectors, count, self._embedder.dim)

    def _switch(
        self, gebiet: str, collection: "Collection", manifest: Manifest, entries: dict[str, ManifestEntry]
    ) -> None:
        """From here on the index is what `entries` say."""
        if entries != manifest.entries:
            chroma.write_manifest(collection, entries)
            self._thread.written.add(self._name(gebiet))
        self._memory.forget(self._name(gebiet))
        self._recent.clear()
        self._memory.files(self._name(gebiet), manifest).keep_only(
            {programm_id: entry.write for programm_id, entry in entries.items()}
        )

    def _faults(self, gebiet: str, collection: "Collection") -> dict[str, str]:
        """Programm → in what the database differs from its Stand."""
        manifest = chroma.read_manifest(collection)
        faults = {}
        for programm_id, entry in manifest.entries.items():
            block = self._any_block(gebiet, collection, manifest, programm_id)
            if block is None:
                faults[programm_id] = f"Im Index fehlen Texte (erwartet: {entry.stand.chunks} Passagen)."
            elif fault := chroma_rows.fault(collection, block, entry.stand.version):
                faults[programm_id] = fault
        return faults

    def _any_block(
        self, gebiet: str, collection: "Collection", manifest: Manifest, programm_id: str
    ) -> Block | None:
        """The block from its file, else from the database; None where its texts are lost."""
        entry = manifest.entries[programm_id]
        files = self._memory.files(self._name(gebiet), manifest)
        block = files.load(programm_id, entry.write, entry.stand.chunks, self._embedder.dim)
        return block or chroma_rows.read(collection, programm_id, entry.stand, self._embedder)

    def _restore(self, name: str, manifest: Manifest, programm_ids: list[str]) -> dict[str, Block]:
        """Blocks whose files are lost, read from the database and put back; write → block."""
        gebiet = name.split("-")[1].upper()
        with self.writing(RESTORE_TIMEOUT), self._chroma.errors():
            collection = self._opened(gebiet)
            if collection is None or chroma.read_manifest(collection) != manifest:
                return {}
            restored = {}
            for programm_id in programm_ids:
                entry = manifest.entries[programm_id]
                block = chroma_rows.read(collection, programm_id, entry.stand, self._embedder)
                if block is None:
                    lost = f"Im Index für {gebiet} fehlen Texte von „{programm_id}“."
                    raise IndexFehler(f"{lost} {REBUILD}")
                self._memory.files(name, manifest).save(block, entry.write)
                restored[entry.write] = block
            return restored
