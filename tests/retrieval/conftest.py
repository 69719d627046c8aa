"""The DEMO Programme, really indexed, and small Sammlungen of a test's own sentences."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from core.context import Context
from core.models import Chunk
from core.retrieval.embedding import Embedder, load_embedder
from core.retrieval.matrix import Block
from core.retrieval.sammlung import Sammlung
from core.settings import Settings

LINDENBUND, LINDENBUND_GRUNDSATZ, BRUECKE, LEUCHTTURM = (
    "lindenbund-demo-2024",
    "lindenbund-grundsatz",
    "bruecke-demo-2024",
    "leuchtturm-demo-2024",
)


@pytest.fixture(scope="session")
def demo(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """Indexed once for all tests, none of which writes into it."""
    own = shutil.copytree(demo_ordner, tmp_path_factory.mktemp("demo") / "chroma")
    return Context(replace(Settings(), chroma_dir=own))


@cache
def embedder() -> Embedder:
    return load_embedder(Settings())


def chunks_of(programm_id: str, texts: Sequence[str], abschnitt: tuple[str, ...] = ()) -> list[Chunk]:
    """A passage a page."""
    return [
        Chunk(f"{programm_id}-{i:03}", programm_id, text, i * 1000, i * 1000 + len(text), (i + 1,), abschnitt)
        for i, text in enumerate(texts)
    ]


def sammlung_of(
    programme: Mapping[str, Sequence[str | Chunk]],
    lexikon_path: Path | None = None,
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
    return Sammlung(blocks, model.dim, lexikon_path)
