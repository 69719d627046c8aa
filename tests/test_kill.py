"""A small share of `python -m tests.bench kill`: a restore by day, at night every kind.

By day writers of the index are killed in tests/index, a batch and those it waits for in tests/assessment.
"""

from random import Random

import pytest

from tests.bench.kill import KINDS, killed_often

pytestmark = pytest.mark.timeout(900)  # processes are begun, killed and begun again

ALWAYS = ("restore",)
NAMES = [name if name in ALWAYS else pytest.param(name, marks=pytest.mark.night) for name in KINDS]


@pytest.mark.parametrize("name", NAMES)
def test_killed_at_any_moment_nothing_acknowledged_is_lost(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    ergebnis = killed_often(name, 1, Random(f"suite {name}"))
    assert ergebnis.kills == 1 and ergebnis.faults == []
