"""Whole journeys through the dashboard in a real browser."""

import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from core.proof.chunk_frames import PINK
from core.wortlaut.german.folding import letters
from tests.bench.stock import OTHER_NAMES
from tests.citations.markiert import marked_letters
from tests.conftest import korpus_path
from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App, Oeffnen, Starten
from tests.e2e.pixel import pixels, yellow
from tests.e2e.server import open_context, run_core
from tests.e2e.steps import (
    SEITENBILD,
    address,
    await_lauf,
    choose_modell,
    choose_quote,
    chosen_eintrag,
    enter,
    faults_of_quote,
    faults_of_shown,
    open_from_list,
    page_number,
    picture,
    shown_chunk,
    start,
    upload,
)
from tests.prozesse import until
from tests.seiten.drawn import draw_stellen

ANTRAG = """{land}
Drucksache {nummer}
12. März 2025
Antrag
der Fraktion {fraktion}
{titel}
{beschluss}
1. kleine Grundschulen im ländlichen Raum zu erhalten und ihre Gebäude zu sanieren;
2. mehr Busse am Abend und am Wochenende fahren zu lassen;
3. bis zum Schuljahr 2029/30 insgesamt 1.800 zusätzliche Stellen für Lehrer zu schaffen.
"""


def antrag_text(
    titel: str, nummer: str = "5/999", land: str = "LANDTAG MUSTERLAND", fraktion: str = "Lindenbund"
) -> str:
    return ANTRAG.format(
        titel=titel, nummer=nummer, land=land, fraktion=fraktion, beschluss="Der Landtag möge beschließen:"
    )


def test_first_start_leads_to_a_marked_quote_in_one_click(
    starten: Starten, oeffnen: Oeffnen, tmp_path: Path
) -> None:
    server = starten(tmp_path)
    page = oeffnen(server, reduced_motion="no-preference")
    page.get_by_role("button", name="Demo-Antrag prüfen").click()
    await_lauf(page)
    assert faults_of_quote(page, tmp_path) == []
    first = chosen_eintrag(page, tmp_path)
    wording = choose_quote(page, 1)
    other = chosen_eintrag(page, tmp_path)
    assert other != first and other["text"].startswith(wording[:40])
    assert faults_of_quote(page, tmp_path) == []


@pytest.fixture(scope="module")
def bund(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programmes of 2013 as links beside an index of their own."""
    folder = tmp_path_factory.mktemp("bund")
    (folder / "pdf").mkdir()
    for partei in ("cdu", "spd", "linke", "afd"):
        path = korpus_path(f"programme/{partei}-bund-2013.pdf")
        shutil.copy(path, folder / "pdf" / OTHER_NAMES.get(path.name, path.name))
    run_core(folder, "index", "--bundesland", "BUND")
    return folder


@pytest.mark.night
def test_real_drucksache_leads_to_the_real_pdf(
    starten: Starten, oeffnen: Oeffnen, bund: Path, sprachmodell: dict[str, str]
) -> None:
    drucksache = korpus_path("antraege/bt-18-1115-antrag.pdf")
    server = starten(bund, **sprachmodell)
    page = oeffnen(server)
    upload(page, drucksache)
    expect(page.get_by_role("textbox", name="Drucksache")).to_have_value("18/1115")
    page.goto(f"{page.url}&modell=openai/gpt-5")
    start(page)
    await_lauf(page)
    assert faults_of_quote(page, bund) == []
    link = page.get_by_role("link", name="PDF", exact=True).get_attribute("href") or ""
    file, _, fragment = link.partition("#")
    assert fragment == f"page={page_number(page)}"
    answer = page.request.get(file if file.startswith("http") else server.url(file))
    programm = chosen_eintrag(page, bund)["programm"]
    assert answer.body().startswith((bund / "pdf" / f"{programm}.pdf").read_bytes())
    marked = marked_letters(answer.body(), page_number(page))
    assert marked and marked in letters(chosen_eintrag(page, bund)["text"])


def test_page_is_read_as_pdf_within_the_page(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, f"/lauf?id={app.lauf_id}")
    await_lauf(page)
    eintrag = chosen_eintrag(page, app.server.folder)
    with page.expect_response(re.compile("/api/seite[.]pdf")) as answer:
        page.get_by_role("button", name="Weitere Ansichten").click()
        page.get_by_role("radio", name="PDF", exact=True).click()
    assert answer.value.status == 200 and answer.value.headers["content-type"] == "application/pdf"
    expect(picture_of_page(page)).to_have_count(0)
    assert address(page)["form"] == "pdf"
    viewer = page.locator("object[type='application/pdf']")
    expect(viewer).to_have_attribute("aria-label", re.compile("markiert ist: „" + eintrag["text"][:20]))
    await_yellow(viewer)
    link = page.get_by_role("link", name="Seite als PDF").first
    address_of_page = link.get_attribute("href") or ""
    assert marked_letters(page.request.get(urljoin(page.url, address_of_page)).body())
    with page.context.expect_page() as opened:  # and this page stays as it is
        link.click()
    opened.value.close()
    settle(page)
    expect(viewer).to_be_visible()


def picture_of_page(page: Page) -> Locator:
    return page.get_by_role("img", name=SEITENBILD)


def await_yellow(viewer: Locator) -> None:
    """The viewer draws when it pleases."""
    until(lambda: yellow(viewer.screenshot()).sum() > 500)


@pytest.mark.night
def test_pdf_that_cannot_be_shown_within_the_page_is_a_link(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, "/antrag")
    page.route("**/api/seite.pdf*", lambda route: route.fulfill(status=503, body="Zu viele."))
    page.goto(app.server.url(f"/lauf?id={app.lauf_id}&form=pdf"))
    link = page.get_by_role("link", name="Seite als PDF in einem eigenen Fenster öffnen")
    expect(link).to_be_visible()
    assert "/api/seite.pdf?" in (link.get_attribute("href") or "")


def test_search_leads_to_the_hit_on_its_page(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/suche?land=DEMO")
    page.get_by_role("textbox", name="Stichwörter oder eine Frage").fill("kleine Grundschulen erhalten")
    page.get_by_role("button", name="Suchen", exact=True).click()
    first = picture(page).get_attribute("src") or ""
    page.get_by_role("button", name=re.compile("^Zitat kopieren: .*Musterland")).first.click()
    page.get_by_text("Kopiert", exact=True).wait_for()
    where = re.compile(r"^(?!Zitat).*Musterland .*(S\.|Seite) \d")
    page.get_by_role("button", name=where).nth(1).click()
    expect(page.get_by_role("img", name=SEITENBILD)).not_to_have_attribute("src", first)
    settle(page)
    chunk = shown_chunk(page, app.server.folder)
    spans = [(chunk.start, chunk.end)]
    assert (
        faults_of_shown(page, draw_stellen(open_context(app.server.folder), chunk.programm_id, spans)) == []
    )


@pytest.mark.night
def test_uncertain_sentence_leads_to_its_page_where_it_is_red(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, "/programme?programm=lindenbund-demo-2024&zeige=unsicher")
    settle(page)
    assert reddish(page) == 0
    page.get_by_test_id("stDataFrame").click(position={"x": 16, "y": 35 + 33})
    expect(page).to_have_url(re.compile("seite=[2-9]"))
    settle(page)
    expect(picture(page)).to_have_attribute("alt", SEITENBILD)
    assert reddish(page) > 500 and address(page)["zeige"] == "unsicher"
    page.reload()
    expect(page.get_by_text("rot hinterlegt")).to_be_visible()


def reddish(page: Page) -> int:
    """Pixels of the page's picture that are paper under the red of an uncertain sentence."""
    source = urljoin(page.url, picture(page).get_attribute("src") or "")
    seen = pixels(page.request.get(source).body())
    return int((abs(seen - 255 * PINK).max(axis=-1) <= 2).sum())


def test_lauf_goes_on_through_a_reload_and_a_closed_window(app: App, oeffnen: Oeffnen) -> None:
    with app.modell.silent():
        page = oeffnen(app.server)
        enter(page, antrag_text("Busse am Abend", "5/701"))
        choose_modell(page, "GPT-4.1 · OpenAI")
        start(page)
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.reload()
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.close()
    again = oeffnen(app.server, "/laeufe")
    open_from_list(again, "Busse am Abend")
    await_lauf(again)


@pytest.mark.night
def test_two_users_see_their_own_land_only(app: App, oeffnen: Oeffnen) -> None:
    one, two = oeffnen(app.server), oeffnen(app.server)
    enter(one, antrag_text("Grundschulen im Wieltal", "5/702"))
    enter(two, antrag_text("Grundschulen in Westfalen", "18/702", "LANDTAG NORDRHEIN-WESTFALEN", "SPD"))
    start(one)
    start(two)
    assert await_lauf(one) != await_lauf(two)
    for page, own, foreign in ((one, "Lindenbund", "NRW"), (two, "SPD NRW", "Lindenbund Musterland")):
        text = page.locator("body").inner_text()
        assert own in text and foreign not in text
        assert faults_of_quote(page, app.server.folder) == []
