"""Which Läufe judge another one again without the passages it quoted; what people say a quote carries."""

from core.runs.migration import op
from core.runs.sql import Column, String

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("lauf", Column("probe_von", String(16), nullable=True))
    op.create_index("ix_lauf_probe_von", "lauf", ["probe_von"])
    op.add_column("urteil", Column("traegt", String(20), nullable=True))
