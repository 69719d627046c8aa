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


def test_a_field_leads_to_its_quote_and_the_marked_page_and_has_an_address(
    app: App, ansehen: Ansehen
) -> None:
    page = ansehen(app.server, f"/lauf?id={app.example[0]}&mehr=rubriken")
    page.get_by_role("combobox", name="Urteil").press_sequentially("Gemeinwohl")  # opens it with each letter
    page.get_by_role("option", name="Gemeinwohl-Matrix").wait_for()
    page.keyboard.press("Enter")
    table = page.get_by_role("table", name="Gemeinwohl-Matrix")
    expect(table.get_by_role("columnheader")).to_have_count(6)
    expect(table.get_by_role("rowheader")).to_have_count(5)
    page.get_by_role("button", name="D5 Transparente").click()
    field = page.locator(".st-key-rubrikfeld")
    expect(field.get_by_text("sondern der Gemeinderat entscheiden").first).to_be_visible()
    picture = field.locator("img.seitenbild")
    expect(picture).to_have_attribute("alt", "Seite 2 des Antrags; markiert ist: „Unterhalb dieser Zahl soll "
        "nicht das Ministerium, sondern der Gemeinderat entscheiden, ob eine Außenstelle die bessere Lösung "
        "ist.“")  # fmt: skip
    answer = page.request.get(page.evaluate("element => element.src", picture.element_handle()))
    assert answer.ok and answer.headers["x-highlighted"] == "true"
    assert "feld=D5" in page.url and "urteil=" in page.url
    page.reload()
    settle(page)
    expect(page.get_by_role("button", name="D5 Transparente")).to_have_attribute("aria-current", "true")


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
