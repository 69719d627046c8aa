"""What the app does when it starts and when it is stopped, beside answering visitors."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

from streamlit import runtime
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.memory_session_storage import MemorySessionStorage

from core.base import clock, keyless_logs, memory
from core.base.key_masker import secrets_that_are_words
from core.base.private_files import close_to_others, keep_private
from core.base.shutdown import end_within_grace, on_signals
from core.features import hooks
from core.wortlaut.errors import DashboardError

FIRST_NEEDED = ("core.programme.indexing", "pandas", "core.runs.store")
SOON_NEEDED = (
    "core.assessment.pipeline",
    "core.proof.zitat_page",
    "core.assessment.batch",
)
"""Not LiteLLM (137 MB, 3.7 s): a Lauf loads it while it searches, and many an app shows stored ones alone."""

AFTER = 2.0
"""Seconds in which a browser draws the first page, beside which nothing is loaded."""

UNSEEN = 30.0
"""Seconds after which an app without a visitor makes itself ready: what died elsewhere may wait for it."""

TIDY = 60.0
"""Seconds between two times that memory nobody uses is given back: a session ends two minutes after its
visitor left."""

memory.share_heaps()
_serving = threading.Event()
_ending = threading.Lock()
keyless_logs.mask_logs()

PAGES = str(Path(__file__).resolve().parents[1])
if PAGES not in sys.path:
    # For each run of a page Streamlit puts this folder before all others in which modules are sought, and
    # takes it away again, unless it is among them. Another thread that is just seeking would skip a folder
    # then: a Lauf would miss what is installed.
    sys.path.append(PAGES)


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    keep_private()
    on_signals(end_within_grace(_end_laeufe))  # the server waits for its visitors before it asks us to end
    _serving.set()
    threading.Thread(target=_prepare, name="vorbereiten", daemon=True).start()
    unseen = threading.Timer(UNSEEN, warm_up)
    unseen.daemon = True
    unseen.start()
    tidying = asyncio.create_task(_tidy())
    yield
    tidying.cancel()
    unseen.cancel()
    await asyncio.to_thread(_end_laeufe)


def _prepare() -> None:
    """While the first visitor's browser is still busy with itself: what the first page asks for."""
    from core.programme.context import default_context
    from core.programme.stock import Stock

    if found := secrets_that_are_words():
        keyless_logs.LOG.warning(
            "Ein gewöhnliches Wort, also zu erraten: %s. Bitte ersetzen.", ", ".join(found)
        )
    for name in FIRST_NEEDED:
        import_module(name)
    close_to_others(default_context().settings)
    Stock.of(default_context())
    memory.keep_loaded()


async def _tidy() -> None:
    while True:
        await asyncio.sleep(TIDY)
        if not _end_left_sessions():
            from core.proof.page_drawing import forget_pictures

            forget_pictures()  # up to 128 MB, each drawn anew in 0.04 s
        await asyncio.to_thread(memory.give_back)


def _end_left_sessions() -> int:
    """Streamlit keeps a session whose visitor left for two minutes, and then until the next one leaves: with
    its widgets, an event loop and three open files. How many have a visitor. In the loop that it uses too."""
    if not runtime.exists():
        return 0
    sessions = runtime.get_instance()._session_mgr
    storage = getattr(sessions, "_session_storage", None)
    if isinstance(storage, MemorySessionStorage) and isinstance(storage._cache, TTLCache):
        storage._cache.expire()
    return sessions.num_active_sessions()


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
    from core.assessment.pipeline import LaufJobs
    from core.processes import pdf_processes
    from core.runs.store import runstore
    from pages.ui import resources

    of_features: tuple[tuple[str, ...], ...] = hooks("soon_needed")
    for name in (*SOON_NEEDED, *chain(*of_features)):
        import_module(name)
    pdf_processes.warm_up()
    with suppress(DashboardError):  # the page that needs the store tells why it is not there
        context = resources.context()
        context.own(LaufJobs)  # it marks the Läufe of processes that died
        while runstore(context).purge_old(clock.now(), context.settings.laeufe_dir):
            pass  # what was deleted and can be brought back no longer
    memory.collect_once()  # looking through it again and again would hold up every page by 0.3 s


def _end_laeufe() -> None:
    """Else Python would wait until every Lauf under way is done."""
    from core.programme.context import default_context

    with _ending:
        default_context().close()
