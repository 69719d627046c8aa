"""A comparison of 6 columns over 50 Anträge and 7 parties with 3 repeats: 900 Läufe, 6,300 Teile."""

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

from playwright.sync_api import Page
from sqlalchemy import Connection

from core.features.vergleich.differences import differences_to_basis, distances, kennzahlen, party_cells
from core.features.vergleich.spalten import Vergleich, common, find_rows, lauf_ids, list_stock, vergleich_of
from core.programme.context import default_context
from core.runs.connection import insert_missing, insert_rows
from core.runs.lauf import (
    Score,
    Status,
    count_row,
    file_row,
    lauf_row,
    offer_rows,
    plain,
    teil_row,
    text_rows,
    zitat_row,
)
from core.runs.store import Runstore, open_store
from core.runs.tables import akte, angebot, lauf, score, teil, texte, zaehlung, zitat
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from tests.bench.figures import Figure
from tests.bench.schirm import seen
from tests.runs import beispiele

SPALTEN, ANTRAEGE, REPEATS = 6, 50, 3
PARTEIEN = ("CDU", "SPD", "GRÜNE", "LINKE", "FDP", "AfD", "PIRATEN")
PROMPT = "Beurteilen Sie den Antrag nach den Passagen. " * 80
ANTWORT = '{"fraktion": "…", "wahlprogramm": {"score": 7, "begruendung": "Passt."}} ' * 60
TABLES = (lauf, akte, teil, score, zitat, zaehlung, angebot)
TOP = ".tafel.punkte"
"""The points."""

OTHERS = 9_000
"""Further Läufe of other models, among which these have to be found."""


def measure() -> list[Figure]:
    registry = default_context().registry
    with tempfile.TemporaryDirectory() as name:
        store = open_store(None, Path(name) / "laeufe")
        fill(store)
        stock = list_stock(store)
        keys = [zeile.schluessel for zeile in stock.spalten if len(zeile.laeufe) == ANTRAEGE]
        zeilen = find_rows(stock, keys)
        ids = lauf_ids(zeilen, common(zeilen))
        vergleich = vergleich_of(store, registry, ids)
        figures = [
            Figure("Läufe compared", len(vergleich.laeufe), "", "≥ 900"),
            Figure("scores", len(vergleich.werte), ""),
            Figure("what there is to choose from, of all Läufe", _median(list_stock, store), "ms"),
            Figure("vergleich_of", _median(vergleich_of, store, registry, ids), "ms", "≤ 500"),
            *_figures(vergleich),
        ]
        store.close()
        figures += seen(
            Path(name), f"/vergleich?spalten={','.join(keys)}", TOP, 0, _distances,
            "distances instead of points",
        )  # fmt: skip
    return figures


def _distances(page: Page) -> None:
    page.get_by_role("radio", name="Abstand").click()


def _figures(vergleich: Vergleich) -> list[Figure]:
    typ = Typ.WAHLPROGRAMM
    differences_to_basis(vergleich, 0, typ)  # loads scipy
    return [
        Figure("zellen and differenzen", _median(lambda: distances(party_cells(vergleich, typ), 0)), "ms"),
        Figure("kennzahlen", _median(kennzahlen, vergleich), "ms"),
        Figure("unterschiede", _median(differences_to_basis, vergleich, 0, typ), "ms", "≤ 400"),
    ]


def fill(store: Runstore, others: int = OTHERS) -> None:
    numbers = random.Random(0)
    wanted = [*product(range(ANTRAEGE), range(SPALTEN), range(REPEATS))]
    wanted += [(number % 500, SPALTEN + number % 3, 0) for number in range(others)]
    for start in range(0, len(wanted), 250):
        rows: dict[str, list[dict]] = {table.name: [] for table in TABLES}
        for number, place in enumerate(wanted[start : start + 250], start):
            _add(rows, f"lauf{number:06}", number, *place, numbers)
        with store.writing() as connection:
            _insert(connection, rows)


def _insert(connection: Connection, rows: dict[str, list[dict]]) -> None:
    insert_missing(connection, texte, text_rows([PROMPT, beispiele.angebot().text]))
    for table in TABLES:
        insert_rows(connection, table, rows[table.name])


def _add(
    rows: dict[str, list[dict]],
    lauf_id: str,
    number: int,
    antrag: int,
    spalte: int,
    repeat: int,
    numbers: random.Random,
) -> None:
    neu = beispiele.neuer_lauf(
        antrag=replace(
            beispiele.ANTRAG,
            text=f"{beispiele.ANTRAG.text * 60} {antrag}",
            titel=f"Antrag {antrag}",
            bundesland="BUND",
        ),
        modell_gefragt=f"anbieter/modell-{spalte}",
        prompt_text=PROMPT,
        schluessel=f"schluessel-{number}",
        parameter={"temperature": 0.0, "top_k": 4, "parteien": ["", *PARTEIEN], "dauer": {"suche": 0.1}},
        wiederholung=repeat + 1,
    )
    created = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    ended = {"status": str(Status.FERTIG), "finished": created + timedelta(seconds=30), "geloescht": None}
    rows["lauf"].append(lauf_row(lauf_id, neu, created) | ended | {"modell_geantwortet": None})
    rows["akte"].append(file_row(lauf_id, neu))
    offered = [
        beispiele.angebot(p, q, programm_id=f"{p.lower().replace('ü', 'ue')}-bund-2025")
        for p in PARTEIEN
        for q in range(1, 9)
    ]
    rows["angebot"] += offer_rows(lauf_id, offered)
    for partei in PARTEIEN:
        _add_teil(rows, lauf_id, partei, spalte + antrag % 3, numbers)


def _add_teil(
    rows: dict[str, list[dict]], lauf_id: str, partei: str, level: int, numbers: random.Random
) -> None:
    quotes = [beispiele.gebunden(partei)] * numbers.randint(1, 4) + [beispiele.verworfen(partei)]
    part = beispiele.teil(partei, antwort=ANTWORT, messages=[{"role": "user", "content": PROMPT}])
    points = min(10.0, max(0.0, round(numbers.gauss(level, 1.2))))
    rows["teil"].append(teil_row(lauf_id, part))
    rows["score"] += [
        {"lauf_id": lauf_id, **plain(Score(partei, typ, points if typ == Typ.WAHLPROGRAMM else None))}
        for typ in PROGRAMM_TYPEN
    ]
    rows["zitat"] += [zitat_row(lauf_id, number, one) for number, one in enumerate(quotes)]
    rows["zaehlung"].append(count_row(lauf_id, partei, quotes))


def _median(call: Callable, *arguments: object) -> float:
    spent = []
    for _ in range(7):
        begin = time.perf_counter()
        call(*arguments)
        spent.append(1000 * (time.perf_counter() - begin))
    return statistics.median(spent)
