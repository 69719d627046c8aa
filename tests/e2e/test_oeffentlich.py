"""The public view of a newsroom: a released Lauf by its address, and nothing else whatever is asked for."""

import http.client
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.runs.store import Runstore, open_store
from pages.ui.entrance import PAGES
from tests.e2e.browser import settle, visit
from tests.e2e.server import DEMO, Server, run_core, serve

ONLY = "Hier sind einzelne Läufe zu sehen"


@dataclass(frozen=True)
class Public:
    server: Server
    store: Runstore
    released: str
    kept: str

    def status(self, path: str, method: str = "GET") -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request(method, path)
        found = connection.getresponse().status
        connection.close()
        return found


@pytest.fixture(scope="module")
def public(leer: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Public]:
    folder = Path(shutil.copytree(leer, tmp_path_factory.mktemp("oeffentlich") / "kopie"))
    (one,) = run_core(folder, "assess", str(DEMO / "antrag-5-214.pdf"))
    (other,) = run_core(folder, "assess", str(DEMO / "antrag-5-214.pdf"), "--fresh")
    assert run_core(folder, "release", str(one["id"]))["freigegeben"]
    with serve(folder, OEFFENTLICH="1") as server:
        store = open_store(None, folder / "laeufe")
        yield Public(server, store, str(one["id"]), str(other["id"]))
        store.close()


@pytest.fixture
def page(browser: Browser, public: Public) -> Iterator[Page]:
    faults: list[str] = []
    with visit(browser, faults) as page:
        yield page
    assert faults == []


def test_a_released_lauf_is_shown_with_its_quotes_and_nothing_to_press(page: Page, public: Public) -> None:
    page.goto(public.server.url(f"/lauf?id={public.released}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grundschul")
    settle(page)
    for word in ("Wiederholen …", "Urteil", "Zitate prüfen lassen …", "Freigeben", "Anmelden"):
        assert page.get_by_role("button", name=word, exact=True).count() == 0
    assert page.get_by_role("link", name="Läufe", exact=True).count() == 0
    page.get_by_role("button", name="Exportieren").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Alles (JSON), auch zum Einlesen").click()
    (exported,) = json.loads(Path(download.value.path()).read_text())["laeufe"]
    assert exported["lauf"]["id"] == public.released


@pytest.mark.parametrize("path", [*sorted(set(PAGES) - {"barrierefreiheit"}), "lauf?id=", "lauf?id=x"])
def test_nothing_else_is_shown(page: Page, public: Public, path: str) -> None:
    page.goto(public.server.url(f"/{path}"))
    expect(page.get_by_text(ONLY)).to_be_visible()


def test_a_lauf_nobody_released_is_not_shown_nor_are_its_quotes(page: Page, public: Public) -> None:
    page.goto(public.server.url(f"/lauf?id={public.kept}"))
    expect(page.get_by_text(ONLY)).to_be_visible()
    assert public.status(f"/api/zitat/{public.kept}/LINDENBUND/1") == 404
    assert public.status(f"/api/zitat/{public.released}/LINDENBUND/1") in (200, 404)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/programm/lindenbund-demo-2024.pdf", 200),
        ("/api/programm/spd-nrw-2022.pdf", 404),
        ("/api/seite.png?programm=spd-nrw-2022&seite=1", 404),
        ("/api/seite.png?programm=lindenbund-demo-2024&programm=spd-nrw-2022&seite=1", 404),
        ("/api/seite.pdf?seite=1", 404),
        ("/api/antrag.png?antrag=x&seite=1", 403),
        ("/api/abstimmung/x.pdf", 403),
        ("/api/metriken", 403),
        ("/_stcore/metrics", 403),
        ("/api/gesundheit", 200),
    ],
)
def test_addresses_of_what_no_released_lauf_quotes_are_refused(
    public: Public, path: str, status: int
) -> None:
    assert public.status(path) == status


def test_nothing_can_be_uploaded(public: Public) -> None:
    assert public.status("/_stcore/upload_file/x/y", "PUT") == 403


def test_a_release_that_is_taken_back_holds_at_once(page: Page, public: Public) -> None:
    public.store.withdraw(public.released)
    try:
        page.goto(public.server.url(f"/lauf?id={public.released}"))
        expect(page.get_by_text(ONLY)).to_be_visible()
        assert public.status("/api/programm/lindenbund-demo-2024.pdf") == 404
    finally:
        public.store.release(public.released, "test")
