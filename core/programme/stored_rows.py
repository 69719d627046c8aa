"""Rows as Chroma holds them → passages: only what stands in the stored text at the place that a row names.

Others may write into the collections, by mistake or in order to deceive. So of a row nothing is believed but
which place it means: its text must be the text there, headings and pages are those of the place, and its
vector counts as long as the vectors of its Programm are those that were written.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.base import formats
from core.programme.chroma_worker import Metadata, Rows
from core.programme.embedding import Embedder, FloatMatrix, normalized
from core.programme.sammlung import Block, Entries, ManifestEntry, row_id, text_sum_of, vector_sum_of
from core.programme.stored_streams import StoredStreams
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk

LENGTH_NOISE = 0.01
"""How much the length of a vector may differ from 1; files that were cut short give any numbers."""

VECTOR_NOISE = 0.05
"""How much the sum of a Programm's vectors may differ: Chroma makes each of length 1 once more."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What is in a collection: a block of each Programm that counts, and the ids of rows that nobody names.

    `faults`: Programm → in what its rows differ from what was written, as a German sentence. `refused`:
    Programm → how many rows under its name do not stand in its text; they are in no block.
    """

    blocks: Mapping[str, Block]
    orphans: tuple[str, ...]
    faults: Mapping[str, str]
    refused: Mapping[str, int]


@dataclass(slots=True)
class _Row:
    """What a row says: its passage, what it tells others of its Programm, its vector or none."""

    id: str
    chunk: Chunk
    told: Metadata
    vector: FloatMatrix | None


def stored(pages: Sequence[Rows], entries: Entries, embedder: Embedder, texte: StoredStreams) -> Stored:
    own: dict[str, list[_Row]] = {programm_id: [] for programm_id in entries}
    orphans = []
    for page in pages:
        for place, (id_, text, data) in enumerate(zip(page.ids, page.documents, page.metadatas, strict=True)):
            entry = entries.get(str(data.get("programm_id")))
            chunk = _chunk(id_, text, data) if entry and data.get("version") == entry.stand.version else None
            if chunk is None:
                orphans.append(id_)
                continue
            vector = page.vectors[place] if page.vectors is not None else None
            own[chunk.programm_id].append(_Row(id_, chunk, data, vector))
    blocks, faults, refused = {}, {}, {}
    for programm_id, rows in own.items():
        entry = entries[programm_id]
        strom = texte.readable_strom(programm_id, entry.stand.version) if rows else None
        true = _true_rows(rows, entry, strom) if strom else []
        block, lost, is_foreign = _block(programm_id, true, entry, embedder)
        if len(rows) > len(true):
            refused[programm_id] = len(rows) - len(true)
        if fault := _fault(rows, true, entry, strom, block, lost, is_foreign):
            faults[programm_id] = fault
        blocks[programm_id] = block
    return Stored(blocks, tuple(orphans), faults, refused)


def _chunk(id_: str, text: str, data: Metadata) -> Chunk | None:
    """None of a row that somebody else wrote without saying where its text stands."""
    try:
        seiten = tuple(int(seite) for seite in data["seiten"].split(",") if seite)
        abschnitt = tuple(map(str, json.loads(data["abschnitt"])))
        place = int(data["start"]), int(data["end"])
        return Chunk(id_.rpartition("@")[0], str(data["programm_id"]), text, *place, seiten, abschnitt)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError):
        return None


def _true_rows(rows: Sequence[_Row], entry: ManifestEntry, strom: Textstrom) -> list[_Row]:
    """The rows that stand in the text, with the headings and pages of their place.

    Where they are not all that was written, and nothing else, each must also begin and end where a sentence
    does: „alle Renten kürzen“ is printed in „Wir werden nicht alle Renten kürzen“. Otherwise that is not
    asked, for what ends a sentence may be told better today than when the Programm was read in.
    """
    true, places = [], set()
    for row in sorted(rows, key=lambda row: (row.chunk.start, row.id)):
        chunk, place = row.chunk, (row.chunk.start, row.chunk.end)
        is_own = (
            row.id == row_id(chunk, entry.stand.version)
            and chunk.id.startswith(f"{chunk.programm_id}:")
            and 0 <= chunk.start <= chunk.end
            and strom.text[chunk.start : chunk.end] == chunk.text
        )
        if is_own and place not in places:
            places.add(place)
            abschnitt = strom.paragraph_at(chunk.start).abschnitt
            seiten = strom.pages_of(*place)
            printed = Chunk(chunk.id, chunk.programm_id, chunk.text, *place, seiten, abschnitt)
            true.append(_Row(row.id, printed, row.told, row.vector))
    if _text_sum(true) == entry.text_sum:
        return true
    return [row for row in true if _is_whole(strom, row.chunk)]


def _text_sum(rows: Sequence[_Row]) -> str:
    chunks = [row.chunk for row in rows]
    return text_sum_of(Block.of("", chunks, np.zeros((len(chunks), 1), np.float32)))


def _is_whole(strom: Textstrom, chunk: Chunk) -> bool:
    first, last = (strom.paragraph_at(place) for place in (chunk.start, max(chunk.start, chunk.end - 1)))
    return (
        first.art.is_prose
        and last.art.is_prose
        and any(start == chunk.start for start, _ in strom.sentences_of(first))
        and any(end == chunk.end for _, end in strom.sentences_of(last))
    )


def _block(
    programm_id: str, rows: Sequence[_Row], entry: ManifestEntry, embedder: Embedder
) -> tuple[Block, int, bool]:
    """With it how many vectors were lost, and whether some are not those that were written.

    These cannot be told from the others, so all are computed anew: with a vector of its own choosing a row
    would come first whatever is asked.
    """
    chunks, nothing = [row.chunk for row in rows], np.zeros(embedder.dim, dtype=np.float32)
    vectors = [nothing if row.vector is None else row.vector for row in rows]
    if any(vector.shape != nothing.shape for vector in vectors):
        vectors = [nothing] * len(rows)
    made = np.array(vectors, dtype=np.float32).reshape(-1, embedder.dim)
    made[~(np.abs(np.linalg.norm(made.astype(np.float64), axis=1) - 1) < LENGTH_NOISE)] = 0
    made = normalized(made)
    missing = [row for row in np.flatnonzero(~made.any(axis=1)) if chunks[row].text.strip()]
    if missing:
        made[missing] = normalized(embedder.embed_documents([chunks[row].text for row in missing]))
    block = Block.of(programm_id, chunks, made)
    is_foreign = not abs(vector_sum_of(block) - entry.vector_sum) <= VECTOR_NOISE
    if is_foreign and chunks:
        block = Block.of(programm_id, chunks, embedder.embed_documents([chunk.text for chunk in chunks]))
    return block, len(missing), is_foreign


def _fault(
    rows: Sequence[_Row],
    true: Sequence[_Row],
    entry: ManifestEntry,
    strom: Textstrom | None,
    block: Block,
    lost: int,
    is_foreign: bool,
) -> str | None:
    there, wanted, refused = len(rows), entry.stand.chunks, len(rows) - len(true)
    if rows and strom is None:
        return "Der gespeicherte Text fehlt oder ist beschädigt. Ohne ihn wird keine Passage gezeigt."
    if refused:
        told = formats.counted(refused, "Passage", "Passagen")
        return (
            f"Im Index: {told}, die so nicht im gespeicherten Text {'steht' if refused == 1 else 'stehen'}."
        )
    if there != wanted:
        return f"Im Index sind {there} von {wanted} Passagen."
    if text_sum_of(block) != entry.text_sum:
        return "Texte von Passagen sind nicht mehr die, die eingelesen wurden."
    if lost:
        return f"{lost} von {wanted} Vektoren sind verloren."
    if is_foreign:
        return "Vektoren sind nicht mehr die, die berechnet wurden."
    if changed := sorted(set(_changed(rows, true, entry))):
        return f"Angaben von Passagen sind nicht mehr die, die geschrieben wurden: {', '.join(changed)}."
    return None


def _changed(rows: Sequence[_Row], true: Sequence[_Row], entry: ManifestEntry) -> Iterator[str]:
    """Which of the keys by which others filter say something else than what is so. A search reads none."""
    said = {row.id: row.chunk for row in rows}
    for row in true:
        yield from (name for name, value in entry.merkmale.items() if row.told.get(name) != value)
        chunk, own = row.chunk, said[row.id]
        if chunk.seiten != own.seiten or (chunk.seiten and row.told.get("seite") != chunk.seite):
            yield "seite"
        if chunk.abschnitt != own.abschnitt:
            yield "abschnitt"
