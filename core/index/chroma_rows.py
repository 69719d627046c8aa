"""The rows of a collection: a Programm's Chunks with their vectors, written, read and compared.

A row's id is `<Chunk id>@<version>`: the rows of two versions stand side by side until the old ones go. The
text is the document, all else is metadata by which others can filter (docs/chroma.md).
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import IndexFehler
from core.index.chroma import read_pages, read_vectors
from core.index.embedding import Embedder, normalized
from core.index.manifest import Features, Indexstand, ManifestEntry
from core.index.vector_blocks import Block, FloatMatrix
from core.models import Chunk

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

ROWS_PER_CALL = 1000
"""Chroma takes 5461 at most; a smaller bite is no slower and keeps SQLite free for readers."""

SAME_DIRECTION = 0.999


def block_of(programm_id: str, stand: Indexstand, chunks: Sequence[Chunk], vectors: FloatMatrix) -> Block:
    """A Programm to be written, refused before anything is touched if its parts do not fit together."""
    if stand.chunks != len(chunks) or any(chunk.programm_id != programm_id for chunk in chunks):
        raise ValueError(f"{programm_id}: {stand.chunks} Chunks expected, got {len(chunks)} or another's")
    if len({chunk.id for chunk in chunks}) != len(chunks):
        raise ValueError(f"{programm_id}: two Chunks with one id")
    try:
        return Block.of(programm_id, chunks, vectors)
    except UnicodeEncodeError as error:
        raise IndexFehler(f"„{programm_id}“ enthält Zeichen, die sich nicht speichern lassen.") from error


def row_ids(block: Block, version: str) -> list[str]:
    return [f"{chunk_id}@{version[:12]}" for chunk_id in block.chunk_ids()]


def write(collection: "Collection", block: Block, version: str, merkmale: Features) -> None:
    """Put the block in and see to it that its rows, and no others, are there under this version."""
    ids = row_ids(block, version)
    chunks = block.chunks()
    for start in range(0, len(ids), ROWS_PER_CALL):
        part = slice(start, start + ROWS_PER_CALL)
        collection.upsert(
            ids=ids[part],
            embeddings=block.vectors[part],
            documents=[chunk.text for chunk in chunks[part]],
            metadatas=[{**merkmale, **_metadata(chunk, version)} for chunk in chunks[part]],
        )
    present = _ids(collection, _where(block.programm_id, version))
    delete(collection, present - set(ids))
    if missing := set(ids) - present:
        raise IndexFehler(
            f"Von „{block.programm_id}“ sind {len(missing)} von {len(ids)} Passagen nicht im Index "
            "angekommen. Bitte noch einmal einlesen."
        )


def _metadata(chunk: Chunk, version: str) -> dict[str, str | int]:
    """`seite` is the first of `seiten`, a number to filter by."""
    return {
        "programm_id": chunk.programm_id,
        "version": version,
        "start": chunk.start,
        "end": chunk.end,
        **({"seite": chunk.seiten[0]} if chunk.seiten else {}),
        "seiten": ",".join(map(str, chunk.seiten)),
        "abschnitt": json.dumps(chunk.abschnitt, ensure_ascii=False),
    }


def read(collection: "Collection", programm_id: str, stand: Indexstand, embedder: Embedder) -> Block | None:
    """The block as the database holds it; None unless it holds all texts. Lost vectors are computed anew."""
    where = _where(programm_id, stand.version)
    chunks = {
        id_: _chunk(id_, text, data)
        for page in read_pages(collection, ["documents", "metadatas"], where)
        for id_, text, data in zip(page["ids"], page["documents"] or [], page["metadatas"] or [], strict=True)
    }
    if len(chunks) != stand.chunks:
        return None
    stored = read_vectors(collection, where)
    nothing = np.zeros(embedder.dim, dtype=np.float32)
    found = [stored.get(id_, nothing) for id_ in chunks]
    vectors = normalized(
        np.array([v if v.shape == nothing.shape else nothing for v in found]).reshape(-1, embedder.dim)
    )
    lost = np.flatnonzero(~vectors.any(axis=1))
    if len(lost):
        texts = [chunk.text for chunk in chunks.values()]
        vectors[lost] = normalized(embedder.embed_documents([texts[row] for row in lost]))
    return Block.of(programm_id, list(chunks.values()), vectors)


def _chunk(id_: str, text: str | None, data: Mapping[str, Any]) -> Chunk:
    seiten = tuple(int(seite) for seite in data["seiten"].split(",") if seite)
    abschnitt = tuple(json.loads(data["abschnitt"]))
    chunk_id, start, end = id_.rpartition("@")[0], int(data["start"]), int(data["end"])
    return Chunk(chunk_id, data["programm_id"], text or "", start, end, seiten, abschnitt)


def fault(collection: "Collection", block: Block, version: str) -> str | None:
    """In what the rows differ from the block, as a German sentence."""
    ids = row_ids(block, version)
    present = _ids(collection, _where(block.programm_id, version))
    if present != set(ids):
        return f"Im Index sind {len(present & set(ids))} von {len(ids)} Passagen."
    stored = read_vectors(collection, _where(block.programm_id, version))
    wrong = sum(not _is_same(stored.get(id_), vector) for id_, vector in zip(ids, block.vectors, strict=True))
    return f"{wrong} von {len(ids)} Vektoren sind verloren oder falsch." if wrong else None


def _is_same(stored: FloatMatrix | None, vector: FloatMatrix) -> bool:
    if stored is None or stored.shape != vector.shape:
        return False
    return not vector.any() or bool(normalized(stored[None, :])[0] @ vector > SAME_DIRECTION)


def orphans(collection: "Collection", entries: Mapping[str, ManifestEntry]) -> set[str]:
    """The rows no entry names: left behind by a writer that was killed."""
    named = {(programm_id, entry.stand.version) for programm_id, entry in entries.items()}
    return {
        id_
        for page in read_pages(collection, ["metadatas"])
        for id_, data in zip(page["ids"], page["metadatas"] or [], strict=True)
        if not data or (data.get("programm_id"), data.get("version")) not in named
    }


def delete(collection: "Collection", ids: Iterable[str]) -> None:
    listed = sorted(ids)
    for start in range(0, len(listed), ROWS_PER_CALL):
        collection.delete(ids=listed[start : start + ROWS_PER_CALL])


def delete_versions_but(collection: "Collection", programm_id: str, version: str | None) -> None:
    """Delete the Programm's rows of every other version; of every version where None is named."""
    where: dict[str, object] = {"programm_id": programm_id}
    if version is not None:
        where = {"$and": [where, {"version": {"$ne": version}}]}
    delete(collection, _ids(collection, where))


def _ids(collection: "Collection", where: dict[str, object]) -> set[str]:
    return {id_ for page in read_pages(collection, [], where) for id_ in page["ids"]}


def _where(programm_id: str, version: str) -> dict[str, object]:
    return {"$and": [{"programm_id": programm_id}, {"version": version}]}


# --- rows that say what is no longer so of a Programm, brought up to date -----------------------------------
# All from what the index holds: no PDF is read again, and no vector computed that is still there.

Blocks = Callable[[str], Block | None]
"""Programm → its block; None where its texts are lost."""


def tell_anew(
    collection: "Collection",
    entries: Mapping[str, ManifestEntry],
    blocks: Blocks,
    merkmale: Callable[[str], Features],
) -> dict[str, ManifestEntry]:
    """The same entries; where the register says something else of a Programm than before, its rows do now."""
    told = {}
    for programm_id, entry in entries.items():
        now = dict(merkmale(programm_id)) or entry.merkmale
        block = blocks(programm_id) if now != entry.merkmale else None
        if block:
            write(collection, block, entry.stand.version, now)
        told[programm_id] = replace(entry, merkmale=now) if block else entry
    return told
