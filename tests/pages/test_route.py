"""The address that quotes link to, served by the app as it is started."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from core.citations.schluessel import letters
from core.context import Context
from core.models import Chunk
from core.programme.saetze import sentences
from core.settings import ROOT, Settings
from tests.citations.markiert import marked_letters

PROGRAMM = "lindenbund-demo-2024"


@dataclass(frozen=True)
class Antwort:
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class App:
    """The running app, and a sentence of the demo with its page."""

    port: int
    satz: str
    seite: int

    def get(self, query: str, method: str = "GET", **headers: str) -> Antwort:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, f"/api/wahlprogramm-cite?{query}", headers=headers)
        response = connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        answer = Antwort(response.status, response.read(), fields)
        connection.close()
        return answer

    def page(self, **changed: object) -> Antwort:
        wanted = {"programm": PROGRAMM, "seite": self.seite, "text": self.satz} | changed
        return self.get(urlencode({name: value for name, value in wanted.items() if value is not None}))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("app")
    env = {**os.environ, "CHROMA_DIR": str(folder / "chroma"), "PDF_DIR": str(folder / "pdf")}
    subprocess.run([sys.executable, "-m", "core", "demo", "--json"], cwd=ROOT, env=env, check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", "streamlit", "run", "dashboard.py", "--server.headless=true"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        _wait_until_up(port, server, folder / "log")
        yield _with_sentence(port, folder / "chroma")
    finally:
        server.terminate()
        server.wait(20)


def _wait_until_up(port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(300):
        assert server.poll() is None, log.read_text()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/_stcore/health")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise AssertionError(log.read_text())


def _with_sentence(port: int, chroma_dir: Path) -> App:
    context = Context(replace(Settings(), chroma_dir=chroma_dir))
    on_one_page = [c for c in context.store.chunks_of("DEMO", PROGRAMM) if len(c.seiten) == 1]
    chunk: Chunk = on_one_page[2]
    start, end = max(sentences(chunk.text), key=lambda span: span[1] - span[0])
    return App(port, chunk.text[start:end], chunk.seiten[0])


def test_page_comes_with_the_words_marked(app: App) -> None:
    answer = app.page()
    assert answer.status == 200 and marked_letters(answer.body) == letters(app.satz)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{PROGRAMM}-seite-{app.seite}.pdf"'
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert (answer.headers["x-highlighted"], answer.headers["x-seite"]) == ("true", str(app.seite))


def test_what_the_browser_has_is_not_sent_again(app: App) -> None:
    query = urlencode({"programm": PROGRAMM, "seite": app.seite, "text": app.satz})
    etag = app.get(query).headers["etag"]
    for known in (etag, f"W/{etag}", f'"anders", {etag}', "*"):
        again = app.get(query, **{"If-None-Match": known})
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
    assert app.get(query, **{"If-None-Match": '"anders"'}).status == 200
    head = app.get(query, method="HEAD")
    assert (head.status, head.body, head.headers["etag"]) == (200, b"", etag)


def test_quote_on_the_page_before_is_found_there(app: App) -> None:
    answer = app.page(seite=app.seite + 1)
    assert answer.headers["x-seite"] == str(app.seite)
    assert marked_letters(answer.body) == letters(app.satz)


def test_what_does_not_stand_there_is_not_marked(app: App) -> None:
    answer = app.page(text="Dieser Satz steht ganz sicher in keinem Programm.")
    assert (answer.status, answer.headers["x-highlighted"]) == (200, "false")
    assert marked_letters(answer.body) == ""
    assert answer.headers["etag"] != app.page().headers["etag"]


@pytest.mark.parametrize(("changed", "status", "sentence"), [
    ({"programm": None}, 400, "fehlt der Parameter programm"),
    ({"text": None}, 400, "fehlt der Parameter text"),
    ({"text": "  "}, 400, "fehlt der Parameter text"),
    ({"seite": None, "text": None}, 400, "Parameter seite und der Parameter text"),
    ({"seite": 0}, 400, "ganze Zahl ab 1"),
    ({"seite": -1}, 400, "ganze Zahl ab 1"),
    ({"seite": "1.5"}, 400, "ganze Zahl ab 1"),
    ({"seite": "drei"}, 400, "ganze Zahl ab 1"),
    ({"seite": "٣"}, 400, "ganze Zahl ab 1"),
    ({"seite": "9" * 5000}, 400, "ganze Zahl ab 1"),
    ({"text": "a" * 20_001}, 400, "20.000 Zeichen"),
    ({"seite": 999_999}, 404, "Die Seite 999999 gibt es nicht"),
    ({"programm": "spd-nrw-2022"}, 404, "SPD NRW Wahlprogramm 2022"),
    ({"programm": "gibt-es-nicht"}, 404, "nicht im Register"),
    ({"programm": "../../data/demo/pdf/lindenbund-demo-2024"}, 404, "nicht im Register"),
    ({"programm": "/etc/passwd"}, 404, "nicht im Register"),
    ({"programm": "lindenbund-demo-2024.pdf"}, 404, "nicht im Register"),
    ({"programm": "x\x00<script>"}, 404, "nicht im Register"),
])  # fmt: skip
def test_bad_requests_are_refused_in_one_sentence(
    app: App, changed: dict[str, object], status: int, sentence: str
) -> None:
    answer = app.page(**changed)
    assert answer.status == status and sentence in answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.endswith(".") and "\n" not in answer.text and len(answer.text) < 200


def test_long_texts_and_odd_letters_are_taken(app: App) -> None:
    assert app.page(text="a" * 20_000).headers["x-highlighted"] == "false"
    assert app.page(text="\x00%\ufffd\U0001f600{}\\").headers["x-highlighted"] == "false"
    assert app.get(f"programm={PROGRAMM}&seite=1&text=%ff%fe").status == 200


def test_many_at_once(app: App) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda seite: app.page(seite=1 + seite % 10), range(40)))
    assert {answer.status for answer in answers} == {200}


def test_nothing_heavy_is_loaded_by_starting_the_app() -> None:
    code = "import sys, dashboard; print([m for m in sys.argv[1:] if m in sys.modules])"
    heavy = ["core.citations", "pymupdf", "chromadb", "litellm", "torch"]
    done = subprocess.run(
        [sys.executable, "-c", code, *heavy], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    assert len((ROOT / "dashboard.py").read_text().splitlines()) <= 15
