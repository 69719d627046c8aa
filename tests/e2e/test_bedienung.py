"""How the page Lauf is used: in a narrow window, by the keyboard, after Zurück."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App, Oeffnen
from tests.e2e.steps import await_lauf, picture, quotes

MOST_TABS = 150

WORDS = "button [data-testid=stMarkdownContainer]"
WIDTHS = "words => words.map(one => one.getBoundingClientRect().width)"


def test_only_buttons_in_a_container_that_says_so_hide_their_words(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, f"/antrag?lauf={app.lauf_id}")
    signs = page.locator("[class*='st-key-nur-zeichen-']").locator(WORDS)
    assert signs.count() >= 2 and max(signs.evaluate_all(WIDTHS)) <= 1
    for key in ("zeigen-alles", "streichen-alles"):
        page.evaluate(
            "key => document.querySelectorAll('.stButton').forEach(b => b.classList.add(key))",
            f"st-key-{key}",
        )
    others = page.locator(f".stButton:not([class*='st-key-nur-zeichen-'] *) {WORDS}:visible")
    assert others.count() >= 2 and min(others.evaluate_all(WIDTHS)) > 20


def test_narrow_lauf_can_be_used(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, f"/lauf?id={app.lauf_id}", viewport={"width": 800, "height": 1100})
    await_lauf(page)
    further = page.get_by_role("button", name="Vor", exact=True)
    for control in (quotes(page).nth(1), further, page.get_by_role("link", name="PDF öffnen")):
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 800
    assert picture(page).evaluate("image => image.clientWidth") > 400


DEEPEST = """() => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    return one?.getAttribute("aria-label") || one?.innerText || "";
}"""
"""What has the focus, also within a component; by its name."""


def tab_to(page: Page, name: str) -> str:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        focused = " ".join(str(page.evaluate(DEEPEST)).split())
        if re.search(name, focused):
            return focused
    raise AssertionError(f"{name} is not reached")


def test_matrix_quote_page_and_export_without_a_mouse(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, f"/lauf?id={app.lauf_id}")
    await_lauf(page)
    first = tab_to(page, r"Forderung .*Zitate?, zeigen$")
    page.keyboard.press("End")
    last = str(page.evaluate(DEEPEST))
    assert last != first and "zeigen" in last
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"partei=.*forderung="))
    settle(page)
    assert str(page.evaluate(DEEPEST)) == last  # drawn anew, it still has the focus
    tab_to(page, "^Zum gewählten Zitat$")
    page.keyboard.press("Enter")
    wording = str(page.evaluate(DEEPEST)).strip()
    assert wording.startswith("„") and wording[1:40] in (picture(page).get_attribute("alt") or "")
    page.goto(page.url)
    await_lauf(page)
    tab_to(page, r"^(\w+ )?Exportieren( \w+)?$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Matrix als Tabelle (CSV)")).to_be_visible()
    tab_to(page, r"^Matrix als Tabelle \(CSV\)$")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == f"lauf-{app.lauf_id}.matrix.csv"
