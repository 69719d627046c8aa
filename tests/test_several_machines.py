"""A small one of `python -m tests.bench distributed`: PostgreSQL, a Chroma server, Dask, a worker killed."""

import pytest

from tests.bench.distributed import outcome
from tests.runs.postgres import programs

pytestmark = pytest.mark.timeout(900)  # a database, a Chroma server and a cluster are started

ANTRAEGE = 8


@pytest.mark.night
def test_with_a_worker_killed_every_lauf_is_there_once() -> None:
    programs()
    assert [figure for figure in outcome(ANTRAEGE) if not figure.ok] == []
