"""„Rubriken“ in a browser: from the demo to a field and its marked page; by keyboard; open to everyone."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App, Oeffnen
from tests.e2e.page_faults import GROUND, GROUNDS, SIZES, faults, load_axe


def matrix_of(app: App) -> str:
    lauf_id, matrix = app.example
    return f"/lauf?id={lauf_id}&mehr=rubriken&urteil={matrix}"


def test_the_keyboard_goes_from_field_to_field_and_opens_one(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, matrix_of(app))
    page.get_by_role("button", name="B4 Soziale").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="C4 Gerechte")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="C4 · Gerechte Verteilung")).to_be_visible()
    page.get_by_text("1 Zitat verworfen").click()
    expect(page.get_by_text("nennt aber eine andere Zahl")).to_be_visible()


@pytest.mark.night
def test_axe_finds_nothing_and_the_table_moves_by_itself(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, matrix_of(app))
    settle(page)
    load_axe(page)
    found: dict[str, list[str]] = {}
    for scheme, size in product(GROUNDS, SIZES):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.wait_for_function(GROUND, arg=[GROUNDS[scheme]])
        found |= {f"{size['width']} {scheme}": told} if (told := faults(page)) else {}
    assert found == {}
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
