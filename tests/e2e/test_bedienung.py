"""How the page Lauf is used: in a narrow window, by the keyboard, after Zurück."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App, Oeffnen
from tests.e2e.steps import await_lauf, picture

MOST_TABS = 150

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


def test_matrix_quote_and_page_without_a_mouse(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, f"/lauf?id={app.lauf_id}")
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


def test_the_land_that_was_chosen_is_still_there_at_the_next_visit(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, "/programme")
    page.get_by_role("combobox", name="Land, in dem Sie arbeiten").click()
    page.keyboard.type("Hessen")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("land=HE"))
    settle(page)
    page.wait_for_function("() => document.cookie.includes('antragsspiegel_land')")
    (kept,) = [one for one in page.context.cookies() if one["name"] == "antragsspiegel_land"]
    assert (kept["value"], kept["sameSite"], kept["path"]) == ("HE", "Lax", "/")
    again = page.context.new_page()
    again.goto(app.server.url("/"))
    settle(again)
    expect(again.get_by_role("combobox", name="Land, in dem Sie arbeiten")).to_have_value("Hessen")
    expect(again.get_by_text("Hessen: 0 von")).to_be_visible()
