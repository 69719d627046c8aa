"""What a second model said of bound quotes: whether they carry the Forderung they stand for."""

from core.runs.migration import op
from core.runs.sql import (
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    String,
    Text,
)

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "traegt",
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("zitat", Integer(), nullable=False),
        Column("model", String(200), nullable=False),
        Column("prompt_version", String(100), nullable=False),
        Column("forderung", Text(), nullable=False),
        Column("verdict", String(20), nullable=False),
        Column("words", Text(), nullable=False),
        Column("reason", Text(), nullable=False),
        Column("gewaehlt", Boolean(), nullable=False),
        Column("schluessel", String(64), nullable=False),
        Column("kosten", Float(), nullable=True),
        Column("created", DateTime(), nullable=False),
        ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        PrimaryKeyConstraint("lauf_id", "partei", "zitat", "model", "prompt_version", "forderung"),
    )
    op.create_index("ix_traegt_schluessel", "traegt", ["schluessel"])
