"""A text is pasted, its quotes are told apart, each with its page; it is kept, and goes out as Word."""

import io
import json
import os
from urllib.parse import urlsplit

from docx import Document
from playwright.sync_api import Page, expect

from core.features.textcheck.check import Verdict, check_text
from core.wortlaut.german.folding import letters
from tests.citations.markiert import marked_letters
from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App
from tests.e2e.server import open_context
from tests.e2e.steps import address, faults_of_shown
from tests.seiten.drawn import draw_stellen
from tests.textcheck.documents import TREATY, laid_out, spoken

PDF = "lindenbund-demo-2024"


def a_sentence(app: App) -> str:
    """One of a programme that is read in, long enough to be told from others."""
    chunks = open_context(app.server.folder).store.chunks_of("DEMO", PDF)
    sentences = (sentence for chunk in chunks for sentence in chunk.text.replace("\n", " ").split(". "))
    return next(one for one in sentences if 80 < len(one) < 160 and not set(one) & set("„“‚‘\"'")) + "."


def marks(page: Page) -> list[str]:
    return [str(one.get_attribute("class")) for one in page.locator("mark[role]").all()]


def test_a_pasted_text_is_checked_kept_and_taken_along(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/pruefen")
    sentence = a_sentence(app)
    text = f"Dort steht: „{sentence}“ (Lindenbund)\n\nUnd: „Das steht so in keinem einzigen Programm.“"
    page.get_by_role("textbox", name="Text mit Zitaten").fill(text)
    page.get_by_role("button", name="Zitate prüfen").click()
    expect(page.locator("mark[role]")).to_have_count(2)
    settle(page)
    assert marks(page) == ["gedruckt", "nirgends"] and address(page)["zitat"] == "2"

    page.locator("mark[role]").first.click()
    page.wait_for_url("**zitat=1*")
    settle(page)
    (found, _) = check_text(text, open_context(app.server.folder)).quotes
    place = found.gebunden[0].ort
    drawn = draw_stellen(open_context(app.server.folder), place.programm, place.stellen)
    assert found.verdict is Verdict.GEDRUCKT
    assert "".join(marked_letters(one.pdf) for one in drawn) == letters(sentence)
    assert faults_of_shown(page, drawn) == []

    with page.expect_download() as download:
        page.get_by_role("button", name="Als Word mit Kommentaren").click()
    document = Document(io.BytesIO(download.value.path().read_bytes()))
    assert len(list(document.comments)) == 2

    page.get_by_role("button", name="Aufbewahren").click()
    page.wait_for_url("**pruefung=*")
    page.reload()
    expect(page.locator("mark[role]")).to_have_count(2)
    page.get_by_role("button", name="Anderen Text prüfen").click()
    expect(page.get_by_role("textbox", name="Text mit Zitaten")).to_be_visible()
    expect(page.get_by_role("link", name="Dort steht")).to_be_visible()


def test_a_text_is_checked_against_documents_laid_beside_it(app: App, ansehen: Ansehen) -> None:
    """A protocol and a treaty: the text, the files, one click."""
    page = ansehen(app.server, "/pruefen")
    text = (
        "Erika Muster (SPD) sagte: „Wir werden jede zweite Brücke bis zum Jahr 2040 erneuern.“ "
        "Jan Probe von der CDU sagte: „Wir werden jede zweite Brücke bis zum Jahr 2040 erneuern.“\n\n"
        "Im Vertrag steht: „Beide Seiten bauen gemeinsam tausend Wohnungen in jedem Jahr.“ (S. 2)\n\n"
        "Und: „Das steht so in keinem einzigen Dokument dieser Welt.“"
    )
    page.get_by_role("textbox", name="Text mit Zitaten").fill(text)
    files = [
        {"name": name, "mimeType": "application/pdf", "buffer": laid_out(pages)}
        for name, pages in (
            ("protokoll.pdf", [spoken("bundestag")]),
            ("vertrag.pdf", [["Präambel."], TREATY]),
        )
    ]
    page.locator(".st-key-pruefen-gegen input[type=file]").set_input_files(files)
    expect(page.get_by_text("vertrag.pdf")).to_be_visible()
    page.get_by_role("button", name="Zitate prüfen").click()  # which waits until both have come up
    expect(page.locator("mark[role]")).to_have_count(4)
    settle(page)
    assert marks(page) == ["gedruckt", "falsch_zugeordnet", "gedruckt", "nirgends"]
    expect(page.get_by_text("Gesucht wurde nur in: protokoll, vertrag.")).to_be_visible()
    expect(page.get_by_text("gesprochen hat Dr. Erika Muster (SPD)")).to_be_visible()

    page.locator("mark[role]").nth(2).click()
    page.wait_for_url("**zitat=3*")
    settle(page)
    expect(page.get_by_text("Seite 2 von 2 der Datei")).to_be_visible()
    expect(page.get_by_role("button", name="Aufbewahren")).to_have_count(0)
    if folder := os.environ.get("BILDER"):
        page.screenshot(path=f"{folder}/gegen.png", full_page=True)


def test_a_hostile_text_is_shown_as_text(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/pruefen")
    bad = "**fett** <img src=x onerror=alert(1)> [Klick](javascript:alert(2)) $x$ :red[rot] „=CMD() und mehr“"
    page.get_by_role("textbox", name="Text mit Zitaten").fill(f"{bad}\n\n{json.dumps({'zitat': bad})}")
    page.get_by_role("button", name="Zitate prüfen").click()
    expect(page.locator("mark[role]").first).to_be_visible()
    assert page.locator(".text img, .text a, .text script").count() == 0
    assert urlsplit(page.url).path == "/pruefen"
