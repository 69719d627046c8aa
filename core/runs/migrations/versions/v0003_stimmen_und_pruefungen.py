"""Choices between two answers, made blindly, and the history of proofs of all stored quotes."""

from core.runs.migration import op
from core.runs.sql import (
    JSON,
    Column,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    String,
    Text,
)

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "stimme",
        Column("id", String(16), nullable=False),
        Column("created", DateTime(), nullable=False),
        Column("lauf_a", String(16), nullable=False),
        Column("lauf_b", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("wahl", String(12), nullable=False),
        Column("name", Text(), nullable=False),
        ForeignKeyConstraint(["lauf_a"], ["lauf.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["lauf_b"], ["lauf.id"], ondelete="CASCADE"),
        PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_stimme_lauf_a", "stimme", ["lauf_a"])
    op.create_index("ix_stimme_lauf_b", "stimme", ["lauf_b"])
    op.create_table(
        "pruefung",
        Column("id", String(16), nullable=False),
        Column("created", DateTime(), nullable=False),
        Column("sekunden", Float(), nullable=False),
        Column("laeufe", Integer(), nullable=False),
        Column("geprueft", Integer(), nullable=False),
        Column("belegt", Integer(), nullable=False),
        Column("befunde", JSON(), nullable=False),
        Column("app_version", Text(), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_pruefung_created", "pruefung", ["created"])
