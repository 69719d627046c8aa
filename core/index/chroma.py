"""Everything that is Chroma: its collections, manifests, errors. What it does not promise: chroma_inside.

What Chroma 1.5.9 forces on us:
- A process that has opened a collection does not see what another one writes into its vector index, and
  would later save its old index over the new one. So rows are touched only by a client that was opened after
  taking the writer lock, and is forgotten with it. Manifests are no rows; they can be read at any time.
- Even `get` and `count` may write the vector index, so they belong under the lock too (not with a server).
- Two processes creating one database break it. So it is created beside and moved into place.
"""

import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from core.errors import DashboardError, IndexBeschaedigt, IndexFehler
from core.index.chroma_failures import REBUILD, check_room, check_server, index_error
from core.index.chroma_inside import (
    DATABASE,
    index_folders,
    is_whole,
    open_folder,
    open_server,
    peek,
    unused_indexes,
    without_trigrams,
)
from core.index.embedding import Recipe
from core.index.manifest import Manifest, ManifestEntry, manifest_text
from core.index.vector_blocks import FloatMatrix
from core.settings import Settings

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection
    from chromadb.api.types import GetResult

    Pages = Iterator[GetResult]

ROWS_PER_PAGE = 5000
ASIDE = ".pruefen-"

FORM = "3"
"""Raise it when a collection's graph or rows change: another is refused, and read in anew."""

GRAPH: "CreateHNSWConfiguration" = {"space": "cosine", "ef_construction": 100, "max_neighbors": 16}
"""Finds the ten nearest of 8,658 passages as surely as exact search; 4 and 4, as it was before, found a third
of them. It takes 0.7 of the 27 s of computing that reading 28 programmes in does (`tests.bench chroma`)."""

OUR_MISTAKES = (TypeError, AttributeError, LookupError, RuntimeError)


class Chroma:
    """The database behind the settings: a folder, or a server where CHROMA_URL names one."""

    def __init__(self, settings: Settings) -> None:
        self.folder = settings.chroma_dir
        self.url = settings.chroma_url
        self.vectors = self.folder / "vektoren"
        self._file = self.folder / DATABASE
        self._reader: ClientAPI | None = None
        self._reader_of: tuple[int, int] | None = None
        self._lock = threading.Lock()

    def manifest(self, name: str, fingerprint: str) -> Manifest:
        """What is stored right now, whoever wrote it; empty where there is no such collection."""
        with self.errors():
            if not self.url and (found := peek(self._file, name)) is not None:
                return _checked_manifest(name, fingerprint, *found)
            client = self._reading_client()
            collection = find(client, name, fingerprint) if client else None
        return read_manifest(collection) if collection else Manifest()

    def writing_client(self) -> "ClientAPI":
        """A client that knows all that others wrote. Only under the writer lock.

        Creates a missing database and throws out broken vector indexes: their vectors are computed again.
        """
        with self.errors():
            if self.url:
                client = self._reading_client()
                assert client is not None
                return client
            check_room(self.folder)
            self._tidy_up()
            if self._file_identity() is None:
                self._create()
            unused = unused_indexes(self._file, index_folders(self.folder))
            for folder in {*self.broken_indexes(), *unused}:
                shutil.rmtree(folder)
            return open_folder(self.folder)

    def _reading_client(self) -> "ClientAPI | None":
        """Opened again when the file is another one than before, as after a reset."""
        with self._lock:
            identity = (0, 0) if self.url else self._file_identity()
            if identity != self._reader_of or self._reader is None:
                self._reader = None
                if identity is not None:
                    self._reader = open_server(self.url) if self.url else open_folder(self.folder)
                self._reader_of = identity
            elif self.url:
                check_server(self.url)
            return self._reader

    def _file_identity(self) -> tuple[int, int] | None:
        # stat only: opening and closing the file would drop the locks SQLite holds on it in this process.
        try:
            status = self._file.stat()
        except FileNotFoundError:
            return None
        if status.st_size == 0:
            where = f"Der Index unter {str(self.folder)!r}"
            raise IndexBeschaedigt(f"{where} ist beschädigt (leere Datei). {REBUILD}")
        return status.st_dev, status.st_ino

    def _tidy_up(self) -> None:
        """What a writer left that was killed while it created the database or looked for a broken index."""
        for draft in self.folder.glob(".neu-*"):
            shutil.rmtree(draft, ignore_errors=True)
        for aside in self.folder.glob(f"{ASIDE}*"):
            if (home := aside.with_name(aside.name.removeprefix(ASIDE))).exists():
                shutil.rmtree(aside)
            else:
                aside.rename(home)

    def _create(self) -> None:
        with TemporaryDirectory(dir=self.folder, prefix=".neu-") as folder:
            open_folder(Path(folder))
            without_trigrams(Path(folder) / self._file.name)
            (Path(folder) / self._file.name).replace(self._file)

    def move_aside(self, target: Path) -> None:
        """Put the database and its vector indexes into `target`; whatever else lies in the folder stays."""
        with self._lock:
            self._reader = None
        target.mkdir(parents=True)
        for path in [*self.folder.glob(f"{DATABASE}*"), *index_folders(self.folder), self.vectors]:
            if path.exists():
                path.rename(target / path.name)

    def broken_indexes(self) -> list[Path]:
        """Vector indexes that are not whole and must not be opened."""
        if self.url or not self.folder.is_dir():
            return []
        return [folder for folder in index_folders(self.folder) if not is_whole(folder)]

    def mend(self, name: str, fingerprint: str) -> "ClientAPI":
        """Delete the vector index that keeps the collection from opening; its texts become readable."""
        for folder in index_folders(self.folder):
            aside = folder.rename(folder.with_name(f"{ASIDE}{folder.name}"))
            client = open_folder(self.folder)
            collection = find(client, name, fingerprint)
            if collection is not None and opens(collection):
                shutil.rmtree(aside)
                return client
            aside.rename(folder)
        raise IndexBeschaedigt(f"Der Index unter {str(self.folder)!r} ist beschädigt. {REBUILD}")

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn what Chroma, SQLite or the network raise into one German sentence."""
        try:
            yield
        except (DashboardError, *OUR_MISTAKES):
            raise
        except Exception as error:
            raise index_error(error, self.folder, self.url) from error


def _checked_manifest(name: str, fingerprint: str, id: str, metadata: Mapping[str, str]) -> Manifest:
    if not id:
        return Manifest()
    _check(name, metadata, fingerprint)
    return Manifest.parse(id, metadata.get("staende") or "{}")


def _check(name: str, metadata: Mapping[str, object] | None, fingerprint: str) -> None:
    told = metadata or {}
    if (stored := told.get("fingerprint")) != fingerprint:
        raise IndexFehler(f"Die Sammlung {name} gehört zum Embedding-Modell {stored!r}. {REBUILD}")
    if told.get("form") != FORM:
        raise IndexBeschaedigt(f"Die Sammlung {name} hat eine andere Form als die heutige. {REBUILD}")


def find(client: "ClientAPI", name: str, fingerprint: str) -> "Collection | None":
    from chromadb.errors import NotFoundError

    try:
        collection = client.get_collection(name, embedding_function=None)
    except NotFoundError:
        return None
    _check(name, collection.metadata, fingerprint)
    return collection


def create(client: "ClientAPI", name: str, fingerprint: str, recipe: Recipe) -> "Collection":
    """Empty. `recipe`: how others make a vector of a question to ask it with."""
    told = {f"embedding_{key}": value for key, value in recipe.items()}
    return client.create_collection(
        name,
        embedding_function=None,
        configuration={"hnsw": GRAPH},
        metadata={"fingerprint": fingerprint, "staende": "{}", "form": FORM, **told},
    )


def read_manifest(collection: "Collection") -> Manifest:
    return Manifest.parse(str(collection.id), str((collection.metadata or {}).get("staende") or "{}"))


def write_manifest(collection: "Collection", entries: Mapping[str, ManifestEntry]) -> None:
    # modify replaces all metadata at once.
    collection.modify(metadata=dict(collection.metadata or {}) | {"staende": manifest_text(entries)})


def read_pages(
    collection: "Collection", include: list[str], where: dict[str, object] | None = None
) -> "Pages":
    """All rows, some at a time: asked for too many at once, SQLite fails with „too many SQL variables“."""
    for offset in count(step=ROWS_PER_PAGE):
        page = collection.get(where=where, include=include, limit=ROWS_PER_PAGE, offset=offset)  # type: ignore[arg-type]
        yield page
        if len(page["ids"]) < ROWS_PER_PAGE:
            return


def read_vectors(collection: "Collection", where: dict[str, object]) -> Mapping[str, FloatMatrix]:
    """Row id → vector; empty where the vector index has lost any of them."""
    from chromadb.errors import InternalError

    found: dict[str, FloatMatrix] = {}
    with suppress(InternalError):
        for page in read_pages(collection, ["embeddings"], where):
            vectors = np.asarray(page["embeddings"], dtype=np.float32)
            found.update(zip(page["ids"], vectors, strict=True))
        return found
    return {}


def drop(client: "ClientAPI", name: str) -> None:
    from chromadb.errors import NotFoundError

    with suppress(NotFoundError):
        client.delete_collection(name)


def opens(collection: "Collection") -> bool:
    """Whether its rows can be read: a broken vector index keeps Chroma from reading even the texts."""
    from chromadb.errors import ChromaError

    try:
        collection.count()
    except ChromaError:
        return False
    return True
