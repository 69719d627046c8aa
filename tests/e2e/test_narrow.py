"""Narrow windows: a telephone."""

import re

from playwright.sync_api import expect

from pages.ui.menu import all_pages
from tests.e2e.browser import settle
from tests.e2e.conftest import Ansehen, App

PHONE = {"width": 390, "height": 844}
LINE = 84
"""Pixels of a line of fields with their labels."""

LISTED = [title for _, title in sorted((page.place, page.title) for page, _ in all_pages() if page.place)]


def test_every_page_stands_in_the_menu(app: App, ansehen: Ansehen) -> None:
    """Eight words and a sign; the other pages are tabs of these, and a Lauf is no place one goes to."""
    assert len(LISTED) == 9
    names = [re.compile(f"{name}$") for name in LISTED]
    page = ansehen(app.server, "/glossar")
    settle(page)
    links = page.get_by_test_id("stTopNavLink")
    expect(links).to_have_text(names)
    assert [one.inner_text() for one in links.and_(page.locator("[aria-current]")).all()] == ["Hilfe"]
    page.set_viewport_size(PHONE)
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_text(names)


def test_fields_are_called_in_german_for_who_does_not_see_them_too(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, f"/antrag?lauf={app.lauf_id}")
    settle(page)
    expect(page.get_by_label("Hilfe zu: Modell", exact=True).first).to_be_attached()
    english = '[aria-label^="Help"], [aria-label^="day,"], [aria-label="Increment"], [placeholder^="Choose"]'
    expect(page.locator(english)).to_have_count(0)


def test_filters_leave_a_telephone_room_for_the_first_hit(app: App, ansehen: Ansehen) -> None:
    page = ansehen(app.server, "/suche?q=Was wird für kleine Grundschulen getan?", **PHONE)
    settle(page)
    box = page.locator(".st-key-suche-filter").bounding_box()
    assert box and box["height"] <= 2 * LINE and box["x"] + box["width"] <= PHONE["width"]
    years = page.get_by_role("combobox", name="Jahr")
    years.focus()
    years.press("ArrowDown")
    page.get_by_role("option").first.click()
    page.wait_for_url("**jahr=*")
