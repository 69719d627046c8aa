"""Without a mouse: from the Antrag to the result, the quote, its page and the export, in few steps."""

from playwright.sync_api import Page, expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App, Oeffnen
from tests.e2e.server import DEMO
from tests.e2e.steps import SEITENBILD, await_lauf, focused, picture, tab_to

FEW = 8

RING = """async () => {
    await Promise.allSettled(document.getAnimations().map(one => one.finished));
    let focused = document.activeElement;
    while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    const style = getComputedStyle(focused);
    return [style.outlineStyle, parseFloat(style.outlineWidth), style.outlineColor];
}"""
ACCENT = "rgb(59, 79, 134)"
"""8 : 1 on white, 7 : 1 on the light grey."""


def test_from_the_antrag_to_the_export_without_a_mouse(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server)
    settle(page)
    tab_to(page, "Antrag prüfen$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Text des Antrags")).to_be_visible()
    settle(page)
    tab_to(page, "^Text des Antrags")
    page.keyboard.insert_text((DEMO / "antrag-5-214.txt").read_text(encoding="utf-8"))
    tab_to(page, "Antrag lesen$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Drucksache")).to_be_visible()
    settle(page)
    tab_to(page, "Prüfung starten$")
    page.keyboard.press("Enter")
    await_lauf(page)

    choose_another_quote(page)
    before = picture(page).get_attribute("src") or ""
    tab_to(page, "^Vor\\b|Vor chevron|chevron_right Vor")
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name=SEITENBILD)).not_to_have_attribute("src", before)
    settle(page)

    tab_to(page, "Exportieren", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Vermerk (PDF)")).to_be_visible()
    tab_to(page, r"Vermerk \(PDF\)")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename.endswith(".pdf")


def choose_another_quote(page: Page) -> None:
    """The skip link leads to the first, which is chosen already; the next turns the page's mark."""
    page.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges()")
    before = picture(page).get_attribute("src") or ""
    tab_to(page, "^Zum ersten Zitat springen", "Shift+Tab")
    page.keyboard.press("Enter")
    assert focused(page).startswith("„")
    tab_to(page, "^„")
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name=SEITENBILD)).not_to_have_attribute("src", before)
    settle(page)


def test_the_focus_is_seen_wherever_it_is(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, f"/lauf?id={app.lauf_id}")
    await_lauf(page)
    rings = {}
    for _ in range(30):
        page.keyboard.press("Tab")
        rings[focused(page)[:60]] = page.evaluate(RING)
    assert {name: ring for name, ring in rings.items() if ring != ["solid", 3, ACCENT]} == {}


def test_nothing_moves_for_who_wants_that(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/")  # which wants it
    moving = """() => [...document.querySelectorAll('body *')].filter(element => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        const seconds = `${transitionDuration},${animationDuration}`.split(',').map(parseFloat);
        return Math.max(...seconds) > 0.001;
    }).length"""
    assert page.evaluate(moving) == 0
