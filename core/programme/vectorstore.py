"""The index: one collection per Gebiet and embedding model; one writes it, many search it exactly.

Chroma is the one store of passages and vectors. It is read into one matrix per collection, which a search
multiplies: exact, and every filter free. A Programm is replaced in three steps, and a process killed at any
moment leaves a whole index: its new rows beside the old ones → the collection names the new ones, now they
are what is found → the old ones go.
"""

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from core.base import clock
from core.base.errors import EingabeError, IndexBeschaedigt, IndexFehler, IndexGesperrt, StoreUnreachable
from core.base.models import INDEXGEBIETE, QUELLGEBIETE, gebiet_of
from core.base.settings import Settings
from core.programme import chroma_worker as worker
from core.programme.chroma import ASIDE, CACHE, PREFIX, Chroma, WriterLock, state_of
from core.programme.chroma_worker import REBUILD, ROWS_PER_CALL, Found, Metadata, Rows
from core.programme.collection_cache import CollectionCache, Known, Snapshot
from core.programme.embedding import Embedder, checked_vectors
from core.programme.sammlung import (
    Block,
    Entries,
    Features,
    Indexstand,
    ManifestEntry,
    Sammlung,
    block_of,
    entries_text,
    rows_of,
)
from core.programme.stored_rows import Stored, stored
from core.programme.stored_streams import StoredStreams
from core.wortlaut.records import Chunk, Dokument

COLLECTIONS = (*INDEXGEBIETE, *QUELLGEBIETE)

FORM = "4"
"""Raise it when a collection's graph or rows change: another is refused, and read in anew."""

CHECK_SECONDS = 0.25
SERVER_CHECK_SECONDS = 0.5
"""So long what is known counts: to look at the files takes 0.1 ms, to ask a server 20 ms."""

READ_TIMEOUT = 10.0
"""Seconds to wait for a writer where nothing is known of the index but what lies in it. He begins with
telling that (`read_stale`)."""

READ_STEP = 0.25
"""Seconds of it until it is looked what the writer has told since."""

PAGE = 5000
ATTEMPTS = 50

REFUSED = (
    "%s, %s: Passagen im Index, die nicht im gespeicherten Text stehen und nicht gezeigt werden: %d. "
    "In Ordnung bringen: python -m core doctor --repair"
)
LOG = logging.getLogger(__name__)

Vectors = NDArray[np.floating]


class Vectorstore:
    """Vectors, texts and Stände of all Programme under one embedding model. May be shared by threads.

    `embedder` is asked for when its vectors are needed: what the collections tell can be read without it.
    `merkmale`: what the rows of a Programm say of it. `texte`: where the text streams lie, which a row that
    is read from Chroma must agree with.

    Locks, from the outside in: the writer's → `_looking`.
    """

    def __init__(
        self,
        settings: Settings,
        fingerprint: str,
        embedder: Callable[[], Embedder],
        merkmale: Callable[[str], Features],
        texte: StoredStreams,
    ) -> None:
        self._fingerprint = fingerprint
        self._texte = texte
        self._load_embedder = embedder
        self._features = merkmale
        self._chroma = Chroma(settings)
        self._lock = WriterLock(settings)
        self._cache = CollectionCache(settings.chroma_dir / CACHE)
        self._looking = threading.RLock()
        self._snapshot: Snapshot | None = None
        self._checked = 0.0
        self._loaded: dict[str, tuple[Known, Sammlung]] = {}
        self._thread = threading.local()
        """Of the one that writes: .stack of what is open, .is_open, .written collections, its .snapshot."""

    @property
    def _embedder(self) -> Embedder:
        return self._load_embedder()

    # --- reading --------------------------------------------------------------------------------------------

    def staende(self, gebiet: str) -> Mapping[str, Indexstand]:
        """Programm → what is stored of it, whoever wrote it, at most a moment ago."""
        known = self._known(self._name(gebiet))
        return known.staende if known else {}

    def stand_of(self, programm: Dokument) -> Indexstand | None:
        return self.staende(gebiet_of(programm)).get(programm.id)

    def chunks_of(self, gebiet: str, programm_id: str) -> list[Chunk]:
        """All Chunks of a Programm in order of its text; empty where it is not in the index."""
        block = self.sammlung(gebiet).blocks.get(programm_id)
        return block.chunks() if block else []

    def sammlung(self, gebiet: str) -> Sammlung:
        """All that is stored of a Gebiet, to be searched; empty where nothing is."""
        name, deadline = self._name(gebiet), time.monotonic() + READ_TIMEOUT
        for attempt in count(1):
            known = self._known(name)
            if known is None:
                return Sammlung({}, self._embedder.dim)
            before = self._known_rows(name, known)
            if before is not None and known.is_fresh:
                return before
            # A writer has replaced it since, then the next look is right; or only Chroma has it, or knows
            # whether that is still so.
            try:
                with self._reading(READ_STEP if before is None else 0):
                    self._checked = 0.0
                    if self._known(name) == known and (found := self._stored(name, known)):
                        for programm_id, number in found.refused.items():
                            LOG.warning(REFUSED, gebiet, programm_id, number)
                        self._publish(name, found.blocks, known.is_swept, known.found, found.refused)
                        self._keep_words(name)
            except IndexBeschaedigt:
                raise
            except IndexFehler as error:
                if before is not None:
                    return before
                if not isinstance(error, IndexGesperrt) or time.monotonic() > deadline:
                    raise
            else:
                if attempt > ATTEMPTS:
                    break
        raise IndexFehler(f"Der Index {name} lässt sich nicht lesen, weil er sich ständig ändert.")

    def _known_rows(self, name: str, known: Known) -> Sammlung | None:
        """What was read before of a collection that says the same of itself, from memory or the cache."""
        with self._looking:
            held = self._loaded.get(name)
            if held and held[0].file == known.file and held[0].found == known.found:
                return held[1]
            sammlung = self._cache.load(known, self._embedder.dim)
            if sammlung is not None:
                self._loaded[name] = known, sammlung
            return sammlung

    def read_stale(self) -> None:
        """Of what somebody else wrote into: while this one holds the lock nobody else can read it."""
        self._require_writing()
        for name, known in self._collections.items():
            gebiet = next((gebiet for gebiet in COLLECTIONS if self._name(gebiet) == name), None)
            if gebiet and not (known.is_fresh and known.file):
                with suppress(IndexFehler):  # whoever searches it is told
                    self.sammlung(gebiet)

    def health(self, gebiet: str) -> list[str]:
        """What is damaged, a sentence each. Does not look while somebody writes."""
        name = self._name(gebiet)
        try:
            with self._reading(timeout=0):
                known = self._known(name)
                if known is None or (found := self._stored(name, known)) is None:
                    return []
                self._publish(name, found.blocks, known.is_swept, known.found, found.refused)
                return [f"{id}: {line}" for id, line in found.faults.items()]
        except IndexGesperrt:
            return []
        except IndexBeschaedigt:
            return [f"Der Vektorindex für {gebiet} ist beschädigt. {REBUILD}"]
        except (IndexFehler, StoreUnreachable) as error:
            return [str(error)]

    # --- writing --------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self, timeout: float = 10.0) -> Iterator[None]:
        """Be the one writer; wait `timeout` seconds for it, else IndexGesperrt says who is. May be nested.

        The words of what was written are made ready at the end, once for all Programme.
        """
        with self._lock.held(timeout):
            if self._is_writer:
                yield
                return
            own = self._thread
            own.written, own.is_open, own.snapshot = set(), False, None
            try:
                with ExitStack() as own.stack:
                    yield
                    for name in sorted(own.written):
                        self._keep_words(name)
                if own.is_open and own.snapshot:  # closing it may have touched its files
                    self._keep(own.snapshot.collections)
            finally:
                del own.stack

    def get_ready(self) -> None:
        """Before a run that writes: check that there is room, and have Chroma imported meanwhile."""
        self._chroma.check_room()
        self._chroma.warm_up()

    def replace(
        self, gebiet: str, programm_id: str, stand: Indexstand, chunks: Sequence[Chunk], vectors: Vectors
    ) -> None:
        """Put a Programm in, in place of what was there; searches see all of the old or all of the new."""
        checked = checked_vectors(vectors, len(chunks), self._embedder.dim)
        block = block_of(programm_id, stand, chunks, checked)
        features = dict(self._features(programm_id))
        entry = ManifestEntry.of(stand, features, block)
        entries_text({programm_id: entry})  # a Stand that is no JSON fails before anything is written
        name = self._name(gebiet)
        with self._changing(name):
            before = self.sammlung(gebiet)
            known = self._known(name)
            # `recipe`: how others make a vector of a question to ask the collection with.
            recipe = {f"embedding_{key}": value for key, value in self._embedder.recipe.items()}
            first: Metadata = {"fingerprint": self._fingerprint, "form": FORM, "staende": "{}", **recipe}
            metadata = known.found.metadata if known else first
            rows = rows_of(block, stand.version, features)
            assert rows.vectors is not None
            for start in range(0, max(len(rows.ids), 1), ROWS_PER_CALL):
                part = slice(start, start + ROWS_PER_CALL)
                some = Rows(rows.ids[part], rows.documents[part], rows.metadatas[part], rows.vectors[part])
                self._chroma.call(worker.write, name, metadata, some)
            of_this = {"$and": [{"programm_id": programm_id}, {"version": stand.version}]}
            present = self._chroma.call(worker.ids_of, name, of_this)
            if missing := set(rows.ids) - present:
                raise IndexFehler(
                    f"Von „{programm_id}“ sind {len(missing)} von {len(rows.ids)} Passagen nicht im Index "
                    "angekommen. Bitte noch einmal einlesen."
                )
            self._tell(name, metadata, {**(known.entries if known else {}), programm_id: entry})
            self._chroma.call(worker.delete, name, None, sorted(present - set(rows.ids)))
            others = {"$and": [{"programm_id": programm_id}, {"version": {"$ne": stand.version}}]}
            self._chroma.call(worker.delete, name, others)
            refused = {id: count for id, count in before.refused.items() if id != programm_id}
            blocks = {**before.blocks, programm_id: block}
            self._publish(name, blocks, known.is_swept if known else True, refused=refused)

    def remove(self, gebiet: str, programm_id: str) -> None:
        """Take a Programm out."""
        name = self._name(gebiet)
        with self._changing(name):
            if (known := self._known(name)) is None:
                return
            before = self.sammlung(gebiet)
            blocks = {id: one for id, one in before.blocks.items() if id != programm_id}
            refused = {id: count for id, count in before.refused.items() if id != programm_id}
            self._tell(name, known.found.metadata, {id: known.entries[id] for id in blocks})
            self._chroma.call(worker.delete, name, {"programm_id": programm_id})
            self._publish(name, blocks, known.is_swept, refused=refused)

    def sweep(self, gebiet: str) -> list[str]:
        """Put a collection in order: rows that nobody names go, and so do Programme whose rows are not as
        they were written. Returned are those, to be read in anew from their stored texts.
        """
        name = self._name(gebiet)
        self._require_writing()
        known = self._known(name)
        if known is None or (known.is_swept and not self._renamed(known.entries)):
            return []
        with self._changing(name):
            try:
                if (found := self._stored(name, known)) is None:
                    raise IndexGesperrt(
                        f"In die Sammlung {name} schreibt gerade ein anderer. Bitte noch einmal."
                    )
                if found.orphans:
                    self._chroma.call(worker.delete, name, None, found.orphans)
                kept = {id: entry for id, entry in known.entries.items() if id not in found.faults}
                for id, features in self._renamed(kept).items():
                    kept[id] = replace(kept[id], merkmale=features)
                    rows = rows_of(found.blocks[id], kept[id].stand.version, features)
                    self._chroma.call(worker.tell_rows, name, rows.ids, rows.metadatas)
                if kept != known.entries:
                    self._tell(name, known.found.metadata, kept)
                for id in found.faults:
                    self._chroma.call(worker.delete, name, {"programm_id": id})
                self._publish(name, {id: found.blocks[id] for id in kept}, is_swept=True)
                return sorted(found.faults)
            except IndexBeschaedigt:
                self._chroma.call(worker.drop, name)
                self._keep({other: one for other, one in self._collections.items() if other != name})
                return sorted(known.entries)

    def reset(self) -> Path | None:
        """Start anew: move the database aside and say where to; with a server, delete our collections."""
        self._require_writing()
        own, target = self._thread, None
        own.stack.close()
        own.is_open = False
        if self._chroma.is_server:
            for gebiet in COLLECTIONS:
                self._chroma.call(worker.drop, self._name(gebiet))
        else:
            folder = f"{ASIDE}{clock.local():%Y%m%d-%H%M%S}-{uuid4().hex[:4]}"
            target = self._chroma.place.folder / folder
            self._chroma.move_aside(target)
        own.written.clear()
        self._keep({})
        return target

    @contextmanager
    def _changing(self, name: str) -> Iterator[None]:
        """Chroma is open meanwhile; what fails half way leaves nothing that is known for sure."""
        self._require_writing()
        _ = self._collections  # as they are before anything is touched
        self._open()
        self._chroma.check_room()
        try:
            yield
        except BaseException:
            self._thread.snapshot = None
            raise
        self._thread.written.add(name)

    def _open(self) -> None:
        if not self._chroma.is_server and not self._thread.is_open:
            self._thread.stack.enter_context(self._chroma.open())
            self._thread.is_open = True

    def _tell(self, name: str, metadata: Metadata, entries: Entries) -> None:
        """From here on the index is what `entries` say."""
        self._chroma.call(worker.tell, name, {**metadata, "staende": entries_text(entries)})

    def _renamed(self, entries: Entries) -> dict[str, Features]:
        """Of which Programme the register says something else than their rows, and what."""
        now = {id: dict(self._features(id)) for id in entries}
        return {id: features for id, features in now.items() if features and features != entries[id].merkmale}

    # --- what is known of the collections -------------------------------------------------------------------

    @property
    def _is_writer(self) -> bool:
        return hasattr(self._thread, "stack")

    def _require_writing(self) -> None:
        if not self._is_writer:
            raise RuntimeError("only inside `with store.writing():`")

    def _reading(self, timeout: float) -> AbstractContextManager[None]:
        """A folder is opened by one at a time, even to be read; a server is there for all."""
        return nullcontext() if self._chroma.is_server else self.writing(timeout)

    @property
    def _collections(self) -> Mapping[str, Known]:
        return self._current().collections

    def _known(self, name: str) -> Known | None:
        known = self._collections.get(name)
        if known and (found := known.found.metadata.get("fingerprint")) != self._fingerprint:
            raise IndexFehler(f"Die Sammlung {name} gehört zum Embedding-Modell {found!r}. {REBUILD}")
        if known and known.found.metadata.get("form") != FORM:
            raise IndexBeschaedigt(f"Die Sammlung {name} hat eine andere Form als die heutige. {REBUILD}")
        return known

    def _current(self) -> Snapshot:
        """What one of us wrote last; where somebody else has written, what Chroma says."""
        patience = SERVER_CHECK_SECONDS if self._chroma.is_server else CHECK_SECONDS
        own: Snapshot | None = getattr(self._thread, "snapshot", None)
        if own and self._is_writer:
            return own
        with self._looking:
            before = self._snapshot
            if before and time.monotonic() - self._checked < patience and not self._is_writer:
                return before
            state = self._chroma.state()
            kept = before if before and before.state == state else self._cache.snapshot()
            if not state or (kept and kept.state == state):
                return self._now(kept if kept and state else Snapshot("", {}))
        if self._is_writer or self._chroma.is_server:
            return self._look(kept)
        deadline = time.monotonic() + READ_TIMEOUT
        while True:
            try:
                with self.writing(0 if kept or before else READ_STEP):
                    return self._current()
            except IndexBeschaedigt:
                raise
            except IndexFehler as error:
                # Somebody writes, and what he last finished counts: he keeps that in the cache. Or the folder
                # is read-only, and nobody does.
                if known := kept or before or self._cache.snapshot():
                    return self._now(known)
                if not isinstance(error, IndexGesperrt) or time.monotonic() > deadline:
                    raise

    def _look(self, before: Snapshot | None) -> Snapshot:
        """Ask Chroma. Of a folder nothing is known for sure any more but what it says now."""
        if not self._chroma.is_server:
            self._open()
        collections = {}
        for name, found in self._chroma.overview().items():
            old = before.collections.get(name) if before else None
            if not self._chroma.is_server:
                collections[name] = (old or Known(found)).left(found)
            else:
                collections[name] = old if old and old.found == found else Known(found)
        return self._keep(collections)

    def _publish(
        self,
        name: str,
        blocks: Mapping[str, Block],
        is_swept: bool,
        found: Found | None = None,
        refused: Mapping[str, int] | None = None,
    ) -> None:
        """From here on searches find these: what was `found`, or what the collection is after a change."""
        in_order = {id: blocks[id] for id in sorted(blocks)}
        sammlung = Sammlung(in_order, self._embedder.dim, refused=refused)
        found = found or self._chroma.call(worker.found, name)
        known = Known(found, self._cache.save(name, sammlung, found.id), is_swept)
        self._loaded[name] = known, sammlung
        self._keep({**self._collections, name: known})

    def _keep_words(self, name: str) -> None:
        known = self._collections.get(name)
        if known and known.entries and (held := self._loaded.get(name)) and held[0] == known:
            _ = held[1].lexicon
            with_words = replace(known, file=self._cache.save(name, held[1], known.found.id))
            self._loaded[name] = with_words, held[1]
            self._keep({**self._collections, name: with_words})

    def _keep(self, collections: Mapping[str, Known]) -> Snapshot:
        is_server = self._chroma.is_server  # where others write meanwhile, and only what was seen is known
        found = {name: known.found for name, known in collections.items()}
        snapshot = Snapshot(state_of(found) if is_server else self._chroma.state(), collections)
        self._cache.keep(snapshot)
        return self._now(snapshot)

    def _now(self, snapshot: Snapshot) -> Snapshot:
        if self._is_writer:
            self._thread.snapshot = snapshot
        self._snapshot, self._checked = snapshot, time.monotonic()
        return snapshot

    def _stored(self, name: str, known: Known) -> Stored | None:
        """Read through Chroma; None where somebody wrote meanwhile."""
        if self._is_writer:
            self._open()
        pages: list[Rows] = []
        self._chroma.call(worker.read, name, 0, 1)  # the first one after an opening may tidy up its files
        state = known.found if self._chroma.is_server else self._chroma.state()
        while not pages or len(pages[-1].ids) == PAGE:
            pages.append(self._chroma.call(worker.read, name, len(pages) * PAGE, PAGE))
        # Compared before it is looked whether somebody wrote: who replaces a Programm deletes its old text.
        read = stored(pages, known.entries, self._embedder, self._texte)
        is_server = self._chroma.is_server
        now = self._chroma.call(worker.found, name) if is_server else self._chroma.state()
        return read if now == state else None

    def _name(self, gebiet: str) -> str:
        if gebiet not in COLLECTIONS:
            known = ", ".join(INDEXGEBIETE)
            raise EingabeError(f"Das Gebiet {gebiet!r} gibt es nicht. Möglich sind: {known}.")
        return f"{PREFIX}{gebiet.lower()}-{hashlib.sha256(self._fingerprint.encode()).hexdigest()[:12]}"
