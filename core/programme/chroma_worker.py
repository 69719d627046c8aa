"""What is asked of Chroma: its public API only, in a process of its own (`core.processes.worker_pool`).

Of its own, because Chroma is native code that may hang on a full disk and crash on damaged files, and because
a process that has opened a folder does not see what others write into its vector index, and would later save
its old one over theirs. So a folder is opened for each reading, and once for a run that writes, and closed
again. It is open in one process at a time: a lock beside it is held here, where the files are touched, so
that it also holds while a writer was killed and its worker is still about to end.
"""

import http.client
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from core.base import formats
from core.base.atomic_files import new_lock
from core.base.errors import (
    EingabeError,
    IndexBeschaedigt,
    IndexFehler,
    IndexGesperrt,
    IndexUnreachable,
    cause_of,
)
from core.base.key_masker import mask
from core.wortlaut.errors import DashboardError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection

# --- what goes wrong with Chroma, in one German sentence -------------------------------------------------

REBUILD = "„python -m core index --all“ baut ihn neu auf."
FULL = 2**20
"""A disk with fewer bytes left is full: Chroma writes pages, not letters."""

ROOM = 32 * 2**20
"""More than a programme takes. Where the disk fills up under Chroma, a worker of it may never end."""

REFUSED = ("(code: 13)", "(code: 8)", "(code: 14)", "(code: 778)", "Permission", "No space")
"""Signs that the disk is full or may not be written: else Chroma itself may take that for damage."""


DAMAGED = (
    "malformed", "not a database", "(code: 11)", "(code: 26)", "hnsw", "no such table", "no such column",
    "corrupt",
)  # fmt: skip
"""Signs that Chroma's files are not what it wrote: SQLite's words for it, and those on its vector index."""


def index_error(error: Exception, folder: Path, url: str | None) -> IndexFehler:
    """What Chroma raised, in German: of the index in that folder, or on that server."""
    if isinstance(error, ImportError):
        return IndexFehler(
            f"Für den Index fehlt ein Paket ({error}). Installieren Sie, was in requirements.txt steht: "
            "pip install -r requirements.txt"
        )
    cause = cause_of(error)
    if url:
        return IndexUnreachable(
            f"Der Chroma-Server unter CHROMA_URL={mask(url)} antwortet nicht richtig ({cause}). "
            "Den Server starten („chroma run --path …“) oder CHROMA_URL weglassen (lokaler Index)."
        )
    where = f"Der Index unter {str(folder)!r}"
    if "database is locked" in cause:
        return IndexGesperrt(f"{where} ist gerade belegt. Bitte gleich noch einmal versuchen.")
    is_full = False
    with suppress(OSError):
        is_full = shutil.disk_usage(folder).free < FULL
    if is_full or any(sign in cause for sign in REFUSED):
        return IndexFehler(
            f"{where} lässt sich nicht öffnen oder schreiben ({cause}). Rechte und freien Platz prüfen."
        )
    if any(sign in cause.lower() for sign in DAMAGED):
        return IndexBeschaedigt(f"{where} ist beschädigt ({cause}). {REBUILD}")
    return IndexFehler(
        f"{where} meldet einen Fehler, der nicht bekannt ist ({cause}). Es ist nichts verloren. Bitte noch "
        f"einmal versuchen; bleibt es so, hilft: python -m core index --all"
    )


def check_room(folder: Path) -> None:
    if (free := shutil.disk_usage(folder).free) < ROOM:
        raise IndexFehler(
            f"Für den Index unter {str(folder)!r} ist zu wenig Platz: {formats.size(free)} sind frei, "
            f"{formats.size(ROOM)} müssen es sein. Bitte Platz schaffen oder CHROMA_DIR ändern."
        )


# --- is a Chroma server there? ------------------------------------------------------------------------------

PATIENCE = 3.0
"""Seconds in which a server says that it is there; it does nothing for that."""


def check_server(url: str) -> None:
    """Raises where it does not answer at once; Chroma's own client would wait for it without an end."""
    host, port, ssl = server_address(url)
    kind = http.client.HTTPSConnection if ssl else http.client.HTTPConnection
    with closing(kind(host, port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/api/v2/heartbeat")
        connection.getresponse().read(1000)


def server_address(url: str) -> tuple[str, int, bool]:
    try:
        parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("http", "https"):
        raise EingabeError(f"CHROMA_URL={mask(url)!r} ist keine Adresse wie http://localhost:8000.")
    ssl = parts.scheme == "https"
    return host, port or (443 if ssl else 8000), ssl


# --- what is asked of Chroma -----------------------------------------------------------------------------

LOCK = ".chroma.lock"
LOCK_SECONDS = 10.0

GRAPH: "CreateHNSWConfiguration" = {"space": "cosine", "ef_construction": 100, "max_neighbors": 16}
"""For others who ask `collection.query`: it finds the ten nearest as surely as exact search
(`tests.bench chroma`); with 4 and 4 it found a third of them."""

Metadata = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A folder, or a server where there is a `url`."""

    folder: Path
    url: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A collection as it says itself; how many rows only on a server, where nothing else tells of changes."""

    id: str
    metadata: Metadata
    count: int | None


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a collection. A vector that is lost is missing: `vectors` are those of the first `ids`."""

    ids: list[str]
    documents: list[str]
    metadatas: list[Metadata]
    vectors: NDArray[np.float32] | None


_open: dict[Place, tuple[ExitStack, "ClientAPI"]] = {}
_failures: Counter[Place] = Counter()


def warm_up(place: Place) -> None:
    """Importing Chroma takes a second, which can pass while programmes are read."""
    import chromadb  # noqa: F401


def begin(place: Place) -> None:
    """Keep it open until `end`."""
    with _errors(place):
        if place not in _open:
            stack = ExitStack()
            _open[place] = stack, stack.enter_context(_opened(place))


def end(place: Place) -> None:
    with _errors(place):
        if place in _open:
            _open.pop(place)[0].close()


@contextmanager
def _opened(place: Place) -> Iterator["ClientAPI"]:
    import chromadb
    from chromadb.config import Settings

    settings = Settings(anonymized_telemetry=False)
    client: Any  # its `close` is not in the type that both kinds share
    if place.url:
        host, port, ssl = server_address(place.url)
        client = chromadb.HttpClient(host, port, ssl=ssl, settings=settings)
        with closing(client):
            yield client
        return
    place.folder.mkdir(parents=True, exist_ok=True)
    with _lock(place):
        try:
            client = chromadb.PersistentClient(f"{place.folder}{'/.' * _failures[place]}", settings)
        except Exception as error:
            # What could not be opened stays half open under the name that it was opened by.
            _failures[place] += 1
            while error.__context__ and isinstance(error.__context__, Exception):
                error = error.__context__
            raise index_error(error, place.folder, None) from None
        with closing(client):
            yield client


@contextmanager
def _lock(place: Place) -> Iterator[None]:
    lock = new_lock(place.folder / LOCK)
    try:
        lock.acquire(timeout=LOCK_SECONDS)
    except TimeoutError as error:
        told = f"Der Index unter {str(place.folder)!r} ist gerade belegt. Bitte gleich noch einmal versuchen."
        raise IndexGesperrt(told) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _client(place: Place) -> Iterator["ClientAPI"]:
    with _errors(place):
        if place.url:
            check_server(place.url)
            begin(place)  # a server knows what everybody writes, so its client may be kept
        with nullcontext(_open[place][1]) if place in _open else _opened(place) as client:
            yield client


@contextmanager
def _errors(place: Place) -> Iterator[None]:
    """What Chroma, SQLite or the network raise leaves this process as one German sentence."""
    try:
        yield
    except (DashboardError, TypeError, AttributeError, LookupError, AssertionError):
        raise
    except Exception as error:
        raise index_error(error, place.folder, place.url) from None


def overview(place: Place, prefix: str) -> dict[str, Found]:
    """Every collection whose name begins so."""
    with _client(place) as client:
        collections = client.list_collections()
        return {one.name: _found(place, one) for one in collections if one.name.startswith(prefix)}


def found(place: Place, name: str) -> Found:
    with _client(place) as client:
        return _found(place, client.get_collection(name, embedding_function=None))


def _found(place: Place, collection: "Collection") -> Found:
    count = collection.count() if place.url else None
    return Found(str(collection.id), dict(collection.metadata or {}), count)


def read(place: Place, name: str, offset: int, limit: int) -> Rows:
    """Some rows of a collection in an order that stays. Their texts, even where its vectors are lost."""
    from chromadb.errors import ChromaError

    with _client(place) as client:
        collection = client.get_collection(name, embedding_function=None)
        try:
            got = collection.get(include=["documents", "metadatas", "embeddings"], limit=limit, offset=offset)
        except ChromaError:
            got = collection.get(include=["documents", "metadatas"], limit=limit, offset=offset)
    vectors = got.get("embeddings")
    return Rows(
        got["ids"],
        [text or "" for text in got["documents"] or []],
        [dict(data or {}) for data in got["metadatas"] or []],
        None if vectors is None else np.asarray(vectors, dtype=np.float32),
    )


def write(place: Place, name: str, told: Metadata, rows: Rows) -> None:
    """Put rows in, in place of those of the same ids; `told` is what a new collection says of itself."""
    with _client(place) as client:
        collection = _collection(client, name) or client.create_collection(
            name, embedding_function=None, configuration={"hnsw": GRAPH}, metadata=dict(told)
        )
        if rows.ids:
            assert rows.vectors is not None
            collection.upsert(rows.ids, rows.vectors, list(rows.metadatas), rows.documents)


def ids_of(place: Place, name: str, where: Metadata) -> set[str]:
    """The ids of the rows with these values."""
    with _client(place) as client:
        return set(_ids(client.get_collection(name, embedding_function=None), where))


def tell(place: Place, name: str, told: Metadata) -> None:
    """What the collection says of itself, all of it at once: from here on the index is what this says."""
    with _client(place) as client:
        client.get_collection(name, embedding_function=None).modify(metadata=dict(told))


def tell_rows(place: Place, name: str, ids: Sequence[str], metadatas: Sequence[Metadata]) -> None:
    with _client(place) as client:
        collection = client.get_collection(name, embedding_function=None)
        collection.update(list(ids), metadatas=[dict(one) for one in metadatas])


def delete(place: Place, name: str, where: Metadata | None, ids: Sequence[str] = ()) -> None:
    """Delete the rows with these values, or of these ids."""
    with _client(place) as client:
        collection = client.get_collection(name, embedding_function=None)
        listed = sorted(_ids(collection, where) if where else ids)
        for start in range(0, len(listed), ROWS_PER_CALL):
            collection.delete(listed[start : start + ROWS_PER_CALL])


def drop(place: Place, name: str) -> None:
    with _client(place) as client:
        if _collection(client, name):
            client.delete_collection(name)


ROWS_PER_CALL = 1000
"""Chroma takes 5461 at most, and with too many at once SQLite fails with „too many SQL variables“."""


def _collection(client: "ClientAPI", name: str) -> "Collection | None":
    from chromadb.errors import NotFoundError

    with suppress(NotFoundError):
        return client.get_collection(name, embedding_function=None)
    return None


def _ids(collection: "Collection", where: Metadata) -> Iterator[str]:
    for offset in count(step=ROWS_PER_CALL):
        page = collection.get(where=dict(where), include=[], limit=ROWS_PER_CALL, offset=offset)["ids"]
        yield from page
        if len(page) < ROWS_PER_CALL:
            return
