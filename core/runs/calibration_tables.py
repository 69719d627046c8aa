"""The tables of Eichungen, which stand apart from Läufe: no list of Läufe shows them."""

from sqlalchemy import Float, ForeignKey, Integer, String, Table, Text

from core.runs.sql import ExactText, Json, KeywordText, Zeitpunkt
from core.runs.tables import column, metadata

eichsatz = Table(
    "eichsatz",
    metadata,
    column("hash", String(64), primary_key=True),
    column("name", ExactText),
    column("zeilen", Json),
)

eichung = Table(
    "eichung",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("schluessel", String(64), unique=True),
    column("finished", Zeitpunkt, nullable=True),
    column("modell", Text),
    column("prompt_id", Text),
    column("prompt_version", Text),
    column("prompt_hash", Text),
    column("satz_hash", String(64), ForeignKey("eichsatz.hash")),
    column("satz_name", ExactText),
    column("geplant", Integer),
    column("parameter", Json),
    column("app_version", Text),
)

eichantwort = Table(
    "eichantwort",
    metadata,
    column("eichung_id", String(16), ForeignKey("eichung.id", ondelete="CASCADE"), primary_key=True),
    column("these", Integer, primary_key=True),
    column("partei", String(100), primary_key=True),
    column("created", Zeitpunkt),
    column("stand", KeywordText(20)),
    column("position", Integer),
    column("score", Float, nullable=True),
    column("zitate", Integer),
    column("gebunden", Integer),
    column("kosten", Float, nullable=True),
    column("sekunden", Float),
    column("modell", Text),
    column("begruendung", ExactText),
    column("antwort", ExactText),
    column("passagen", Json),
)
