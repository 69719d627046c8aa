"""The app behind nginx as docs/setup has it, below a path: who signed in there reaches it, by name."""

import http.client
import re
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.runs.store import open_store
from pages.ui.admission import headers
from tests.e2e.browser import settle
from tests.e2e.conftest import Judged
from tests.e2e.proxy import HOST, Proxy, nginx, running
from tests.e2e.server import DEMO, free_port, serve
from tests.e2e.sign_in import COOKIE, SignIn, sign_in_server
from tests.e2e.steps import upload
from tests.prozesse import PATIENCE
from tests.skips import skip_without

EVA = ("Eva Örtel", "eva@landtag.example")
NAMELESS = ("", "jo@landtag.example")
PROGRAMM = "/haus/api/programm/lindenbund-demo-2024.pdf"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": "streamlit",
}


@dataclass(frozen=True)
class House:
    proxy: Proxy
    sign_in: SignIn
    folder: Path
    lauf_id: str

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """As Eva; `Cookie` for somebody else."""
        trusting = ssl._create_unverified_context()
        port = self.proxy.port
        connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=trusting)
        cookie = headers.pop("Cookie", None)
        cookie = self.sign_in.cookie() if cookie is None else cookie
        told = {
            "Host": f"{HOST}:{self.proxy.port}",
            "Cookie": cookie,
        }
        connection.request("GET", path, headers=told | headers)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}
        text = "" if answer.status == 101 else answer.read().decode(errors="replace")
        connection.close()
        return *found, text


@pytest.fixture(scope="module")
def house(judged: Judged, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if nginx() is None:
        skip_without("nginx")
    folder = judged.copy(tmp_path_factory.mktemp("haus"))
    proxy = Proxy(free_port(), free_port(), tmp_path_factory.mktemp("nginx"))
    env = {"HOSTNAMEN": HOST, "NAME_HEADER": "X-Forwarded-Preferred-Username", "METRIKEN": "1"}
    with ExitStack() as stack:
        sign_in = stack.enter_context(sign_in_server())
        app = stack.enter_context(serve(folder, "--server.baseUrlPath=haus", base="/haus", **env))
        stack.enter_context(running(proxy, app.port, sign_in.port))
        yield House(proxy, sign_in, folder, judged.lauf_id)


@pytest.fixture
def page(browser: Browser, house: House) -> Iterator[Page]:
    """A window of somebody who was never here before, and claims to be Vera."""
    forged = {"X-Forwarded-Preferred-Username": "Vera", "X-Forwarded-User": "Vera"}
    options = {"locale": "de-DE", "ignore_https_errors": True, "extra_http_headers": forged}
    with browser.new_context(**options) as context:
        context.set_default_timeout(1000 * PATIENCE)
        yield context.new_page()


def enter(page: Page) -> None:
    page.get_by_role("link", name="Anmelden").click()
    settle(page)


def judge(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Urteil")).first.click()
    page.get_by_test_id("stPopoverBody").get_by_text("Stimmt", exact=True).click()


DOORS = [
    "/", "/haus/", "/haus/lauf", PROGRAMM, "/haus/_stcore/health", "/haus/media/x.png", "/haus/api/gesundheit"
]  # fmt: skip


def test_who_is_not_signed_in_gets_the_door_and_nothing_else(house: House) -> None:
    forged = {"X-Forwarded-Preferred-Username": "Eva", "X-Auth-Request-User": "Eva"}
    for path, cookie in product(DOORS, ("", f"{COOKIE}=erfunden")):
        status, _, text = house.get(path, Cookie=cookie, **forged)
        assert (path, status) == (path, 401) and "Anmelden" in text and "Lindenbund" not in text, path
    asked = {"Origin": house.proxy.origin, **UPGRADE}
    assert house.get("/haus/_stcore/stream", Cookie="", **asked)[0] == 401
    assert house.get("/oauth2/auth")[0] == 404


def test_who_signed_in_comes_back_to_the_page_and_is_known_by_name_beside_a_judgement(
    house: House, page: Page
) -> None:
    """What his own browser claims is written over; all is found below the path, and cookies are safe.

    Where the provider gives no name nobody can give himself one.
    """
    house.sign_in.will_be = EVA
    page.goto(f"{house.proxy.origin}/haus/lauf?id={house.lauf_id}")
    answers: list[tuple[str, int]] = []
    page.on("response", lambda got: answers.append((got.url.removeprefix(house.proxy.origin), got.status)))
    with page.expect_response(lambda got: "/api/seite.png" in got.url):
        enter(page)
    assert page.url == f"{house.proxy.origin}/haus/lauf?id={house.lauf_id}"
    judge(page)
    expect(page.get_by_text("Sie sind angemeldet als Eva Örtel.")).to_be_visible()
    assert page.get_by_label("Ihr Name").count() == 0
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_text("Urteil: stimmt").first).to_be_visible()
    store = open_store(None, house.folder / "laeufe")
    assert [one.name for one in store.load(house.lauf_id).urteile] == ["Eva Örtel"]
    store.close()
    pictures = [(path, status) for path, status in answers if "/api/seite.png" in path]
    assert pictures and all(path.startswith("/haus/api/") and status == 200 for path, status in pictures)
    assert [one for one in answers if one[1] >= 400] == []
    page.goto(f"{house.proxy.origin}/haus/antrag")
    upload(page, DEMO / "antrag-5-214.pdf")
    expect(page.get_by_role("textbox", name="Drucksache")).to_be_visible()
    cookies = {one["name"]: one for one in page.context.cookies(house.proxy.origin)}
    safe = [name for name, one in cookies.items() if one["secure"] and one["sameSite"] == "Lax"]
    assert safe == ["_streamlit_xsrf"] and set(cookies) == {COOKIE, *safe}

    page.context.clear_cookies()
    house.sign_in.will_be = NAMELESS
    page.goto(f"{house.proxy.origin}/haus/lauf?id={house.lauf_id}")
    enter(page)
    judge(page)
    expect(page.get_by_role("button", name="Speichern", exact=True)).to_be_visible()
    assert page.get_by_label("Ihr Name").count() == 0 and page.get_by_text("Vera").count() == 0


def test_what_an_app_answers_is_guarded_behind_the_proxy_too(house: House) -> None:
    for path in ("/haus/", PROGRAMM, "/haus/media/fehlt.png"):
        told = house.get(path)[1]
        assert headers().items() <= {(name, told.get(name.lower())) for name in headers()}
        assert "public" not in told.get("cache-control", "")
    own = {"Origin": house.proxy.origin, **UPGRADE}
    assert house.get("/haus/_stcore/stream", **own)[0] == 101
    assert house.get("/haus/_stcore/stream", **(own | {"Origin": "https://evil.example"}))[0] == 403
    assert house.get("/haus/_stcore/health", Host="evil.example")[0] == 421
    answer = house.get(f"/haus/api/zitat/{house.lauf_id}/LINDENBUND/1")[2]
    assert f"{house.proxy.origin}/haus/lauf?id=" in answer and f"http://{HOST}" not in answer


def test_what_the_proxy_adds_and_what_it_keeps_inside(house: House) -> None:
    _, told, _ = house.get("/haus/")
    assert told["strict-transport-security"] == "max-age=31536000"
    assert "nginx/" not in told.get("server", "")
    inside = ["//haus//api/metriken", "/haus/api/%6detriken", "/haus/api/metriken", "/haus/_stcore/metrics"]
    assert [house.get(path)[0] for path in inside] == [404] * len(inside)
    assert house.get("/haus/api/gesundheit")[0] == 200
    plain = http.client.HTTPConnection("127.0.0.1", house.proxy.plain_port, timeout=PATIENCE)
    plain.request("GET", "/haus/laeufe?x=1", headers={"Host": "antragsspiegel.example.org"})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["location"]) == (
        301,
        "https://antragsspiegel.example.org/haus/laeufe?x=1",
    )
    plain.close()
