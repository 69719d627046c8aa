"""Finding Läufe by words inside their Anträge, among 10,000 Läufe on as many Anträge of usual length."""

import random
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core import clock
from core.runs.connection import insert_missing, insert_rows
from core.runs.lauf import Status, lauf_row, text_rows, words_row
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, open_store
from core.runs.tables import antragstext, lauf, texte
from tests.bench.figures import Figure
from tests.runs import beispiele
from tests.runs.postgres import cluster

LAEUFE = 10_000
WORDS = 700
"""As a motion of the Bundestag has in the median: about 5,000 letters."""

ASKED = {
    "one word": "wort77",
    "two words": "wort12 wort999",
    "none that fits": "gibtesnicht",
    "eight words": "wort1 wort2 wort3 wort4 wort5 wort6 wort7 wort8",
}


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        figures = _figures("SQLite", open_store(None, Path(name)))
    try:
        with cluster() as url:
            return figures + _figures("PostgreSQL", open_store(url, Path()))
    except pytest.skip.Exception:
        return figures


def _figures(name: str, store: Runstore) -> list[Figure]:
    _fill(store)
    with store.reading() as connection:
        letters = sum(
            map(len, connection.scalars(antragstext.select().with_only_columns(antragstext.c.suchtext)))
        )
    figures = [Figure(f"{name}: letters of all Anträge", letters / 1e6, "million")]
    for what, words in ASKED.items():
        target = "" if what == "eight words" else "≤ 300"
        figures.append(Figure(f"{name}: page of 20 and count, {what}", _median(store, words), "ms", target))
    store.close()
    return figures


def _fill(store: Runstore) -> None:
    numbers = random.Random(0)
    rows = [_rows(number, numbers) for number in range(LAEUFE)]
    with store.writing() as connection:
        insert_missing(connection, texte, text_rows([beispiele.neuer_lauf().prompt_text]))
        insert_missing(connection, antragstext, [words for _, words in rows])
        insert_rows(connection, lauf, [one for one, _ in rows])


def _rows(number: int, numbers: random.Random) -> tuple[dict, dict]:
    body = " ".join(f"Wort{numbers.randrange(30_000)}" for _ in range(WORDS))
    antrag = replace(beispiele.ANTRAG, text=f"{number} {body}")
    row = lauf_row(f"lauf{number:06}", beispiele.neuer_lauf(antrag=antrag), clock.now())
    row |= {
        "status": str(Status.FERTIG),
        "finished": clock.now(),
        "modell_geantwortet": None,
        "geloescht": None,
    }
    return row, words_row(antrag, row["antrag_hash"])


def _median(store: Runstore, words: str) -> float:
    return statistics.median(_ms(store, Filter(suche=words)) for _ in range(7))


def _ms(store: Runstore, filter: Filter) -> float:
    begin = time.perf_counter()
    store.count_laeufe(filter)
    store.list_laeufe(filter, 20)
    return 1000 * (time.perf_counter() - begin)
