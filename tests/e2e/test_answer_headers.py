"""What every answer tells the browser, of every kind of address, and that the pages can work within it."""

import http.client
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.ui.admission import headers, policy
from pages.ui.routes import ROUTES
from tests.e2e.browser import VIOLATIONS, settle, visit
from tests.e2e.conftest import App
from tests.e2e.server import DEMO
from tests.e2e.steps import upload

PROGRAMM = "lindenbund-demo-2024"
KINDS = {
    "page": "/laeufe",
    "script": "SCRIPT",
    "missing": "/static/js/fehlt.js",
    "health": "/_stcore/health",
    "settings": "/_stcore/host-config",
    "media": "/media/fehlt.pdf",
    "upload": "/_stcore/upload_file/x/y",
    "unknown": "/api/gibt-es-nicht",
    "gesundheit": "/api/gesundheit",
    "metriken": "/api/metriken",
    "pruefen": "/api/pruefen",
    "cite": f"/api/wahlprogramm-cite?programm={PROGRAMM}&seite=1&text=Wir",
    "seite.png": f"/api/seite.png?programm={PROGRAMM}&seite=1",
    "seite.pdf": f"/api/seite.pdf?programm={PROGRAMM}&seite=1",
    "antrag.png": "/api/antrag.png?antrag=fehlt&seite=1",
    "abstimmung.png": "/api/abstimmung.png?id=fehlt&seite=1",
    "abstimmung.pdf": "/api/abstimmung.pdf?id=fehlt&seite=1",
    "abstimmung": "/api/abstimmung/fehlt.pdf",
    "programm": f"/api/programm/{PROGRAMM}.pdf",
    "zitat": "/api/zitat/LAUF/LINDENBUND/1",
}
"""Whatever becomes of the request: an error is an answer, too."""

WITHOUT_A_PLACE = "delete window.showSaveFilePicker;"
"""Else the browser would ask for a place for a file, where nobody answers."""


@pytest.fixture(scope="module")
def window(app: App, browser: Browser) -> Iterator[Page]:
    faults: list[str] = []
    with visit(browser, faults) as page:
        page.add_init_script(WITHOUT_A_PLACE + VIOLATIONS)
        page.goto(app.server.url("/glossar"))
        settle(page)
        yield page
    assert faults == []


def ask(app: App, path: str, method: str = "GET", **headers: str) -> tuple[int, list[tuple[str, str]]]:
    connection = http.client.HTTPConnection("127.0.0.1", app.server.port, timeout=300)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    told = [(name.lower(), value) for name, value in answer.getheaders()]
    connection.close()
    return answer.status, told


def violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.violations")
    return found


def test_every_kind_of_answer_tells_all(app: App, window: Page) -> None:
    script = window.locator("script[src]").first.get_attribute("src") or ""
    for kind, path in KINDS.items():
        path = path.replace("LAUF", app.lauf_id).replace("SCRIPT", script.removeprefix("."))
        _, told = ask(app, path, "PUT" if kind == "upload" else "GET")
        for name, value in headers().items():
            found = [given for key, given in told if key == name.lower()]
            is_own = kind == "zitat" and name == "Content-Security-Policy"
            assert len(found) == 1 and (is_own or found == [value]), (kind, name, found)
        assert not [given for key, given in told if key == "cache-control" and "public" in given], kind


def test_every_route_is_among_them() -> None:
    told = [path.partition("?")[0] for path in KINDS.values()]
    assert [one.path for one in ROUTES if not any(one.path_regex.match(path) for path in told)] == []


def test_who_comes_under_a_foreign_name_is_told_them_too(app: App) -> None:
    status, told = ask(app, "/", Host="evil.example")
    assert status == 421 and set(headers().items()) <= {
        (next(name for name in headers() if name.lower() == key), value)
        for key, value in told
        if key in {name.lower() for name in headers()}
    }


def test_no_script_may_stand_in_a_page_or_be_made_of_text() -> None:
    scripts = next(part for part in policy().split("; ") if part.startswith("script-src"))
    assert "unsafe-inline" not in scripts and " 'unsafe-eval'" not in scripts
    assert scripts.count("'sha256-") == 2


def test_the_matrix_answers_and_a_vermerk_is_handed_on(app: App, window: Page) -> None:
    answers: list[tuple[str, dict[str, str]]] = []
    window.on("response", lambda got: answers.append((got.url, got.headers)))
    window.goto(app.server.url(f"/lauf?id={app.lauf_id}"))
    settle(window)
    window.locator(".matrix button.feld").first.click()
    settle(window)
    window.get_by_role("button", name="Exportieren").click()
    with window.expect_download():
        window.get_by_role("button", name="Vermerk (PDF)").click()
    assert violations(window) == []
    media = [headers for url, headers in answers if "/media/" in url]
    assert all(headers["x-content-type-options"] == "nosniff" for headers in media)


def test_a_pdf_is_uploaded_and_no_upload_is_taken_from_elsewhere(app: App, window: Page) -> None:
    window.goto(app.server.url("/antrag"))
    with window.expect_request(lambda got: got.method == "PUT") as sent:
        upload(window, DEMO / "antrag-5-214.pdf")
    expect(window.get_by_role("textbox", name="Drucksache")).to_be_visible()
    assert violations(window) == []
    path = sent.value.url.removeprefix(app.server.url(""))
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in window.context.cookies())
    for method in ("PUT", "DELETE"):
        assert ask(app, path, method)[0] == 403
        assert ask(app, path, method, Cookie=cookie)[0] == 403
        assert ask(app, path, method, Cookie=cookie, **{"X-Xsrftoken": "2|0|0|0"})[0] == 403


def test_what_is_put_into_a_page_does_not_run_and_is_seen_to_be_blocked(app: App, browser: Browser) -> None:
    """The control of all the tests above: they would notice."""
    faults: list[str] = []
    with visit(browser, faults) as page:
        page.add_init_script(VIOLATIONS)
        page.goto(app.server.url("/glossar"))
        settle(page)
        page.evaluate("""() => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/x.png">');
            document.body.lastChild.setAttribute('onerror', 'window.ran = true');
            fetch('https://evil.example/').catch(() => {});
        }""")
        page.wait_for_function("() => window.violations.length >= 4")
        assert page.evaluate("window.ran") is None
    assert any("Content Security Policy" in fault for fault in faults)
