"""Changes of wording that a model proposed for the Antrag of a Lauf, and what a person said of them."""

from core.runs.migration import op
from core.runs.sql import Boolean, Column, DateTime, ForeignKey, Integer, String, Text

revision = "0026"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "redline",
        Column("id", String(16), primary_key=True),
        Column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("created", DateTime(), nullable=False),
        Column("nummer", Integer(), nullable=False),
        Column("modell", Text(), nullable=False),
        Column("prompt_version", Text(), nullable=False),
        Column("forderung", Text(), nullable=False),
        Column("alt", Text(), nullable=False),
        Column("neu", Text(), nullable=False),
        Column("grund", Text(), nullable=False),
        Column("von", Integer(), nullable=True),
        Column("bis", Integer(), nullable=True),
        Column("verworfen", Text(), nullable=False),
        Column("angenommen", Boolean(), nullable=True),
        Column("entschieden", DateTime(), nullable=True),
    )
