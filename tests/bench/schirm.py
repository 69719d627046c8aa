"""How long somebody at a browser waits for a page with much behind it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from tests.bench.figures import Figure
from tests.e2e.browser import DESKTOP, chromium
from tests.e2e.load import SETTLED
from tests.e2e.server import serve

READ = 20
"""Seconds that somebody looks at the first page, in which the app loads what comes next."""

OLD = "() => document.querySelectorAll('.js-plotly-plot').forEach(chart => chart.dataset.old = true)"
BEGUN = "charts => !charts || document.querySelector('.js-plotly-plot:not([data-old]) .main-svg')"
DRAWN = (
    f"""charts => ({SETTLED})() && document.querySelectorAll('.js-plotly-plot .main-svg').length >= charts"""
)


TOLD = "top => [...document.querySelectorAll(top)].map(element => element.textContent).join()"
OTHER = f"([top, before]) => ![before, ''].includes(({TOLD})(top))"


class Seen(NamedTuple):
    """Seconds until the top of the page is there, its first chart, and everything."""

    top: float
    chart: float
    drawn: float

    def __sub__(self, seconds: float) -> "Seen":
        return Seen(*(one - seconds for one in self))


def seen(
    folder: Path, path: str, top: str, charts: int, change: Callable[[Page], None], changed: str
) -> list[Figure]:
    """Opening the address for the first time, again, and changing something on it.

    `top` is the selector of what stands at the top; `charts`: so many there are in all.
    """
    with serve(folder) as server, chromium() as browser:
        page = browser.new_context(locale="de-DE", viewport=DESKTOP).new_page()
        page.goto(server.url())
        page.get_by_role("heading", level=1).wait_for()
        time.sleep(READ)
        empty = _seconds(page, lambda: page.goto(server.url("/suche")), "h1", 0).drawn
        first = _seconds(page, lambda: page.goto(server.url(path)), top, charts) - empty
        again = _seconds(page, lambda: page.goto(server.url(path)), top, charts) - empty
        other = _seconds(page, lambda: change(page), top, charts, page.evaluate(TOLD, top))
    return [
        Figure("browser: a page without anything", empty, "s"),
        Figure("browser: beyond that, by its address, first time: the top", first.top, "s", "≤ 1.5"),
        Figure("… the first chart", first.chart, "s"),
        Figure("… everything", first.drawn, "s", "≤ 1.5"),
        Figure("… again: the top", again.top, "s", "≤ 1.5"),
        Figure("… everything", again.drawn, "s", "≤ 1.5"),
        Figure(f"browser: {changed}: the top", 1000 * other.top, "ms", "≤ 500"),
        Figure("… the first chart", 1000 * other.chart, "ms"),
        Figure("… everything", 1000 * other.drawn, "ms"),
    ]


def _seconds(page: Page, act: Callable[[], object], top: str, charts: int, told: str = "") -> Seen:
    """`told`: what the top said before, where the page stays."""
    page.evaluate(OLD)
    begin = time.perf_counter()
    act()
    page.wait_for_function(OTHER, arg=[top, told], timeout=60_000)
    there = time.perf_counter() - begin
    page.wait_for_function(BEGUN, arg=charts, timeout=60_000)
    begun = time.perf_counter() - begin
    page.wait_for_timeout(30)  # until the click is on its way
    page.wait_for_function(DRAWN, arg=charts, timeout=60_000)
    return Seen(there, begun, time.perf_counter() - begin)
