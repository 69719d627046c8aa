"""Who asks for further hits reads on at the first of them."""

import re

from playwright.sync_api import expect

from tests.e2e.browser import DESKTOP, settle
from tests.e2e.conftest import App, Oeffnen


def test_further_hits_begin_where_the_reader_looks(app: App, oeffnen: Oeffnen) -> None:
    page = oeffnen(app.server, "/suche?q=Schule&land=DEMO&anzahl=10")
    settle(page)
    for button, told in (("Weitere Treffer", "Treffer 11 bis"), ("Vorige Treffer", "Treffer 1 bis")):
        page.get_by_role("button", name=button).click()
        head = page.locator(".st-key-trefferkopf")
        expect(head).to_contain_text(re.compile(told))
        settle(page)
        box = head.bounding_box()
        assert box and 0 <= box["y"] < DESKTOP["height"] / 3
