"""Each benchmark can be loaded; in the run of the night each is run small, on less of the same work."""

import importlib
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.bench.__main__ import NAMES
from tests.bench.figures import Figure, print_figures

OPTIONS: dict[str, dict[str, Any]] = {
    "distributed": {"cases": 8},
    "fuzz": {"cases": 20},
    "growth": {"cases": 5_000},
    "pages": {"seconds": 12.0},
    "sessions": {"seconds": 12.0},
    "two_at_once": {"seconds": 20.0},
}
SMALLER: dict[str, dict[str, Any]] = {
    "all": {"BENCHMARKS": (("store",),)},
    "assess": {"COMBINATIONS": 20},
    "attribution": {"TEXTS": 1},
    "batch_api": {"KILLS": 4},
    "binding": {"TRUE": 20, "ELIDED": 20, "SLIPPED": 20, "FALSE": 20, "BASELINE": 20, "RUNS": 2, "EDGES": 10},
    "books": {"REQUESTS": 60, "ROUND": 6, "BATCHES": 3, "KILLS": 4},
    "billed_bodies": {"BATCH": 4},
    "books_killed": {"KILLS": 4},
    "deutsch": {"OF_KIND": 5},
    "full_disk": {"TRIES": 3},
    "forge": {"NUMBER": 20},
    "posts": {"NUMBER": 12, "LEAVING": 3},
    "growth": {"PROGRAMME": (10, 20), "LAEUFE": (50, 100)},
    "highlight": {"SAMPLE": 40, "OVER_PAGES": 10, "TIMED": 10, "WHOLE": 4},
    "helpers": {"KILLS": 1},
    "kill": {"KILLS": 2},
    "mcp": {"CALLS": 60},
    "monitor": {"HISTORIES": 40},
    "mutation": {
        "OF_FILE": 2,
        "FILES": {"core/wortlaut/binding/bind.py": ("tests/citations/test_joined.py",)},
    },
    "openings": {"TIMES": 1},
    "ranking": {"SETS": 40},
    "rates": {"SIMULATIONS": 20, "YEARS": 2},
    "reading_guard": {"WOVEN": 20},
    "rivals": {"SENTENCES": 2, "SECONDS": 10.0},
    "retrieval": {"SENTENCES": 20, "CUT_SENTENCES": 10},
    "routenfuzz": {"CASES": 300},
    "sessions": {"SESSIONS": 3, "LEFT": 1.0},
    "store": {"LAEUFE": 300},
    "versions": {"SOURCES": ("fdp-bund-2013",), "PLANTED": 40},
    "vergleich": {"ANTRAEGE": 3, "OTHERS": 50},
}


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_can_be_loaded_and_says_what_it_measures(name: str) -> None:
    module = importlib.import_module(f"tests.bench.{name}")
    assert module.__doc__ and callable(module.measure)
    assert all(hasattr(module, constant) for constant in SMALLER.get(name, {}))


@pytest.mark.night
@pytest.mark.timeout(1800)  # some read all programmes of the corpus
@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_measures(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether its targets are met is for a quiet machine and the whole of it."""
    module = importlib.import_module(f"tests.bench.{name}")
    for constant, value in SMALLER.get(name, {}).items():
        monkeypatch.setattr(module, constant, value)
    # In a thread: tests in a browser leave a loop behind in theirs, where no browser can be opened anew.
    with ThreadPoolExecutor(1) as thread:
        figures: list[Figure] = thread.submit(module.measure, **OPTIONS.get(name, {})).result()
    print_figures(name, figures, True)
    told = json.loads(capsys.readouterr().out)
    assert told["name"] == name and len(told["figures"]) == len(figures) > 0
