"""How cost grows with passages, Programme and Läufe: nothing faster than they do. Tells a table in Markdown.

Programmes are invented: sentences of made-up words as often as German has its own, vectors by chance (whose
nearest are found as any others are; what a model makes of a text takes no part in it). A copy of the program
has them in its registry. Each measurement is a process of its own. `--cases` ends it at so many.
"""

import json
import math
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np

from core.base.settings import ROOT, load_settings
from core.features.monitor.ampel import ampel
from core.programme.context import Context
from core.programme.sammlung import Indexstand
from core.programme.stock import Stock
from core.runs.figures import Gruppe
from core.runs.load_laeufe import Filter
from core.runs.store import open_store
from core.search.passage_search import find_relevant_chunks
from core.wortlaut.records import Chunk, Programm, Typ
from tests.bench.figures import Figure
from tests.bench.pages import seconds_of, switch
from tests.bench.stock import entry_of
from tests.bench.store import fill_store
from tests.e2e.browser import DESKTOP, chromium
from tests.e2e.load import SETTLED
from tests.e2e.server import environment, serve

PASSAGES = (5_000, 20_000, 50_000, 200_000)
PROGRAMME = (10, 100, 1_000)
LAEUFE = (1_000, 10_000, 100_000)
USUAL_PROGRAMME, USUAL_PASSAGES = 100, 5_000
"""What stays as it is while the other grows."""

MENU = ("Anträge", "Suche", "Programme", "Übersicht")
LAND, PARTEIEN = "BUND", ("SPD", "GRÜNE", "FDP", "AfD", "LINKE")
COPIED = ("core", "pages", "data", ".streamlit", "dashboard.py")
ALL_ANGABEN = {"seiten": 80, "ohne_text": [], "ocr": 0, "ohne_unicode": 0, "unsicher": 0, "saetze": 900}
LINEAR = 1.1
"""A power up to this is taken for one of 1: what is measured varies by so much."""

Row = dict[str, float]


def measure(cases: int = 10**9) -> list[Figure]:
    tables = {
        "Passagen": [(n, _index(USUAL_PROGRAMME, n)) for n in PASSAGES if n <= cases],
        "Programme": [(n, _index(n, USUAL_PASSAGES)) for n in PROGRAMME if n <= cases],
        "Läufe": [(n, _store(n)) for n in LAEUFE if n <= cases],
    }
    for name, rows in tables.items():
        sys.stderr.write(f"\n{table(name, rows)}\n")
    return [figure for name, rows in tables.items() for figure in _powers(name, rows)]


def table(name: str, rows: Sequence[tuple[int, Row]]) -> str:
    """In Markdown; its last column is the power it grows with."""
    head = [name, *(f"{size:,}".replace(",", " ") for size, _ in rows), "power"]
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)]
    for what in rows[0][1]:
        values = [row[what] for _, row in rows]
        power = f"{power_of([size for size, _ in rows], values):.2f}" if len(rows) > 1 else ""
        lines.append(
            [what, *(f"{value:,.0f}" if value >= 100 else f"{value:.3g}" for value in values), power]
        )
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def power_of(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of a line through the logarithms: 1 is as fast as the size, 2 its square."""
    logs = [math.log(max(value, 1e-6)) for value in values]
    return float(np.polyfit(np.log(sizes), logs, 1)[0])


def _powers(name: str, rows: Sequence[tuple[int, Row]]) -> Iterator[Figure]:
    if len(rows) < 2:
        return
    for what, value in rows[-1][1].items():
        power = power_of([size for size, _ in rows], [row[what] for _, row in rows])
        yield Figure(f"{name} {rows[-1][0]}: {what}", value, what.rpartition(", ")[2])
        yield Figure("… grows with the power", power, "", f"≤ {LINEAR}")


# --- an index -----------------------------------------------------------------------------------------------


def _index(programme: int, passages: int) -> Row:
    with tempfile.TemporaryDirectory(prefix="wachsen-") as name:
        folder, root = Path(name), Path(name) / "programm"
        root.mkdir()
        for part in COPIED:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, root / part)
        _register(root / "data" / "registry" / "programme" / "eigene.toml", programme)
        filled = _child(folder, root, "fill", programme, passages)
        size = sum(path.stat().st_size for path in (folder / "chroma").rglob("*") if path.is_file()) / 2**20
        looked = _child(folder, root, "look")
        return {**filled, "index on the disk, MB": size, **looked, **_pages(folder, root)}


def _child(folder: Path, root: Path, what: str, *arguments: int) -> Row:
    env = environment(folder, PYTHONPATH=f"{root}{os.pathsep}{ROOT}")
    command = [sys.executable, "-m", "tests.bench.growth", what, *map(str, arguments)]
    done = subprocess.run(command, cwd=root, env=env, stdout=subprocess.PIPE, text=True, check=True)
    row: Row = json.loads(done.stdout)
    return row


def _pages(folder: Path, root: Path) -> Row:
    with ExitStack() as stack:
        server = stack.enter_context(serve(folder, root=root))
        page = stack.enter_context(chromium()).new_context(locale="de-DE", viewport=DESKTOP).new_page()
        page.set_default_timeout(120_000)
        page.goto(server.url())
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_function(SETTLED)
        for name in MENU:
            switch(page, name)
        rounds = [{name: switch(page, name) for name in MENU} for _ in range(3)]
    return {f"page {name}, ms": 1000 * statistics.median(one[name] for one in rounds) for name in MENU}


def _register(path: Path, programme: int) -> None:
    path.write_text("".join(entry_of(programm_of(number)) for number in range(programme)), encoding="utf-8")


def programm_of(number: int) -> Programm:
    jahr = 1100 + number // len(PARTEIEN)
    partei = PARTEIEN[number % len(PARTEIEN)]
    return Programm(
        id=f"erfunden-{number}",
        name=f"{partei} {jahr} ({number})",
        typ=Typ.WAHLPROGRAMM,
        partei=partei,
        bundesland=LAND,
        jahr=jahr,
        gueltig_ab=date(jahr, 1, 1),
        gueltig_bis=None,
        pdf=f"erfunden-{number}.pdf",
    )


def _fill(programme: int, passages: int) -> Row:
    """As reading in does from where the vectors are there."""
    context, chance, words = Context(load_settings()), np.random.default_rng(1), Words()
    each, dim = passages // programme, context.embedder.dim
    begin = time.perf_counter()
    with context.store.writing():
        for number in range(programme):
            texts = [words.passage() for _ in range(each)]
            vectors = chance.normal(size=(each, dim)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            programm_id = f"erfunden-{number}"
            chunks = [
                Chunk(f"{programm_id}-{n}", programm_id, text, 700 * n, 700 * n + len(text), (n // 3 + 1,))
                for n, text in enumerate(texts)
            ]
            stand = Indexstand("v1", each, "2026-11-24T04:00:00", ALL_ANGABEN)
            context.store.replace(LAND, programm_id, stand, chunks, vectors)
    return {"put into the index, s": time.perf_counter() - begin}


def _look() -> Row:
    context, words = Context(load_settings()), Words(2)
    context.embedder.embed_query("Aufwärmen")
    cold = seconds_of(lambda: find_relevant_chunks(words.question(), bundesland=LAND, context=context))
    warm = [
        seconds_of(lambda: find_relevant_chunks(words.question(), bundesland=LAND, context=context))
        for _ in range(40)
    ]
    stock = [seconds_of(lambda: Stock.of(context).gebiete) for _ in range(5)]
    return {
        "first search after the start, s": cold,
        "search, p50, ms": 1000 * statistics.median(warm),
        "what is in stock, ms": 1000 * statistics.median(stock),
        "memory of who searches, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


class Words:
    """Sentences of 20,000 words that follow Zipf's law."""

    def __init__(self, seed: int = 1) -> None:
        chance = random.Random(7)
        vowels, ends = ("a", "e", "i", "o", "u", "ei", "au"), ("", "n", "r", "l")
        syllables = ["".join(parts) for parts in product("bdfgklmnrstw", vowels, ends)]
        self._words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(20_000)]
        self._weights = np.cumsum(1 / np.arange(1, 20_001)).tolist()
        self._chance = random.Random(seed)

    def sentence(self) -> str:
        picked = self._chance.choices(self._words, cum_weights=self._weights, k=self._chance.randint(9, 18))
        return f"{picked[0].capitalize()} {' '.join(picked[1:])}."

    def passage(self) -> str:
        return " ".join(self.sentence() for _ in range(6))

    def question(self) -> str:
        return " ".join(self._chance.choices(self._words, cum_weights=self._weights, k=4))


# --- a store ------------------------------------------------------------------------------------------------


def _store(laeufe: int) -> Row:
    """Each Lauf with four parties, forty quotes and the passages that were shown."""
    with tempfile.TemporaryDirectory(prefix="wachsen-") as name:
        store = open_store(None, Path(name))
        filling = time.perf_counter()
        ids = fill_store(store, laeufe)
        filled = time.perf_counter() - filling
        sample = random.Random(1).sample(ids, 50)
        latest = date(2025, 1, 1) + timedelta(minutes=50 * laeufe)  # fill_store has one every 50 minutes
        row = {
            "filled in, s": filled,
            "store on the disk, MB": sum(path.stat().st_size for path in Path(name).iterdir()) / 2**20,
            "opening one Lauf, ms": _ms_of(seconds_of(partial(store.load, i)) for i in sample),
            "list of 50, ms": _median(store.list_laeufe),
            "search in the list, ms": _median(lambda: store.list_laeufe(Filter(suche="Brunnen"))),
            "count, ms": _median(store.count_laeufe),
            "found in the cache, ms": _median(lambda: store.find_cached("schluessel-77")),
            "light of the first page, ms": _median(lambda: ampel(store, latest)),
            "monitoring by week, ms": _median(lambda: store.quote_counts(Gruppe.WOCHE)),
        }  # fmt: skip
        store.close()
        return row


def _ms_of(spent: Iterable[float]) -> float:
    return 1000 * statistics.median(spent)


def _median(act: Callable[[], object]) -> float:
    return _ms_of(seconds_of(act) for _ in range(5))


CHILDREN: Mapping[str, Callable[..., Row]] = {"fill": _fill, "look": _look}

if __name__ == "__main__":
    print(json.dumps(CHILDREN[sys.argv[1]](*map(int, sys.argv[2:]))))
