"""What a user does and sees, by the names that a user knows things by."""

import re
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from core.assessment.lauf_view import LaufView
from core.runs.lauf import Json
from core.runs.store import open_store
from core.wortlaut.binding.eintrag import write_eintrag
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Chunk
from tests.citations.markiert import marked_letters
from tests.e2e.browser import settle
from tests.e2e.pixel import faults_of_yellow
from tests.e2e.server import open_context, settings
from tests.page_files import TITLES
from tests.seiten.drawn import SeitenBild, draw_stellen

STATES = {
    "uebersicht": ["/"],
    "antrag": ["/antrag", "/antrag?lauf={lauf}"],
    "antraege": ["/antraege", "/antraege?holen=ja", "/antraege?quelle=DIP&kennung=BT 5/214"],
    "laeufe": ["/laeufe", "/laeufe?ansicht=tabelle"],
    "lauf": ["/lauf?id={lauf}"],
    "vergleich": ["/vergleich?laeufe={lauf}"],
    "pruefen": ["/pruefen", "/pruefen?pruefung={check}"],
    "suche": ["/suche?q=Grundschulen"],
    "wonoch": ["/wonoch", "/wonoch?dokument=lindenbund-demo-2024"],
    "vertrag": ["/vertrag", "/vertrag?dokument=bruecke-demo-2024&parteien=BRÜCKE&land=DEMO"],
    "programme": ["/programme", "/programme?programm=lindenbund-demo-2024&seite=4"],
}
"""Of pages that show more than one thing, or little without being asked."""

PAGES = list(TITLES)
PATHS = [path for page in PAGES for path in STATES.get(page, [f"/{page}"])]
"""Of every page of the frame: who adds one need not think of it here."""

MOST_TABS = 120

FOCUSED = """() => {
    const element = document.activeElement;
    return [element.getAttribute('aria-label'), element.innerText, element.title].find(Boolean) ?? '';
}"""
SEITENBILD = re.compile(r"^Seite (\d+) der Datei")


def menu(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()
    settle(page)


def address(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def enter(page: Page, text: str) -> None:
    """Paste an Antrag and have it read."""
    menu(page, "Anträge")
    menu(page, "Neu prüfen")
    page.get_by_role("textbox", name="Text des Antrags").fill(text)
    page.get_by_role("button", name="Antrag lesen").click()
    expect(page.get_by_role("textbox", name="Drucksache")).to_be_visible()
    settle(page)


def upload(page: Page, file: Path) -> None:
    menu(page, "Anträge")
    menu(page, "Neu prüfen")
    page.locator('input[type="file"]').set_input_files(file)
    settle(page)


def choose_modell(page: Page, name: str) -> None:
    page.get_by_role("combobox", name="Modell", exact=True).click()
    page.get_by_role("option", name=name).first.click()
    settle(page)


def start(page: Page) -> None:
    """Beside an uploaded file one looks at the original first."""
    further = page.get_by_role("button", name="Weiter: Parteien, Modell und Start")
    begin = page.get_by_role("button", name="Prüfung starten")
    expect(further.or_(begin)).to_be_visible()
    if further.is_visible():
        further.click()
    begin.click()


def open_from_list(page: Page, titel: str) -> None:
    """Open the latest answer of an Antrag in the list of Anträge."""
    page.locator('[class*="st-key-antrag-"]', has_text=titel).locator('a[href*="lauf?id="]').first.click()


def await_lauf(page: Page) -> str:
    """Until the page of a finished Lauf shows quotes; its id."""
    expect(page).to_have_url(re.compile(r"/lauf\?.*id="))
    expect(quotes(page).first).to_be_visible()
    settle(page)
    return address(page)["id"]


def quotes(page: Page) -> Locator:
    """The wordings that can be chosen."""
    return page.get_by_role("button", name=re.compile("^„"))


def picture(page: Page) -> Locator:
    """The page of the programme beside them, when it is loaded."""
    image = page.get_by_role("img", name=SEITENBILD)
    expect(image).to_be_visible()
    expect(image).to_have_js_property("complete", True)
    assert image.evaluate("image => image.naturalWidth") > 0
    return image


def page_number(page: Page) -> int:
    found = SEITENBILD.match(picture(page).get_attribute("alt") or "")
    assert found
    return int(found[1])


def choose_quote(page: Page, number: int) -> str:
    """Click the wording at that place; returns it without its quote marks."""
    before = picture(page).get_attribute("src")
    button = quotes(page).nth(number)
    wording = button.inner_text().strip()[1:-1]
    button.click()
    expect(page.get_by_role("img", name=SEITENBILD)).not_to_have_attribute("src", before or "")
    settle(page)
    return wording


def chosen_eintrag(page: Page, folder: Path) -> Json:
    """What the store holds of the quote that the address names."""
    context, asked = open_context(folder), address(page)
    with closing(open_store(None, settings(folder).laeufe_dir)) as store:
        lauf = store.load(asked["id"])
    wanted = {name: asked.get(name, "") for name in ("partei", "typ", "zitat")}
    wahl = LaufView(context, lauf).choose(**wanted)
    assert wahl and wahl.zitat
    return write_eintrag(wahl.zitat.beleg)


def faults_of_quote(page: Page, folder: Path) -> list[str]:
    """What is wrong with the page shown beside the chosen quote: the wording, the page, the yellow."""
    eintrag = chosen_eintrag(page, folder)
    pictures = draw_stellen(open_context(folder), eintrag["programm"], eintrag["stellen"])
    words = "".join(marked_letters(bild.pdf) for bild in pictures)
    assert words == letters(eintrag["text"].replace("[…]", ""))
    expect(page.get_by_text(eintrag["text"][:60]).first).to_be_visible()
    return faults_of_shown(page, pictures)


def faults_of_shown(page: Page, pictures: list[SeitenBild]) -> list[str]:
    """The picture as it is on the screen against the boxes of the words."""
    seite = page_number(page)
    by_page = {bild.seite: bild for bild in pictures}
    if seite not in by_page:
        return [f"page {seite} is shown, the words stand on {sorted(by_page)}"]
    return faults_of_yellow(picture(page).screenshot(), by_page[seite])


def shown_chunk(page: Page, folder: Path) -> Chunk:
    """The passage that the picture says is marked on it."""
    marked = (picture(page).get_attribute("alt") or "").partition("markiert ist: „")[2]
    context = open_context(folder)
    programme = [id for id, one in context.registry.programme.items() if one.bundesland == "DEMO"]
    chunks = [chunk for id in programme for chunk in context.store.chunks_of("DEMO", id)]
    return next(chunk for chunk in chunks if marked and letters(chunk.text).startswith(letters(marked)))


def focused(page: Page) -> str:
    return " ".join(str(page.evaluate(FOCUSED)).split())


def tab_to(page: Page, name: str, key: str = "Tab", most: int = MOST_TABS) -> int:
    """Press the key until something of that name has the focus; how often that was."""
    for presses in range(1, most + 1):
        page.keyboard.press(key)
        if re.search(name, focused(page)):
            return presses
    raise AssertionError(f"{name!r} was not reached, the focus is on {focused(page)!r}")
