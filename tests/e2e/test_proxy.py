"""Two apps behind nginx as docs/setup has it: who signed in there reaches them, also when one is killed."""

import http.client
import os
import re
import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, expect

from core.runs.store import open_store
from pages.ui import answer_headers
from tests.e2e.browser import settle
from tests.e2e.proxy import HOST, Proxy, nginx, running
from tests.e2e.server import DEMO, Server, free_port, run_core, serve
from tests.e2e.sign_in import COOKIE, SignIn, sign_in_server
from tests.e2e.steps import upload

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
class Pair:
    apps: tuple[Server, Server]
    proxy: Proxy
    sign_in: SignIn
    folder: Path
    lauf_id: str

    def get(self, path: str, place: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
        """As Eva; `Cookie` for somebody else."""
        trusting = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.proxy.port, timeout=60, context=trusting)
        cookie = headers.pop("Cookie", None)
        cookie = self.sign_in.cookie() if cookie is None else cookie
        told = {
            "Host": f"{HOST}:{self.proxy.port}",
            "Cookie": f"{cookie}; place={place}" if place else cookie,
        }
        connection.request("GET", path, headers=told | headers)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}
        text = "" if answer.status == 101 else answer.read().decode(errors="replace")
        connection.close()
        return *found, text

    def place_at(self, app: Server) -> str:
        """A place whose windows go to this app."""
        for number in count():
            self.get("/haus/_stcore/health", f"versuch-{number}")
            _, _, _, asked, place = self.proxy.log()[-1]
            if place == f"versuch-{number}" and asked == f"127.0.0.1:{app.port}":
                return place
        raise AssertionError


@pytest.fixture(scope="module")
def pair(leer: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    if nginx() is None:
        reason = "nginx is not there. On Debian: apt-get install nginx-light"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    folder = Path(copytree(leer, tmp_path_factory.mktemp("paar") / "kopie"))
    (lauf,) = run_core(folder, "assess", str(DEMO / "antrag-5-214.pdf"))
    proxy = Proxy(free_port(), free_port(), tmp_path_factory.mktemp("nginx"))
    env = {"HOSTNAMEN": HOST, "NAME_HEADER": "X-Forwarded-Preferred-Username", "METRIKEN": "1"}
    with ExitStack() as stack:
        sign_in = stack.enter_context(sign_in_server())
        below = "--server.baseUrlPath=haus"
        apps = [stack.enter_context(serve(folder, below, base="/haus", **env)) for _ in range(2)]
        stack.enter_context(running(proxy, [app.port for app in apps], sign_in.port))
        yield Pair((apps[0], apps[1]), proxy, sign_in, folder, str(lauf["id"]))


@pytest.fixture
def come(browser: Browser, pair: Pair) -> Iterator[Callable[..., Page]]:
    """A window of somebody who was never here before, at a place of his own or by chance."""
    with ExitStack() as opened:

        def open_at(path: str = "/haus/", place: str = "", **headers: str) -> Page:
            context = opened.enter_context(
                browser.new_context(locale="de-DE", ignore_https_errors=True, extra_http_headers=headers)
            )
            context.set_default_timeout(30_000)
            if place:
                context.add_cookies([{"name": "place", "value": place, "url": pair.proxy.origin}])
            page = context.new_page()
            page.goto(f"{pair.proxy.origin}{path}")
            return page

        yield open_at


def enter(page: Page) -> None:
    page.get_by_role("link", name="Anmelden").click()
    settle(page)


def judge(page: Page) -> None:
    page.get_by_role("button", name="Urteil", exact=True).first.click()
    page.get_by_test_id("stPopoverBody").get_by_text("Stimmt", exact=True).click()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/haus/",
        "/haus/lauf",
        PROGRAMM,
        "/haus/_stcore/health",
        "/haus/media/x.png",
        "/haus/api/gesundheit",
    ],
)
def test_who_is_not_signed_in_gets_the_door_and_nothing_else(pair: Pair, path: str) -> None:
    for cookie in ("", f"{COOKIE}=erfunden"):
        forged = {"X-Forwarded-Preferred-Username": "Eva", "X-Auth-Request-User": "Eva"}
        status, _, text = pair.get(path, Cookie=cookie, **forged)
        assert status == 401 and "Anmelden" in text and "Lindenbund" not in text
    asked = {"Origin": pair.proxy.origin, **UPGRADE}
    assert pair.get("/haus/_stcore/stream", Cookie="", **asked)[0] == 401
    assert pair.get("/oauth2/auth")[0] == 404


def test_who_signed_in_comes_back_to_the_page_and_is_known_by_name_beside_a_judgement(
    pair: Pair, come: Callable[..., Page]
) -> None:
    """What the visitor's own browser claims is written over."""
    pair.sign_in.will_be = EVA
    forged = {"X-Forwarded-Preferred-Username": "Vera", "X-Forwarded-User": "Vera"}
    page = come(f"/haus/lauf?id={pair.lauf_id}", **forged)
    enter(page)
    assert page.url == f"{pair.proxy.origin}/haus/lauf?id={pair.lauf_id}"
    judge(page)
    expect(page.get_by_text("Sie sind angemeldet als Eva Örtel.")).to_be_visible()
    assert page.get_by_label("Ihr Name").count() == 0
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_text("Urteil: stimmt").first).to_be_visible()
    store = open_store(None, pair.folder / "laeufe")
    assert [one.name for one in store.load(pair.lauf_id).urteile] == ["Eva Örtel"]
    store.close()


def test_where_the_provider_gives_no_name_nobody_can_give_himself_one(
    pair: Pair, come: Callable[..., Page]
) -> None:
    pair.sign_in.will_be = NAMELESS
    page = come(f"/haus/lauf?id={pair.lauf_id}", **{"X-Forwarded-Preferred-Username": "Vera"})
    enter(page)
    judge(page)
    expect(page.get_by_role("button", name="Speichern", exact=True)).to_be_visible()
    assert page.get_by_label("Ihr Name").count() == 0 and page.get_by_text("Vera").count() == 0
    pair.sign_in.will_be = EVA


def test_below_a_path_pages_pictures_and_uploads_are_found_and_cookies_kept_safe(
    pair: Pair, come: Callable[..., Page]
) -> None:
    page = come(f"/haus/lauf?id={pair.lauf_id}")
    answers: list[tuple[str, int]] = []
    page.on("response", lambda got: answers.append((got.url.removeprefix(pair.proxy.origin), got.status)))
    enter(page)
    page.goto(f"{pair.proxy.origin}/haus/programme?programm=lindenbund-demo-2024&seite=1")
    settle(page)
    pictures = [(path, status) for path, status in answers if "/api/seite.png" in path]
    assert pictures and all(path.startswith("/haus/api/") and status == 200 for path, status in pictures)
    assert [one for one in answers if one[1] >= 400] == []
    page.goto(f"{pair.proxy.origin}/haus/antrag")
    upload(page, DEMO / "antrag-5-214.pdf")
    expect(page.get_by_role("textbox", name="Drucksache")).to_be_visible()
    assert {line[0] for line in pair.proxy.log()} >= {"PUT"}
    cookies = {one["name"]: one for one in page.context.cookies(pair.proxy.origin)}
    safe = [name for name, one in cookies.items() if one["secure"] and one["sameSite"] == "Lax"]
    assert set(safe) >= {"place", "_streamlit_xsrf"} and cookies["place"]["httpOnly"]


def test_what_an_app_answers_is_guarded_behind_the_proxy_too(pair: Pair) -> None:
    for path in ("/haus/", PROGRAMM, "/haus/media/fehlt.png"):
        told = pair.get(path)[1]
        assert answer_headers.headers().items() <= {
            (name, told.get(name.lower())) for name in answer_headers.headers()
        }
        assert "public" not in told.get("cache-control", "")
    own = {"Origin": pair.proxy.origin, **UPGRADE}
    assert pair.get("/haus/_stcore/stream", **own)[0] == 101
    assert pair.get("/haus/_stcore/stream", **(own | {"Origin": "https://evil.example"}))[0] == 403
    assert pair.get("/haus/_stcore/health", Host="evil.example")[0] == 421
    answer = pair.get(f"/haus/api/zitat/{pair.lauf_id}/LINDENBUND/1")[2]
    assert f"{pair.proxy.origin}/haus/lauf?id=" in answer and f"http://{HOST}" not in answer


def test_a_visitor_stays_with_one_app_and_visitors_are_spread_over_both(pair: Pair) -> None:
    one, other = (pair.place_at(app) for app in pair.apps)
    before = len(pair.proxy.log())
    for place in (one, other) * 10:
        pair.get("/haus/_stcore/health", place)
    asked = {(line[4], line[3]) for line in pair.proxy.log()[before:]}
    assert asked == {
        (one, f"127.0.0.1:{pair.apps[0].port}"),
        (other, f"127.0.0.1:{pair.apps[1].port}"),
    }


def test_what_the_proxy_adds_and_what_it_keeps_inside(pair: Pair) -> None:
    _, told, _ = pair.get("/haus/")
    assert told["strict-transport-security"] == "max-age=31536000"
    assert told["set-cookie"].count("place=") == 1 and "Secure; HttpOnly; SameSite=Lax" in told["set-cookie"]
    assert "place=" not in pair.get("/haus/", "mein-platz")[1].get("set-cookie", "")
    assert "nginx/" not in told.get("server", "")
    inside = [
        "//haus//api/metriken",
        "/haus/api/%6detriken",
        "/haus/api/metriken",
        "/haus/_stcore/metrics",
    ]
    assert [pair.get(path)[0] for path in inside] == [404] * len(inside)
    assert pair.get("/haus/api/gesundheit")[0] == 200
    plain = http.client.HTTPConnection("127.0.0.1", pair.proxy.plain_port, timeout=30)
    plain.request("GET", "/haus/laeufe?x=1", headers={"Host": "antragsspiegel.example.org"})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["location"]) == (
        301,
        "https://antragsspiegel.example.org/haus/laeufe?x=1",
    )
    plain.close()


def test_an_app_is_killed_while_people_work(pair: Pair, come: Callable[..., Page]) -> None:
    dies, stays = pair.apps
    disturbed, calm = come("/haus/glossar", pair.place_at(dies)), come("/haus/suche", pair.place_at(stays))
    for page in (disturbed, calm):
        enter(page)
    line = calm.get_by_role("textbox").first
    line.fill("noch nicht abgeschickt")
    os.kill(dies.pid, signal.SIGKILL)
    disturbed.reload()
    settle(disturbed)
    expect(disturbed.get_by_role("heading", name=re.compile("Glossar")).first).to_be_visible()
    expect(line).to_have_value("noch nicht abgeschickt")
    line.press("Enter")
    settle(calm)
    tried = f"127.0.0.1:{dies.port}, 127.0.0.1:{stays.port}"
    assert tried in [line[3] for line in pair.proxy.log()]
