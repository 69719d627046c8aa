"""To how many Forderungen a Lauf without a language model found a near passage."""

from core.runs.migration import op
from core.runs.sql import Column, Integer

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("score", Column("nah", Integer(), nullable=True))
    op.add_column("score", Column("von", Integer(), nullable=True))
