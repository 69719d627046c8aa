"""The tables of Anträge: those that were entered, the words of those judged."""

from core.runs.sql import Boolean, Date, ExactText, Json, KeywordText, String, Table, Zeitpunkt
from core.runs.tables import column, metadata

antrag = Table(
    "antrag",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("titel", ExactText),
    column("drucksache", ExactText),
    column("bundesland", String(8), nullable=True),
    column("datum", Date, nullable=True),
    column("herkunft", KeywordText(40)),
    column("inhalt", Json),
    column("bearbeitet", Boolean, nullable=True),
    column("gelesen", Json, nullable=True),
    column("datei", String(64), nullable=True),
    column("antrag_hash", String(64), nullable=True, index=True),
)

# The words of every judged Antrag, once for all its Läufe: to look through their Akten takes too long.
antragstext = Table(
    "antragstext",
    metadata,
    column("antrag_hash", String(64), primary_key=True),
    column("suchtext", ExactText),
)
