"""When somebody stopped a batch, so that whoever works on it learns of it."""

from core.runs.migration import op
from core.runs.sql import Column, DateTime

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("batch", Column("angehalten", DateTime(), nullable=True))
