"""Which papers with votes were looked at for which Drucksache, and when its source was last asked."""

from core.runs.migration import op
from core.runs.sql import Column, DateTime, String, Text

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "beschlusssuche",
        Column("bundesland", String(8), primary_key=True),
        Column("drucksache", String(60), primary_key=True),
        Column("url_hash", String(32), primary_key=True),
        Column("url", Text(), nullable=False),
        Column("wann", DateTime(), nullable=False),
        Column("grund", Text(), nullable=False),
    )
