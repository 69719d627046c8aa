"""What a user gets out of the demo stays as it is: whatever is moved in the house, not a quote changes.

`python -m tests.golden` tells the differences in words, and keeps wanted ones with `--write`.
"""

from pathlib import Path

import pytest

from core.programme.context import Context
from tests.golden.files import differences, load
from tests.golden.made import made, played, quotes


def test_quotes_are_bound_and_dropped_as_before(demo: Context) -> None:
    """A thousand true, damaged and falsified ones; the history with what is counted of it at night."""
    assert differences(load("zitate"), quotes(demo), "zitate") == []


@pytest.mark.night
@pytest.mark.timeout(1800)  # the whole history is played: 304 Läufe
def test_the_demo_is_made_as_before(tmp_path: Path) -> None:
    found = [
        line for name, part in made(played(tmp_path)).items() for line in differences(load(name), part, name)
    ]
    assert found == []
