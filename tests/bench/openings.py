"""How long each page takes that is opened first in a fresh process, with the demo and its history."""

import tempfile
import time
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.pages import LOOKS, switch
from tests.e2e.browser import DESKTOP, chromium
from tests.e2e.load import SETTLED
from tests.e2e.server import run_core, serve

PAGES = ("Vergleich", "Monitor", "Anträge", "Suche", "Programme", "Hilfe")
SLOWEST = 1.5
TIMES = 2


def measure() -> list[Figure]:
    """The quickest of some: what else the machine does meanwhile only adds to it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_core(folder, "demo", "--runs")
        return [
            Figure(
                f"{page}, opened first", min(_first(folder, page) for _ in range(TIMES)), "s", f"≤ {SLOWEST}"
            )
            for page in PAGES
        ]


def _first(folder: Path, name: str) -> float:
    """From the click in the menu, after the Übersicht was looked at, until the page is complete."""
    with serve(folder) as server, chromium() as browser:
        page = browser.new_context(locale="de-DE", viewport=DESKTOP).new_page()
        page.goto(server.url())
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_function(SETTLED)
        time.sleep(LOOKS)
        return switch(page, name)
