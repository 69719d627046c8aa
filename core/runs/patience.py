"""Waiting for a part of the installation that may come back: the database, the index."""

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from core.errors import IndexUnreachable, StoreUnreachable

Value = TypeVar("Value")

UNREACHABLE = (StoreUnreachable, IndexUnreachable)
LONGEST = 600.0
"""Seconds in which somebody starts it again: what is paid for is not thrown away before."""

PAUSE = 2.0
LOG = logging.getLogger(__name__)


def patiently(do: Callable[[], Value], abbruch: threading.Event | None = None) -> Value:
    """What it gives, as soon as all it needs is there. It must be harmless to do it twice."""
    end, stopped = time.monotonic() + LONGEST, abbruch or threading.Event()
    while True:
        try:
            return do()
        except UNREACHABLE as reason:
            if time.monotonic() > end or stopped.is_set():
                raise
            LOG.warning("Es wird gewartet: %s", reason)
            stopped.wait(PAUSE)
