"""A row of the lists opens by a click on its name, and without a mouse; what a list offers beside it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App
from tests.e2e.steps import tab_to

LISTS = {
    "antraege": ("/antraege", "Grundschulen", "Ansehen", r"kennung=BT"),
    "laeufe": ("/laeufe?ansicht=tabelle", "Grundschulen", "Lauf öffnen", r"/lauf\?id="),
    "programme": ("/programme?land=DEMO", "Lindenbund", "Ansehen", "programm=[a-z-]+"),
}
OF_THE_DAY = [name if name == "laeufe" else pytest.param(name, marks=pytest.mark.night) for name in LISTS]


def place_of(page: Page, name: str) -> tuple[float, float]:
    """Where the cell of that name is drawn: on a canvas, whose cells have no place of their own."""
    cell = page.locator("[role=gridcell]", has_text=name).first
    expect(cell).to_be_attached()
    row = int((cell.get_attribute("id") or "").rsplit("-", 1)[-1])
    box = page.get_by_test_id("stDataFrame").bounding_box()
    assert box
    return box["x"] + 90, box["y"] + 52 + 35 * row


@pytest.mark.parametrize("name", OF_THE_DAY)
def test_a_row_opens_by_a_click_on_its_name(name: str, app: App, ansehen: Ansehen) -> None:
    path, shown, _, target = LISTS[name]
    page = ansehen(app.server, path)
    settle(page)
    page.mouse.click(*place_of(page, shown))
    expect(page).to_have_url(re.compile(target))
    settle(page)


@pytest.mark.parametrize("name", OF_THE_DAY)
def test_a_row_opens_without_a_mouse(name: str, app: App, ansehen: Ansehen) -> None:
    path, _, button, target = LISTS[name]
    page = ansehen(app.server, path)
    settle(page)
    expect(page.get_by_role("button", name=button)).to_be_disabled()
    page.get_by_test_id("data-grid-canvas").first.focus()
    page.keyboard.press("Shift+Space")
    expect(page.get_by_role("button", name=button)).to_be_enabled()
    settle(page)
    tab_to(page, button, "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(target))
    settle(page)


def test_no_table_offers_a_csv_whose_titles_a_spreadsheet_would_run(app: App, ansehen: Ansehen) -> None:
    """Streamlit's own has every title as it is, also one that begins as a formula."""
    page = ansehen(app.server, "/laeufe?ansicht=tabelle")
    settle(page)
    page.get_by_test_id("stDataFrame").hover()
    buttons = page.get_by_test_id("stElementToolbarButton")
    expect(buttons.get_by_label(re.compile("^Großansicht"))).to_be_visible()
    unsafe = buttons.get_by_label(re.compile("^Download as CSV"))
    expect(unsafe).to_be_attached()
    expect(unsafe).to_be_hidden()
