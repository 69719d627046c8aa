"""A text is pasted, its quotes are told apart, each with its page; it is kept, and goes out as Word."""

import io
import json
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


def test_a_hostile_text_is_shown_as_text(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/pruefen")
    bad = "**fett** <img src=x onerror=alert(1)> [Klick](javascript:alert(2)) $x$ :red[rot] „=CMD() und mehr“"
    page.get_by_role("textbox", name="Text mit Zitaten").fill(f"{bad}\n\n{json.dumps({'zitat': bad})}")
    page.get_by_role("button", name="Zitate prüfen").click()
    expect(page.locator("mark[role]").first).to_be_visible()
    assert page.locator(".text img, .text a, .text script").count() == 0
    assert urlsplit(page.url).path == "/pruefen"
