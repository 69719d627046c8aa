"""The first view of a Lauf: a score, a quote and its page in the window; a link to a quote leads to that."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App
from tests.e2e.steps import quotes

WINDOWS = [(1440, 900), pytest.param(1280, 720, marks=pytest.mark.night), (390, 844)]
LINKS = [(1440, 900), pytest.param(390, 844, marks=pytest.mark.night)]

BEGINS = """selector => {
    const all = [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect());
    const rect = all.find(one => one.width);
    return rect ? [rect.top, rect.bottom] : null;
}"""

IN_SIGHT = """() => {
    const card = document.querySelector('.st-key-gewaehltes-zitat'), pane = card?.closest('.st-key-zitate');
    if (!card) return false;
    // Streamlit draws each button twice, one for narrow windows.
    const words = [...card.querySelectorAll('button')].find(one => one.offsetParent);
    const inner = words.getBoundingClientRect(), outer = pane.getBoundingClientRect();
    return inner.top >= outer.top - 1 && inner.bottom <= Math.min(outer.bottom, innerHeight) + 1;
}"""


FILLS = """() => {
    const pane = document.querySelector('.st-key-seitenbild'), image = pane?.querySelector('img');
    if (!image || image.clientWidth < 0.95 * pane.clientWidth) return false;
    return pane.scrollTop > 0 || pane.scrollHeight <= pane.clientHeight + 1;
}"""
"""The page is as wide as its pane, which is scrolled to the mark in the middle of the page."""


def top_of(page: Page, selector: str) -> float:
    found: Any = page.evaluate(BEGINS, selector)
    assert found, f"{selector} is not there"
    return float(found[0])


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_score_quote_and_page_begin_in_the_first_view(
    app: App, ansehen: Ansehen, width: int, height: int
) -> None:
    page = ansehen(app.server, f"/lauf?id={app.lauf_id}", width, height)
    expect(quotes(page).first).to_be_visible()
    settle(page)
    tops = [
        top_of(page, one) for one in (".st-key-parteien", ".st-key-zitate button", ".st-key-seitenbild img")
    ]
    assert max(tops) < height and tops[1] <= (400 if width < 640 else height / 2)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    page.wait_for_function(FILLS)


@pytest.mark.parametrize(("width", "height"), LINKS)
def test_a_link_to_a_quote_shows_it_and_its_page_also_after_a_reload_and_back(
    app: App, ansehen: Ansehen, width: int, height: int
) -> None:
    page = ansehen(app.server, f"/lauf?id={app.lauf_id}", width, height)
    expect(quotes(page).first).to_be_visible()
    last = quotes(page).last
    last.scroll_into_view_if_needed()
    words = last.inner_text()
    last.click()
    page.wait_for_url("**zitat=*")
    settle(page)
    for go in (
        lambda: page.goto(page.url),
        page.reload,
        lambda: (page.goto(app.server.url("/")), page.go_back()),
    ):
        go()
        expect(page.locator(".st-key-gewaehltes-zitat button").first).to_have_text(words)
        settle(page)
        page.wait_for_function(IN_SIGHT)
        assert top_of(page, ".st-key-seitenbild img") < height


def test_arrow_keys_lead_from_quote_to_quote(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, f"/lauf?id={app.lauf_id}")
    expect(quotes(page).first).to_be_visible()
    settle(page)
    first = page.locator(".st-key-gewaehltes-zitat button").first.inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".st-key-gewaehltes-zitat button").first).not_to_have_text(first)
    settle(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".st-key-gewaehltes-zitat button").first).to_have_text(first)
