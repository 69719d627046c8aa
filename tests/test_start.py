"""The app as it starts: what it loads, and that pages and Läufe do not disturb each other."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from streamlit.runtime import Runtime
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner.exec_code import modified_sys_path
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from core.base.settings import ROOT
from core.programme.context import Context
from core.runs.store import open_store
from pages.ui import lifespan

SLOW = (
    "alembic", "chromadb", "litellm", "mcp", "pymupdf", "safetensors", "scipy",
    "sentence_transformers", "sklearn", "sqlalchemy.dialects.postgresql", "tokenizers",
    "torch",
)  # fmt: skip

FIRST_PAGE = """
import sys
from core.programme.context import default_context
from core.programme.stock import Stock
from core.runs.store import runstore
context = default_context()
assert sum(teil.chunks for teil in Stock.of(context).gebiete) > 0
assert runstore(context).count_laeufe() == 0
from pages.ui import lifespan, start
print([name for name in sys.argv[1:] if name in sys.modules])
"""


FOR_SOME = ("chromadb", "litellm", "scipy.stats", "sentence_transformers", "sklearn", "torch")
"""137 MB LiteLLM alone, which only who asks a model needs."""

READY = """
import sys
from pages.ui import lifespan
lifespan._prepare()
lifespan._load()
from core.base import statistical_measures as measures
measures.share_interval(3, 10), measures.mean_difference([[1.0], [2.0]]), measures.sign_test([1.0, 2.0])
measures.rarity(20, 0.5, 30, 1.0), measures.overdispersion([3, 4], [10, 10])
print([name for name in sys.argv[1:] if name in sys.modules])
"""


def test_the_first_page_loads_nothing_that_it_does_not_need(demo: Context, tmp_path: Path) -> None:
    assert _loaded(FIRST_PAGE, SLOW, demo, tmp_path) == "[]"


def test_what_only_some_need_takes_no_memory_of_the_app(demo: Context, tmp_path: Path) -> None:
    assert _loaded(READY, FOR_SOME, demo, tmp_path) == "[]"


def _loaded(code: str, modules: tuple[str, ...], demo: Context, tmp_path: Path) -> str:
    open_store(None, tmp_path).close()
    places = {"CHROMA_DIR": str(demo.settings.chroma_dir), "LAEUFE_DIR": str(tmp_path)}
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CHROMA_URL")}
    done = subprocess.run(
        [sys.executable, "-c", code, *modules],
        env=env | places,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_page_leaves_alone_where_other_threads_look_for_modules() -> None:
    before = list(sys.path)
    with modified_sys_path(str(Path(lifespan.__file__).parents[1] / "frame.py")):
        during = list(sys.path)
    assert during == before


def test_what_streamlit_keeps_of_who_left_can_still_be_ended() -> None:
    """By names that it does not promise, for it offers no other way: an upgrade that changes one shows here,
    where the app itself would only keep more."""
    storage = MemorySessionStorage()
    sessions = WebsocketSessionManager(storage, MemoryUploadedFileManager("/datei"), ScriptCache(), None)
    assert sessions._session_storage is storage and sessions.num_active_sessions() == 0
    assert isinstance(storage._cache, TTLCache)
    storage._cache.expire()
    assert "_session_mgr" in Runtime.__init__.__code__.co_names


def test_the_whole_system_is_installed_by_its_usual_file() -> None:
    assert required("requirements.txt") >= {
        "streamlit", "chromadb", "sentence-transformers", "pymupdf", "litellm", "pandas", "plotly", "pytest",
    }  # fmt: skip
    assert required("requirements.txt") >= required("requirements.lock") & needed_by_the_app()


def test_the_app_starts_without_torch_and_from_what_is_locked() -> None:
    assert not (required("requirements.lock") | needed_by_the_app()) & {"torch", "sentence-transformers"}
    assert needed_by_the_app() <= required("requirements.lock")
    assert "--require-hashes -r requirements.lock" in recipe("run")
    installed = [line for line in recipe("test").splitlines() if "pip install" in line]
    assert len(installed) == 2 and all("--require-hashes -r requirements" in line for line in installed)


def test_what_the_tests_need_is_locked_in_the_versions_of_the_app() -> None:
    app, dev = locked("requirements.lock"), locked("requirements-dev.lock")
    pins = dict(re.findall(r"(?m)^([a-z-]+)==(\S+)$", (ROOT / "requirements-dev.txt").read_text("utf-8")))
    assert pins and pins.items() <= dev.items()
    assert {name: dev[name] for name in dev.keys() & app} == {name: app[name] for name in dev.keys() & app}


def locked(name: str) -> dict[str, str]:
    """The version of each package; pip refuses one without a hash."""
    return dict(re.findall(r"(?m)^([a-z0-9._-]+)==([^ ;]+)", (ROOT / name).read_text("utf-8")))


def needed_by_the_app() -> set[str]:
    """The names of the ranges in pyproject.toml."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return {re.split(r"[\[><=]", line)[0] for line in told}


def required(name: str) -> set[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {
        re.split("==|;", line)[0].strip() for line in lines if line and not line.startswith(("#", "-", " "))
    }


def recipe(target: str) -> str:
    """What make would do for a target, from nothing."""
    command = ["make", "--dry-run", "--always-make", target]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
