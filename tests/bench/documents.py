"""Quotes held against documents that are no programmes: Drucksachen of the corpus, read as files at hand.

True ones are drawn by the generator of `zitate`, damaged as people and models damage them, and must be told
as printed on their page; falsified ones must never be. Times are those of the command, from its start.
"""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from core.base.settings import ROOT
from core.features.textcheck.blocks import Block, BlockKind, ReadText
from core.features.textcheck.check import CheckedQuote, Verdict, check
from core.features.textcheck.documents import Sources, read_sources
from core.programme.context import default_context
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Chunk
from tests.bench import zitate
from tests.bench.binding import SEED
from tests.bench.figures import Figure
from tests.bench.zitate import Probe, Stock
from tests.conftest import KORPUS

TRUE, EACH = 3_000, 700
"""True quotes, and falsified ones of each kind."""

AT_ONCE = 900
"""Quotes of one text; a thousand are the most."""

FOLDERS = ("abstimmungen", "antraege")
PRINTED = (Verdict.GEDRUCKT, Verdict.VERKUERZT, Verdict.UNKLAR, Verdict.MEHRERE_STELLEN)


def measure() -> list[Figure]:
    paths = [path for folder in FOLDERS for path in sorted((KORPUS / folder).glob("*.pdf"))]
    with TemporaryDirectory() as folder:
        begin = time.perf_counter()
        parts = [read_sources(paths[n : n + 50], Path(folder)) for n in range(0, len(paths), 50)]
        sources = Sources(
            {id: quelle for part in parts for id, quelle in part.quellen.items()},
            unread=tuple(one for part in parts for one in part.unread),
        )
        reading = time.perf_counter() - begin
        stock = _stock(sources)
        rng = Random(SEED)
        return [
            Figure("documents that are no programmes", len(sources.quellen), "", "≥ 40"),
            Figure("documents that could not be read", len(sources.unread), ""),
            Figure("reading and comparing them with their print", reading, "s"),
            *_true_figures(sources, stock, rng),
            *_false_figures(sources, stock, rng),
            *_times(),
        ]


def _stock(sources: Sources) -> Stock:
    streams = {id: quelle.strom for id, quelle in sources.quellen.items()}
    chunks = {id: _chunks(quelle) for id, quelle in sources.quellen.items()}
    return zitate.read_vorrat(streams, dict.fromkeys(streams, "SPD"), chunks)


def _chunks(quelle: Quelle) -> list[Chunk]:
    id, strom = quelle.programm.id, quelle.strom
    return [
        Chunk(f"{id}:{one.start}", id, strom.text[one.start : one.end], one.start, one.end, pages)
        for one in strom.absaetze
        if (pages := strom.pages_of(one.start, one.end))
    ]


def _checked(probes: Sequence[Probe], sources: Sources) -> Iterator[tuple[Probe, CheckedQuote]]:
    """Each as a quotation of one long text."""
    waiting = iter(probes)
    while some := tuple(islice(waiting, AT_ONCE)):
        text = ReadText(tuple(Block(BlockKind.QUOTE, one.text) for one in some))
        found = {one.quote.start: one for one in check(text, default_context(), sources=sources).quotes}
        for start, end, one in zip(text.starts, (*text.starts[1:], len(text.text)), some, strict=True):
            own = [quote for at, quote in found.items() if start <= at < end]
            if len(own) == 1:
                yield one, own[0]


def _true_figures(sources: Sources, stock: Stock, rng: Random) -> list[Figure]:
    right = wrong_page = unsure = lost = 0
    for probe, found in _checked(zitate.true_quotes(rng, stock, TRUE), sources):
        strom = sources.quellen[probe.satz.programm].strom
        pages = set(strom.pages_of(probe.satz.start, probe.satz.end))
        if found.verdict is Verdict.UNSICHER:
            unsure += 1
        elif not found.gebunden:
            lost += 1
        elif any(
            one.ort.programm == probe.satz.programm and set(one.ort.seiten) <= pages for one in found.gebunden
        ):
            right += 1
        else:
            # The same sentence may be printed in another paper, too: then that is no other page.
            same = any(zitate.letters(one.text) == zitate.letters(probe.satz.text) for one in found.gebunden)
            right, wrong_page = right + same, wrong_page + (not same)
    total = right + wrong_page + unsure + lost
    return [
        Figure("true quotes", total, "", f"≥ {TRUE * 9 // 10}"),
        Figure("true ones told as printed on their page", 100 * right / total, "%", "≥ 99.5"),
        Figure("true ones at another page", wrong_page, "", "≤ 0"),
        Figure("true ones not read with certainty", unsure, ""),
        Figure("true ones told as not printed", lost, ""),
    ]


def _false_figures(sources: Sources, stock: Stock, rng: Random) -> list[Figure]:
    kinds, told = Counter[str](), Counter[str]()
    probes = list(zitate.absent(stock, zitate.false_quotes(rng, stock, EACH)))
    for probe, found in _checked(probes, sources):
        kinds[probe.art] += 1
        if found.verdict in PRINTED and zitate.letters(probe.text) in zitate.letters(found.gebunden[0].text):
            told[probe.art] += 1
    return [
        Figure("falsified quotes", sum(kinds.values()), "", "≥ 17000"),
        Figure("kinds of falsified quotes", len(kinds), ""),
        Figure("falsified ones told as printed", sum(told.values()), "", "≤ 0"),
    ]


def _times() -> list[Figure]:
    """A text of 20 quotes and a PDF of some 100 pages, from the start of the process."""
    path = KORPUS / "programme" / "afd-bund-2021.pdf"
    figures = []
    with TemporaryDirectory() as folder:
        text = Path(folder) / "text.md"
        quotes = (f"„Dies ist von allen erfundenen Zitaten das mit der Nummer {n}.“" for n in range(20))
        text.write_text("\n\n".join(quotes), encoding="utf-8")
        for name, more, most in (("without", ["--ohne-druckpruefung"], 3), ("with", [], 6)):
            command = [sys.executable, "-m", "core", "check", str(text), "--gegen", str(path), *more]
            begin = time.perf_counter()
            subprocess.run(command, cwd=ROOT, check=False, capture_output=True)
            seconds = time.perf_counter() - begin
            figures.append(
                Figure(f"20 quotes, {path.name}, {name} the print check", seconds, "s", f"≤ {most}")
            )
    return figures
