"""What the app does when it starts and when it is stopped, beside answering visitors."""

import asyncio
import gc
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from streamlit.components.v2 import manifest_scanner

from core import protokoll
from core.errors import DashboardError

FIRST_NEEDED = ("core.index.indexing", "pandas", "core.runs.store")
SOON_NEEDED = (
    "core.assessment.lauf_jobs",
    "core.seiten.zitat_page",
    "core.diagramme",
    "core.monitor.alarme",
    "core.monitor.party_figures",
    "core.vergleich.unterschiede",
    "core.assessment.batch_jobs",
    "scipy.stats",
    "sklearn.linear_model",
    "sklearn.feature_extraction.text",
)
AFTER = 2.0
"""Seconds in which a browser draws the first page, beside which nothing is loaded."""

_serving = threading.Event()
protokoll.install()

# The pages use no component packages; looking for some in all that is installed takes 0.4 s of every start.
manifest_scanner.scan_component_manifests = lambda max_workers=None: []

# For each run of a page Streamlit puts its folder before all others in which modules are sought, and takes
# it away again, unless it is among them. Another thread that is just seeking would skip a folder then: a Lauf
# would miss what is installed.
sys.path.append(str(Path(__file__).resolve().parents[1]))


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    _serving.set()
    threading.Thread(target=_prepare, name="vorbereiten", daemon=True).start()
    yield
    await asyncio.to_thread(_end_laeufe)


def _prepare() -> None:
    """While the first visitor's browser is still busy with itself: what the first page asks for."""
    from core.context import default_context
    from core.index.stock import bestand

    for name in FIRST_NEEDED:
        import_module(name)
    bestand(default_context())
    gc.freeze()


def warm_up() -> None:
    """Once, when a first page is there: load in the background what the first Lauf would wait for."""
    if _serving.is_set():
        _start_warming()


@cache
def _start_warming() -> None:
    timer = threading.Timer(AFTER, _load)
    timer.daemon = True
    timer.start()


def _load() -> None:
    from core.llm import litellm_access
    from core.programme import pdf_processes
    from pages.ui import resources

    for name in SOON_NEEDED:
        import_module(name)
    pdf_processes.warm_up()
    litellm_access.warm_up()
    with suppress(DashboardError):  # the page that needs the store tells why it is not there
        resources.werkstatt()  # it marks the Läufe of processes that died
    _keep_for_good()


def _keep_for_good() -> None:
    """What is loaded now stays: looking through it again and again would hold up every page by 0.3 s."""
    gc.collect()
    gc.freeze()


def _end_laeufe() -> None:
    """Else Python would wait until every Lauf under way is done."""
    from core.context import default_context

    default_context().close()
