"""What the app does when it starts and when it is stopped, beside answering visitors."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module

FIRST_NEEDED = ("core.retrieval.indexing", "pandas", "core.runs.store")
SOON_NEEDED = (
    "core.assessment.werkstatt",
    "core.citations.blick",
    "sklearn.linear_model",
    "sklearn.feature_extraction.text",
)
AFTER = 2.0
"""Seconds in which a browser draws the first page, beside which nothing is loaded."""

_serving = threading.Event()


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    _serving.set()
    threading.Thread(target=_prepare, name="vorbereiten", daemon=True).start()
    yield
    await asyncio.to_thread(_end_laeufe)


def _prepare() -> None:
    """While the first visitor's browser is still busy with itself: what the first page asks for."""
    from core.context import default_context
    from core.retrieval.bestand import bestand

    for name in FIRST_NEEDED:
        import_module(name)
    bestand(default_context())


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
    from core.llm import zugang
    from core.programme.pdf import pymupdf

    for name in SOON_NEEDED:
        import_module(name)
    pymupdf()
    zugang.warm_up()


def _end_laeufe() -> None:
    """Else Python would wait until every Lauf under way is done."""
    from pages.ui import resources

    if resources.werkstatt_of.cache_info().currsize:
        resources.werkstatt().close()
