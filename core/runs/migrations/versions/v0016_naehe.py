"""How near each quote is to the Forderungen; a quote that is asked about for several of them."""

from core.runs.migration import op
from core.runs.sql import JSON, Column, Integer

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("zitat", Column("naehe", JSON(), nullable=True))
    op.add_column("traegt", Column("rang", Integer(), nullable=False, server_default="0"))
