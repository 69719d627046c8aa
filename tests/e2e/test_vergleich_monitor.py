"""Journeys side by side and over time: two prompts compared, an alarm followed down to a dropped quote."""

import re
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from core.demo.history import FAST, LAST_DAY, demo_history, plan
from core.runs.load_laeufe import Filter
from core.runs.store import runstore
from core.wortlaut.german.folding import letters
from tests.citations.markiert import marked_letters
from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App, Oeffnen, Starten
from tests.e2e.server import open_context

ANTRAEGE = 5


def choose(page: Page, name: str, option: str) -> None:
    """Add one more in a field of several."""
    page.get_by_role("combobox", name=re.compile(rf"^{name}|{name}$")).click()
    page.get_by_role("option", name=re.compile(option)).first.click()
    page.keyboard.press("Escape") if page.get_by_role("listbox").is_visible() else None
    settle(page)


@pytest.mark.night  # by day in tests/pages: test_vergleich_start.py, test_vergleich_prompts.py
def test_two_prompts_are_compared_from_the_start_to_their_difference(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/vergleich")
    page.get_by_role("button", name="Neuen Vergleich starten").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Clear all").first.click()
    settle(page)
    choose(page, "Anträge", "Grundschulen")
    choose(page, "Modelle", "^GPT-5 ·")
    choose(page, "Prompts", "knapp|Knapp")
    page.get_by_role("button", name="Starten", exact=True).click()
    expect(page).to_have_url(re.compile("spalten="))
    expect(page.get_by_text("2 Spalten · 2 Läufe · 1 Antrag")).to_be_visible()
    expect(page.get_by_text("Punkte je Partei und Spalte")).to_be_visible()
    _a_field_opens_its_quotes_without_leaving_the_page(page)
    page.get_by_role("radio", name="Prompts vergleichen").click()
    expect(page.get_by_text(re.compile("nur in Knapp, .*nur in Streng belegt, "))).to_be_visible()
    settle(page)
    struck = page.locator("del, s").all_inner_texts()
    assert len(struck) > 3 and all(text.strip() for text in struck)
    laeufe = runstore(open_context(app.server.folder)).list_laeufe()
    asked = [lauf.prompt_id for lauf in laeufe if lauf.modell_gefragt == "openai/gpt-5"]
    assert sorted(asked) == ["knapp", "streng"]


def _a_field_opens_its_quotes_without_leaving_the_page(page: Page) -> None:
    page.wait_for_function("() => document.tafel?.signal.aborted === false")  # before, its link leads there
    page.evaluate("window.same = true")
    page.locator(".punkte td a").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("region", name=re.compile("^Zitate zu "))).to_be_visible()
    expect(page).to_have_url(re.compile("zelle="))
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("zelle="))
    assert page.evaluate("window.same")


@pytest.fixture
def verlauf(kopie: Path) -> Path:
    """The demo's history of one model up to its bad week."""
    context = open_context(kopie)
    list(demo_history(context, LAST_DAY, [one for one in plan(ANTRAEGE) if one.modell == FAST]))
    with closing(runstore(context)) as store:
        assert store.count_laeufe(Filter(is_demo=True)) > 50
    return kopie


@pytest.mark.night
def test_an_alarm_leads_to_a_dropped_quote_and_the_page_of_its_nearest_passage(
    starten: Starten, oeffnen: Oeffnen, verlauf: Path
) -> None:
    server = starten(verlauf)
    page = oeffnen(server, "/monitor?beispiele=1&zeitraum=alles&takt=Tag")
    alarm = page.get_by_text(re.compile("wurden verworfen, ungewöhnlich viele")).first
    expect(alarm).to_be_visible()
    _chart_is_kept_as_a_picture(page)
    page.get_by_role("button", name="Läufe ansehen").first.click()
    settle(page)
    behind = page.locator("[class*='st-key-dahinter-tag']")
    dropped = (
        behind.get_by_test_id("stExpander").filter(has_text=re.compile(r"verworfen: .*nur ähnlich")).first
    )
    dropped.locator("summary").click()
    link = dropped.get_by_role("link", name="Passage auf ihrer Seite").first
    expect(link).to_be_visible()
    expect(dropped.get_by_text(re.compile("Am nächsten kommt")).first).to_be_visible()
    href = link.get_attribute("href") or ""
    answer = page.request.get(href if href.startswith("http") else server.url(href))
    assert answer.ok
    (passage,) = parse_qs(urlsplit(href).query)["text"]
    assert marked_letters(answer.body()) == letters(passage)
    _legends_are_whole_on_a_telephone(page, server.url("/monitor?beispiele=1&zeitraum=alles"))


def _chart_is_kept_as_a_picture(page: Page) -> None:
    """The buttons are beside the legend, and what they make is allowed by the headers of the answer."""
    chart = page.locator("[class*='st-key-alarm-'] .js-plotly-plot").first
    chart.hover()
    button = chart.locator('[data-attr="toImage"], [data-title*="ild"]').first
    box, legend = button.bounding_box(), chart.locator(".legend").bounding_box()
    assert box and legend and box["x"] >= legend["x"] + legend["width"]
    with page.expect_download() as download:
        button.click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def _legends_are_whole_on_a_telephone(page: Page, address: str) -> None:
    """Plotly draws a bar beside a legend of which not all is seen."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)
    settle(page)
    page.locator(".js-plotly-plot .legend").first.wait_for()
    bars = page.locator(".js-plotly-plot .legend .scrollbar")
    assert set(bars.evaluate_all("bars => bars.map(bar => Number(bar.getAttribute('height')))")) == {0}
