"""Who voted how on a Drucksache, and which paper says so."""

from core.runs.migration import op
from core.runs.sql import JSON, Boolean, Column, Date, DateTime, String, Text

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "abstimmung",
        Column("id", String(16), primary_key=True),
        Column("created", DateTime(), nullable=False),
        Column("bundesland", String(8), nullable=False),
        Column("drucksache", String(60), nullable=False),
        Column("art", String(40), nullable=False),
        Column("dokument", Text(), nullable=False),
        Column("sha256", String(64), nullable=False, index=True),
        Column("suffix", String(8), nullable=False),
        Column("url", Text(), nullable=False),
        Column("datum", Date(), nullable=True),
        Column("lizenz", Text(), nullable=False),
        Column("abgestimmt", String(40), nullable=False),
        Column("angenommen", Boolean(), nullable=True),
        Column("regel", Text(), nullable=False),
        Column("grund", Text(), nullable=False),
        Column("fraktionen", JSON(), nullable=False),
        Column("stellen", JSON(), nullable=False),
        Column("belegt", Boolean(), nullable=False),
    )
    op.create_index("ix_abstimmung_drucksache", "abstimmung", ["bundesland", "drucksache"])
