"""How many quotes were dropped since their place was not read with certainty."""

from core.runs.migration import op
from core.runs.sql import Column, Integer

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("zaehlung", Column("unsicher", Integer(), nullable=False, server_default="0"))
