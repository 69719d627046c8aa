"""Does the quote carry? A Lauf of 40 quotes before a local server: our share of the time, and liars."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.context import Context, default_context
from core.german.letter_key import letters
from core.runs.store import Runstore, runstore
from core.support.check import check_support
from core.support.verdict import Traegt, Verdict
from tests.bench.figures import Figure
from tests.llm.modellserver import Modellserver, Reply, Request, modellserver
from tests.support.conftest import Quote, Read, checker, honest, pairs_in, stored_lauf

PARTEIEN = ("BRÜCKE", "LEUCHTTURM", "LINDENBUND", "MÜHLRAD")
DELAY = 0.5
"""Seconds the server takes for an answer."""

REPEATS = 7
FILLER = "Dafür stellen wir im ganzen Land Geld bereit, und wir reden vorher mit allen, die es angeht. " * 6
QUOTES = [
    Quote(partei, text := f"Wir bauen bis 20{30 + n} keine {n + 3} Brunnen im Wieltal.",
          f"{FILLER}{text} {FILLER}", ("1", "2") if n % 2 else ("1",))
    for partei in PARTEIEN for n in range(10)
]  # fmt: skip
LIES: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace("keine ", ""),
    lambda text: text.replace("20", "19"),
    lambda text: f"{text} Das steht für alle Zeit fest.",
    lambda text: "Wir bauen sofort überall im Land neue Brunnen.",
    lambda text: text.replace("Wieltal", "Nordtal"),
)


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        context = Context(replace(default_context().settings, laeufe_dir=Path(name), database_url=None))
        store = runstore(context)
        figures = [*_time(context, store), *_liars(context, store)]
        store.close()
    return figures


def _time(context: Context, store: Runstore) -> Iterator[Figure]:
    lauf_id = stored_lauf(store, QUOTES)

    def slowly(request: Request) -> Reply:
        return replace(checker(honest)(request), delay=DELAY)

    with _asked(slowly) as server:
        check_support(lauf_id, "openai/warm", context)
        begin = time.process_time()
        ours = [_seconds(context, lauf_id) - DELAY for _ in range(REPEATS)]
        busy = (time.process_time() - begin) / REPEATS
        before = len(server.requests)
        rows = check_support(lauf_id, "openai/warm", context)
        again = check_support(stored_lauf(store, QUOTES), "openai/warm", context)
        pairs = sum(len(pairs_in(request)) for request in server.requests[before:])
    yield Figure(
        "quotes with a verdict", sum(row.verdict is not Verdict.OFFEN for row in rows + again) / 2, "", "≥ 40"
    )
    yield Figure(
        f"our share beyond the model's {DELAY:g} s, 40 quotes", 1000 * statistics.median(ours), "ms", "≤ 200"
    )
    yield Figure("of it the processor, the server's own share included", 1000 * busy, "ms")
    yield Figure("pairs asked again, same Lauf and another", pairs, "", "≤ 0")


def _seconds(context: Context, lauf_id: str) -> float:
    begin = time.perf_counter()
    check_support(lauf_id, "openai/warm", context, fresh=True)
    return time.perf_counter() - begin


def _liars(context: Context, store: Runstore) -> Iterator[Figure]:
    shown = asked = 0
    for number, lie in enumerate(LIES):

        def judge(one: Read, lie: Callable[[str], str] = lie) -> tuple[str, str]:
            return "stuetzt", lie(one.zitat)

        with _asked(checker(judge)):
            rows = check_support(stored_lauf(store, QUOTES), f"openai/luegner-{number}", context)
        asked += len(rows)
        shown += sum(_is_invented(row, quote) for row, quote in zip(rows, QUOTES, strict=True))
    yield Figure("answers of liars", asked, "", "≥ 200")
    yield Figure("words shown that do not stand in the passage", shown, "", "≤ 0")


def _is_invented(row: Traegt, quote: Quote) -> bool:
    return bool(row.words) and letters(row.words) not in letters(quote.stelle)


@contextmanager
def _asked(script: Callable[[Request], Reply]) -> Iterator[Modellserver]:
    """LiteLLM asks this server, whatever the environment names."""
    names = {"OPENAI_API_KEY": "sk-nobody", "OPENAI_API_BASE": ""}
    kept = {name: os.environ.get(name) for name in names}
    with modellserver(script) as server:
        os.environ.update(names | {"OPENAI_API_BASE": server.url})
        try:
            yield server
        finally:
            for name, value in kept.items():
                os.environ.pop(name, None) if value is None else os.environ.update({name: value})
