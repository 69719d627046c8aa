"""The tables of what sources list."""

from core.runs.sql import Boolean, Date, ExactText, Integer, Json, Namen, String, Table, Zeitpunkt
from core.runs.tables import column, metadata

# What sources list; `kennung` is the source's own. What is withdrawn stays, and is not shown.
liste = Table(
    "liste",
    metadata,
    column("quelle", String(200), primary_key=True),
    column("kennung", String(300), primary_key=True),
    column("nummer", String(60), index=True),
    column("titel", ExactText),
    column("typ", String(100)),
    column("parlament", ExactText),
    column("bundesland", String(8), nullable=True),
    column("wahlperiode", Integer, nullable=True),
    column("datum", Date, nullable=True, index=True),
    column("urheber", Namen),
    column("pdf_url", ExactText, nullable=True),
    column("pdf_hash", String(64), nullable=True),
    column("vorgang", String(200), nullable=True, index=True),
    column("weitere", Json),
    column("aktualisiert", String(40), nullable=True),
    column("suchtext", ExactText),
    column("zurueckgezogen", Boolean),
    column("geholt", Zeitpunkt),
    column("antrag_id", String(16), nullable=True),
)

# How far a source has been read: whatever it needs to go on from there.
quellenstand = Table(
    "quellenstand",
    metadata,
    column("quelle", String(200), primary_key=True),
    column("stand", Json),
    column("geholt", Zeitpunkt),
    column("meldung", ExactText),
    column("neu", Integer),
)
