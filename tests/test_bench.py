"""Each benchmark can be loaded: none is left behind by a change of what it measures."""

import importlib
from pathlib import Path

import pytest

BENCHES = [path.stem for path in Path(__file__).with_name("bench").glob("*.py") if path.stem[:2] != "__"]


@pytest.mark.parametrize("name", BENCHES)
def test_a_benchmark_can_be_loaded_and_says_what_it_measures(name: str) -> None:
    assert importlib.import_module(f"tests.bench.{name}").__doc__
