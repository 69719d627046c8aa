"""The pages with places of their own: where the index, the PDFs and the Läufe of one test lie."""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, app_test

from core.assessment.pipeline import assess
from core.base.settings import ROOT
from core.demo.demo_antraege import demo_auftrag
from core.programme.context import Context, default_context
from core.programme.registry import Registry, load_registry
from core.runs.lauf import Row
from core.runs.store import Runstore, runstore
from tests.clocks import at_noon
from tests.e2e.server import Server, serve
from tests.llm.conftest import umgebung
from tests.page_files import page_file
from tests.prozesse import PATIENCE
from tests.runs.zeilenweise import put

__all__ = ["umgebung"]

FRAME = str(ROOT / "pages" / "frame.py")
Open = Callable[..., AppTest]
ANTRAG = ROOT / "data" / "demo" / "pdf" / "antrag-5-214.txt"


# As pages/ui/lifespan.py does with the folder of the pages: else a thread that seeks a package while a
# script of a test ends may miss what is installed.
sys.path.append(app_test.TMP_DIR.name)


def address(app: AppTest) -> dict[str, str]:
    return {name: value if isinstance(value, str) else value[-1] for name, value in app.query_params.items()}


@pytest.fixture(autouse=True)
def _quotes_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in model is the quickest way to a Lauf with quotes; here it need not be choosy about them."""
    monkeypatch.setattr("core.llm.offline.NEAR", 0.4)


@pytest.fixture(scope="session", autouse=True)
def one_scan() -> Iterator[None]:
    """Every AppTest would look through all installed packages for components, which takes a second."""
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda max_workers=None: found)
        yield


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit gives a script three seconds, which is little where others compute."""
    begin = AppTest.__init__
    monkeypatch.setattr(
        AppTest,
        "__init__",
        lambda self, *args, **more: begin(self, *args, **more | {"default_timeout": PATIENCE}),
    )


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """An AppTest leaves its script as the main module, which every process started later would run again."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing indexed, nothing stored, nothing cached; the folders are `chroma`, `pdf` and `laeufe`."""
    for name in ("chroma", "pdf", "laeufe"):
        monkeypatch.setenv(f"{name.upper()}_DIR", str(tmp_path / name))
    for name in ("DATABASE_URL", "CHROMA_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("core.programme.context.load_registry", _without_addresses)
    _forget()
    yield tmp_path
    if (tmp_path / "laeufe").exists():
        runstore(default_context()).close()
    _forget()


def _without_addresses(folder: Path) -> Registry:
    """No page of a test may ask a party's own server: only what the test registers has an address."""
    read = load_registry(folder)
    shipped = {
        id: replace(p, url=None, archiv=None) for id, p in read.programme.items() if id not in read.eigene
    }
    return replace(read, programme={**read.programme, **shipped})


def _forget() -> None:
    default_context.cache_clear()
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def demo_index(demo: Context, leere_laeufe: Path, places: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """The pages find the demo indexed. All tests share the index: only read it."""
    shutil.copytree(leere_laeufe, places / "laeufe")
    monkeypatch.setenv("CHROMA_DIR", str(demo.settings.chroma_dir))
    default_context.cache_clear()
    return default_context()


@pytest.fixture(scope="session")
def served(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app as it is started, with a name of its own, the demo indexed, and texts checked for who asks."""
    folder = tmp_path_factory.mktemp("app")
    shutil.copytree(demo_ordner, folder / "chroma")
    (folder / "pdf").mkdir()
    with serve(folder, HOSTNAMEN="antraege.example.org", TEXTPRUEFUNG="1") as server:
        yield server


@pytest.fixture
def store(demo_index: Context) -> Runstore:
    return runstore(demo_index)


def open_at(page: str, **address: object) -> AppTest:
    """A page of the frame at an address."""
    app = AppTest.from_file(FRAME).switch_page(page_file(page))
    for name, value in address.items():
        app.query_params[name] = str(value)
    return ready(app.run())


def ready(app: AppTest) -> AppTest:
    assert not app.exception, app.exception
    return app


def pictures(app: AppTest) -> list[dict[str, str]]:
    """The pages' pictures, each with the attributes of its element."""
    written = "".join(element.proto.body for element in app.get("html"))
    tags = re.findall(r'<img class="seitenbild"[^>]*>', written)
    return [{name: unescape(value) for name, value in re.findall(r'(\w+)="([^"]*)"', tag)} for tag in tags]


@pytest.fixture(scope="session")
def finished(demo: Context, tmp_path_factory: pytest.TempPathFactory) -> Row:
    """The export of a Lauf: an Antrag of the demo, judged by the built-in model."""
    context = Context(replace(demo.settings, laeufe_dir=tmp_path_factory.mktemp("laeufe")))
    with at_noon():
        lauf_id = assess(context, demo_auftrag(context))
    export = runstore(context).export_json([lauf_id])
    runstore(context).close()
    return export


@pytest.fixture
def lauf_id(demo_index: Context, finished: Row) -> str:
    """A finished Lauf in this test's own store; the demo is indexed."""
    (lauf_id,) = put(runstore(demo_index), finished)
    return lauf_id


@pytest.fixture
def open_lauf(demo_index: Context) -> Open:
    def opened(**query: object) -> AppTest:
        app = AppTest.from_file(FRAME)
        for name, value in query.items():
            app.query_params[name] = str(value)
        return app.switch_page("lauf.py").run()

    return opened


def seen(app: AppTest) -> str:
    """All that is written on the page, as it reads once Markdown has been drawn."""
    kinds = ("title", "header", "subheader", "markdown", "caption", "info", "error", "warning")
    texts = [element.value for kind in kinds for element in app.get(kind)]
    texts += [button.label for button in app.button]
    return re.sub(r"\\(\W)", r"\1", "\n".join(texts))
