"""The tables of alarms: what somebody wrote of one, and that it was told to somebody outside."""

from core.runs.sql import Date, ExactText, Integer, KeywordText, String, Table, Zeitpunkt
from core.runs.tables import column, metadata

alarmvermerk = Table(
    "alarmvermerk",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("art", KeywordText(60)),
    column("reihe", ExactText),
    column("von", Date),
    column("bis", Date),
    column("name", ExactText),
    column("notiz", ExactText),
)

# Once per alarm and way; `gesendet` is empty as long as that failed.
alarmversand = Table(
    "alarmversand",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("weg", KeywordText(20)),
    column("art", KeywordText(60)),
    column("reihe", ExactText),
    column("von", Date),
    column("bis", Date),
    column("versuche", Integer),
    column("zuletzt", Zeitpunkt),
    column("gesendet", Zeitpunkt, nullable=True),
    column("fehler", ExactText),
)
