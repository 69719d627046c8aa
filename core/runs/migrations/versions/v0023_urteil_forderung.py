"""The Forderung about which a person said what a quote carries."""

from core.runs.migration import op
from core.runs.sql import Column, Text

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("urteil", Column("forderung", Text(), nullable=True))
