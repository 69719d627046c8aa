"""Every page is open to everyone: axe finds nothing, the keyboard reaches all, tables stand beside charts."""

from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from core.settings import ROOT
from tests.e2e.browser import settle
from tests.e2e.conftest import App
from tests.e2e.steps import PAGES, PATHS, STATES

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


def test_every_page_of_the_frame_is_visited() -> None:
    files = {file.stem for file in (ROOT / "pages").glob("*.py")} - {"frame"}
    assert set(PAGES) == files >= set(STATES)


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_light_or_dark_wide_or_narrow(app: App, fenster: Page, path: str) -> None:
    fenster.emulate_media(color_scheme="light", reduced_motion="reduce")
    fenster.goto(app.server.url(path.format(lauf=app.lauf_id)))
    settle(fenster)  # other colours while the page is first drawn would have it drawn twice at once
    fenster.evaluate(axe())
    found: dict[str, list[str]] = {}
    for scheme, size in product(GROUNDS, SIZES):
        fenster.set_viewport_size(size)
        fenster.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        fenster.wait_for_function(GROUND, arg=[GROUNDS[scheme]])
        found |= {f"{size['width']} {scheme}": told} if (told := _faults(fenster)) else {}
    assert found == {}
    assert fenster.locator("html").get_attribute("lang") == "de"


def test_what_opens_over_a_page_can_be_read_light_and_dark(app: App, fenster: Page) -> None:
    """Popovers stand beside the app in the document: its colours do not reach them by themselves."""
    for scheme in GROUNDS:
        fenster.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        fenster.goto(app.server.url(f"/lauf?id={app.lauf_id}"))
        fenster.get_by_role("button", name="Zitieren").first.click()
        fenster.get_by_role("link", name="Dauerhafte Adresse").wait_for()
        fenster.evaluate(axe())
        assert _faults(fenster) == [], scheme


def _faults(page: Page) -> list[str]:
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
