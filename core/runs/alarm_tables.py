"""The tables of alarms: what somebody wrote of one, and that it was told to somebody outside."""

from typing import Any

from core.runs.sql import Column, Date, ExactText, Integer, KeywordText, String, Table, Zeitpunkt
from core.runs.tables import metadata


def _column(name: str, kind: Any, *rest: Any, **options: Any) -> Column[Any]:
    return Column(name, kind, *rest, **{"nullable": False, **options})


alarmvermerk = Table(
    "alarmvermerk",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt),
    _column("art", KeywordText(60)),
    _column("reihe", ExactText),
    _column("von", Date),
    _column("bis", Date),
    _column("name", ExactText),
    _column("notiz", ExactText),
)

# Once per alarm and way; `gesendet` is empty as long as that failed.
alarmversand = Table(
    "alarmversand",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt),
    _column("weg", KeywordText(20)),
    _column("art", KeywordText(60)),
    _column("reihe", ExactText),
    _column("von", Date),
    _column("bis", Date),
    _column("versuche", Integer),
    _column("zuletzt", Zeitpunkt),
    _column("gesendet", Zeitpunkt, nullable=True),
    _column("fehler", ExactText),
)
