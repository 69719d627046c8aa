"""The clock, read here alone, so that whoever plays, counts or tests by days can set it."""

import re
from datetime import UTC, date, datetime, time
from email.utils import parsedate_to_datetime
from zoneinfo import ZoneInfo

HERE = ZoneInfo("Europe/Berlin")
EARLIEST = date(1, 1, 2)
SECONDS = re.compile(r"[0-9]{1,8}(?:\.[0-9]{1,8})?")


def now() -> datetime:
    return datetime.now(UTC)


def local() -> datetime:
    """Now as a clock in Germany shows it, whatever zone the machine is in."""
    return now().astimezone(HERE)


def today() -> date:
    return local().date()


def day_of(moment: datetime) -> date:
    """The day that a moment belongs to in Germany."""
    return moment.astimezone(HERE).date()


def midnight(day: date) -> datetime:
    """The moment at which a day begins in Germany; that of the first day of all is none of UTC any more."""
    return datetime.combine(max(day, EARLIEST), time(), HERE)


def retry_after(told: str) -> float | None:
    """Seconds to wait by a server's Retry-After: a number or a moment; None where nothing of use is told."""
    if SECONDS.fullmatch(told):
        return float(told)
    try:
        moment = parsedate_to_datetime(told)
    except (ValueError, TypeError, OverflowError):  # the last of a year or zone beyond all numbers of C
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now()).total_seconds())
