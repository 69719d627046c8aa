"""How long somebody at a browser waits: for the start, a page, a quote, a result; and many people at once."""

import os
import re
import shutil
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Page

from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.conftest import KORPUS
from tests.e2e.browser import DESKTOP, chromium
from tests.e2e.load import SETTLED, click_through
from tests.e2e.modell import Zitierer
from tests.e2e.server import DEMO, Server, run_core, serve
from tests.llm.modellserver import modellserver

PARTEIEN = ("CDU", "SPD", "GRÜNE", "LINKE", "FDP", "AfD", "PIRATEN")
ZITATE = 9
"""Of each of seven parties; with those the demo's Lauf has it is 60 in all."""

WINDOWS = 10
LOOKS = 10
"""Seconds that a newcomer reads before the first click."""

MENU = ("Anträge", "Suche", "Programme", "Übersicht")

CHOOSE = """button => new Promise(done => {
    const image = () => document.querySelector('img[alt^="Seite"]');
    const before = image().src, begin = performance.now();
    const look = () => image() && image().src !== before && image().complete && image().naturalWidth
        ? done(performance.now() - begin) : requestAnimationFrame(look);
    button.click();
    look();
})"""
"""Milliseconds from the click on a quote to its page, loaded."""


def measure(seconds: float = 180) -> list[Figure]:
    with workplace() as folder:
        run_core(folder, "index", "--all")
        lauf_ids = run_laeufe(folder)
        with ExitStack() as servers:
            with chromium() as browser:
                page = browser.new_context(locale="de-DE", viewport=DESKTOP).new_page()
                begin = time.perf_counter()
                server = servers.enter_context(serve(folder))
                figures = [*_start(page, server, begin), *_pages(page, server)]
                figures += _lauf(page, server, lauf_ids[0])
            figures += _many(server, seconds)
        return [*figures, _demo(folder)]


def _start(page: Page, server: Server, begin: float) -> list[Figure]:
    page.goto(server.url())
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_function(SETTLED)
    first = time.perf_counter() - begin
    return [
        Figure("start → Übersicht complete", first, "s", "≤ 3"),
        Figure("the second page, first time", switch(page, "Anträge"), "s", "≤ 1"),
    ]


def run_laeufe(folder: Path) -> list[str]:
    """One Lauf with many parties and quotes where the corpus is, else of the demo; and some of the demo."""
    real = KORPUS / "antraege" / "bt-18-1115-antrag.pdf"
    big = real if KORPUS.exists() else DEMO / "antrag-5-214.pdf"
    parteien = [part for name in PARTEIEN for part in ("--partei", name)] if KORPUS.exists() else []
    ids = []
    with modellserver(Zitierer(ZITATE)) as models:
        access = {"OPENAI_API_KEY": "sk-messung-0000", "OPENAI_API_BASE": models.url}
        (lauf,) = run_core(folder, "assess", str(big), "--model", "openai/gpt-4.1", *parteien, **access)
        ids.append(lauf["id"])
    for antrag in sorted(DEMO.glob("antrag-*.pdf"))[1:4]:
        (lauf,) = run_core(folder, "assess", str(antrag))
        ids.append(lauf["id"])
    return ids


def _pages(page: Page, server: Server) -> list[Figure]:
    for name in MENU[1:]:  # what is loaded only once does not count; the first has been seen already
        switch(page, name)
    spent = [switch(page, name) for _ in range(5) for name in MENU]
    return [Figure("switching pages, p50", 1000 * statistics.median(spent), "ms", "≤ 500")]


def switch(page: Page, name: str) -> float:
    """Seconds from the click in the menu until the other page is complete."""
    heading = page.get_by_role("heading", level=1).first.inner_text()
    begin = time.perf_counter()
    page.get_by_role("link", name=name, exact=True).first.click()
    changed = f"document.querySelector('h1') && document.querySelector('h1').innerText !== {heading!r}"
    page.wait_for_function(f"() => {changed} && ({SETTLED})()")
    return time.perf_counter() - begin


def _lauf(page: Page, server: Server, lauf_id: str) -> list[Figure]:
    link = server.url(f"/lauf?id={lauf_id}")
    opened = [_opened(page, link) for _ in range(6)][1:]
    page.wait_for_function(SETTLED)  # the page of the programme is there before the last quote is
    quotes = page.get_by_role("button", name=re.compile("^„"))
    number = min(quotes.count(), 8)
    spent = [quotes.nth(n % number).evaluate(CHOOSE) for n in range(1, 25)]
    return [
        Figure("quotes that can be chosen, of the first party", quotes.count(), ""),
        Figure("link to a Lauf → its marked page, warm, p50", statistics.median(opened), "s", "≤ 1.5"),
        Figure("choosing another quote → its page, p50", statistics.median(spent), "ms", "≤ 300"),
        Figure("… p95", statistics.quantiles(spent, n=20)[-1], "ms"),
    ]


def _opened(page: Page, link: str) -> float:
    page.goto("about:blank")
    return seconds_of(lambda: (page.goto(link), _picture(page)))


def _picture(page: Page) -> None:
    page.wait_for_function(
        "() => [...document.images].some(i => i.alt.startsWith('Seite') && i.naturalWidth)"
    )


def _demo(folder: Path) -> Figure:
    """As for a newcomer, who has no Läufe yet and looks at the first page for a moment."""
    shutil.rmtree(folder / "laeufe")
    with serve(folder) as server, chromium() as browser:
        page = browser.new_context(locale="de-DE", viewport=DESKTOP).new_page()
        page.goto(server.url())
        button = page.get_by_role("button", name="Demo-Antrag prüfen")
        button.wait_for()
        time.sleep(LOOKS)
        spent = seconds_of(lambda: (button.click(), _picture(page)))
    return Figure(f"„Demo-Antrag prüfen“, {LOOKS} s after the start → its marked page", spent, "s", "≤ 3")


def seconds_of(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def _many(server: Server, seconds: float) -> list[Figure]:
    click_through(server, WINDOWS, seconds / 3)
    warm, begun = _memory(server), _cpu(server)
    verlauf = click_through(server, WINDOWS, seconds / 2)
    halfway, second = _memory(server), click_through(server, WINDOWS, seconds / 2)
    verlauf.seconds += second.seconds
    verlauf.errors += second.errors
    for error in verlauf.errors[:5]:
        print(error)
    reactions = len(verlauf.seconds)
    return [
        Figure(f"{WINDOWS} windows at once for {seconds:.0f} s: reactions", reactions, ""),
        Figure("… errors", len(verlauf.errors), "", "≤ 0"),
        Figure("… a reaction, p50", statistics.median(verlauf.seconds), "s"),
        Figure("… a reaction, p95", statistics.quantiles(verlauf.seconds, n=20)[-1], "s", "≤ 2"),
        Figure("… of the server's CPU for each", 1000 * (_cpu(server) - begun) / reactions, "ms"),
        Figure("memory of the server, warm", warm, "MB"),
        Figure("… half way", halfway, "MB"),
        Figure("… at the end", _memory(server), "MB"),
    ]


def _cpu(server: Server) -> float:
    """Seconds it has worked so far."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(server: Server) -> float:
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
