"""What somebody who looked at an alarm wrote of it."""

from core.runs.migration import op
from core.runs.sql import Column, Date, DateTime, String, Text

revision = "0015"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "alarmvermerk",
        Column("id", String(16), primary_key=True),
        Column("created", DateTime(), nullable=False),
        Column("art", String(60), nullable=False),
        Column("reihe", Text(), nullable=False),
        Column("von", Date(), nullable=False),
        Column("bis", Date(), nullable=False),
        Column("name", Text(), nullable=False),
        Column("notiz", Text(), nullable=False),
    )
