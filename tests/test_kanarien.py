"""Keys planted in every place, a server that sends them back in every way, and then a search for them."""

import json
import os
import random
import shutil
import string
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest
from streamlit.testing.v1 import AppTest

from core.features.papers.lauf_report import report
from core.features.papers.vermerk import as_pdf
from core.features.vergleich.spalten import vergleich_of
from core.features.vergleich.vergleich_files import VergleichFileForm, exported
from core.programme.context import Context, default_context
from core.runs.store import runstore
from core.wortlaut.reading.mupdf import pymupdf
from tests.llm.modellserver import Handler, Reply, Request, antwort, modellserver
from tests.pages.conftest import FRAME, demo_index, places

pytestmark = pytest.mark.timeout(900)  # every page and command is asked

__all__ = ["demo_index", "places"]

ROOT = Path(__file__).parents[1]
ANTRAG = ROOT / "data" / "demo" / "pdf" / "antrag-5-214.txt"
KINDS = ("gut", "prosa", "fehler", "umleitung", "strom")
PLACES = ("header", "url", "query", "env", "nested", "database")
LETTERS = string.ascii_letters + string.digits
KANARIEN = {place: "".join(random.Random(place).choices(LETTERS, k=40)) for place in PLACES}


def spellings(key: str) -> Iterator[str]:
    """All that must be found nowhere."""
    half = len(key) // 2
    for whole in (key, key[:half], key[half:]):
        yield from (whole, quote(whole))
    yield from (key[at : at + 15] for at in range(0, len(key) - 15))


def leaks(content: bytes) -> list[str]:
    text = content.decode("utf-8", errors="replace")
    flat = text.replace("\n", "").replace("\\n", "").replace(" ", "")
    known = [(place, one) for place, key in KANARIEN.items() for one in spellings(key)]
    return [f"{place}: {one}" for place, one in known if one in text or one in flat]


def told(request: Request) -> list[str]:
    """Every header, the address, and every key as a provider's error, log or page may tell it."""
    echo = [f"{name}: {value}" for name, value in request.headers.items()] + [request.path]
    for key in KANARIEN.values():
        echo += [key, key[:20], quote(key), f"{key[:20]}\n{key[20:]}"]
        echo += [f"Bearer {key}", f"?key={key}", f"http://nutzer:{key}@host/"]
    return echo


BROKEN: set[str] = set()
"""The questions that were answered with a broken stream; asked again, they get another answer."""


def echoing(request: Request) -> Reply:
    """In turn: an error, a redirect, a broken stream, an answer of another form, and one that is stored."""
    echo, kind = told(request), request.body["model"].rsplit("-", 1)[-1]
    content = " | ".join(echo)
    if kind == "fehler":
        body = json.dumps({"error": {"message": content, "code": KANARIEN["header"]}})
        return Reply(status=400, body=body, headers={"X-Echo": quote(content)})
    if kind == "umleitung":
        elsewhere = f"http://127.0.0.1:9/?key={KANARIEN['header']}"
        return Reply(status=307, body=content, headers={"Location": elsewhere})
    if kind == "strom" and (asked := str(request.body["messages"])) not in BROKEN:
        BROKEN.add(asked)
        return Reply(raw=lambda handler: _stream(handler, content))
    if kind in ("prosa", "strom"):
        return antwort(content, finish_reason=KANARIEN["header"])
    zitate = [{"text": " ".join(echo[at : at + 5]), "quelle": echo[at]} for at in range(0, len(echo), 5)]
    part = {"score": 7, "begruendung": content[:15_000], "zitate": zitate}
    answer = {"fraktion": KANARIEN["env"], "wahlprogramm": part, "parteiprogramm": part}
    about = {"titel": KANARIEN["env"], "zusammenfassung": content[:15_000], "themen": [KANARIEN["url"]]}
    return antwort({**answer, **about, "aussagen": [{"text": content[:9000], "zitate": zitate}]})


def _stream(handler: Handler, content: str) -> None:
    handler.wfile.write(f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz{content}".encode())


@dataclass(frozen=True)
class Gelege:
    """Where the keys are laid, and what is found afterwards."""

    folder: Path
    env: Mapping[str, str]

    def call(self, *command: str, rc: int = 0) -> None:
        run = [sys.executable, "-m", "core", *command]
        done = subprocess.run(run, cwd=ROOT, env=dict(self.env), capture_output=True, timeout=300)
        assert not leaks(done.stdout) and not leaks(done.stderr), command
        assert done.returncode == rc and b"Traceback" not in done.stderr, done.stderr.decode()


@pytest.fixture
def gelege(demo_ordner: Path, tmp_path: Path) -> Gelege:
    secrets = tmp_path / "heim" / ".streamlit" / "secrets.toml"
    secrets.parent.mkdir(parents=True)
    secrets.write_text(f'[dienste.eins]\nZUGANG_KEY = "{KANARIEN["nested"]}"\n', encoding="utf-8")
    hidden = ("API_KEY", "DATABASE_URL", "CHROMA_URL", "DASK")
    kept = {name: value for name, value in os.environ.items() if not any(part in name for part in hidden)}
    env = {
        **kept,
        "HOME": str(tmp_path / "heim"),
        "OPENAI_API_KEY": KANARIEN["header"],
        "AWS_SECRET_ACCESS_KEY": KANARIEN["env"],
        "ANDERE_URL": f"postgresql://nutzer:{KANARIEN['database']}@host/db",
        "CHROMA_DIR": str(shutil.copytree(demo_ordner, tmp_path / "chroma")),
        "LAEUFE_DIR": str(tmp_path / "laeufe"),
    }
    return Gelege(tmp_path, env)


def test_no_key_comes_back_from_anywhere(
    gelege: Gelege, demo_index: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver(echoing) as server:
        query = f"/v1?key={KANARIEN['query']}"
        with_password = server.url.replace("://", f"://nutzer:{KANARIEN['url']}@")
        env = {**gelege.env, "OPENAI_API_BASE": server.url + query}
        calls = Gelege(gelege.folder, {**env, "ZWEITE_ADRESSE": with_password})
        batch = gelege.folder / "antraege"
        batch.mkdir()
        shutil.copy(ANTRAG, batch)
        modelle = [part for kind in KINDS for part in ("--model", f"openai/x-{kind}")]
        calls.call("assess", "--batch", str(batch), "--bundesland", "DEMO", *modelle, rc=1)
        assert sum(KANARIEN["header"] in str(request.headers) for request in server.requests) > 5
        # A password in the address is sent in the key's place.
        calls = Gelege(gelege.folder, {**gelege.env, "OPENAI_API_BASE": with_password + query})
        calls.call("ask", "Was planen die Parteien in DEMO bei Bus und Bahn?", "--model", "openai/x-gut")
    for file in (gelege.folder / "laeufe").rglob("*"):
        assert not leaks(file.read_bytes()), file
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    default_context.cache_clear()
    store = runstore(default_context())
    ids = [line.id for line in store.list_laeufe()]
    assert len(ids) == len(KINDS)
    laeufe = [store.load(lauf_id) for lauf_id in ids]
    html = report(default_context(), laeufe)
    written = [
        json.dumps(store.export_json(ids), default=str).encode(),
        store.export_csv(ids),
        html.encode(),
    ]
    vergleich = vergleich_of(store, default_context().registry, ids)
    written.append(exported(vergleich, VergleichFileForm.CSV, store=store))
    with zipfile.ZipFile(BytesIO(exported(vergleich, VergleichFileForm.XLSX, store=store))) as book:
        written += [book.read(name) for name in book.namelist()]
    written.append(pdf_text(as_pdf(html)))
    assert all(written) and not [found for content in written for found in leaks(content)]
    for lauf_id in ids[:2]:
        assert not leaks(page("lauf.py", id=lauf_id))
    assert not leaks(page("laeufe.py")) and not leaks(page("uebersicht.py"))


def pdf_text(content: bytes) -> bytes:
    with pymupdf().open(stream=content, filetype="pdf") as pdf:
        return "\n".join(page.get_text() for page in pdf).encode()


def page(name: str, **query: str) -> bytes:
    app = AppTest.from_file(FRAME, default_timeout=300)
    for key, value in query.items():
        app.query_params[key] = value
    app.switch_page(name).run()
    assert not app.exception
    return "\n".join(str(element.proto) for element in app.main).encode()


def test_the_search_itself_finds_them() -> None:
    key = KANARIEN["header"]
    for hidden in (key, key[20:], quote(key), f"{key[:9]}\n{key[9:]}"):
        assert leaks(f"vor {hidden} nach".encode())
    assert not leaks(b"Die Mietpreisbremse bleibt.")
