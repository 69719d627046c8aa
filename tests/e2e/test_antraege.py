"""A listed Antrag in a real window: from the list to its check, and what cannot be fetched."""

import re

from playwright.sync_api import expect

from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App


def test_from_the_list_to_the_check(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/antraege?quelle=DIP&kennung=BT 5/214")
    settle(page)
    expect(page.get_by_text("Quelle: Deutscher Bundestag – DIP")).to_be_visible()
    expect(page.get_by_text("Beschlussempfehlung 5/300")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("ohne Sprachmodell.*fertig"))).to_be_visible()
    page.get_by_role("button", name="Antrag prüfen").click()
    expect(page).to_have_url(re.compile(r"/antrag\?antrag=\w+&neben=original"))
    settle(page)
    expect(page.get_by_text("Quelle: Deutscher Bundestag – DIP")).to_be_visible()
    page.go_back()
    settle(page)
    expect(page.get_by_role("heading", name="Anträge")).to_be_visible()
