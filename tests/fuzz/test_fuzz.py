"""A few cases of every target, and again all that ever went wrong."""

from itertools import pairwise
from typing import Any

import pytest

from tests.fuzz import target
from tests.fuzz.betrieb import trouble

SEED = 1
STEP = 50
AT_NIGHT = 200
"""Cases of every target, also of those whose share the day takes elsewhere."""


def _portions() -> list[Any]:
    """Which the processes of a test run can share; those beyond a target's share at night."""
    found = []
    for name in target.names():
        share = target.load(name).share
        ends = sorted({share, AT_NIGHT, *range(STEP, AT_NIGHT, STEP)} - {0})
        for first, end in pairwise((0, *ends)):
            marks = [pytest.mark.night] if end > share else []
            found.append(pytest.param(name, first, end, marks=marks, id=f"{name}-{first}"))
    return found


@pytest.mark.parametrize(("name", "first", "end"), _portions())
def test_made_up_cases_are_read_or_explained(name: str, first: int, end: int) -> None:
    tried = target.load(name)
    for index in range(first, end):
        assert trouble(tried, target.case_of(name, SEED, index)) is None, (name, SEED, index)


@pytest.mark.parametrize("name", target.names())
def test_what_once_went_wrong_is_read_or_explained(name: str) -> None:
    tried = target.load(name)
    assert [path.name for path in target.kept(name) if trouble(tried, target.read_kept(path))] == []


def test_the_harness_tells_what_is_not_fine() -> None:
    def divide(case: int) -> float:
        return 1 / case

    tried = target.Target(lambda chance: chance.randrange(10), divide, explained=())
    assert trouble(tried, 1) is None
    wrong = trouble(tried, 0)
    assert wrong and wrong[0] == "ZeroDivisionError"
    slow = target.Target(lambda chance: 0, lambda case: sum(range(10**6)), seconds=0.0)
    late = trouble(slow, 0)
    assert late and late[0] == "langsam"
