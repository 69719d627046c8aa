"""What axe finds on a page as it is seen now, once that has come to rest."""

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
LOOKS = 4
RUN = "rules => axe.run(document, rules)"


def axe() -> str:
    found = find_spec("axe_playwright_python")
    assert found and found.origin
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What remains: another theme draws a page anew, and what waits for that is pale for a moment."""
    told: list[str] = []
    for _ in range(LOOKS):
        settle(page)
        if not (told := _told(page.evaluate(RUN, RULES))):
            break
    return told


def _told(report: dict[str, Any]) -> list[str]:
    """„color-contrast: <p>…“, one for each place."""
    return [f"{one['id']}: {node['html'][:200]}" for one in report["violations"] for node in one["nodes"]]
