"""„Rubriken“ in a browser: from the demo to a field and its marked page; by keyboard; open to everyone."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import settle, visit
from tests.e2e.page_faults import GROUND, GROUNDS, SIZES, axe, faults
from tests.e2e.server import Server, environment, serve

MAKE = """
from core.context import default_context
from core.demo.demo_antraege import make_example
from core.runs.store import runstore

context = default_context()
lauf_id = make_example(context)
print(lauf_id, *(one.id for one in runstore(context).list_rubrics(lauf_id) if "gwoe" in one.rubric.id))
"""


@pytest.fixture(scope="module")
def example(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, str]]:
    folder = tmp_path_factory.mktemp("rubriken")
    (folder / "chroma").symlink_to(demo_ordner)
    made = subprocess.run(
        [sys.executable, "-c", MAKE], env=environment(folder), capture_output=True, text=True, check=True
    )
    lauf_id, judgement_id = made.stdout.split()
    with serve(folder) as server:
        yield server, lauf_id, judgement_id


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    wrong: list[str] = []
    with visit(browser, wrong) as page:
        yield page
    assert wrong == []


def open_matrix(page: Page, example: tuple[Server, str, str]) -> None:
    server, lauf_id, judgement_id = example
    page.goto(server.url(f"/lauf?id={lauf_id}&mehr=rubriken&urteil={judgement_id}"))
    settle(page)


def test_a_field_leads_to_its_quote_and_the_marked_page_and_has_an_address(
    page: Page, example: tuple[Server, str, str]
) -> None:
    server, lauf_id, _ = example
    page.goto(server.url(f"/lauf?id={lauf_id}&mehr=rubriken"))
    settle(page)
    page.get_by_role("combobox", name="Urteil").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("option", name="Gemeinwohl-Matrix").wait_for()
    page.keyboard.type("Gemeinwohl")
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


def test_the_keyboard_goes_from_field_to_field_and_opens_one(
    page: Page, example: tuple[Server, str, str]
) -> None:
    open_matrix(page, example)
    page.get_by_role("button", name="B4 Soziale").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="C4 Gerechte")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="C4 · Gerechte Verteilung")).to_be_visible()
    page.get_by_text("1 Zitat verworfen").click()
    expect(page.get_by_text("nennt aber eine andere Zahl")).to_be_visible()


@pytest.mark.night
def test_axe_finds_nothing_and_the_table_moves_by_itself(
    page: Page, example: tuple[Server, str, str]
) -> None:
    open_matrix(page, example)
    page.evaluate(axe())
    found: dict[str, list[str]] = {}
    for scheme, size in product(GROUNDS, SIZES):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.wait_for_function(GROUND, arg=[GROUNDS[scheme]])
        found |= {f"{size['width']} {scheme}": told} if (told := faults(page)) else {}
    assert found == {}
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
