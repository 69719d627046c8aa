"""Anträge as sources list them, and how far each source has been read."""

from core.runs.migration import op
from core.runs.sql import JSON, Boolean, Column, Date, DateTime, Integer, String, Text

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "liste",
        Column("quelle", String(200), primary_key=True),
        Column("kennung", String(300), primary_key=True),
        Column("nummer", String(60), nullable=False, index=True),
        Column("titel", Text(), nullable=False),
        Column("typ", String(100), nullable=False),
        Column("parlament", Text(), nullable=False),
        Column("bundesland", String(8), nullable=True),
        Column("wahlperiode", Integer(), nullable=True),
        Column("datum", Date(), nullable=True, index=True),
        Column("urheber", Text(), nullable=False),
        Column("pdf_url", Text(), nullable=True),
        Column("pdf_hash", String(64), nullable=True),
        Column("vorgang", String(200), nullable=True, index=True),
        Column("weitere", JSON(), nullable=False),
        Column("aktualisiert", String(40), nullable=True),
        Column("suchtext", Text(), nullable=False),
        Column("zurueckgezogen", Boolean(), nullable=False),
        Column("geholt", DateTime(), nullable=False),
        Column("antrag_id", String(16), nullable=True),
    )
    op.create_table(
        "quellenstand",
        Column("quelle", String(200), primary_key=True),
        Column("stand", JSON(), nullable=False),
        Column("geholt", DateTime(), nullable=False),
        Column("meldung", Text(), nullable=False),
        Column("neu", Integer(), nullable=False),
    )
