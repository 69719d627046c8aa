"""When a person finished reading a Lauf blind, and what people settled on where two differed."""

from core.runs.migration import op
from core.runs.sql import Boolean, Column, DateTime, Float, ForeignKey, Integer, String, Text

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "lesung",
        Column("id", String(16), primary_key=True),
        _lauf_id(),
        Column("name", Text(), nullable=False),
        Column("created", DateTime(), nullable=False),
    )
    op.create_table(
        "festlegung",
        Column("id", String(16), primary_key=True),
        _lauf_id(),
        Column("partei", String(100), nullable=False),
        Column("typ", String(20), nullable=False),
        Column("zitat", Integer(), nullable=True),
        Column("forderung", Text(), nullable=True),
        Column("zustimmung", Boolean(), nullable=True),
        Column("traegt", String(20), nullable=True),
        Column("punkte", Float(), nullable=True),
        Column("grund", Text(), nullable=False),
        Column("name", Text(), nullable=False),
        Column("created", DateTime(), nullable=False),
    )


def _lauf_id() -> Column[str]:
    return Column(
        "lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), nullable=False, index=True
    )
