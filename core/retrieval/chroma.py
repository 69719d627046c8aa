"""Everything that is Chroma: opening it, its collections and manifests, its errors. Nothing else imports it.

What Chroma 1.5.9 forces on us:
- A process that has opened a collection does not see what another one writes into its vector index, and
  would later save its old index over the new one. So rows are touched only by a client that was opened after
  taking the writer lock, and is forgotten with it. Manifests are no rows; they can be read at any time.
- Even `get` and `count` may write the vector index, so they belong under the lock too (not with a server).
- Two processes creating one database break it. So it is created beside and moved into place.
"""

import shutil
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

from core.errors import DashboardError, EingabeError, IndexBeschaedigt, IndexFehler, IndexGesperrt
from core.retrieval.hnsw import index_folders, is_whole
from core.retrieval.manifest import Entry, Manifest, manifest_text
from core.retrieval.matrix import FloatMatrix
from core.settings import Settings

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.api.types import GetResult

    Pages = Iterator[GetResult]

REBUILD = "„python -m core index --all“ baut ihn neu auf."
ROWS_PER_PAGE = 5000
OUR_MISTAKES = (TypeError, AttributeError, LookupError, RuntimeError)
PEEK = """SELECT c.id, m.key, m.str_value FROM collections AS c
    LEFT JOIN collection_metadata AS m ON m.collection_id = c.id WHERE c.name = ?"""

_opening = threading.Lock()
_opened = threading.Event()


class Chroma:
    """The database behind the settings: a folder, or a server where CHROMA_URL names one."""

    def __init__(self, settings: Settings) -> None:
        self.folder = settings.chroma_dir
        self.url = settings.chroma_url
        self.vectors = self.folder / "vektoren"
        self._file = self.folder / "chroma.sqlite3"
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
            if self._file_identity() is None:
                self._create()
            for folder in self.broken_indexes():
                shutil.rmtree(folder)
            return _open_folder(self.folder)

    def _reading_client(self) -> "ClientAPI | None":
        """Opened again when the file is another one than before, as after a reset."""
        with self._lock:
            identity = (0, 0) if self.url else self._file_identity()
            if identity != self._reader_of or self._reader is None:
                self._reader = None
                if identity is not None:
                    self._reader = _open_server(self.url) if self.url else _open_folder(self.folder)
                self._reader_of = identity
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

    def _create(self) -> None:
        with TemporaryDirectory(dir=self.folder, prefix=".neu-") as folder:
            _open_folder(Path(folder))
            (Path(folder) / self._file.name).replace(self._file)

    def move_aside(self, target: Path) -> None:
        """Put the database and its vector indexes into `target`; whatever else lies in the folder stays."""
        with self._lock:
            self._reader = None
        target.mkdir(parents=True)
        for path in [*self.folder.glob("chroma.sqlite3*"), *index_folders(self.folder), self.vectors]:
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
            aside = folder.rename(folder.with_name(f".pruefen-{folder.name}"))
            client = _open_folder(self.folder)
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
            raise self._error(error) from error

    def _error(self, error: Exception) -> IndexFehler:
        cause = (str(error).strip().splitlines() or [""])[0][:160] or type(error).__name__
        if self.url:
            return IndexFehler(
                f"Der Chroma-Server unter CHROMA_URL={self.url} antwortet nicht richtig ({cause}). "
                "Den Server starten („chroma run --path …“) oder CHROMA_URL weglassen (lokaler Index)."
            )
        if "database is locked" in cause:
            return IndexGesperrt(
                f"Der Index unter {str(self.folder)!r} ist gerade belegt. Bitte gleich noch einmal versuchen."
            )
        if any(sign in cause for sign in ("(code: 13)", "(code: 8)", "(code: 14)", "Permission", "No space")):
            return IndexFehler(
                f"Der Index unter {str(self.folder)!r} lässt sich nicht öffnen oder schreiben ({cause}). "
                "Rechte und freien Platz prüfen."
            )
        return IndexBeschaedigt(f"Der Index unter {str(self.folder)!r} ist beschädigt ({cause}). {REBUILD}")


def peek(file: Path, name: str) -> tuple[str, dict[str, str]] | None:
    """Id and metadata of a collection, both empty where there is none; None once Chroma has been opened here.

    Importing Chroma takes more than a second, and who only searches needs nothing else of it. But closing a
    file takes away all locks that this process has on it: so never beside a client of Chroma's.
    """
    with _opening:
        if _opened.is_set():
            return None
        if not file.exists() or file.stat().st_size == 0:
            return None
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", timeout=10, uri=True)) as database:
            rows = database.execute(PEEK, (name,)).fetchall()
    return (rows[0][0] if rows else "", {key: value for _, key, value in rows if key})


def _checked_manifest(name: str, fingerprint: str, id: str, metadata: Mapping[str, str]) -> Manifest:
    if not id:
        return Manifest()
    _check(name, metadata.get("fingerprint"), fingerprint)
    return Manifest.parse(id, metadata.get("staende") or "{}")


def _check(name: str, stored: object, fingerprint: str) -> None:
    if stored != fingerprint:
        raise IndexFehler(f"Die Sammlung {name} gehört zum Embedding-Modell {stored!r}. {REBUILD}")


def _open_folder(folder: Path) -> "ClientAPI":
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings as ChromaSettings

    # Chroma hands out one shared system per folder; ours must each be new, or they show what once was.
    with _opening:
        _opened.set()
        SharedSystemClient.clear_system_cache()
        try:
            return chromadb.PersistentClient(str(folder), ChromaSettings(anonymized_telemetry=False))
        finally:
            SharedSystemClient.clear_system_cache()


def _open_server(url: str) -> "ClientAPI":
    import chromadb
    from chromadb.config import Settings as ChromaSettings

    parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EingabeError(f"CHROMA_URL={url!r} ist keine Adresse wie http://localhost:8000.")
    ssl = parts.scheme == "https"
    port = parts.port or (443 if ssl else 8000)
    with _opening:
        settings = ChromaSettings(anonymized_telemetry=False)
        client = chromadb.HttpClient(parts.hostname, port, ssl=ssl, settings=settings)
    # Chroma leaves its connections open: those of the client and those of the admin client within.
    for owner in (client, getattr(client, "_admin_client", None)):
        if session := getattr(getattr(owner, "_server", None), "_session", None):
            weakref.finalize(client, session.close)
    return client


def find(client: "ClientAPI", name: str, fingerprint: str) -> "Collection | None":
    from chromadb.errors import NotFoundError

    try:
        collection = client.get_collection(name, embedding_function=None)
    except NotFoundError:
        return None
    _check(name, (collection.metadata or {}).get("fingerprint"), fingerprint)
    return collection


def create(client: "ClientAPI", name: str, fingerprint: str) -> "Collection":
    # Chroma's own vector index is never asked (search is exact), so it is built as cheaply as it can be.
    return client.create_collection(
        name,
        embedding_function=None,
        configuration={"hnsw": {"space": "cosine", "ef_construction": 4, "max_neighbors": 4}},
        metadata={"fingerprint": fingerprint, "staende": "{}"},
    )


def read_manifest(collection: "Collection") -> Manifest:
    return Manifest.parse(str(collection.id), str((collection.metadata or {}).get("staende") or "{}"))


def write_manifest(collection: "Collection", entries: Mapping[str, Entry]) -> None:
    # modify replaces all metadata at once.
    collection.modify(metadata=dict(collection.metadata or {}) | {"staende": manifest_text(entries)})


def read_pages(collection: "Collection", include: list[str], where: dict[str, Any] | None = None) -> "Pages":
    """All rows, some at a time: asked for too many at once, SQLite fails with „too many SQL variables“."""
    for offset in count(step=ROWS_PER_PAGE):
        page = collection.get(where=where, include=include, limit=ROWS_PER_PAGE, offset=offset)  # type: ignore[arg-type]
        yield page
        if len(page["ids"]) < ROWS_PER_PAGE:
            return


def read_vectors(collection: "Collection", where: dict[str, Any]) -> Mapping[str, FloatMatrix]:
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
