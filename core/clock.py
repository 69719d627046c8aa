"""The clock, read here alone, so that whoever plays, counts or tests by days can set it."""

from datetime import UTC, date, datetime

from core.german.formats import HERE


def now() -> datetime:
    return datetime.now(UTC)


def local() -> datetime:
    """Now as a clock in Germany shows it, whatever zone the machine is in."""
    return now().astimezone(HERE)


def today() -> date:
    return local().date()
