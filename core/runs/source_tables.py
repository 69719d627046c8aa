"""The tables of what sources list."""

from typing import Any

from core.runs.sql import Boolean, Column, Date, ExactText, Integer, Json, Namen, String, Table, Zeitpunkt
from core.runs.tables import metadata


def _column(name: str, kind: Any, **options: Any) -> Column[Any]:
    return Column(name, kind, **{"nullable": False, **options})


# What sources list; `kennung` is the source's own. What is withdrawn stays, and is not shown.
liste = Table(
    "liste",
    metadata,
    _column("quelle", String(200), primary_key=True),
    _column("kennung", String(300), primary_key=True),
    _column("nummer", String(60), index=True),
    _column("titel", ExactText),
    _column("typ", String(100)),
    _column("parlament", ExactText),
    _column("bundesland", String(8), nullable=True),
    _column("wahlperiode", Integer, nullable=True),
    _column("datum", Date, nullable=True, index=True),
    _column("urheber", Namen),
    _column("pdf_url", ExactText, nullable=True),
    _column("pdf_hash", String(64), nullable=True),
    _column("vorgang", String(200), nullable=True, index=True),
    _column("weitere", Json),
    _column("aktualisiert", String(40), nullable=True),
    _column("suchtext", ExactText),
    _column("zurueckgezogen", Boolean),
    _column("geholt", Zeitpunkt),
    _column("antrag_id", String(16), nullable=True),
)

# How far a source has been read: whatever it needs to go on from there.
quellenstand = Table(
    "quellenstand",
    metadata,
    _column("quelle", String(200), primary_key=True),
    _column("stand", Json),
    _column("geholt", Zeitpunkt),
    _column("meldung", ExactText),
    _column("neu", Integer),
)
