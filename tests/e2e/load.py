"""Many browser windows at once, each clicking on and on: how long every page takes, and what went wrong."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count

from playwright.async_api import Browser, Error as PlaywrightError, Page, async_playwright

from tests.e2e.browser import ARGUMENTS, CHROMIUM
from tests.e2e.server import Server

SETTLED = """() => document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-testid="stSpinner"], [data-stale="true"]')
    && [...document.images].every(image => image.complete)"""
READS = 4.0
"""Seconds that somebody looks at a page before the next click; some are faster, some slower."""

QUESTIONS = ("Grundschulen erhalten", "Busse am Abend", "Windkraft", "Steuern senken", "Pflege auf dem Land")


@dataclass
class History:
    """Seconds of every reaction, and what failed."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def click_through(server: Server, windows: int, seconds: float) -> History:
    return asyncio.run(_all(server, windows, seconds))


async def _all(server: Server, windows: int, seconds: float) -> History:
    verlauf, end = History(), time.monotonic() + seconds
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        await asyncio.gather(*(_user(browser, server, n, end, verlauf) for n in range(windows)))
        await browser.close()
    return verlauf


async def _user(browser: Browser, server: Server, number: int, end: float, verlauf: History) -> None:
    context = await browser.new_context(locale="de-DE", viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    page.on("pageerror", lambda error: verlauf.errors.append(str(error)))
    await asyncio.sleep(number)  # people do not come all at once
    await page.goto(server.url())
    await page.wait_for_function(SETTLED)
    for step in count(1):
        await asyncio.sleep(READS * (0.5 + number % 5 / 4))
        if time.monotonic() > end:
            break
        begin = time.perf_counter()
        try:
            await _act(page, step)
            await page.wait_for_function(SETTLED, timeout=20_000)
            verlauf.seconds.append(time.perf_counter() - begin)
            verlauf.errors += await _refusals(page)
        except PlaywrightError as error:
            verlauf.errors.append(f"{page.url}: {error}")
    await context.close()


async def _act(page: Page, step: int) -> None:
    """The next click: from the start to a Lauf, two of its quotes, the list, a search, and back again."""

    async def menu(name: str) -> None:
        await page.get_by_role("link", name=name, exact=True).first.click()

    async def ask() -> None:
        field = page.get_by_role("textbox").first
        await field.fill(QUESTIONS[step % len(QUESTIONS)])
        await field.press("Enter")

    quotes = page.get_by_role("button", name=re.compile("^„"))
    acts: list[Callable[[], Awaitable[object]]] = [
        lambda: menu("Übersicht"),
        lambda: page.locator('a[href*="lauf?"]').nth(step % 4).click(),
        lambda: quotes.last.click(),
        lambda: quotes.first.click(),
        lambda: menu("Anträge"),
        lambda: menu("Suche"),
        ask,
    ]
    await acts[step % len(acts)]()
    await asyncio.sleep(0.05)  # until the click is on its way


async def _refusals(page: Page) -> list[str]:
    texts = await page.locator(
        '[data-testid="stAlertContentError"], [data-testid="stException"]'
    ).all_inner_texts()
    return [f"{page.url}: {text}" for text in texts]
