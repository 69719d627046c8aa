"""Money: our books against a provider's own, a limit that holds, and what a kill, a stop or a store that is
away costs. Real requests of every kind over HTTP on loopback, and answers of every kind.
"""

import os
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import RowMapping

from core.assessment.auftrag import Auftrag
from core.assessment.batch import combinations, run_batch
from core.assessment.frage import ask_nachfrage
from core.base.settings import Settings
from core.features.eichung.run_calibration import begin_calibration, run_calibration
from core.features.rubrics.judge import judge_lauf
from core.features.support.check import carry_out_plan, plan_check
from core.features.vergleich.differences import kennzahlen
from core.features.vergleich.spalten import vergleich_of
from core.llm.anfrage import Anfrage
from core.llm.litellm_access import count_tokens, litellm
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.runs.buchungen import Zweck
from core.runs.lauf import Status
from core.runs.store import runstore
from core.runs.tables import buchung
from core.wortlaut.errors import DashboardError
from tests.assessment.asked import ask_frage
from tests.assessment.conftest import PROMPTS, auftrag
from tests.bench.billing import BILLED, FREE, MOST, UNTOLD, Anbieter, Bill, any_usage, by_chance, numbered
from tests.bench.figures import Figure
from tests.calibration.conftest import first_theses, planned
from tests.llm.modellserver import modellserver
from tests.support.conftest import pruefer

REQUESTS = 2_000
ROUND = 30
"""Anträge between two changes of price."""

BATCHES = 200
KILLS = 200
WORKERS = 8

PRICES = {"gpt-4.1-mini": (0.4e-6, 1.6e-6), "gpt-4.1": (2e-6, 8e-6), "gpt-4o-mini": (0.15e-6, 0.6e-6)}
MODELLE = tuple(f"openai/{name}" for name in PRICES)
FRAGE = "Was planen die Parteien in Musterland bei der Wieltalbahn?"
SMALLEST = 1e-6
"""US dollars: sums of floats are off by less."""


def measure() -> list[Figure]:
    from tests.bench.books_killed import killed  # which needs what stands here

    with tempfile.TemporaryDirectory(prefix="buecher-") as name, own_key():
        context = indexed(Path(name))
        figures = [*equal(context.settings, Path(name)), *limited(context.settings, Path(name))]
        return [*figures, *killed(context.settings, Path(name), KILLS)]


@contextmanager
def own_key() -> Iterator[None]:
    """One for OpenAI's protocol, and the prices as they were."""
    os.environ["OPENAI_API_KEY"] = "sk-probe-12345678"
    try:
        yield
    finally:
        usual_prices()


def usual_prices() -> None:
    for modell, price in PRICES.items():
        register(modell, price)


def register(modell: str, price: tuple[float, float]) -> None:
    told = {"input_cost_per_token": price[0], "output_cost_per_token": price[1]}
    litellm().register_model({modell: {"litellm_provider": "openai", "mode": "chat", **told}})


def indexed(folder: Path) -> Context:
    context = Context(replace(Settings(), chroma_dir=folder / "index", laeufe_dir=folder / "laeufe"))
    list(index_programme(context.registry.demo_programme, context=context))
    return context


def with_store(settings: Settings, folder: Path) -> Context:
    return Context(replace(settings, laeufe_dir=folder))


def jobs(url: str, number: int, count: int, modelle: Sequence[str], **changes: Any) -> list[Auftrag]:
    template = auftrag(api_base=url, max_tokens=MOST[1], **changes)
    return combinations(numbered(number, count), modelle, [PROMPTS["streng"]], 1, template)


def rows_of(context: Context) -> list[RowMapping]:
    with runstore(context).reading() as connection:
        return list(connection.execute(buchung.select().order_by(buchung.c.id)).mappings())


# --- our books against those of the provider ---------------------------------------------------------------


@dataclass
class Stock:
    """What is asked, and which Läufe there are."""

    context: Context
    url: str
    anbieter: Anbieter
    chance: random.Random
    number: int = 1
    laeufe: list[str] = field(default_factory=list)
    rounds: int = 0


def equal(settings: Settings, folder: Path) -> list[Figure]:
    context = with_store(settings, folder / "gleich")
    anbieter = Anbieter(dict(PRICES), by_chance(11, BILLED | UNTOLD | FREE), any_usage(12))
    with modellserver(anbieter) as server:
        stock = Stock(context, server.url, anbieter, random.Random(13))
        while len(anbieter.bills) < REQUESTS:
            _round(stock)
            _change_prices(stock)
        arrived = len(server.requests)
    figures = [*_compared(context, anbieter.bills, arrived), *_by_column(stock)]
    context.close()
    return [Figure("changes of price between batches", stock.rounds, ""), *figures]


def _round(stock: Stock) -> None:
    """A batch, then all that is asked beside Läufe, mixed, with as many workers."""
    modelle = MOST_OFTEN[stock.rounds % len(MOST_OFTEN)]
    # What answers in time is not to count as late, on a machine with other work to do.
    batch = jobs(stock.url, stock.number, ROUND // len(modelle), modelle, timeout=3.0)
    stock.number += len(batch)
    results = list(run_batch(stock.context, batch, WORKERS))
    done = [one.lauf_id for one in results if one.status is Status.FERTIG]
    stock.laeufe += [one.lauf_id for one in results if one.lauf_id]
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(_ended, _beside(stock, done)))
    stock.rounds += 1


MOST_OFTEN = (MODELLE[:2], MODELLE, MODELLE[1:])


def _ended(ask: Callable[[], object]) -> None:
    try:
        ask()
    except DashboardError:  # nothing usable came: that is booked, too
        return


def _beside(stock: Stock, laeufe: Sequence[str]) -> Iterator[Callable[[], object]]:
    context, url = stock.context, stock.url
    store, modell = runstore(context), MODELLE[stock.rounds % len(MODELLE)]
    checker = pruefer(context, url, modell)
    for lauf_id in laeufe[:12]:
        plan = plan_check(context, store.load(lauf_id), checker)
        yield partial(carry_out_plan, store, plan)
    for lauf_id in laeufe[:4]:
        yield partial(judge_lauf, context, lauf_id, "formpruefung", Anfrage(modell, api_base=url))
        yield partial(ask_nachfrage, context, lauf_id, "Warum?", modell, api_base=url, pause=0.01)
    was = planned(context, first_theses(3), url, modell=modell, timeout=3.0, temperature=stock.rounds / 10)
    yield lambda: list(run_calibration(context, was, begin_calibration(context, was)))
    for _ in range(4):
        yield partial(ask_frage, context, FRAGE, modell, api_base=url, pause=0.01)


def _change_prices(stock: Stock) -> None:
    """The provider's and LiteLLM's, which stands for its list."""
    for modell in PRICES:
        price = (stock.chance.uniform(1e-7, 5e-6), stock.chance.uniform(1e-6, 2e-5))
        stock.anbieter.prices[modell] = price
        register(modell, price)


def _compared(context: Context, bills: Sequence[Bill], arrived: int) -> Iterator[Figure]:
    rows = rows_of(context)
    told = Counter(
        _key(bill.modell, bill.tokens_ein, bill.tokens_aus, bill.kosten) for bill in bills if bill.is_told
    )
    booked = Counter(
        _key(row["modell"], row["tokens_ein"], row["tokens_aus"], row["kosten"])
        for row in rows
        if row["kosten"] is not None and row["is_answered"]
    )
    untold = sum(bill.kind in UNTOLD for bill in bills)
    unknown = sum(row["kosten"] is None for row in rows)
    free = sum(bill.kind in FREE for bill in bills)
    refused = sum(row["kosten"] == 0 and not row["is_answered"] for row in rows)
    theirs = sum(bill.kosten or 0 for bill in bills if bill.is_told)
    ours = runstore(context).spent()
    lost = sum(bill.kosten or 0 for bill in bills if bill.kind in UNTOLD)
    yield Figure("requests that the server took", arrived, "", f"≥ {REQUESTS}")
    yield Figure("requests without a row, or rows without a request", abs(arrived - len(rows)), "", "≤ 0")
    yield Figure("billed, by the server's own list", told.total(), "requests")
    yield Figure("billed and not booked as billed", (told - booked).total(), "requests", "≤ 0")
    yield Figure("booked and not billed so", (booked - told).total(), "requests", "≤ 0")
    yield Figure("billed, and nobody was told how much", untold, "requests")
    yield Figure("rows whose cost is unknown, more or fewer than these", abs(unknown - untold), "", "≤ 0")
    yield Figure("refused for nothing, booked otherwise", abs(free - refused), "requests", "≤ 0")
    yield Figure("the server's sum of what it told", 100 * theirs, "US cents")
    yield Figure("difference to our sum", 100 * abs(theirs - ours), "US cents", "≤ 0.0001")
    yield Figure("beyond that, billed and not told", 100 * lost, "US cents")
    yield from _by_purpose(rows, bills)


SCHEMAS = {
    "TraegtAntwort": Zweck.TRAEGT,
    "RubrikAntwort": Zweck.RUBRIK,
    "FrageAntwort": Zweck.FRAGE,
    "NachfrageAntwort": Zweck.NACHFRAGE,
}


def _by_purpose(rows: Sequence[RowMapping], bills: Sequence[Bill]) -> Iterator[Figure]:
    asked = Counter(SCHEMAS.get(bill.schema, Zweck.LAUF if bill.antrag else Zweck.EICHUNG) for bill in bills)
    booked = Counter(Zweck(row["zweck"]) for row in rows)
    for zweck in (Zweck.LAUF, Zweck.EICHUNG, *SCHEMAS.values()):
        yield Figure(f"requests for „{zweck}“", asked[zweck], "", "≥ 1")
    wrong = (asked - booked).total() + (booked - asked).total()
    yield Figure("booked for another purpose", wrong, "requests", "≤ 0")


def _key(modell: str, ein: int, aus: int, kosten: float | None) -> tuple[str, int, int, float]:
    return modell.removeprefix("openai/"), ein, aus, round(kosten or 0, 10)


# --- what a comparison says of each model -------------------------------------------------------------------


def _by_column(stock: Stock) -> Iterator[Figure]:
    """The cost of each column against what the server billed for the Anträge and models of its Läufe."""
    store = runstore(stock.context)
    vergleich = vergleich_of(store, stock.context.registry, stock.laeufe)
    theirs: dict[tuple[str, str], float] = defaultdict(float)
    for bill in stock.anbieter.bills:
        if bill.is_told and bill.schema not in SCHEMAS:
            theirs[bill.modell, bill.antrag] += bill.kosten or 0
    numbers = {
        line.id: line.titel.rpartition("(")[2].rstrip(")") for line in store.list_laeufe(limit=100_000)
    }
    off, unknown = [0.0], 0
    for column in kennzahlen(vergleich):
        modell = vergleich.spalten[column.spalte].modell.removeprefix("openai/")
        own = [numbers[lauf.id] for lauf in vergleich.laeufe if lauf.spalte == column.spalte]
        billed = sum(theirs[modell, number] for number in own)
        unknown += column.kosten is None
        off.append(abs((column.kosten or 0) - billed))
    yield Figure("Läufe compared", len(vergleich.laeufe), "")
    yield Figure("columns of the comparison", len(vergleich.spalten), "", "≥ 2")
    yield Figure("columns without a sum", unknown, "", "≤ 0")
    yield Figure("largest difference of a column to the server", 100 * max(off), "US cents", "≤ 0.0001")


# --- limits -------------------------------------------------------------------------------------------------


def limited(settings: Settings, folder: Path) -> Iterator[Figure]:
    """Batches with mixes, limits and workers as chance has them."""
    context, chance = with_store(settings, folder / "grenzen"), random.Random(21)
    usual_prices()
    over = stopped = asked = short = 0
    for number in range(BATCHES):
        mix = {kind: chance.randint(0, 5) for kind in BILLED | FREE} | {"good": 5, "torn off": 1}
        anbieter = Anbieter(dict(PRICES), by_chance(number, mix), any_usage(number))
        limit = chance.uniform(0.002, 0.06)
        with modellserver(anbieter) as server:
            batch = jobs(
                server.url, 10_000 + 10 * number, chance.randint(2, 6), MODELLE[: chance.randint(1, 3)]
            )
            results = list(run_batch(context, batch, chance.randint(1, WORKERS), limit))
        spent = sum(bill.kosten or 0 for bill in anbieter.bills)
        if spent > limit + SMALLEST / 1000:
            sys.stderr.write(f"batch {number}: {spent} of {limit}\n")
            over += 1
        asked += len(anbieter.bills)
        stopped += len(results) < len(batch) or any(one.status is Status.ABGEBROCHEN for one in results)
        short += sum(count_tokens("x" * bill.letters) < bill.tokens_ein for bill in anbieter.bills)
    context.close()
    yield Figure("batches under a limit", BATCHES, "")
    yield Figure("requests in them", asked, "", f"≥ {3 * BATCHES}")
    yield Figure("requests billed for more than we count", short, "", "≤ 0")
    yield Figure("batches that their limit ended", stopped, "", "≥ 1")
    yield Figure("batches that came to their end", BATCHES - stopped, "", "≥ 1")
    yield Figure("batches that cost more than their limit", over, "", "≤ 0")
