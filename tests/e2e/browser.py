"""Chromium, German, watched: what a page must never do is written down while somebody uses it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    Request,
    sync_playwright,
)

from tests.prozesse import PATIENCE
from tests.skips import skip_without

CHROMIUM = shutil.which("chromium")
"""Debian's; where there is none Playwright's own is taken, if somebody fetched it."""
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--lang=de-DE",
]  # fmt: skip
DESKTOP = {"width": 1440, "height": 900}
STILL = {"reduced_motion": "reduce"}

OWN_SCHEMES = ("data", "blob", "about", "chrome", "chrome-extension")
"""The last two: Chromium's own viewer of PDFs."""

STREAMLIT_WORDS = (
    "Choose an option", "Choose options", "Press Enter", "Press ⌘", "Deploy", "Made with Streamlit",
    "Page not found", "You do not have access", "Connection error", "Please wait", "Running...", "Stop",
    "Skip to main content", "per file", "Upload",
)  # fmt: skip
"""What no page lets Streamlit say."""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        if not CHROMIUM and not Path(playwright.chromium.executable_path).exists():
            skip_without("Chromium")
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, headless=True, env={"LANGUAGE": "de", "LANG": "C.UTF-8"}
        )
        yield browser
        browser.close()


@contextmanager
def visit(browser: Browser, faults: list[str], **options: Any) -> Iterator[Page]:
    """A window of somebody who was never here before; what goes wrong in it is added to `faults`.

    Without motion, unless it is asked for: drawing what moves takes a quarter of Chromium's computing.
    """
    wanted = {"locale": "de-DE", "timezone_id": "Europe/Berlin", "viewport": DESKTOP, **STILL, **options}
    context = browser.new_context(**wanted)
    context.set_default_timeout(1000 * PATIENCE)
    watch(context, faults)
    page = context.new_page()
    try:
        yield page
        faults += [] if page.is_closed() else english(page)
    finally:
        context.close()


def watch(context: BrowserContext, faults: list[str]) -> None:
    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in OWN_SCHEMES and address.hostname != "127.0.0.1":
            faults.append(f"request to a foreign host: {request.url}")

    def dialog(dialog: Dialog) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    context.on("console", console)
    context.on("request", request)
    context.on("dialog", dialog)
    context.on("weberror", lambda error: faults.append(f"script error: {error.error}"))


VIOLATIONS = """
window.violations = [];
document.addEventListener('securitypolicyviolation', event => window.violations.push(
    `${event.effectiveDirective}: ${event.blockedURI} in ${event.sourceFile}: ${event.sample}`));
"""
"""Run before a page's own scripts: what its Content-Security-Policy kept from happening."""

QUIET = """() => {
    const text = document.querySelector('[data-testid="stMain"]')?.innerText.trim();
    const same = Boolean(text) && text === window.textBefore;
    window.textBefore = text;
    window.timesTheSame = same ? (window.timesTheSame ?? 0) + 1 : 0;
    return window.timesTheSame >= 3;
}"""
"""Streamlit fetches what draws Markdown only when it first meets some: by then the script has long ended."""


def settle(page: Page) -> None:
    """Until the page is as it stays."""
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    page.locator('[data-testid="stSpinner"], [data-testid="stSkeleton"], [data-stale="true"]').first.wait_for(
        state="detached"
    )
    page.wait_for_function(QUIET, polling=100)


TURN = """address => new Promise((resolve, reject) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const seen = new MutationObserver(() => { seen.disconnect(); resolve(); });
    seen.observe(app, { attributes: true, attributeFilter: ['data-test-script-state'] });
    seen.observe(document.querySelector('title'), { childList: true });
    setTimeout(() => reject(new Error(`no script has run for ${address}`)), 300000);
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
})"""
"""A page that only stands there is drawn before its script was ever shown to run; its title has changed."""


def turn_to(page: Page, address: str) -> None:
    """As the browser's own „Zurück“ does: a second of computing, where loading everything anew takes five."""
    if urlsplit(page.url)[1:3] == urlsplit(address)[1:3] or not page.url.startswith(_origin(address)):
        page.goto(address)
    else:
        page.evaluate(TURN, address)
    settle(page)


def _origin(address: str) -> str:
    return "://".join(urlsplit(address)[:2])


def english(page: Page) -> list[str]:
    """Stack traces and such words of Streamlit's, as far as they are seen."""
    text = page.locator("body").inner_text()
    words = [word for word in STREAMLIT_WORDS if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    traces = [
        line for line in text.splitlines() if "Traceback" in line or re.match(r"\w+(Error|Exception): ", line)
    ]
    return [f"English on {page.url}: {found}" for found in [*words, *traces]]
