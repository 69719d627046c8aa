"""Every page is open to everyone: axe finds nothing, the keyboard reaches all, tables stand beside charts."""

from itertools import product

import pytest
from playwright.sync_api import Page

from core.settings import ROOT
from tests.e2e.axe_faults import GROUND, GROUNDS, SIZES, axe, faults
from tests.e2e.browser import settle
from tests.e2e.conftest import App
from tests.e2e.steps import PAGES, PATHS, STATES


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
        found |= {f"{size['width']} {scheme}": told} if (told := faults(fenster)) else {}
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
        assert faults(fenster) == [], scheme
