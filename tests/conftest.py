import shutil
import signal
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.indexing import Leseausgang, index_programme
from core.programme.registry import Registry, load_registry
from core.runs.store import open_store
from tests.clocks import noon as noon
from tests.prozesse import end_kept_pools, kept_pool
from tests.skips import fail_if_unexpected, untried
from tests.sperre import REACHED, only_loopback
from tests.vorrat import made_once

signal.signal(signal.SIGINT, signal.default_int_handler)
"""What is started in the background ignores Ctrl-C, and so would each process that a test starts."""

KORPUS = Path(__file__).parents[2] / "shared" / "korpus"


def korpus_path(name: str) -> Path:
    """A real file of the test corpus, which is other people's text and not part of the project."""
    path = KORPUS / name
    if not path.exists():
        pytest.skip(f"needs the test corpus beside the project: {name} is not there")
    return path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--night", action="store_true", help="also what repeats in more forms, for the run of the night"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Properties are asked a few examples by day and many by night."""
    settings.register_profile("day", max_examples=60, deadline=None)
    settings.register_profile("night", max_examples=1000, deadline=None)
    settings.load_profile("night" if config.getoption("--night") else "day")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `night` repeats with more cases what another test holds with a few.

    So do most tests of the store with PostgreSQL.
    """
    for item in items:
        in_postgres = "[postgresql" in item.name and item.path.parent.name in ("runs", "monitor")
        if in_postgres and not item.get_closest_marker("contract"):
            item.add_marker(pytest.mark.night)
    if not config.getoption("--night"):
        late = [item for item in items if item.get_closest_marker("night")]
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if item not in late]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    fail_if_unexpected(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if lines := untried(terminalreporter.stats.get("skipped", [])):
        terminalreporter.section("what was not there")
        terminalreporter.write("\n".join(lines) + "\n")


@pytest.fixture(scope="session", autouse=True)
def nur_dieser_rechner() -> Iterator[None]:
    with only_loopback():
        yield


@pytest.fixture(autouse=True)
def nichts_nach_draussen() -> Iterator[None]:
    """A test fails also where what it tests made nothing of being stopped."""
    REACHED.clear()
    yield
    assert not REACHED


@pytest.fixture(scope="session", autouse=True)
def lasting_processes() -> Iterator[None]:
    """Whoever reads Programme in finds the processes of the run before."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("indexing", "reading_jobs"):
            patch.setattr(f"core.programme.{module}.reading_pool", kept_pool)
        yield
    end_kept_pools()


@pytest.fixture(scope="session")
def registry() -> Registry:
    """As it is shipped."""
    return load_registry(ROOT / "data" / "registry")


@pytest.fixture(scope="session")
def demo_ordner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the DEMO Programme, to be copied."""
    return made_once(tmp_path_factory, "demo", _index_demo)


def _index_demo(folder: Path) -> None:
    context = Context(replace(Settings(), chroma_dir=folder))
    for ergebnis in index_programme(context.registry.demo_programme, context=context):
        assert ergebnis.ausgang is Leseausgang.NEU


@pytest.fixture(scope="session")
def leere_laeufe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run store with its tables and nothing in them, to be copied."""
    return made_once(tmp_path_factory, "laeufe", lambda folder: open_store(None, folder).close())


@pytest.fixture(scope="session")
def demo(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """Indexed once for all tests, none of which writes into it."""
    folder = tmp_path_factory.mktemp("demo")
    own = shutil.copytree(demo_ordner, folder / "chroma")
    return Context(replace(Settings(), chroma_dir=own, laeufe_dir=folder / "laeufe"))
