"""The real roll calls and committee papers: every figure of the benchmark holds."""

from collections.abc import Callable, Iterable

import pytest

from tests.bench.decisions import committees, marked, roll_calls
from tests.bench.figures import Figure
from tests.conftest import korpus_path


@pytest.mark.night
@pytest.mark.timeout(1800)  # every committee paper of the corpus is read
@pytest.mark.parametrize("measured", [committees, lambda: [marked()], roll_calls])
def test_real_votes_are_read_as_well_as_is_told(measured: Callable[[], Iterable[Figure]]) -> None:
    korpus_path("abstimmungen/abstimmungen.json")
    assert [figure for figure in measured() if not figure.ok] == []
