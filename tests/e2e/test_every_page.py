"""What holds on every page: each is opened once, and asked all of it.

axe finds nothing, nothing is cut off, everything has a name, no script does what it may not, all is German.
"""

import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from core.base.settings import ROOT
from tests.e2e.browser import DESKTOP, VIOLATIONS, english, settle, turn_to, visit
from tests.e2e.conftest import App, stack_traces
from tests.e2e.page_faults import GROUND, GROUNDS, SIZES, cut_off, faults, load_axe, nameless
from tests.e2e.steps import PAGES, PATHS, STATES
from tests.page_files import OF_FEATURES

WIDE, PHONE = SIZES
TWICE = {"width": 720, "height": 450}
"""A window of 1440 by 900 at 200 %."""

NARROW = {"width": 800, "height": 1100}
LATEST = 60.0
"""Seconds after which what is too wide stays so, on a busy machine too."""

UNDRAWN = '[data-testid="stSkeleton"], [data-testid="stPlotlyChart"]:not(:has(.main-svg))'
"""What is still a grey box, and charts without their drawing: their scripts come after the page."""


def test_pictures_count_as_nameless_where_nothing_named_is_around_them() -> None:
    tree = '- figure "Zitate":\n  - img\n  - button\n- button "Vor":\n  - img\n- img\n- button:\n  - img'
    assert nameless(tree) == ["button", "img", "button:", "img"]


def test_every_page_of_the_frame_is_visited() -> None:
    files = {file.stem for file in (ROOT / "pages").glob("*.py")} - {"frame"}
    assert set(PAGES) == files | OF_FEATURES.keys() >= set(STATES)


@pytest.fixture(scope="module")
def window(app: App, browser: Browser) -> Iterator[Page]:
    """One for all: what is fetched once need not be fetched for every page."""
    log = app.server.log
    begin = log.stat().st_size
    told: list[str] = []
    with visit(browser, told) as page:
        page.add_init_script(VIOLATIONS)
        yield page
    assert told + stack_traces({log: begin}) == []


@pytest.mark.parametrize("path", PATHS)
def test_a_page_holds_what_every_page_holds(
    app: App, window: Page, path: str, request: pytest.FixtureRequest
) -> None:
    window.set_viewport_size(DESKTOP)
    window.emulate_media(color_scheme="light", reduced_motion="reduce")
    turn_to(window, app.server.url(path.format(lauf=app.lauf_id, check=app.check_id)))
    expect(window.get_by_role("heading", level=1).first).to_be_visible()
    expect(window.locator(UNDRAWN)).to_have_count(0)
    assert window.locator("html").get_attribute("lang") == "de"
    assert english(window) == []
    assert [image.get_attribute("alt") for image in window.locator("img:not([alt]), img[alt='']").all()] == []
    # Beside the app lies only what plotly measures its letters with.
    assert nameless(window.get_by_test_id("stApp").aria_snapshot()) == []
    load_axe(window)
    every = list(product(SIZES, GROUNDS))
    looks = every if request.config.getoption("--night") else [(WIDE, "light"), (PHONE, "dark")]
    found: dict[str, list[str]] = {}
    for size, scheme in looks:
        _look(window, size, scheme)
        found |= {f"{size['width']} {scheme}": told} if (told := faults(window)) else {}
    assert found == {}
    for size in (NARROW, TWICE):
        _look(window, size, looks[-1][1])
        settle(window)
        # Widgets learn their new width after the page is still.
        deadline = time.monotonic() + LATEST
        while cut_off(window) and time.monotonic() < deadline:
            window.wait_for_timeout(200)
        assert cut_off(window) == [], size
    assert window.evaluate("window.violations") == []


def _look(window: Page, size: Any, scheme: str) -> None:
    window.set_viewport_size(size)
    window.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    window.wait_for_function(GROUND, arg=[GROUNDS[scheme]])


def test_what_opens_over_a_page_can_be_read_light_and_dark(app: App, window: Page) -> None:
    """Popovers stand beside the app in the document: its colours do not reach them by themselves."""
    window.set_viewport_size(DESKTOP)
    for scheme in GROUNDS:
        window.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        window.goto(app.server.url(f"/lauf?id={app.lauf_id}"))
        window.get_by_role("button", name="Zitieren").first.click()
        window.get_by_role("link", name="Dauerhafte Adresse").wait_for()
        load_axe(window)
        assert faults(window) == [], scheme
