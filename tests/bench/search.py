"""One search among 20,000 passages, and agreement with exact search."""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.base.models import GEBIETE, UEBERALL
from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.search.passage_search import find_relevant_chunks
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.conftest import KORPUS
from tests.sammlungen import nearest

SMALL_CHUNKS = 220
"""So small that the real programmes give about 20,000 of them."""

QUERIES = """Mietpreisbremse
Kohleausstieg bis 2030
kostenloses Mittagessen in Kita und Schule
Tempolimit auf Autobahnen
Wie soll die Bundeswehr ausgestattet werden?
Wahlrecht ab 16
Erbschaftsteuer für große Vermögen
Ausbau der Schiene und des Nahverkehrs
Videoüberwachung an Bahnhöfen
Förderung kleiner Höfe und Tierwohl
Soll der Mindestlohn auf 15 Euro steigen?
Breitband und Mobilfunk auf dem Land
Pflegekräfte besser bezahlen
Zuwanderung von Fachkräften
Rente mit 67
Cannabis legalisieren
Schuldenbremse reformieren
öffentlich-rechtlicher Rundfunk
Lehrkräftemangel
Atomkraft""".splitlines()


def measure() -> list[Figure]:
    with workplace() as folder:
        small = read_in(folder, "klein", SMALL_CHUNKS)
        normal = read_in(folder, "normal", Settings().chunk_size)
        return [*_speed(small), *_agreement(normal)]


def read_in(folder: Path, name: str, chunk_size: int) -> Context:
    settings = replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / name, chunk_size=chunk_size)
    context = Context(settings)
    for _ in index_programme(context.with_pdf(), context=context):
        pass
    return context


def _speed(context: Context) -> list[Figure]:
    chunks, land = max(
        (sum(s.chunks for s in context.store.staende(land).values()), land) for land in GEBIETE
    )
    started = time.perf_counter()
    find_relevant_chunks("Aufwärmen", bundesland=land, context=context)
    cold = time.perf_counter() - started
    everything = [_seconds(query, land, None, context) for query in QUERIES * 5]
    one_partei = [_seconds(query, land, ["SPD"], context) for query in QUERIES * 5] if land == "BUND" else []
    figures = [
        Figure("passages in the collection", chunks, "", "≥ 20000" if KORPUS.exists() else ""),
        Figure("first search after opening", 1000 * cold, "ms"),
        Figure("first search of a fresh process, imports included", _fresh(context, land), "s", "≤ 1.0"),
        Figure("search, warm, query embedded, p50", 1000 * statistics.median(everything), "ms", "≤ 4"),
        Figure("search, warm, p95", 1000 * float(np.percentile(everything, 95)), "ms", "≤ 10"),
    ]
    if one_partei:
        figures.append(Figure("one party only, p50", 1000 * statistics.median(one_partei), "ms", "≤ 4"))
    return figures


FRESH = """
import sys, time
start = time.perf_counter()
from core.search.passage_search import find_relevant_chunks
find_relevant_chunks("Mietpreisbremse", bundesland=sys.argv[1])
print(time.perf_counter() - start)
"""


def _fresh(context: Context, land: str) -> float:
    settings = context.settings
    places = {"CHROMA_DIR": str(settings.chroma_dir), "CHUNK_SIZE": str(settings.chunk_size)}
    command = [sys.executable, "-c", FRESH, land]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return float(done.stdout)


def _seconds(query: str, land: str, parteien: list[str] | None, context: Context) -> float:
    start = time.perf_counter()
    find_relevant_chunks(query, parteien, bundesland=land, top_k=10, context=context)
    return time.perf_counter() - start


def _agreement(context: Context) -> list[Figure]:
    """Top 10 per party of every indexed Land, against a plain matrix product over freshly embedded texts."""
    same = total = 0
    for gebiet in (*GEBIETE, UEBERALL):
        for programm_id in context.store.staende(gebiet):
            chunks = context.store.chunks_of(gebiet, programm_id)
            vectors = context.embedder.embed_documents([chunk.text for chunk in chunks])
            for query in QUERIES:
                vector = context.embedder.embed_query(query)
                exact = np.sort(vectors @ vector)[::-1][:10]
                found = nearest(context.store.sammlung(gebiet), vector, 10, {programm_id})
                # By value: of passages with one text any may come first.
                same += sum(abs(a - b[1]) < 1e-5 for a, b in zip(exact, found, strict=True))
                total += len(exact)
    return [Figure("top 10 as in exact search, every party", 100 * same / total, "%", "≥ 99.9")]
