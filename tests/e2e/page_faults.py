"""What is wrong with a page as it is seen now: by axe, by its width, by controls without a name."""

import re
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.browser import settle

SIZES = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"heading-order": {"enabled": True}},
    "resultTypes": ["violations"],
}
GROUND = "([colour]) => getComputedStyle(document.querySelector('.stApp')).backgroundColor === colour"
GROUNDS = {"light": "rgb(255, 255, 255)", "dark": "rgb(21, 24, 30)"}
LATEST = 30.0
"""Seconds after which what is wrong stays so."""
RUN = "rules => axe.run(document, rules)"


def load_axe(page: Page) -> None:
    """Once: it stays while the window only turns from page to page."""
    if page.evaluate("!window.axe"):
        found = find_spec("axe_playwright_python")
        assert found and found.origin
        page.evaluate(Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8"))


def faults(page: Page) -> list[str]:
    """What remains: another theme draws a page anew, and what waits for that is pale for a moment."""
    deadline = time.monotonic() + LATEST
    while True:
        settle(page)
        if not (told := _told(page.evaluate(RUN, RULES))) or time.monotonic() > deadline:
            return told


def _told(report: dict[str, Any]) -> list[str]:
    """„color-contrast: <p>…“, one for each place."""
    return [f"{one['id']}: {node['html'][:200]}" for one in report["violations"] for node in one["nodes"]]


OVERFLOW = """() => Math.max(...[...document.querySelectorAll('html, body, [data-testid="stMain"]')]
    .map(element => element.scrollWidth - element.clientWidth))"""

APART = '.einfach, .matrix, [class*="st-key-nur-zeichen-"]'
"""What is moved by itself, and words for screen readers only."""

CUT = """hidden => [...document.querySelectorAll('[data-testid=stMain] :is(button, label, h1, h2, h3, p)')]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .filter(element => element.closest(hidden) === null)
    .map(element => [element.getBoundingClientRect(), element.innerText.trim()])
    .filter(([box, text]) => text && box.width > 1 && (box.right > innerWidth + 1 || box.left < -1))
    .map(([, text]) => text.slice(0, 60))"""


def cut_off(page: Page) -> list[str]:
    """What reaches out of the window, or that the page can be moved sideways."""
    wider = page.evaluate(OVERFLOW)
    return [
        *page.evaluate(CUT, APART),
        *([f"the page is {wider} px wider than its window"] if wider > 0 else []),
    ]


NAMELESS = re.compile(r" *- ((?:button|link|textbox|combobox|checkbox|img)(?: \[.*)?:?)$")
"""A control without a name, as it stands in the tree that screen readers get."""

NAMED = re.compile(r' *- (?:button|link|figure) "')
"""What a picture can be part of."""


def nameless(tree: str) -> list[str]:
    """Without a name of their own; the pictures that a named button or chart is drawn with need none."""
    found: list[str] = []
    around: list[int] = []
    for line in tree.splitlines():
        depth = len(line) - len(line.lstrip())
        around = [outer for outer in around if outer < depth]
        if NAMED.match(line):
            around.append(depth)
        elif (control := NAMELESS.match(line)) and not (around and control[1].startswith("img")):
            found.append(control[1])
    return found
