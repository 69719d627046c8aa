"""Who works on a batch, the latest sign of life of that one, and how often somebody has begun with it."""

from core.runs.migration import op
from core.runs.sql import Column, DateTime, Integer, String

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("batch", Column("bearbeiter", String(16), nullable=True))
    op.add_column("batch", Column("herzschlag", DateTime(), nullable=True))
    op.add_column("batch", Column("anlaeufe", Integer(), nullable=True))
