"""The page of a Lauf on paper."""

from pathlib import Path

from playwright.sync_api import Page, expect

from core.wortlaut.reading.mupdf import pymupdf
from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App


def test_a_lauf_is_printed_whole_and_without_what_only_a_screen_can_do(
    ansehen: Ansehen, app: App, tmp_path: Path
) -> None:
    page: Page = ansehen(app.server, f"/lauf?id={app.lauf_id}")
    expect(page.locator(".st-key-seitenansicht")).to_be_visible()
    settle(page)
    page.pdf(path=str(tmp_path / "lauf.pdf"), format="A4")
    with pymupdf().open(tmp_path / "lauf.pdf") as pdf:
        printed = " ".join(" ".join(sheet.get_text().split()) for sheet in pdf)
        assert len(pdf) > 1, "the page is printed to its end, not as far as the window reaches"
    assert "Wer sagt was zu welcher Forderung?" in printed and "Seite als PDF" in printed
    for button in ("Exportieren", "Einstellungen", "Diesen Lauf löschen"):
        assert button not in printed, button
