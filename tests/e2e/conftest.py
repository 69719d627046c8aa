import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from core.antrag.read_antrag import read_antrag_pdf
from core.base.settings import Settings
from core.demo.demo_antraege import make_example
from core.features.rubrics.judgement import list_rubrics
from core.features.textcheck.check import check_text
from core.features.textcheck.kept_checks import keep
from core.programme.registry import load_registry
from core.runs.antraege import ListedAntrag, SourceState, note_antrag
from core.runs.store import open_store, runstore
from core.wortlaut.german.sentences import sentences
from tests.e2e.browser import DESKTOP, chromium, english, turn_to, visit
from tests.e2e.modell import Zitierer
from tests.e2e.server import DEMO, Server, open_context, run_core, serve
from tests.llm.modellserver import modellserver
from tests.prozesse import PATIENCE
from tests.vorrat import made_once

expect.set_options(timeout=1000 * PATIENCE)

JOURNEY = 900
"""Seconds: the first test with an app starts it and reads the demo in."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(JOURNEY))


Oeffnen = Callable[..., Page]
Starten = Callable[..., Server]
Ansehen = Callable[..., Page]


@dataclass(frozen=True)
class App:
    """The running app that the journeys share, its scripted model, and what lay there before.

    `example`: the demo's judged Lauf and its Gemeinwohl-Matrix.
    """

    server: Server
    modell: Zitierer
    lauf_id: str
    check_id: str
    example: tuple[str, str]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def leer(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo indexed and a programme of NRW, to be copied and never served itself."""
    return made_once(tmp_path_factory, "leer", lambda folder: _add_nrw(folder, demo_ordner))


def _add_nrw(folder: Path, demo_ordner: Path) -> None:
    shutil.copytree(demo_ordner, folder / "chroma")
    (folder / "pdf").mkdir()
    shutil.copy(DEMO / "bruecke-demo-2024.pdf", folder / "pdf" / "spd-nrw-2022.pdf")
    run_core(folder, "index", "--all")


@pytest.fixture
def kopie(leer: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(leer, tmp_path / "kopie"))


@dataclass(frozen=True)
class Judged:
    """A folder with a Lauf, a checked text and the demo's example, to be copied and never served itself."""

    folder: Path
    lauf_id: str
    check_id: str
    example: tuple[str, str]

    def copy(self, to: Path) -> Path:
        return Path(shutil.copytree(self.folder, to, dirs_exist_ok=True))


@pytest.fixture(scope="session")
def judged(leer: Path, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    folder = made_once(tmp_path_factory, "beurteilt", lambda folder: _judge(folder, leer))
    lauf_id, check_id, *example = (folder / "ids").read_text().split()
    return Judged(folder, lauf_id, check_id, (example[0], example[1]))


def _judge(folder: Path, leer: Path) -> None:
    shutil.copytree(leer, folder, dirs_exist_ok=True)
    (lauf,) = run_core(folder, "assess", str(DEMO / "antrag-5-214.pdf"))
    _list_antraege(folder / "laeufe")
    context = open_context(folder)
    example = make_example(context)
    with closing(runstore(context)) as store:
        (matrix,) = [one.id for one in list_rubrics(store, example) if "gwoe" in one.rubric.id]
    (folder / "ids").write_text(f"{lauf['id']} {_keep_check(folder)} {example} {matrix}")


@pytest.fixture(scope="session")
def app(judged: Judged, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = judged.copy(tmp_path_factory.mktemp("app"))
    modell = Zitierer()
    with modellserver(modell) as models:
        access = {"OPENAI_API_KEY": "sk-test-0000", "OPENAI_API_BASE": models.url}
        with serve(folder, **access) as server:
            yield App(server, modell, judged.lauf_id, judged.check_id, judged.example)


def _keep_check(folder: Path) -> str:
    """A checked text with a quote that is printed, one that is only like a printed one, one of nowhere."""
    context = open_context(folder)
    (first, *_) = context.store.chunks_of("DEMO", "lindenbund-demo-2024")
    start, end = sentences(first.text)[0]
    words = first.text[start:end].split()
    like = " ".join([*words[:5], "keinesfalls", *words[5:]])
    text = (
        f"# Was im Programm steht\n\nDort heißt es: „{' '.join(words)}“ (Lindenbund, S. 1).\n\n> {like}\n\n"
        "„Das steht so in keinem einzigen Programm.“"
    )
    with closing(open_store(None, folder / "laeufe")) as store:
        return keep(store, check_text(text, context), None)


def _list_antraege(laeufe: Path) -> None:
    """As if a source listed two: one that was read before, one whose address is this machine's own."""
    one = ListedAntrag(
        quelle="DIP",
        kennung="BT 5/214",
        nummer="5/214",
        titel="Kleine Grundschulen erhalten",
        typ="Antrag",
        parlament="Landtag von Musterland",
        bundesland="DEMO",
        datum=date(2025, 3, 4),
        urheber=("Fraktion Lindenbund",),
        weitere=(
            {"kurz": "BeschlEmpf", "art": "Beschlussempfehlung", "nummer": "5/300", "datum": "1.4.2025"},
        ),
    )
    other = replace(one, kennung="BT 5/9", nummer="5/9", titel="Radwege am Fluss", datum=date(2025, 2, 1))
    store = open_store(None, laeufe)
    store.save_listing(SourceState("DIP"), [one, replace(other, pdf_url="http://127.0.0.1:9/radwege.pdf")])
    antrag = read_antrag_pdf(DEMO / "antrag-5-214.pdf", load_registry(Settings().data_dir / "registry"))
    note_antrag(store, "DIP", one.kennung, store.save_antrag(antrag, "DIP 5/214", antrag))
    store.close()


@pytest.fixture
def starten() -> Iterator[Starten]:
    """Starts another server on a folder; it runs until the windows are closed."""
    with ExitStack() as servers:
        yield lambda folder, **env: servers.enter_context(serve(folder, **env))


@pytest.fixture
def sprachmodell() -> Iterator[dict[str, str]]:
    """The environment in which OpenAI's models answer here, about the Antrag and about each party."""
    with modellserver(Zitierer()) as server:
        yield {"OPENAI_API_BASE": server.url, "OPENAI_API_KEY": "sk-hier"}


@pytest.fixture
def oeffnen(browser: Browser, starten: Starten) -> Iterator[Oeffnen]:
    """Opens an address in a window of its own; whatever goes wrong in any of them fails the test."""
    faults: list[str] = []
    logs: dict[Path, int] = {}
    with ExitStack() as windows:

        def open_window(server: Server, path: str = "/", **options: Any) -> Page:
            logs.setdefault(server.log, server.log.stat().st_size)
            page = windows.enter_context(visit(browser, faults, **options))
            page.goto(server.url(path))
            return page

        yield open_window
    assert faults + stack_traces(logs) == []


def stack_traces(logs: dict[Path, int]) -> list[str]:
    """In the logs of servers, from those places on."""
    written = [log.read_bytes()[begin:].decode(errors="replace") for log, begin in logs.items()]
    return [f"log of the server: {text[-3000:]}" for text in written if "Traceback" in text]


@pytest.fixture(scope="session")
def shared_window(app: App, browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """Closed before the app that it looks at."""
    faults: list[str] = []
    with visit(browser, faults) as page:
        yield page, faults
    assert faults == []


@pytest.fixture
def ansehen(shared_window: tuple[Page, list[str]]) -> Iterator[Ansehen]:
    """Turns to an address in a window that all tests share which only look; else as `oeffnen`.

    A window of one's own takes three seconds, a turn one.
    """
    page, faults = shared_window
    logs: dict[Path, int] = {}

    def look(
        server: Server, path: str, width: int = DESKTOP["width"], height: int = DESKTOP["height"]
    ) -> Page:
        logs.setdefault(server.log, server.log.stat().st_size)
        page.set_viewport_size({"width": width, "height": height})
        if not page.url.startswith(server.url()):  # another server's page complains once that is gone
            page.goto("about:blank")
            faults.clear()
        turn_to(page, server.url(path))
        return page

    yield look
    found = [*faults, *english(page), *stack_traces(logs)]
    faults.clear()
    assert found == []
