"""0.9: a model may point at a sentence in place of copying it; what points nowhere is counted by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("lauf") as batch:
        batch.add_column(sa.Column("zitierweise", sa.Text(), nullable=False, server_default="abschrift"))
    with op.batch_alter_table("zaehlung") as batch:
        batch.add_column(sa.Column("verweis_ohne_stelle", sa.Integer(), nullable=False, server_default="0"))
