"""A new Land in a real window: three clicks, and it can be searched.

With eight large Programme, timed: `python -m tests.bench first_land`.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.bench.first_land import fetch_a_land, new_place
from tests.e2e.browser import settle
from tests.e2e.conftest import Oeffnen, Starten
from tests.e2e.sources_here import sources_here
from tests.sources.quellserver import quellserver


@pytest.mark.night
def test_three_clicks_and_a_land_can_be_searched(starten: Starten, oeffnen: Oeffnen, tmp_path: Path) -> None:
    with quellserver({}) as source:
        new_place(tmp_path, source, count=2, pages=3).close()
        app = starten(tmp_path, **sources_here(tmp_path, source.url))
        page = oeffnen(app, "/programme")
        page.get_by_role("button", name="Fehlende Programme holen").wait_for(timeout=90_000)
        settle(page)
        assert fetch_a_land(page, 2, seconds=90) == 3
        assert sorted(path for path in source.paths if path.endswith(".pdf")).count("/0.pdf") <= 2
        page.goto(app.url("/suche?q=Brunnen und Schule&land=NRW"))
        settle(page)
        expect(page.get_by_text("Wahlprogramm 2022").first).to_be_visible()
