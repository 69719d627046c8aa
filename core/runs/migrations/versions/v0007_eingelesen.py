"""Which Läufe were read in from a file, and how many of their quotes could not be proved here."""

from core.runs.migration import op
from core.runs.sql import Column, DateTime, Integer

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("lauf", Column("eingelesen", DateTime(), nullable=True))
    op.add_column("zaehlung", Column("ungeprueft", Integer(), nullable=False, server_default="0"))
