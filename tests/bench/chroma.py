"""Which part Chroma plays: asked for the nearest passages itself, or read once into a matrix; and its size.

`python -m tests.bench chroma`: on real passages, with noisy copies of their vectors up to 200,000 of them.
"""

import resource
import shutil
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.base.models import INDEXGEBIETE
from core.base.settings import Settings
from core.programme import chroma_worker as worker
from core.programme.chroma_worker import Place, Rows
from core.programme.context import Context
from core.programme.embedding import FloatMatrix, normalized
from core.programme.indexing import index_programme
from core.search.suchraum import best
from tests.bench.figures import Figure
from tests.bench.search import QUERIES
from tests.bench.stock import workplace

SIZES = (20_000, 200_000)
TOP = 10
PARTIES = 7
FORDERUNGEN = 11


def measure() -> list[Figure]:
    with workplace() as folder:
        context = Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index"))
        for _ in index_programme(context.with_pdf(), context=context):
            pass
        blocks = [b for g in INDEXGEBIETE for b in context.store.sammlung(g).blocks.values()]
        vectors = np.concatenate([block.vectors for block in blocks])
        texts = [text for block in blocks for text in block.texts()]
        questions = np.array([context.embedder.embed_query(query) for query in QUERIES])
        figures = _sizes(folder)
        for size in SIZES:
            figures += _compared(folder / str(size), size, vectors, texts, questions)
        return figures


def _sizes(folder: Path) -> list[Figure]:
    index = folder / "index"

    def size(path: Path) -> float:
        return sum(one.stat().st_size for one in path.rglob("*") if one.is_file()) / 1e6

    return [
        Figure("the whole index on disk", size(index), "MB"),
        Figure("… of this the cache", size(index / "zwischenspeicher"), "MB"),
        Figure("… and the text streams with their boxes", size(index / "texte"), "MB"),
    ]


def _compared(
    folder: Path, size: int, vectors: FloatMatrix, texts: list[str], questions: FloatMatrix
) -> list[Figure]:
    random = np.random.default_rng(size)
    rows = random.integers(0, len(vectors), size)
    noise = random.normal(size=(size, vectors.shape[1])).astype(np.float32) / vectors.shape[1] ** 0.5
    many = normalized(vectors[rows] + 0.3 * noise)
    parties = random.integers(0, PARTIES, size)
    place, name = Place(folder, None), "programme-viele"
    start = time.perf_counter()
    worker.begin(place)
    for first in range(0, size, 1000):
        part = slice(first, first + 1000)
        told = [{"partei": f"P{partei}", "start": first + row} for row, partei in enumerate(parties[part])]
        ids = [str(first + row) for row in range(len(told))]
        worker.write(place, name, {"a": 1}, Rows(ids, [texts[row] for row in rows[part]], told, many[part]))
    worker.end(place)
    written = time.perf_counter() - start
    figures = [Figure(f"{size}: written into Chroma", size / written, "passages/s")]
    figures += _asked(place, name, many, parties, questions)
    figures += _multiplied(place, name, size, parties, questions)
    shutil.rmtree(folder)
    return figures


def _asked(
    place: Place, name: str, vectors: FloatMatrix, parties: np.ndarray, questions: FloatMatrix
) -> list[Figure]:
    """(a): `collection.query`, as it comes."""
    size = len(vectors)
    where = {"partei": "P3"}
    of_party = np.flatnonzero(parties == 3)
    start = time.perf_counter()
    with worker._client(place) as client:
        collection = client.get_collection(name, embedding_function=None)
        collection.query(query_embeddings=[questions[0]], n_results=TOP)
        first = time.perf_counter() - start

        def ask(some: FloatMatrix, filter: dict[str, str] | None) -> list[list[str]]:
            found = collection.query(query_embeddings=list(some), n_results=TOP, where=filter, include=[])  # type: ignore[arg-type]
            return found["ids"]

        def recall(filter: dict[str, str] | None, rows: np.ndarray) -> float:
            right = 0
            for question in questions:
                exact = set(rows[best((vectors[rows] @ question).round(6), TOP)].tolist())
                right += len(exact & {int(id) for id in ask(question[None], filter)[0]})
            return 100 * right / (TOP * len(questions))

        some = questions[:FORDERUNGEN]
        return [
            Figure(f"{size}: (a) query, opened and asked once", 1000 * first, "ms"),
            *_timed(f"{size}: (a) query", [lambda q=q: ask(q[None], None) for q in questions]),
            *_timed(
                f"{size}: (a) query, one party of 7", [lambda q=q: ask(q[None], where) for q in questions]
            ),
            *_timed(f"{size}: (a) 11 demands × one party, one call", [lambda: ask(some, where)] * 5),
            Figure(f"{size}: (a) recall@10", recall(None, np.arange(size)), "%"),
            Figure(f"{size}: (a) recall@10, one party", recall(where, of_party), "%"),
        ]


def _multiplied(
    place: Place, name: str, size: int, parties: np.ndarray, questions: FloatMatrix
) -> list[Figure]:
    """(b): read once, then a product with the matrix, which is exact."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    pages = [worker.read(place, name, offset, 5000) for offset in range(0, size, 5000)]
    read = time.perf_counter() - start
    matrix = np.concatenate([page.vectors for page in pages if page.vectors is not None])
    file = place.folder / "cache.npz"
    np.savez(file, vectors=matrix)
    start = time.perf_counter()
    with np.load(file) as stored:
        matrix = stored["vectors"]
    again = time.perf_counter() - start
    mask = np.flatnonzero(parties == 3)
    some = questions[:FORDERUNGEN]
    return [
        Figure(f"{size}: (b) read through Chroma into a matrix", 1000 * read, "ms"),
        Figure(f"{size}: (b) the same from the cache", 1000 * again, "ms"),
        Figure(
            f"{size}: (b) memory taken meanwhile",
            (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
            "MB",
        ),
        *_timed(f"{size}: (b) product", [lambda q=q: best(matrix @ q, TOP) for q in questions]),
        *_timed(
            f"{size}: (b) product, one party of 7",
            [lambda q=q: mask[best((matrix @ q)[mask], TOP)] for q in questions],
        ),
        *_timed(f"{size}: (b) 11 demands × all parties, one product", [lambda: matrix @ some.T] * 5),
        Figure(f"{size}: (b) recall@10", 100, "%"),
    ]


def _timed(name: str, calls: list[Callable[[], object]]) -> list[Figure]:
    seconds = []
    for call in calls:
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return [
        Figure(f"{name}, p50", 1000 * statistics.median(seconds), "ms"),
        Figure(f"{name}, p95", 1000 * float(np.percentile(seconds, 95)), "ms"),
    ]
