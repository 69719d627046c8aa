"""From nothing to a Land that can be searched: 8 programmes of 60 pages, found, fetched and read in.

By the three clicks on the page Programme (open, choose the Land, fetch) in Chromium, and by what these begin
in this process; against a server on this machine, without the seconds that abgeordnetenwatch.de wants between
two requests.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pymupdf
import pytest
from playwright.sync_api import Page

from core.background import under_way
from core.context import Context
from core.index.reading_jobs import PlannedLauf, ReadInJobs
from core.index.stock import ProgrammState, bestand
from core.settings import Settings
from core.sources import programme_fetch
from core.sources.programme_fetch import Abgeordnetenwatch, FetchJobs
from tests.bench.figures import Figure
from tests.e2e.browser import chromium, settle, visit
from tests.e2e.server import serve
from tests.e2e.sources_here import sources_here
from tests.sources.quellserver import Quellserver, pdf, quellserver, web

PARTEIEN = ("CDU", "SPD", "GRÜNE", "FDP", "LINKE", "AfD", "BSW", "PIRATEN")
PAGES, ROWS, LAND = 60, 38, "NRW"
ENTRY = """[p{number}-nrw-2022]
name = "{partei} NRW Wahlprogramm 2022"
typ = "wahlprogramm"
partei = "{partei}"
bundesland = "NRW"
jahr = 2022
gueltig_ab = 2022-06-01
pdf = "p{number}-nrw-2022.pdf"
url = "{url}"
"""
WORDS = "Schule Brunnen Radweg Bahn Kita Klinik Wald Hafen Strom Miete Bus Museum Bauhof Ufer Dorf".split()


def printed(number: int, pages: int = PAGES) -> bytes:
    """No two of its lines are the same: what is the same need not be computed twice."""
    document = pymupdf.open()
    for side in range(pages):
        page = document.new_page()
        for row in range(ROWS):
            one, two = WORDS[(side * 7 + row + number) % 15], WORDS[(side + row * 4) % 15]
            text = f"Wir wollen {one} und {two} in {number * 10_000 + side * 100 + row} Orten besser machen."
            page.insert_text((60, 60 + 19 * row), text, fontsize=11)
    data: bytes = document.tobytes()
    document.close()
    return data


def measure() -> list[Figure]:
    return [*by_the_page(), *by_the_jobs()]


def by_the_page() -> list[Figure]:
    """In Chromium, with the page as it is served: clicks, and seconds until the last can be searched."""
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name, quellserver({}) as server, chromium() as browser:
        folder = Path(name)
        new_place(folder, server).close()
        with serve(folder, **sources_here(folder, server.url)) as app, visit(browser, faults) as page:
            page.goto(app.url("/programme"))
            page.get_by_role("button", name="Fehlende Programme holen").wait_for(timeout=90_000)
            settle(page)
            begin = time.monotonic()
            clicks = fetch_a_land(page, len(PARTEIEN), seconds=180)
            took = time.monotonic() - begin
    return [
        Figure("clicks in Chromium for a whole Land", clicks, "", "≤ 3"),
        Figure("seconds from the first of these until then", took, "s", "≤ 60"),
        Figure("faults of the page while it went on", len(faults), "", "≤ 0"),
    ]


def fetch_a_land(page: Page, count: int, seconds: float) -> int:
    """On the page Programme; how many clicks it took."""
    page.get_by_role("button", name="Fehlende Programme holen").click()
    page.get_by_text(re.compile(rf"Nordrhein-Westfalen \({count}\)")).click()
    page.get_by_role("button", name=f"{count} Programme holen und einlesen").click()
    page.get_by_text(f"{count} Programme erledigt").wait_for(timeout=1000 * seconds)
    return 3


def by_the_jobs() -> list[Figure]:
    with (
        tempfile.TemporaryDirectory() as name,
        quellserver({}) as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        source = lambda context: Abgeordnetenwatch(web(), server.url)  # noqa: E731
        patch.setattr(programme_fetch, "abgeordnetenwatch", source)
        context = new_place(Path(name), server)
        begin = time.monotonic()
        _fetch_all(context)
        took = time.monotonic() - begin
        rows = [row for teil in bestand(context) for row in teil.programme]
        there = [row for row in rows if row.zustand is ProgrammState.INDEXIERT]
        _until(lambda: not any(under_way().values()))  # words are made ready behind it, into the same folder
        context.close()
    return [
        Figure("programmes that can be searched", len(there), "", f"≥ {len(PARTEIEN)}"),
        Figure("pages", PAGES * len(there), ""),
        Figure("from choosing the Land until all can be searched", took, "s", "≤ 60"),
    ]


def new_place(folder: Path, server: Quellserver, count: int = len(PARTEIEN), pages: int = PAGES) -> Context:
    """A copy of the registry with so many programmes of NRW, all to be fetched."""
    registry = folder / "data" / "registry"
    shutil.copytree(Settings().data_dir / "registry", registry)
    for one in Settings().data_dir.iterdir():
        if one.name != "registry":
            (folder / "data" / one.name).symlink_to(one)
    shutil.rmtree(registry / "programme")
    (registry / "programme").mkdir()
    entries = []
    for number, partei in enumerate(PARTEIEN[:count]):
        server.pages[f"/{number}.pdf"] = pdf(printed(number, pages))
        entries.append(ENTRY.format(number=number, partei=partei, url=f"{server.url}/{number}.pdf"))
    (registry / "programme" / "nrw.toml").write_text("\n".join(entries))
    places = {"pdf_dir": folder / "pdf", "chroma_dir": folder / "chroma", "laeufe_dir": folder / "laeufe"}
    return Context(replace(Settings(), data_dir=folder / "data", **places))


def _fetch_all(context: Context) -> None:
    fetching, reading = context.own(FetchJobs), context.own(ReadInJobs)
    fetching.search(LAND)
    _until(lambda: not fetching.stand().sucht)
    fetching.fetch(fetching.stand().gefunden, partial(reading.start, vorhaben=PlannedLauf.EINLESEN))
    _until(lambda: not fetching.stand().laeuft and not reading.stand().laeuft)


def _until(done: Callable[[], bool]) -> None:
    while not done():
        time.sleep(0.1)
