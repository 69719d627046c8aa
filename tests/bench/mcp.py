"""1,000 calls of the tools for models, 20 at once, over HTTP: errors and seconds of each tool."""

import asyncio
import statistics
import time
from collections import defaultdict
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from mcp import Client

from core.wortlaut.german.sentences import sentences
from tests.bench.figures import Figure
from tests.bench.search import QUERIES
from tests.bench.stock import workplace
from tests.e2e.server import open_context, run_core
from tests.textcheck.mcp_here import serving

CALLS, AT_ONCE = 1_000, 20
QUOTES = 20
"""In a text that is checked; half of them are printed nowhere."""

Call = tuple[str, dict[str, Any]]


def measure() -> list[Figure]:
    with workplace() as folder:
        run_core(folder, "index", "--all")
        calls = list(islice(cycle(_calls(folder)), CALLS))
        with serving(folder) as url:
            cold = asyncio.run(_all(url, calls[: len(set(name for name, _ in calls))]))
            started = time.perf_counter()
            seen = asyncio.run(_all(url, calls))
            seconds = time.perf_counter() - started
    return [
        *_figures(seen, seconds),
        Figure("the first call of all tools", max(map(max, cold.values())), "s"),
    ]


def _calls(folder: Path) -> list[Call]:
    """A mix of all tools on real programmes; the texts hold real and invented quotes."""
    context = open_context(folder)
    chunks = [
        c for id in sorted(context.store.staende("BUND")) for c in context.store.chunks_of("BUND", id)[5:60:9]
    ]
    chunks = chunks or context.store.chunks_of("DEMO", "bruecke-demo-2024")[5:]
    printed = [" ".join(max((c.text[a:b] for a, b in sentences(c.text)), key=len).split()) for c in chunks]
    mixed: list[Call] = []
    for number, (query, quote, chunk) in enumerate(zip(cycle(QUERIES), printed, chunks, strict=False)):
        false = quote.replace(quote.split()[len(quote.split()) // 2], "keinesfalls", 1)
        own = islice(cycle(printed), number, number + QUOTES // 2)
        text = "\n\n".join(f"„{one}“ Und: „Das steht {number} Mal nirgends, {one[:30]}“" for one in own)
        mixed += [
            ("suche", {"frage": query, "anzahl": 10}),
            ("zitat_pruefen", {"text": quote}),
            ("zitat_pruefen", {"text": false}),
            ("seite", {"programm": chunk.programm_id, "seite": chunk.seite, "text": quote}),
            ("programme", {}),
            ("text_pruefen", {"text": text}),
        ]
    return mixed


Seen = dict[str, list[float]]


async def _all(url: str, calls: list[Call]) -> Seen:
    """By tool the seconds of each call; those that failed under „Fehler“."""
    seen: Seen = defaultdict(list)
    waiting = iter(calls)

    async def one() -> None:
        async with Client(url) as client:
            for name, arguments in waiting:
                started = time.perf_counter()
                answer = await client.call_tool(name, arguments)
                seconds = time.perf_counter() - started
                seen["Fehler" if answer.is_error else name].append(seconds)

    await asyncio.gather(*(one() for _ in range(min(AT_ONCE, len(calls)))))
    return seen


def _figures(seen: Seen, seconds: float) -> list[Figure]:
    errors = seen.pop("Fehler", [])
    count = sum(map(len, seen.values())) + len(errors)
    figures = [
        Figure(f"calls, {AT_ONCE} at once", count, ""),
        Figure("… errors", len(errors), "", "≤ 0"),
        Figure("… a second", count / seconds, "calls/s"),
    ]
    for name, took in sorted(seen.items()):
        p95 = statistics.quantiles(took, n=20)[-1] if len(took) > 1 else took[0]
        figures += [
            Figure(f"{name}, p50", 1000 * statistics.median(took), "ms"),
            Figure(f"{name}, p95", 1000 * p95, "ms"),
        ]
    return figures
