"""Two apps behind nginx as docs/setup has them: one signs in over TLS, and goes on when an app is killed."""

import http.client
import os
import signal
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import copytree
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import settle
from tests.e2e.proxy import Proxy, nginx, running
from tests.e2e.server import DEMO, Server, free_port, run_core, serve
from tests.e2e.signing_in import COOKIE, LENA, PAULA, ROLES, VERA, sign_in, signed
from tests.e2e.steps import upload
from tests.pages.oidc import Provider, oidc_provider


@dataclass(frozen=True)
class Pair:
    apps: tuple[Server, Server]
    proxy: Proxy
    provider: Provider
    lauf_id: str

    def get(self, path: str, place: str = "") -> tuple[int, dict[str, str], str]:
        trusting = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.proxy.port, timeout=60, context=trusting)
        connection.request("GET", path, headers={"Cookie": f"place={place}"} if place else {})
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}
        text = answer.read().decode(errors="replace")
        connection.close()
        return *found, text

    def place_at(self, app: Server) -> str:
        """A place whose windows go to this app."""
        for number in count():
            self.get("/_stcore/health", f"versuch-{number}")
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
    (folder / "rollen.toml").write_text(ROLES)
    proxy = Proxy(free_port(), free_port(), tmp_path_factory.mktemp("nginx"))
    with ExitStack() as stack:
        provider = stack.enter_context(oidc_provider())
        env = {
            "ANMELDUNG": "1",
            "METRIKEN": "1",
            "ROLLEN": str(folder / "rollen.toml"),
            "STREAMLIT_SECRETS_FILES": str(provider.secrets(folder, proxy.origin)),
        }
        apps = [stack.enter_context(serve(folder, **env)) for _ in range(2)]
        stack.enter_context(running(proxy, [app.port for app in apps]))
        yield Pair((apps[0], apps[1]), proxy, provider, str(lauf["id"]))


@pytest.fixture
def come(browser: Browser, pair: Pair) -> Iterator[Callable[..., Page]]:
    """A window of somebody who was never here before, at a place of his own or by chance."""
    with ExitStack() as opened:

        def open_at(path: str = "/", place: str = "") -> Page:
            context = opened.enter_context(browser.new_context(locale="de-DE", ignore_https_errors=True))
            context.set_default_timeout(30_000)
            if place:
                context.add_cookies([{"name": "place", "value": place, "url": pair.proxy.origin}])
            page = context.new_page()
            page.goto(f"{pair.proxy.origin}{path}")
            return page

        yield open_at


def test_who_is_who_is_known_behind_tls_and_what_is_sent_out_is_kept_safe(
    pair: Pair, come: Callable[..., Page]
) -> None:
    pair.provider.will_be(PAULA)
    page = come()
    sign_in(page)
    expect(page.get_by_text(f"{PAULA} · prüfen")).to_be_visible()
    assert page.url.startswith(pair.proxy.origin)
    cookies = {one["name"]: one for one in page.context.cookies(pair.proxy.origin)}
    assert cookies[COOKIE]["httpOnly"] and cookies["place"]["httpOnly"]
    kept = [name for name, one in cookies.items() if one["secure"] and one["sameSite"] == "Lax"]
    assert set(kept) == set(cookies) >= {COOKIE, "place", "_streamlit_xsrf"}
    upload(page, DEMO / "antrag-5-214.pdf")
    expect(page.get_by_role("textbox", name="Drucksache")).to_be_visible()
    assert {line[0] for line in pair.proxy.log()} >= {"PUT"}


def test_a_visitor_stays_with_one_app_and_visitors_are_spread_over_both(pair: Pair) -> None:
    one, other = (pair.place_at(app) for app in pair.apps)
    before = len(pair.proxy.log())
    for place in (one, other) * 10:
        pair.get("/_stcore/health", place)
    asked = {(line[4], line[3]) for line in pair.proxy.log()[before:]}
    assert asked == {
        (one, f"127.0.0.1:{pair.apps[0].port}"),
        (other, f"127.0.0.1:{pair.apps[1].port}"),
    }


def test_what_the_proxy_adds_and_what_it_keeps_inside(pair: Pair) -> None:
    _, told, _ = pair.get("/")
    assert told["strict-transport-security"] == "max-age=31536000"
    assert told["set-cookie"].count("place=") == 1 and "Secure; HttpOnly; SameSite=Lax" in told["set-cookie"]
    assert "place=" not in pair.get("/", "mein-platz")[1].get("set-cookie", "")
    assert "nginx/" not in told.get("server", "")
    assert [pair.get(path)[0] for path in ("/api/metriken", "//api/metriken", "/api/%6detriken")] == [404] * 3
    assert pair.get("/api/programm/lindenbund-demo-2024.pdf")[0] == 401
    plain = http.client.HTTPConnection("127.0.0.1", pair.proxy.plain_port, timeout=30)
    plain.request("GET", "/laeufe?x=1", headers={"Host": "antragsspiegel.example.org"})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["location"]) == (
        301,
        "https://antragsspiegel.example.org/laeufe?x=1",
    )
    plain.close()


def test_figures_are_for_those_who_administer_and_readiness_for_all(pair: Pair) -> None:
    """At the app itself: the proxy passes the one on and not the other."""
    host = {"Host": urlsplit(pair.proxy.origin).netloc}

    def status(path: str, email: str = "") -> int:
        told = {"is_logged_in": True, "provider": "haus", "sub": email, "email": email}
        told |= {"email_verified": True, "origin": pair.proxy.origin, "iat": int(time.time())}
        connection = http.client.HTTPConnection("127.0.0.1", pair.apps[1].port, timeout=60)
        connection.request("GET", path, headers=host | ({"Cookie": signed(told)} if email else {}))
        found = connection.getresponse().status
        connection.close()
        return found

    assert [status("/api/metriken", who) for who in ("", LENA, PAULA, VERA)] == [401, 403, 403, 200]
    assert [status("/api/gesundheit", who) for who in ("", LENA)] == [200, 200]
    assert pair.get("/api/gesundheit")[0] == 200


def test_an_address_that_is_handed_on_is_the_proxys(pair: Pair, come: Callable[..., Page]) -> None:
    pair.provider.will_be(LENA)
    page = come()
    sign_in(page)
    expect(page.get_by_text(f"{LENA} · lesen")).to_be_visible()
    answer = page.request.get(f"{pair.proxy.origin}/api/zitat/{pair.lauf_id}/LINDENBUND/1")
    assert answer.status == 200 and f"{pair.proxy.origin}/" in answer.text()
    assert f"http://{urlsplit(pair.proxy.origin).netloc}" not in answer.text()


def test_an_app_is_killed_while_people_work_and_while_one_is_at_the_provider(
    pair: Pair, come: Callable[..., Page]
) -> None:
    dies, stays = pair.apps
    pair.provider.will_be(LENA)
    disturbed, calm = come("/glossar", pair.place_at(dies)), come("/suche", pair.place_at(stays))
    for page in (disturbed, calm):
        sign_in(page)
        expect(page.get_by_text(f"{LENA} · lesen")).to_be_visible()
        settle(page)
    calm.goto(f"{pair.proxy.origin}/suche")
    line = calm.get_by_role("textbox").first
    line.fill("noch nicht abgeschickt")
    late = come("/", pair.place_at(dies))
    expect(late.get_by_text("Bitte melden Sie sich an.")).to_be_visible()
    pair.provider.meanwhile = lambda: os.kill(dies.pid, signal.SIGKILL)
    try:
        sign_in(late)
        expect(late.get_by_text(f"{LENA} · lesen")).to_be_visible()
    finally:
        pair.provider.meanwhile = None
    disturbed.reload()
    expect(disturbed.get_by_text(f"{LENA} · lesen")).to_be_visible()
    expect(line).to_have_value("noch nicht abgeschickt")
    line.press("Enter")
    settle(calm)
    expect(calm.get_by_text(f"{LENA} · lesen")).to_be_visible()
    tried = f"127.0.0.1:{dies.port}, 127.0.0.1:{stays.port}"
    assert tried in [line[3] for line in pair.proxy.log()]
