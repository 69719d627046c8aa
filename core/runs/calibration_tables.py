"""The tables of Eichungen, which stand apart from Läufe: no list of Läufe shows them."""

from core.runs.sql import (
    Boolean,
    Column,
    ExactText,
    Float,
    ForeignKey,
    Integer,
    Json,
    KeywordText,
    String,
    Table,
    Text,
    Zeitpunkt,
)
from core.runs.tables import column, metadata


def _key() -> list[Column[object]]:
    return [
        column("eichung_id", String(16), ForeignKey("eichung.id", ondelete="CASCADE"), primary_key=True),
        column("these", Integer, primary_key=True),
        column("partei", String(100), primary_key=True),
        column("variante", KeywordText(20), primary_key=True),
        column("wiederholung", Integer, primary_key=True),
    ]


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
    column("is_demo", Boolean),
    column("app_version", Text),
)

# Narrow, for figures read all of it; what is only read whole lies in `eichakte`.
eichantwort = Table(
    "eichantwort",
    metadata,
    *_key(),
    column("stand", KeywordText(20)),
    column("position", Integer),
    column("score", Float, nullable=True),
    column("jahr", Integer),
    column("etikett", String(100)),
    column("naehe", Float, nullable=True),
    column("zitate", Integer),
    column("gebunden", Integer),
    column("kosten", Float, nullable=True),
    column("sekunden", Float),
    sqlite_with_rowid=False,
)

eichakte = Table(
    "eichakte",
    metadata,
    *_key(),
    column("created", Zeitpunkt),
    column("modell", Text),
    column("frage", ExactText),
    column("begruendung", ExactText),
    column("antwort", ExactText),
    column("messages", Json),
    column("passagen", Json),
    column("zitate", Json),
)
