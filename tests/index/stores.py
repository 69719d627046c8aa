"""Indexes that are made up: an embedder that needs no model, what is put in, and a real Chroma server."""

import hashlib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np

from core.base.settings import Settings
from core.programme.embedding import FloatMatrix, recipe_of
from core.programme.sammlung import Indexstand
from core.programme.stored_streams import StoredStreams
from core.programme.vectorstore import Vectorstore
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Textstrom
from core.wortlaut.records import Chunk
from tests.prozesse import PATIENCE, processes, until


class HashEmbedder:
    """The same text gives the same vector, other texts give unrelated ones; blank ones give zeros."""

    recipe = recipe_of("probe", 8, "", "", "a hash")

    def __init__(self, fingerprint: str = "probe", dim: int = 8) -> None:
        self.fingerprint, self.name, self.dim = fingerprint, fingerprint, dim
        self.embedded = 0

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        self.embedded += len(texts)
        return np.array([self.embed_query(text) for text in texts], np.float32).reshape(-1, self.dim)

    def embed_query(self, text: str) -> FloatMatrix:
        if not text.strip():
            return np.zeros(self.dim, np.float32)
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
        vector = np.random.default_rng(seed).normal(size=self.dim)
        return np.asarray(vector / np.linalg.norm(vector), np.float32)


def merkmale_of(programm_id: str) -> dict[str, str | int]:
    return {"partei": programm_id.upper(), "jahr": 2025}


def make_store(place: Path | Settings, fingerprint: str = "probe") -> Vectorstore:
    where = place if isinstance(place, Settings) else Settings(chroma_dir=place)
    return Vectorstore(
        where,
        fingerprint,
        lambda: HashEmbedder(fingerprint),
        merkmale_of,
        StoredStreams(where.chroma_dir / "texte"),
    )


def make_chunks(programm_id: str, count: int, version: str = "eins") -> list[Chunk]:
    texts = [f"{programm_id} {version} Absatz {i}" for i in range(count)]
    return [
        Chunk(f"{programm_id}:{i}", programm_id, text, i * 100, i * 100 + len(text), (i // 3 + 1,))
        for i, text in enumerate(texts)
    ]


def save_texts(texte: StoredStreams, programm_id: str, version: str, chunks: Sequence[Chunk]) -> None:
    """The text stream in which these passages stand, each a paragraph and a word."""
    chunks = sorted(chunks, key=lambda chunk: chunk.start)
    text = np.full(max((chunk.end for chunk in chunks), default=0), "\n")
    for chunk in chunks:
        text[chunk.start : chunk.end] = list(chunk.text)
    parts = [AbschnittPart(c.start, c.end, ParagraphKind.TEXT, 0, c.abschnitt) for c in chunks]
    words = [(chunk.start, chunk.end, page) for chunk in chunks for page in chunk.seiten]
    columns = np.array(words, np.int32).reshape(-1, 3).T
    boxes = np.zeros((len(words), 4), np.float32)
    strom = Textstrom("".join(text), parts, (), columns[0], columns[1], columns[2], boxes)
    texte.save_strom(programm_id, version, strom)


def put(store: Vectorstore, programm_id: str, count: int, version: str = "eins", gebiet: str = "NRW") -> None:
    """Replace a Programm; every text of a version names it. Needs the lock."""
    chunks = make_chunks(programm_id, count, version)
    vectors = HashEmbedder().embed_documents([chunk.text for chunk in chunks])
    digest = hashlib.sha256(version.encode()).hexdigest()
    save_texts(store._texte, programm_id, digest, chunks)
    stand = Indexstand(digest, count, "2026-11-20T12:00:00", {"seiten": 7})
    store.replace(gebiet, programm_id, stand, chunks, vectors)


def texts(store: Vectorstore, gebiet: str = "NRW", programm_ids: set[str] | None = None) -> list[str]:
    """Of these Programme or all, as a search finds them."""
    sammlung = store.sammlung(gebiet)
    return sorted(sammlung.chunk(int(row)).text for row in np.flatnonzero(sammlung.mask(programm_ids)))


def expected(*programme: tuple[str, int, str]) -> list[str]:
    return sorted(chunk.text for programme_ in programme for chunk in make_chunks(*programme_))


@contextmanager
def opened(folder: Path) -> Iterator[Any]:
    """Chroma as others open it."""
    import chromadb

    client: Any = chromadb.PersistentClient(str(folder))
    try:
        yield client
    finally:
        client.close()


@contextmanager
def collections_in(folder: Path) -> Iterator[list[Any]]:
    with opened(folder) as client:
        yield client.list_collections()


@contextmanager
def collection_in(folder: Path) -> Iterator[Any]:
    with opened(folder) as client:
        (collection,) = client.list_collections()
        yield collection


def add_false_row(folder: Path, programm_id: str, text: str) -> None:
    """Under a Programm that is read in, as somebody would who wants it shown."""
    with opened(folder) as client:
        for collection in client.list_collections():
            like = collection.get(
                where={"programm_id": programm_id}, limit=1, include=["metadatas", "embeddings"]
            )
            if like["ids"]:
                collection.add(["neu"], like["embeddings"], like["metadatas"], [text])


def row_count(folder: Path) -> int:
    """What Chroma itself says, through a client of its own."""
    with collection_in(folder) as collection:
        return int(collection.count())


def started(target: Callable[..., None], *args: object) -> BaseProcess:
    process = processes.Process(target=target, args=args)
    process.start()
    return process


def finished(process: BaseProcess, exitcode: int = 0) -> None:
    process.join(PATIENCE)
    assert process.exitcode == exitcode


@contextmanager
def killed_at_end(process: BaseProcess) -> Iterator[BaseProcess]:
    try:
        yield process
    finally:
        process.kill()
        process.join()


def _listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def chroma_server(folder: Path) -> Iterator[str]:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [Path(sys.executable).with_name("chroma"), "run", "--path", folder, "--host", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: _listens(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()
