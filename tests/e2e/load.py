"""Many browser windows at once, each clicking on and on: how long every page takes, and what went wrong."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import Error as PlaywrightError

from tests.e2e.browser import ARGUMENTS, CHROMIUM
from tests.e2e.server import Server

SETTLED = """() => document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-testid="stSpinner"], [data-stale="true"]')
    && [...document.images].every(image => image.complete)"""
QUESTIONS = ("Grundschulen erhalten", "Busse am Abend", "Windkraft", "Steuern senken", "Pflege auf dem Land")


@dataclass
class Verlauf:
    """Seconds of every reaction, and what failed."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def click_through(server: Server, lauf_ids: Sequence[str], windows: int, seconds: float) -> Verlauf:
    return asyncio.run(_all(server, lauf_ids, windows, seconds))


async def _all(server: Server, lauf_ids: Sequence[str], windows: int, seconds: float) -> Verlauf:
    verlauf, end = Verlauf(), time.monotonic() + seconds
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        await asyncio.gather(*(_user(browser, server, lauf_ids, n, end, verlauf) for n in range(windows)))
        await browser.close()
    return verlauf


async def _user(
    browser: Browser, server: Server, lauf_ids: Sequence[str], number: int, end: float, verlauf: Verlauf
) -> None:
    context = await browser.new_context(locale="de-DE", viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    page.on("pageerror", lambda error: verlauf.errors.append(str(error)))
    for step in cycle(range(number, number + 60)):
        if time.monotonic() > end:
            break
        begin = time.perf_counter()
        try:
            await _act(page, server, lauf_ids, step)
            await page.wait_for_function(SETTLED, timeout=20_000)
            verlauf.seconds.append(time.perf_counter() - begin)
            verlauf.errors += await _refusals(page)
        except PlaywrightError as error:
            verlauf.errors.append(f"{page.url}: {error}")
        await asyncio.sleep(0.5)  # somebody reads
    await context.close()


async def _act(page: Page, server: Server, lauf_ids: Sequence[str], step: int) -> None:
    """A Lauf, two of its quotes, the list, a search, and from the start."""
    lauf_id = lauf_ids[step % len(lauf_ids)]
    quotes = page.get_by_role("button", name=re.compile("^„"))
    acts: list[Callable[[], Awaitable[object]]] = [
        lambda: page.goto(server.url(f"/lauf?id={lauf_id}")),
        lambda: quotes.last.click(),
        lambda: quotes.first.click(),
        lambda: page.get_by_role("link", name="Läufe", exact=True).first.click(),
        lambda: page.goto(server.url(f"/suche?q={QUESTIONS[step % len(QUESTIONS)]}")),
        lambda: page.get_by_role("link", name="Übersicht", exact=True).first.click(),
    ]
    if "/lauf?" not in page.url and step % len(acts) in (1, 2):
        await acts[0]()
        await page.wait_for_function(SETTLED, timeout=20_000)
        await quotes.first.wait_for()
    await acts[step % len(acts)]()
    await asyncio.sleep(0.05)  # until the click is on its way


async def _refusals(page: Page) -> list[str]:
    texts = await page.locator(
        '[data-testid="stAlertContentError"], [data-testid="stException"]'
    ).all_inner_texts()
    return [f"{page.url}: {text}" for text in texts]
