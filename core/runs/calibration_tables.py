"""The tables of Eichungen, which stand apart from Läufe: no list of Läufe shows them."""

from typing import Any

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
from core.runs.tables import metadata


def _column(name: str, kind: Any, *rest: Any, **options: Any) -> Column[Any]:
    return Column(name, kind, *rest, **{"nullable": False, **options})


def _key() -> list[Column[Any]]:
    return [
        _column("eichung_id", String(16), ForeignKey("eichung.id", ondelete="CASCADE"), primary_key=True),
        _column("these", Integer, primary_key=True),
        _column("partei", String(100), primary_key=True),
        _column("variante", KeywordText(20), primary_key=True),
        _column("wiederholung", Integer, primary_key=True),
    ]


eichsatz = Table(
    "eichsatz",
    metadata,
    _column("hash", String(64), primary_key=True),
    _column("name", ExactText),
    _column("zeilen", Json),
)

eichung = Table(
    "eichung",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt, index=True),
    _column("schluessel", String(64), unique=True),
    _column("finished", Zeitpunkt, nullable=True),
    _column("modell", Text),
    _column("prompt_id", Text),
    _column("prompt_version", Text),
    _column("prompt_hash", Text),
    _column("satz_hash", String(64), ForeignKey("eichsatz.hash")),
    _column("satz_name", ExactText),
    _column("geplant", Integer),
    _column("parameter", Json),
    _column("is_demo", Boolean),
    _column("app_version", Text),
)

# Narrow, for figures read all of it; what is only read whole lies in `eichakte`.
eichantwort = Table(
    "eichantwort",
    metadata,
    *_key(),
    _column("stand", KeywordText(20)),
    _column("position", Integer),
    _column("score", Float, nullable=True),
    _column("jahr", Integer),
    _column("etikett", String(100)),
    _column("naehe", Float, nullable=True),
    _column("zitate", Integer),
    _column("gebunden", Integer),
    _column("kosten", Float, nullable=True),
    _column("sekunden", Float),
    sqlite_with_rowid=False,
)

eichakte = Table(
    "eichakte",
    metadata,
    *_key(),
    _column("created", Zeitpunkt),
    _column("modell", Text),
    _column("frage", ExactText),
    _column("begruendung", ExactText),
    _column("antwort", ExactText),
    _column("messages", Json),
    _column("passagen", Json),
    _column("zitate", Json),
)
