"""A collection: as searches read it, as Chroma's rows hold it, and how the two are known to be the same."""

import hashlib
import json
import threading
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.base import formats
from core.base.errors import IndexFehler
from core.base.models import UEBERALL
from core.programme.chroma_worker import Rows
from core.programme.embedding import FloatMatrix
from core.programme.registry import Registered
from core.programme.wording_index import WordingIndex
from core.wortlaut.records import Chunk, Quelldokument


@dataclass(frozen=True, slots=True)
class Block:
    """One Programm in order of its text: a vector of length 1 (or 0) and a row of JSON for each Chunk."""

    programm_id: str
    vectors: FloatMatrix
    rows: list[bytes]

    @classmethod
    def of(cls, programm_id: str, chunks: Sequence[Chunk], vectors: FloatMatrix) -> "Block":
        order = sorted(range(len(chunks)), key=lambda i: (chunks[i].start, chunks[i].id))
        rows = []
        for one in (chunks[i] for i in order):
            fields = (one.id, one.text, one.start, one.end, one.seiten, one.abschnitt)
            rows.append(json.dumps(fields, ensure_ascii=False).encode())
        return cls(programm_id, np.ascontiguousarray(vectors[order], dtype=np.float32), rows)

    def chunk(self, index: int) -> Chunk:
        id_, text, start, end, seiten, abschnitt = json.loads(self.rows[index])
        return Chunk(id_, self.programm_id, text, start, end, tuple(seiten), tuple(abschnitt))

    def row_of(self, chunk: Chunk) -> int:
        """The row of a Chunk of this block."""
        row = bisect_left(range(len(self.rows)), chunk.start, key=lambda row: self.chunk(row).start)
        while self.chunk(row).id != chunk.id:
            row += 1
        return row

    def texts(self) -> list[str]:
        return [json.loads(row)[1] for row in self.rows]

    def chunks(self) -> list[Chunk]:
        return [self.chunk(index) for index in range(len(self.rows))]


class Sammlung:
    """Rows stand in the order of the Programme and their texts. Never changed; may be shared by threads.

    `refused`: Programm → how many rows of Chroma stand under its name and not in its text. They are not here.
    """

    def __init__(
        self,
        blocks: Mapping[str, Block],
        dim: int,
        lexicon: WordingIndex | None = None,
        refused: Mapping[str, int] | None = None,
    ) -> None:
        self.refused = dict(refused or {})
        self.vectors: FloatMatrix = np.concatenate(
            [np.zeros((0, dim), dtype=np.float32), *(block.vectors for block in blocks.values())]
        )
        self.spans: dict[str, slice] = {}
        self.blocks: dict[str, Block] = {}
        start = 0
        for programm_id, block in blocks.items():
            self.spans[programm_id] = span = slice(start, start + len(block.rows))
            # A view: the vectors are in memory once.
            self.blocks[programm_id] = Block(programm_id, self.vectors[span], block.rows)
            start = span.stop
        self._in_order = tuple(self.blocks.values())
        self._ends = np.array([span.stop for span in self.spans.values()], dtype=np.int64)
        self._lexicon = lexicon
        self._building = threading.Lock()

    def __len__(self) -> int:
        return len(self.vectors)

    @property
    def lexicon(self) -> WordingIndex:
        """Built on first use where it was not stored."""
        with self._building:
            if self._lexicon is None:
                texts = [text for block in self.blocks.values() for text in block.texts()]
                self._lexicon = WordingIndex.of(texts)
            return self._lexicon

    @property
    def has_lexicon(self) -> bool:
        return self._lexicon is not None

    def chunk(self, row: int) -> Chunk:
        which = int(np.searchsorted(self._ends, row, side="right"))
        block = self._in_order[which]
        return block.chunk(row - self.spans[block.programm_id].start)

    def mask(self, programm_ids: Collection[str] | None) -> NDArray[np.bool_]:
        """Which rows belong to these Programme; None is all of them."""
        chosen = np.full(len(self), programm_ids is None)
        for programm_id in programm_ids or ():
            if programm_id in self.spans:
                chosen[self.spans[programm_id]] = True
        return chosen


# --- what a collection of Chroma holds: a row for every passage, and what it says of itself ----------------
# A row's id is `<Chunk id>@<version>`: the rows of two versions stand side by side until the old ones go. Its
# text is the document, all else is metadata by which others can filter (docs/chroma.md). The collection's own
# metadata name the Programme and versions that count; rows of any other are not seen.

Features = Mapping[str, str | int]
"""What every row says of its Programm, for those who search the collection without this project."""


def features_of(programm: Registered | None) -> Features:
    """What its rows say of a Programm, under the same keys always; nothing of one that left the register."""
    if programm is None:
        return {}
    if isinstance(programm, Quelldokument):
        return {
            "name": programm.name,
            "partei": ", ".join(programm.parteien) or programm.urheber or "",
            "typ": str(programm.art),
            "bundesland": programm.bundesland or UEBERALL,
            "jahr": programm.datum.year if programm.datum else 0,
        }
    return {
        "name": programm.name,
        "partei": programm.partei,
        "typ": str(programm.typ),
        "bundesland": programm.bundesland or UEBERALL,
        "jahr": programm.jahr,
    }


class Health(TypedDict, total=False):
    """What the stock shows of a Programm: how many pages, letters and sentences, which of them are unsure.

    `seitenzahlen`: what is odd about its page numbers.
    """

    seiten: int
    ohne_text: list[int]
    ocr: int
    ohne_unicode: int
    zeichen: int
    saetze: int
    unsicher: int
    themen: list[str]
    seitenzahlen: str


LIMIT = 0.2
"""Of its sentences."""


@dataclass(frozen=True, slots=True)
class Indexstand:
    """What the index says about one Programm; `version` hashes its content."""

    version: str
    chunks: int
    indexed_at: str
    angaben: Health = field(default_factory=Health)

    @property
    def is_limited(self) -> bool:
        """So much of it cannot be quoted that it is not simply „indexiert“."""
        return self.angaben["unsicher"] > LIMIT * self.angaben["saetze"] or not self.angaben["saetze"]

    @property
    def unquotable(self) -> str:
        unsure = formats.number(self.angaben["unsicher"])
        all_of_them = formats.number(self.angaben["saetze"])
        return f"{unsure} von {all_of_them} Sätzen wurden nicht sicher gelesen und werden nicht zitiert"


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """A Stand, what its rows say of the Programm, and two sums that tell whether they are as written."""

    stand: Indexstand
    merkmale: Features
    text_sum: str
    vector_sum: float

    @classmethod
    def of(cls, stand: Indexstand, merkmale: Features, block: Block) -> "ManifestEntry":
        return cls(stand, dict(merkmale), text_sum_of(block), vector_sum_of(block))


Entries = Mapping[str, ManifestEntry]


@lru_cache(maxsize=128)  # every search asks
def read_entries(text: str) -> Entries:
    return {
        programm_id: ManifestEntry(**{**entry, "stand": Indexstand(**entry["stand"])})
        for programm_id, entry in sorted(json.loads(text).items())
    }


def entries_text(entries: Entries) -> str:
    # Not by `asdict`, which copies every value: every Programm that is put in has all of a Land written.
    told = {}
    for id, entry in sorted(entries.items()):
        stand = {item.name: getattr(entry.stand, item.name) for item in fields(Indexstand)}
        own = {item.name: getattr(entry, item.name) for item in fields(ManifestEntry)}
        told[id] = {**own, "stand": stand}
    return json.dumps(told, ensure_ascii=False)


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


def row_id(chunk: Chunk, version: str) -> str:
    return f"{chunk.id}@{version[:12]}"


def rows_of(block: Block, version: str, merkmale: Features) -> Rows:
    chunks = block.chunks()
    return Rows(
        [row_id(chunk, version) for chunk in chunks],
        [chunk.text for chunk in chunks],
        [
            {
                **merkmale,
                "programm_id": chunk.programm_id,
                "version": version,
                "start": chunk.start,
                "end": chunk.end,
                **({"seite": chunk.seiten[0]} if chunk.seiten else {}),  # a number to filter by
                "seiten": ",".join(map(str, chunk.seiten)),
                "abschnitt": json.dumps(chunk.abschnitt, ensure_ascii=False),
            }
            for chunk in chunks
        ],
        block.vectors,
    )


def text_sum_of(block: Block) -> str:
    return hashlib.sha256(b"\n".join(block.rows)).hexdigest()[:16]


def vector_sum_of(block: Block) -> float:
    """Weighted by their place, so that vectors that changed places are noticed."""
    weights = np.arange(len(block.rows)) % 97 + 1
    return round(float(weights @ block.vectors.sum(axis=1, dtype=np.float64)), 3)
