"""A clock for whatever counts by days: no test goes by the day it is run on."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from core.base import clock

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
"""A Wednesday."""

TODAY = NOON.date()


@contextmanager
def at_noon() -> Iterator[datetime]:
    """The clock of the app, in this process, stands at noon; who asks later is told a later moment."""
    asked = count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: NOON + timedelta(microseconds=next(asked)))
        yield NOON


@pytest.fixture
def noon() -> Iterator[datetime]:
    with at_noon() as moment:
        yield moment
