"""What others wrote is shown as it is, copied as it is, and does nothing: in a real browser."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from sqlalchemy import text

from core.base.settings import ROOT
from core.runs.store import open_store
from tests.drucker import column, new_document
from tests.e2e.boeses import BOESES
from tests.e2e.browser import settle, visit
from tests.e2e.conftest import Ansehen
from tests.e2e.server import Server, environment, free_port, run_core, serve, wait_until_up

PLACES = {
    "text": "{}",
    "fett": "Davor {}, dahinter",
    "klein": "{}",
    "knopf": "{}",
    "fehler": "{}",
    "klappe": "{}",
}
TEXTS = '[data-testid="stMarkdownContainer"], [data-testid="stCaptionContainer"]'
READY = f"""places => places.every(key => {{
    const shown = document.querySelector(`.st-key-${{key}}`)?.querySelector('{TEXTS}');
    return shown && shown.innerText.trim();
}})"""
READ = """places => Object.fromEntries(places.map(key => {
    const box = document.querySelector(`.st-key-${key}`);
    const shown = box.querySelector('[data-testid="stMarkdownContainer"]')
        ?? box.querySelector('[data-testid="stCaptionContainer"]');
    getSelection().selectAllChildren(shown);
    const copied = getSelection().toString();
    const active = box.querySelectorAll('a, img, [role="img"]').length;
    return [key, [shown.innerText.trim(), copied.trim(), active]];
}))"""
ICONS = {"fehler", "klappe"}
"""These places have a symbol of their own beside the text."""

TITEL = (
    "<img src=x onerror=alert(1)> https://example.org/t www.example.org a@example.org :smile: $x$ -> "
    "[x](javascript:x)"
)
SATZ = (
    "Jede Schule im Land erhält Trinkbrunnen von https://example.org/b und www.example.org und "
    "eva@example.org <b>."
)
PROGRAMM = f"""
[boese-demo-2024]
name = {json.dumps("P " + TITEL)}
typ = "wahlprogramm"
partei = "LINDENBUND"
bundesland = "DEMO"
jahr = 2024
gueltig_ab = 2024-01-01
pdf = "boese-demo-2024.pdf"
hinweis = {json.dumps(TITEL)}
"""


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("probe"), free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(Path(__file__).with_name("probeseite.py"))]
    command += ["--server.headless=true", f"--server.port={port}"]
    env = environment(folder, PYTHONPATH=str(ROOT))
    with (folder / "log").open("w") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out)
    try:
        wait_until_up(port, process, folder / "log")
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


def test_every_hostile_text_is_shown_and_copied_as_it_is(browser: Browser, probe: str) -> None:
    faults: list[str] = []
    with visit(browser, faults) as page:
        page.goto(probe)
        settle(page)
        keys = [f"{place}-{number}" for place in PLACES for number in range(len(BOESES))]
        page.wait_for_function(READY, arg=keys)
        shown = page.evaluate(READ, keys)
    for place, around in PLACES.items():
        for number, text_ in enumerate(BOESES):
            wanted = around.format(" ".join(text_.split()))
            seen, copied, active = shown[f"{place}-{number}"]
            assert seen == wanted and copied in (wanted, ""), place  # buttons cannot be selected
            assert active <= (place in ICONS), (place, text_)
    assert [fault for fault in faults if not fault.startswith("English")] == []


@pytest.fixture(scope="module")
def fremd(leer: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """An app with a registry of its own, in which a programme and a Lauf are full of hostile texts."""
    folder = Path(shutil.copytree(leer, tmp_path_factory.mktemp("fremd") / "kopie"))
    root = folder / "programm"
    for name in ("core", "pages", ".streamlit"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("secrets.toml"))
    shutil.copy(ROOT / "dashboard.py", root)
    shutil.copytree(ROOT / "data" / "registry", root / "data" / "registry")
    for name in ("demo", "model", "prompts", "modelle.toml"):
        (root / "data" / name).symlink_to(ROOT / "data" / name)
    (root / "data" / "registry" / "programme" / "eigene.toml").write_text(PROGRAMM, encoding="utf-8")
    lines = [SATZ[: SATZ.index("von")], SATZ[SATZ.index("von") :]]
    new_document([column(60, lines)]).save(folder / "pdf" / "boese-demo-2024.pdf")
    run_core(folder, "index", "--programm", "boese-demo-2024", root=root)
    (lauf,) = run_core(folder, "assess", str(ROOT / "data" / "demo" / "pdf" / "antrag-5-214.pdf"), root=root)
    _poison(folder, str(lauf["id"]))
    with serve(folder, root=root) as server:
        yield server, str(lauf["id"])


def _poison(folder: Path, lauf_id: str) -> None:
    store = open_store(None, folder / "laeufe")
    with store.writing() as connection:
        antrag = json.loads(connection.execute(text("SELECT antrag FROM akte")).scalar_one())
        poisoned = {
            "antrag": json.dumps(antrag | {"titel": TITEL}),
            "titel": TITEL,
            "grund": reason(),
            "modell": TITEL,
        }
        connection.execute(text("UPDATE akte SET antrag = :antrag"), poisoned)
        connection.execute(text("UPDATE lauf SET titel = :titel, modell_geantwortet = :modell"), poisoned)
        connection.execute(text("UPDATE score SET begruendung = :grund"), poisoned)
    store.close()


def reason() -> str:
    return " · ".join(" ".join(one.split()) for one in BOESES[:9])


@pytest.mark.night
@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/lauf?id={}&partei=LINDENBUND&mehr=begruendungen", [TITEL, reason()]),
        ("/laeufe", []),
        ("/", [TITEL]),
        ("/vergleich?laeufe={}", []),
        ("/monitor", []),
        ("/programme?land=DEMO", []),
        ("/programme?programm=boese-demo-2024", [f"P {TITEL}"]),
        ("/suche?q=Trinkbrunnen+jede+Schule+Land&land=DEMO&stand=alle", [f"P {TITEL}", SATZ]),
    ],
)
def test_hostile_programme_and_lauf_do_nothing_anywhere(
    fremd: tuple[Server, str], ansehen: Ansehen, path: str, wanted: list[str]
) -> None:
    server, lauf_id = fremd
    page = ansehen(server, path.format(lauf_id))
    shown = " ".join(page.locator("body").inner_text().split())
    assert [one for one in wanted if " ".join(one.split()) not in shown] == [], shown[:2000]
    assert _leading_away(page) == []


def _leading_away(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('a, form, iframe')]"
        ".map(one => one.href || one.action || one.src)"
        ".filter(to => to && !to.startsWith(location.origin + '/'))"
    )
    return found
