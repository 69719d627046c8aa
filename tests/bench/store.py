"""Opening one Lauf and the monitoring's figures, among 10,000 Läufe with 400,000 Zitate."""

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from core.runs.connection import insert_missing, insert_rows
from core.runs.figures import Gruppe
from core.runs.lauf import Status, count_row, file_row, lauf_row, offer_rows, teil_row, text_rows, zitat_row
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, open_store
from core.runs.tables import akte, angebot, lauf, score, teil, texte, zaehlung, zitat
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.bench.figures import Figure
from tests.runs import beispiele
from tests.runs.postgres import cluster

LAEUFE = 10_000
PARTEIEN = ("LINDENBUND", "MUEHLRAD", "BRUECKE", "LEUCHTTURM")
ZITATE = 10
"""Per party, so that all Läufe together have 400,000."""

SLICE = 250
MODELLE = ("offline/extraktiv", "openai/a", "mistral/b")
PROMPT = "Beurteilen Sie den Antrag nach den Passagen. " * 80
ANTWORT = '{"fraktion": "…", "wahlprogramm": {"score": 7, "begruendung": "Passt."}} ' * 60
WEIGHTS = {
    ZitatStatus.WOERTLICH: 60,
    ZitatStatus.MIT_AUSLASSUNG: 6,
    ZitatStatus.ANGEGLICHEN: 8,
    ZitatStatus.ZU_KURZ: 4,
    ZitatStatus.NICHT_GEFUNDEN: 8,
    ZitatStatus.OUTSIDE: 2,
    ZitatStatus.NUR_AEHNLICH: 6,
    ZitatStatus.ZAHL: 2,
    ZitatStatus.VERNEINUNG: 2,
    ZitatStatus.UNLESBAR: 2,
}
"""What becomes of a hundred quotes of a usual model."""


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        figures = _figures("SQLite", open_store(None, Path(name)))
    try:
        with cluster() as url:
            return figures + _figures("PostgreSQL", open_store(url, Path()))
    except pytest.skip.Exception:
        return figures


def _figures(name: str, store: Runstore) -> list[Figure]:
    started = time.perf_counter()
    ids = fill_store(store, LAEUFE)
    filled = time.perf_counter() - started
    total = store.quote_counts()[0]
    sample = random.Random(1).sample(ids, 100)
    figures = [
        Figure(f"{name}: Zitate of {total.laeufe} Läufe", total.emittiert, "", "≥ 400000"),
        Figure(f"{name}: filled in", filled, "s"),
        Figure(f"{name}: load, p50", statistics.median(_ms(store.load, id) for id in sample), "ms", "≤ 50"),
        Figure(f"{name}: list of 50", _median(store.list_laeufe), "ms"),
        Figure(f"{name}: found in the cache", _median(store.find_cached, "schluessel-77"), "ms"),
        Figure(f"{name}: counts, all, by reason", _median(store.quote_counts), "ms", "≤ 300"),
    ]
    for group in Gruppe:
        target = "≤ 300" if group in (Gruppe.TAG, Gruppe.WOCHE, Gruppe.MODELL) else ""
        figures.append(Figure(f"{name}: counts by {group}", _median(store.quote_counts, group), "ms", target))
    by_day = _median(store.quote_counts, Gruppe.TAG, Filter(bundesland="NRW", is_demo=False))
    figures += [Figure(f"{name}: counts by day, one Land", by_day, "ms"), _saving(name, store)]
    store.close()
    return figures


def _saving(name: str, store: Runstore) -> Figure:
    """One party with its ten Zitate, as the pipeline stores it."""
    lauf_id = store.start(beispiele.neuer_lauf())
    zitate = _zitate("LINDENBUND", random.Random(2))
    spent = [_ms(store.save_teil, lauf_id, beispiele.teil(), (), zitate) for _ in range(50)]
    return Figure(f"{name}: save_teil, p50", statistics.median(spent), "ms")


def fill_store(store: Runstore, laeufe: int) -> list[str]:
    numbers = random.Random(0)
    ids = [f"lauf{number:06}" for number in range(laeufe)]
    for start in range(0, laeufe, SLICE):
        with store.writing() as connection:
            _insert(connection, range(start, min(start + SLICE, laeufe)), ids, numbers)
    if store.engine.dialect.name == "postgresql":
        with store.writing() as connection:
            connection.execute(text("ANALYZE"))
    return ids


def _insert(connection: Connection, which: range, ids: list[str], numbers: random.Random) -> None:
    rows: dict[str, list[dict]] = {t.name: [] for t in (lauf, akte, teil, score, zitat, zaehlung, angebot)}
    texts = [PROMPT]
    for number in which:
        offered = [_offer(partei, q, numbers) for partei in PARTEIEN for q in range(1, 11)]
        texts += [one.text for one in offered]
        _add_lauf(rows, ids[number], number, numbers)
        rows["angebot"] += offer_rows(ids[number], offered)
        for partei in PARTEIEN:
            shown = [len(one.text) for one in offered if one.partei == partei]
            _add_teil(rows, ids[number], partei, numbers, shown)
    insert_missing(connection, texte, text_rows(texts))
    for table in (lauf, akte, teil, score, zitat, zaehlung, angebot):
        insert_rows(connection, table, rows[table.name])


def _add_lauf(rows: dict[str, list[dict]], lauf_id: str, number: int, numbers: random.Random) -> None:
    land = numbers.choice(("NRW", "BE", "DEMO"))
    body = beispiele.ANTRAG.text * 60
    neu = beispiele.neuer_lauf(
        antrag=replace(beispiele.ANTRAG, text=f"{body} {number % 500}", bundesland=land),
        modell_gefragt=numbers.choice(MODELLE),
        prompt_text=PROMPT,
        schluessel=f"schluessel-{number}",
    )
    created = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=number * 50)
    ended = {"status": str(Status.FERTIG), "finished": created, "modell_geantwortet": None, "geloescht": None}
    rows["lauf"].append(lauf_row(lauf_id, neu, created) | ended)
    rows["akte"].append(file_row(lauf_id, neu))


def _add_teil(
    rows: dict[str, list[dict]], lauf_id: str, partei: str, numbers: random.Random, shown: list[int]
) -> None:
    zitate = _zitate(partei, numbers)
    asked = [{"role": "user", "content": PROMPT}]
    rows["teil"].append(teil_row(lauf_id, beispiele.teil(partei, antwort=ANTWORT, messages=asked)))
    rows["score"].append({"lauf_id": lauf_id, **_fields(beispiele.score(partei))})
    rows["zitat"] += [zitat_row(lauf_id, number, one) for number, one in enumerate(zitate)]
    rows["zaehlung"].append(count_row(lauf_id, partei, zitate, len(shown), sum(shown)))


def _zitate(partei: str, numbers: random.Random) -> list:
    made = []
    for status in numbers.choices(list(WEIGHTS), list(WEIGHTS.values()), k=ZITATE):
        programm = f"{partei.lower()}-{numbers.randint(2020, 2025)}"
        if status.is_bound:
            made.append(beispiele.gebunden(partei, status=str(status), programm=programm))
        else:
            made.append(beispiele.verworfen(partei, grund=str(status)))
    return made


def _offer(partei: str, q: int, numbers: random.Random) -> beispiele.Offer:
    number = numbers.randrange(5000)
    return beispiele.angebot(partei, q, text=f"Passage {number}. " + "Wir bauen Brunnen an Schulen. " * 20)


def _fields(value: object) -> dict:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _ms(call: Callable, *arguments: object) -> float:
    start = time.perf_counter()
    call(*arguments)
    return 1000 * (time.perf_counter() - start)


def _median(call: Callable, *arguments: object) -> float:
    return statistics.median(_ms(call, *arguments) for _ in range(9))
