"""The index as others see it: what `collection.query` finds of the truth, how fast, how large."""

import statistics
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.context import Context
from core.index import chroma
from core.index.indexing import index_programme, with_pdf
from core.index.vectorstore import UEBERALL
from core.models import GEBIETE
from core.settings import Settings
from tests.bench.figures import Figure
from tests.bench.search import QUERIES
from tests.bench.stock import workplace

TOP = 10


def measure() -> list[Figure]:
    with workplace() as folder:
        context = Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index"))
        for _ in index_programme(with_pdf(context), context=context):
            pass
        size = sum(path.stat().st_size for path in (folder / "index").rglob("*") if path.is_file())
        return [
            *_recall(context),
            Figure("the whole index on disk", size / 1e6, "MB"),
            *_writing(context, folder),
        ]


def _recall(context: Context) -> list[Figure]:
    figures, seconds = [], []
    client = chroma.open_folder(context.settings.chroma_dir)
    for gebiet in (*GEBIETE, UEBERALL):
        sammlung = context.store.sammlung(gebiet)
        if not len(sammlung):
            continue
        collection = client.get_collection(context.store._name(gebiet), embedding_function=None)
        parteien = sorted({context.registry.programme[id].partei for id in sammlung.blocks})
        for wanted in (None, parteien[0]):
            found = total = 0
            own = {id for id in sammlung.blocks if context.registry.programme[id].partei == wanted}
            for query in QUERIES:
                vector = context.embedder.embed_query(query)
                exact = sammlung.nearest(vector, TOP, own if wanted else None)
                start = time.perf_counter()
                result = collection.query(
                    query_embeddings=[vector],
                    n_results=TOP,
                    where={"partei": wanted} if wanted else None,
                    include=["documents", "distances"],
                )
                seconds.append(time.perf_counter() - start)
                # By value: of passages with one text any may come first.
                least = min(similarity for _, similarity in exact) - 1e-5
                found += sum(1 - distance >= least for distance in (result["distances"] or [[]])[0])
                total += len(exact)
            name = f"recall@10 of collection.query, {gebiet} ({len(sammlung)} passages)"
            name += f", only {wanted}" if wanted else ""
            figures.append(Figure(name, 100 * found / total, "%", "≥ 95"))
    return [*figures, Figure("collection.query, p50", 1000 * statistics.median(seconds), "ms")]


def _writing(context: Context, folder: Path) -> list[Figure]:
    """The largest collection written once more, from what is in memory."""
    gebiet = max(GEBIETE, key=lambda gebiet: len(context.store.sammlung(gebiet)))
    blocks = context.store.sammlung(gebiet).blocks
    staende = context.store.staende(gebiet)
    target = Context(replace(context.settings, chroma_dir=folder / "again"))
    start = time.process_time()
    with target.store.writing():
        for id, block in blocks.items():
            target.store.replace(gebiet, id, staende[id], block.chunks(), np.array(block.vectors))
    return [Figure(f"writing {gebiet} into Chroma", time.process_time() - start, "s computing")]
