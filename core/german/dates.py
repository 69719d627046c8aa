"""Dates in German text: „1. März 2031“, „01.03.2031“, „März 2031“, „1. März“."""

import re
from collections.abc import Iterator

from core.german.words import MONTHS

NAMES = tuple(month.lower() for month in MONTHS)
DATE = re.compile(
    rf"(?:(?P<day>\d{{1,2}})\.\s*)?(?P<name>\b(?:{'|'.join(NAMES)})\b)(?:\s+(?P<year>\d{{4}}))?"
    r"|(?<![\d.])(?P<day2>\d{1,2})\.\s?(?P<month2>\d{1,2})\.\s?(?P<year2>\d{4})?(?!\d)"
)

Date = tuple[str, str, str]
"""Day, month and year as digits; empty where not told."""


def dates(text: str) -> Iterator[tuple[Date, str]]:
    """Those of a text in small letters, with how they stand there: „1. märz 2031“ → 1, 3, 2031."""
    for found in DATE.finditer(text):
        if date := _date(found):
            yield date, found[0].strip()


def without_dates(text: str) -> str:
    return DATE.sub(lambda found: " " if _date(found) else found[0], text)


def _date(found: re.Match[str]) -> Date | None:
    """None for what only looks like one: a month alone, „3.14.“."""
    if name := found["name"]:
        date = _digits(found["day"]), str(NAMES.index(name) + 1), found["year"] or ""
        return date if date[0] or date[2] else None
    if not 1 <= int(found["month2"]) <= len(NAMES):
        return None
    return _digits(found["day2"]), _digits(found["month2"]), found["year2"] or ""


def _digits(number: str | None) -> str:
    return (number or "").lstrip("0")
