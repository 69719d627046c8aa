"""How long somebody at a browser waits for a page with much behind it."""

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.bench.figures import Figure
from tests.e2e.browser import DESKTOP, chromium
from tests.e2e.load import SETTLED
from tests.e2e.server import serve

READ = 20
"""Seconds that somebody looks at the first page, in which the app loads what comes next."""

DRAWN = (
    f"""charts => ({SETTLED})() && document.querySelectorAll('.js-plotly-plot .main-svg').length >= charts"""
)


def seen(
    folder: Path, path: str, what: str, charts: int, target: str, change: Callable[[Page], None], changed: str
) -> list[Figure]:
    """Opening the address for the first time, again, and changing something on it until all is drawn."""
    with serve(folder) as server, chromium() as browser:
        page = browser.new_context(locale="de-DE", viewport=DESKTOP).new_page()
        page.goto(server.url())
        page.get_by_role("heading", level=1).wait_for()
        time.sleep(READ)
        empty = _seconds(page, lambda: page.goto(server.url("/suche")), 0)
        first = _seconds(page, lambda: page.goto(server.url(path)), charts)
        again = _seconds(page, lambda: page.goto(server.url(path)), charts)
        other = _seconds(page, lambda: change(page), charts)
    return [
        Figure("a page without anything, for comparison", empty, "s"),
        Figure(f"{what}: by its address, first time", first, "s"),
        Figure("… beyond a page without anything", first - empty, "s", target),
        Figure("… again", again, "s"),
        Figure(f"… {changed}", 1000 * other, "ms", "≤ 500"),
    ]


def _seconds(page: Page, act: Callable[[], object], charts: int) -> float:
    begin = time.perf_counter()
    act()
    page.wait_for_timeout(30)  # until the click is on its way
    page.wait_for_function(DRAWN, arg=charts, timeout=60_000)
    return time.perf_counter() - begin
