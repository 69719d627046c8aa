"""What each update brought, and of listed Anträge when they were first seen and assessed."""

from core.runs.migration import op
from core.runs.sql import JSON, Column, DateTime, Float, Integer, String, Text

revision = "0022"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "aktualisierung",
        Column("id", String(10), primary_key=True),
        Column("begonnen", DateTime(), nullable=False, index=True),
        Column("beendet", DateTime(), nullable=True),
        Column("programme", Integer(), nullable=False),
        Column("antraege", Integer(), nullable=False),
        Column("laeufe", Integer(), nullable=False),
        Column("kosten", Float(), nullable=False),
        Column("meldungen", JSON(), nullable=False),
    )
    op.add_column("liste", Column("zuerst", DateTime(), nullable=True))
    op.add_column("liste", Column("beurteilt", DateTime(), nullable=True))
    op.add_column("liste", Column("unlesbar", Text(), nullable=True))
    op.add_column("quellenstand", Column("vollstaendig", DateTime(), nullable=True))
