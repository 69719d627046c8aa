"""Target: requests to all that is served beside the pages."""

from dataclasses import asdict
from random import Random
from typing import Any

from tests.bench.routenfuzz import Anfrage, app, attempt, cases
from tests.fuzz.target import Target


def _make(chance: Random) -> dict[str, Any]:
    return asdict(next(cases(chance)))


def _run(case: dict[str, Any]) -> None:
    assert (wrong := attempt(Anfrage(**case))) == "", wrong


TARGET = Target(_make, _run, prepare=app, share=0, cases=50_000)
"""The suite takes its share where the demo's pages are tested."""
