"""A day that a question names for the programmes: „Stand 1.3.2022“. Another date is part of its subject."""

import re
from datetime import date

from core.german.words import MONTHS

DAY = rf"(?P<tag>\d{{1,2}})\. ?(?:(?P<zahl>\d{{1,2}})\.|(?P<monat>{'|'.join(MONTHS)})) ?(?P<jahr>\d{{4}})"
STAND = re.compile(
    rf"\b(?:(?:(?:zum|am) )?(?:Stand|Stichtag)(?: (?:vom|am))?:? {DAY}"
    rf"|(?:am|zum) {DAY.replace('?P<', '?P<g')} (?:geltende?|gültige?)[nrsm]?\b)",
    re.IGNORECASE,
)

LONGEST = 1000


def read_day(eingabe: str) -> tuple[date | None, str]:
    """The day and the question without it; a day that no calendar has stays where it is."""
    found = STAND.search(eingabe[:LONGEST])
    if found is None:
        return None, eingabe
    parts = {name.removeprefix("g"): value for name, value in found.groupdict().items() if value}
    month = parts.get("zahl") or _number(parts["monat"])
    try:
        day = date(int(parts["jahr"]), int(month), int(parts["tag"]))
    except ValueError:
        return None, eingabe
    return day, f"{eingabe[: found.start()]} {eingabe[found.end() :]}".strip()


def _number(month: str) -> int:
    return [name.casefold() for name in MONTHS].index(month.casefold()) + 1
