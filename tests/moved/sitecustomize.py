"""On PYTHONPATH: the app's clock goes so many seconds off in this process and in all that it starts.

Not by Debian's `faketime`: with it Python's sleep is refused or Chromium stands still.
"""

import os
from datetime import UTC, datetime, timedelta

from core import clock

AHEAD = timedelta(seconds=float(os.environ.get("CLOCK_AHEAD", "0")))
"""Nothing in a process that is given no environment: those read PDFs, and no clock."""


def moved() -> datetime:
    return datetime.now(UTC) + AHEAD


clock.now = moved
