"""The tables of what sources list, and of what parliaments decided on it."""

from core.runs.sql import (
    Boolean,
    Date,
    ExactText,
    Index,
    Integer,
    Json,
    KeywordText,
    Namen,
    String,
    Table,
    Zeitpunkt,
)
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
)

# Who voted how on a Drucksache, by one paper; `sha256` is that of its file.
abstimmung = Table(
    "abstimmung",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("bundesland", String(8)),
    column("drucksache", String(60)),
    column("art", KeywordText(40)),
    column("dokument", ExactText),
    column("sha256", String(64), index=True),
    column("suffix", String(8)),
    column("url", ExactText),
    column("datum", Date, nullable=True),
    column("lizenz", ExactText),
    column("abgestimmt", KeywordText(40)),
    column("angenommen", Boolean, nullable=True),
    column("regel", ExactText),
    column("grund", ExactText),
    column("fraktionen", Json),
    column("stellen", Json),
    Index("ix_abstimmung_drucksache", "bundesland", "drucksache"),
)

# Which papers were looked at for votes on a Drucksache, and what they told; a row without an address is its
# source being asked for some. `grund`: why nothing was taken from the paper.
beschlusssuche = Table(
    "beschlusssuche",
    metadata,
    column("bundesland", String(8), primary_key=True),
    column("drucksache", String(60), primary_key=True),
    column("url_hash", String(32), primary_key=True),
    column("url", ExactText),
    column("wann", Zeitpunkt),
    column("grund", ExactText),
)
