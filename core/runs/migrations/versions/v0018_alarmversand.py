"""Which alarms were told to whom, so that each is sent once, and again later where that failed."""

from core.runs.migration import op
from core.runs.sql import Column, Date, DateTime, Integer, String, Text

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "alarmversand",
        Column("id", String(16), primary_key=True),
        Column("created", DateTime(), nullable=False),
        Column("weg", String(20), nullable=False),
        Column("art", String(60), nullable=False),
        Column("reihe", Text(), nullable=False),
        Column("von", Date(), nullable=False),
        Column("bis", Date(), nullable=False),
        Column("versuche", Integer(), nullable=False),
        Column("zuletzt", DateTime(), nullable=False),
        Column("gesendet", DateTime()),
        Column("fehler", Text(), nullable=False),
    )
