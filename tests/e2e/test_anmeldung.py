"""Signing in with a real provider and a real browser: who gets in, who does not, and what each then sees."""

import http.client
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from joserfc.jwk import RSAKey
from playwright.sync_api import Browser, Page, expect

from core.runs.store import Runstore, open_store
from pages.ui.entrance import PAGES
from pages.ui.routes import ROUTES
from tests.e2e.browser import settle
from tests.e2e.server import DEMO, Server, run_core, serve
from tests.e2e.signing_in import COOKIE, LENA, PAULA, ROLES, VERA, sign_in, signed
from tests.pages.oidc import Provider, oidc_provider


@dataclass(frozen=True)
class House:
    server: Server
    provider: Provider
    store: Runstore
    lauf_id: str

    def get(self, path: str, cookie: str = "") -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def cookie(self, email: str, **claims: object) -> str:
        """As the app itself signs it."""
        told = {
            "origin": f"http://127.0.0.1:{self.server.port}",
            "is_logged_in": True,
            "provider": "haus",
            "sub": email,
            "email": email,
            "email_verified": True,
            "iat": int(time.time()),
            **claims,
        }
        return signed(told)


@pytest.fixture(scope="module")
def house(leer: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = Path(shutil.copytree(leer, tmp_path_factory.mktemp("haus") / "kopie"))
    (lauf,) = run_core(folder, "assess", str(DEMO / "antrag-5-214.pdf"))
    (folder / "rollen.toml").write_text(ROLES)
    with oidc_provider() as provider:
        secrets = provider.secrets(folder)
        env = {"ANMELDUNG": "1", "ROLLEN": str(folder / "rollen.toml")}
        with serve(folder, f"--secrets.files={secrets}", **env) as server:
            store = open_store(None, folder / "laeufe")
            yield House(server, provider, store, str(lauf["id"]))
            store.close()


@pytest.fixture
def come(browser: Browser, house: House) -> Iterator[Callable[[str], Page]]:
    """A window of somebody who was never here before."""
    opened = []

    def open_at(path: str = "/") -> Page:
        context = browser.new_context(locale="de-DE", viewport={"width": 1440, "height": 900})
        context.set_default_timeout(30_000)
        opened.append(context)
        page = context.new_page()
        page.goto(house.server.url(path))
        return page

    yield open_at
    for context in opened:
        context.close()


def test_who_is_not_signed_in_sees_the_door_alone(come: Callable[[str], Page], house: House) -> None:
    for path in ("/", f"/lauf?id={house.lauf_id}", "/einstellungen"):
        page = come(path)
        expect(page.get_by_text("Bitte melden Sie sich an.")).to_be_visible()
        settle(page)
        assert page.get_by_role("link", name="Läufe").count() == 0
        assert "Musterland" not in page.locator('[data-testid="stMain"]').inner_text()


def test_one_signs_in_reads_and_signs_out_at_the_provider_too(
    come: Callable[[str], Page], house: House
) -> None:
    house.provider.will_be(LENA)
    page = come("/")
    sign_in(page)
    expect(page.get_by_text(f"{LENA} · lesen")).to_be_visible()
    expect(page.get_by_role("link", name="Läufe", exact=True).first).to_be_visible()
    assert page.get_by_role("link", name="Antrag prüfen", exact=True).count() == 0
    assert [(one.wer, one.was) for one in house.store.list_deeds(1)] == [(LENA, "sich anmelden")]
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_text("Bitte melden Sie sich an.")).to_be_visible()
    assert house.provider.signed_out and COOKIE not in {one["name"] for one in page.context.cookies()}


@pytest.mark.parametrize("path", ["/antrag", "/einstellungen"])
def test_a_page_beyond_ones_role_says_so(come: Callable[[str], Page], house: House, path: str) -> None:
    house.provider.will_be(LENA)
    page = come("/")
    sign_in(page)
    expect(page.get_by_text(f"{LENA} · lesen")).to_be_visible()
    page.goto(house.server.url(path))
    expect(page.get_by_text("braucht es die Rolle „prüfen“")).to_be_visible()


@pytest.mark.parametrize(
    ("email", "verified"),
    [
        ("a@evil-parlament.de", True),
        ("a@parlament.de.evil.org", True),
        ("a@sub.parlament.de", True),
        ("a@parlament.de@evil.org", True),
        ("a@evil.org\n@parlament.de", True),
        ("vera@haus.example ", True),
        (VERA, False),
        (VERA, "true"),
        (VERA, None),
        ("", True),
        ("fremd@anderswo.example", True),
    ],
)
def test_an_address_that_only_looks_allowed_has_no_access(house: House, email: str, verified: object) -> None:
    cookie = house.cookie(email, email_verified=verified)
    assert house.get("/api/programm/lindenbund-demo-2024.pdf", cookie)[0] == 401


def test_a_stranger_is_told_kindly_and_can_leave(come: Callable[[str], Page], house: House) -> None:
    house.provider.will_be("fremd@anderswo.example")
    page = come("/")
    sign_in(page)
    expect(page.get_by_text("haben hier aber keinen Zugang")).to_be_visible()
    expect(page.get_by_text("fremd@anderswo.example")).to_be_visible()
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_text("Bitte melden Sie sich an.")).to_be_visible()


@pytest.mark.parametrize(
    "claims",
    [{"groups": ["leitung"]}, {"groups": "leitung"}, {"groups": ["x", "leitung"], "email_verified": None}],
)
def test_a_claim_of_the_trusted_provider_gives_a_role(house: House, claims: dict[str, object]) -> None:
    assert house.get("/api/metriken", house.cookie("g@x.example", **claims))[0] == 404  # let in, but off
    assert house.get("/api/metriken", house.cookie("g@x.example", **claims, provider="fremd"))[0] == 401


@pytest.mark.parametrize(
    ("wrong", "spoil"),
    [
        ("nonce", {"nonce": "ein-anderer"}),
        ("issuer", {"iss": "https://evil.example"}),
        ("audience", {"aud": "eine-andere-app"}),
        ("expired", {"exp": 1_000_000_000, "iat": 999_999_000}),
    ],
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(
    come: Callable[[str], Page], house: House, wrong: str, spoil: dict[str, object]
) -> None:
    house.provider.will_be(VERA)
    house.provider.spoil = spoil
    page = come("/")
    sign_in(page)
    page.wait_for_url(re.compile(r"127\.0\.0\.1:\d+/?$"))
    expect(page.get_by_text("Bitte melden Sie sich an.")).to_be_visible()
    assert COOKIE not in {one["name"] for one in page.context.cookies()}


def test_a_changed_state_and_a_foreign_signature_are_refused(
    come: Callable[[str], Page], house: House
) -> None:
    house.provider.will_be(VERA)
    house.provider.state = "erfunden"
    page = come("/")
    sign_in(page)
    expect(page.get_by_text("Bitte melden Sie sich an.")).to_be_visible()
    house.provider.will_be(VERA)
    house.provider.signs_with = RSAKey.generate_key(2048, {"kid": "test", "use": "sig"})
    page = come("/")
    sign_in(page)
    page.wait_for_url(re.compile(r"127\.0\.0\.1:\d+/?$"))
    expect(page.get_by_text("Bitte melden Sie sich an.")).to_be_visible()
    assert COOKIE not in {one["name"] for one in page.context.cookies()}


def test_forged_expired_and_foreign_cookies_open_nothing(house: House) -> None:
    path = "/api/programm/lindenbund-demo-2024.pdf"
    good = house.cookie(LENA)
    assert house.get(path, good)[0] == 200
    told = {"is_logged_in": True, "email": LENA, "email_verified": True, "iat": int(time.time())}
    forged = signed({**told, "origin": f"http://127.0.0.1:{house.server.port}"}, "x" * 32)
    name, _, value = good.partition("=")
    for cookie in (
        "",
        forged,
        f"{name}={value[:-3]}abc",
        f"{name}=",
        f"{name}={'A' * 5000}",
        f"{name}=chunks-2",
        f"_streamlit_user_tokens={value}",
        house.cookie(LENA, iat=int(time.time()) - 13 * 3600),
        house.cookie(LENA, iat=int(time.time()) + 3600),
        house.cookie(LENA, iat=None),
        house.cookie(LENA, iat="heute"),
        house.cookie(LENA, is_logged_in="ja"),
        house.cookie(LENA, origin="https://evil.example"),
    ):
        assert house.get(path, cookie)[0] == 401, cookie


def test_a_stale_sign_in_is_asked_for_anew(come: Callable[[str], Page], house: House) -> None:
    page = come("/")
    name, _, value = house.cookie(VERA, iat=int(time.time()) - 13 * 3600).partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": house.server.url()}])
    page.reload()
    expect(page.get_by_text("Ihre Anmeldung ist abgelaufen")).to_be_visible()


ADDRESSES = {
    "/api/gesundheit": (200, 200, 200, 200),
    "/api/metriken": (401, 403, 403, 404),
    "/api/wahlprogramm-cite?programm=lindenbund-demo-2024&seite=1&text=Wir": (401, 200, 200, 200),
    "/api/seite.png?programm=lindenbund-demo-2024&seite=1": (401, 200, 200, 200),
    "/api/seite.pdf?programm=lindenbund-demo-2024&seite=1": (401, 200, 200, 200),
    "/api/antrag.png?antrag=fehlt&seite=1": (401, 400, 400, 400),
    "/api/abstimmung.png?id=fehlt&seite=1": (401, 404, 404, 404),
    "/api/abstimmung.pdf?id=fehlt&seite=1": (401, 404, 404, 404),
    "/api/abstimmung/fehlt.pdf": (401, 404, 404, 404),
    "/api/programm/lindenbund-demo-2024.pdf": (401, 200, 200, 200),
    "/api/zitat/LAUF/LINDENBUND/1": (401, 200, 200, 200),
    "/api/gibt-es-nicht": (401, 403, 403, 200),
    "/media/fehlt.png": (401, 404, 404, 404),
    "/_stcore/health": (200, 200, 200, 200),
    "/_stcore/metrics": (401, 403, 403, 200),
    "/app/static/fehlt.js": (401, 404, 404, 404),
    "/": (200, 200, 200, 200),
}
"""To nobody, and to who reads, judges and administers; 4xx beyond 403: let in, but there is none such."""


@pytest.mark.parametrize("path", ADDRESSES)
def test_addresses_by_role(house: House, path: str) -> None:
    cookies = ("", *(house.cookie(email) for email in (LENA, PAULA, VERA)))
    asked = path.replace("LAUF", house.lauf_id)
    got = tuple(house.get(asked, cookie)[0] for cookie in cookies)
    refused = [status in (401, 403) for status in got]
    assert refused == [status in (401, 403) for status in ADDRESSES[path]], got


def test_every_route_is_in_the_matrix_of_addresses() -> None:
    told = [path.partition("?")[0] for path in ADDRESSES]
    missing = [r.path for r in ROUTES if not any(re.match(r.path_regex, path) for path in told)]
    assert missing == []


CHANGING_WORDS = re.compile(
    "^(Löschen|Wiederherstellen|Ausblenden|Einlesen|Neu einlesen|Neues Programm|Fehlende Programme holen|"
    "PDF hochladen|Aus dem Index nehmen|Antrag prüfen|Demo-Antrag prüfen|Neuen Vergleich starten|"
    "Modell eichen|Beispiel rechnen|Alle Zitate jetzt prüfen|Mit Beispieldaten ansehen|Freigeben|"
    "Wiederholen …|Zitate prüfen lassen …|Frage stellen|Fragen|Gegenprobe starten|Lesen und speichern|"
    "Jetzt holen|Grenze setzen|Urteil)$"
)


@pytest.mark.parametrize("email", [LENA])
def test_who_reads_is_offered_nothing_that_changes_anything(
    come: Callable[[str], Page], house: House, email: str
) -> None:
    page = come("/")
    name, _, value = house.cookie(email).partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": house.server.url()}])
    lauf = f"/lauf?id={house.lauf_id}"
    paths = [f"{lauf}&mehr={more}" for more in ("nachfragen", "probe", "abstimmung")]
    for path in [*(f"/{name}" for name in PAGES), *paths, "/programme?holen=ja", "/antraege?holen=ja"]:
        page.goto(house.server.url(path))
        expect(page.get_by_text(f"{email} · lesen")).to_be_visible()
        settle(page)
        assert page.get_by_text("Hier ist ein Fehler im Programm").count() == 0, path
        words = [one.strip().split("\n")[-1] for one in page.locator("button").all_inner_texts()]
        assert [word for word in words if CHANGING_WORDS.match(word)] == [], path


def test_cookies_of_the_sign_in_are_out_of_reach_of_scripts(
    come: Callable[[str], Page], house: House
) -> None:
    house.provider.will_be(LENA)
    page = come("/")
    sign_in(page)
    expect(page.get_by_text(f"{LENA} · lesen")).to_be_visible()
    found = {one["name"]: one for one in page.context.cookies()}
    assert found[COOKIE]["httpOnly"] and found[COOKIE]["sameSite"] == "Lax"
    assert COOKIE not in page.evaluate("document.cookie")


def test_what_one_person_got_is_kept_by_no_shared_cache(house: House) -> None:
    path = "/api/wahlprogramm-cite?programm=lindenbund-demo-2024&seite=1&text=Wir"
    status, headers, _ = house.get(path, house.cookie(LENA))
    assert status == 200 and "public" not in headers.get("cache-control", "")


def test_who_administers_sees_the_log_and_sets_a_limit(come: Callable[[str], Page], house: House) -> None:
    house.provider.will_be(VERA)
    page = come("/")
    sign_in(page)
    expect(page.get_by_text(f"{VERA} · verwalten")).to_be_visible()
    page.goto(house.server.url("/einstellungen"))
    expect(page.get_by_role("heading", name="Protokoll der Handlungen")).to_be_visible()
    page.get_by_label("US-Dollar im Monat").fill("0.01")
    page.get_by_role("button", name="Grenze setzen").click()
    expect(page.get_by_text("Gemeinsame Grenze je Person: 1,00 US-Cent")).to_be_visible()
    assert [(one.wer, one.was, one.objekt) for one in house.store.list_deeds(1)] == [
        (VERA, "eine Ausgabengrenze setzen", "*")
    ]
    with page.expect_download() as download:
        page.get_by_role("button", name="Alles als Tabelle (CSV)").click()
    rows = Path(download.value.path()).read_text("utf-8-sig").splitlines()
    assert rows[0] == "Wann;Wer;Was;Objekt" and any("Ausgabengrenze" in row for row in rows)
    house.store.set_limit("*", None)
