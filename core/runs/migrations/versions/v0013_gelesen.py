"""What was read of an Antrag before a person changed it, and the file it came in; points that people give."""

from core.runs.migration import op
from core.runs.sql import JSON, Boolean, Column, Float, String

revision = "0013"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("lauf", Column("bearbeitet", Boolean(), nullable=True))
    op.add_column("akte", Column("gelesen", JSON(), nullable=True))
    op.add_column("antrag", Column("bearbeitet", Boolean(), nullable=True))
    op.add_column("antrag", Column("gelesen", JSON(), nullable=True))
    op.add_column("antrag", Column("datei", String(64), nullable=True))
    op.add_column("urteil", Column("punkte", Float(), nullable=True))
