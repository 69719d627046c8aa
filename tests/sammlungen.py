"""Small Sammlungen of a test's own sentences."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache

import numpy as np
import pytest

from core.base.settings import Settings
from core.programme import vectorstore
from core.programme.embedding import Embedder, FloatMatrix, load_embedder
from core.programme.sammlung import Block, Sammlung
from core.search.suchraum import best
from core.wortlaut.records import Chunk

LINDENBUND, LINDENBUND_GRUNDSATZ, BRUECKE, LEUCHTTURM = (
    "lindenbund-demo-2024",
    "lindenbund-grundsatz",
    "bruecke-demo-2024",
    "leuchtturm-demo-2024",
)
NAME, REASON = "Lindenbund Musterland Wahlprogramm 2024", "gilt ab 10.10.2024"
"""Of the first of these, and why it is not in force for an Antrag of before."""

VERMERK = f"nicht in Kraft: {REASON}; von Hand hinzugenommen"


@cache
def embedder() -> Embedder:
    return load_embedder(Settings())


def chunks_of(programm_id: str, texts: Sequence[str], abschnitt: tuple[str, ...] = ()) -> list[Chunk]:
    """A passage a page."""
    return [
        Chunk(f"{programm_id}-{i:03}", programm_id, text, i * 1000, i * 1000 + len(text), (i + 1,), abschnitt)
        for i, text in enumerate(texts)
    ]


def nearest(
    sammlung: Sammlung, vector: FloatMatrix, top_k: int, programm_ids: Collection[str] | None = None
) -> list[tuple[Chunk, float]]:
    """The nearest Chunks and their cosine, chosen as a search chooses them."""
    scores = (sammlung.vectors @ vector).round(6)
    rows = np.flatnonzero(sammlung.mask(programm_ids))
    picked = rows[best(scores[rows], top_k)]
    return [(sammlung.chunk(int(row)), round(float(scores[row]), 6)) for row in picked]


def sammlung_of(
    programme: Mapping[str, Sequence[str | Chunk]],
    model: Embedder | None = None,
) -> Sammlung:
    """Programme of these passages."""
    model = model or embedder()
    blocks = {}
    for programm_id, passages in programme.items():
        chunks = [passage for passage in passages if isinstance(passage, Chunk)]
        chunks = chunks or chunks_of(programm_id, [str(text) for text in passages])
        vectors = model.embed_documents([chunk.text for chunk in chunks])
        blocks[programm_id] = Block.of(programm_id, chunks, vectors)
    return Sammlung(blocks, model.dim)


def look_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the moment had passed in which nobody looks again whether something changed."""
    monkeypatch.setattr(vectorstore, "SERVER_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(vectorstore, "CHECK_SECONDS", 0.0)
