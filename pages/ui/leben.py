"""What the app does when it starts and when it is stopped, beside answering visitors."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module

SOON_NEEDED = (
    "core.assessment.werkstatt",
    "core.citations.blick",
    "sklearn.linear_model",
    "sklearn.feature_extraction.text",
)

_serving = threading.Event()


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    _serving.set()
    yield
    await asyncio.to_thread(_end_laeufe)


def warm_up() -> None:
    """Once, when a first page is there: load in the background what the first Lauf would wait for."""
    if _serving.is_set():
        _start_warming()


@cache
def _start_warming() -> None:
    threading.Thread(target=_load, name="vorwaermen", daemon=True).start()


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
