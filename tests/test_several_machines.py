"""Two apps, PostgreSQL, Chroma, a scheduler and two workers on loopback; two are killed in the middle.

All of it, with every part killed: `python -m tests.bench distributed`.
"""

from tests.bench.distributed import outcome
from tests.runs.postgres import programs

ANTRAEGE = 12


def test_whatever_is_killed_every_lauf_is_there_once() -> None:
    programs()
    missed = [figure for figure in outcome(ANTRAEGE, ("worker-1", "app-1")) if not figure.ok]
    assert missed == []
