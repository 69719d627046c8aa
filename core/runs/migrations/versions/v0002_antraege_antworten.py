"""Anträge before they are assessed, and answers to questions and follow-up questions."""

from core.runs.migration import op
from core.runs.sql import (
    JSON,
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    PrimaryKeyConstraint,
    String,
    Text,
)

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "antrag",
        Column("id", String(16), nullable=False),
        Column("created", DateTime(), nullable=False),
        Column("titel", Text(), nullable=False),
        Column("drucksache", Text(), nullable=False),
        Column("bundesland", String(8), nullable=True),
        Column("datum", Date(), nullable=True),
        Column("herkunft", String(40), nullable=False),
        Column("inhalt", JSON(), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_antrag_created", "antrag", ["created"])
    op.create_table(
        "antwort",
        Column("id", String(16), nullable=False),
        Column("created", DateTime(), nullable=False),
        Column("art", String(20), nullable=False),
        Column("lauf_id", String(16), nullable=True),
        Column("eingabe", Text(), nullable=False),
        Column("modell", Text(), nullable=False),
        Column("inhalt", JSON(), nullable=False),
        ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_antwort_lauf_id", "antwort", ["lauf_id"])
