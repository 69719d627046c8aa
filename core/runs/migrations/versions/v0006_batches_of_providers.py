"""0.9: requests may be posted to a provider together; which were is kept until their answers are booked."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "sammel",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("modell", sa.Text(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("gesendet", sa.DateTime(), nullable=True),
        sa.Column("anbieter_id", sa.String(length=200), nullable=True),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("sammel", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sammel_ended"), ["ended"], unique=False)

    op.create_table(
        "sammelanfrage",
        sa.Column("sammel_id", sa.String(length=16), nullable=False),
        sa.Column("frage", sa.String(length=64), nullable=False),
        sa.Column("buchung_id", sa.Integer(), nullable=True),
        sa.Column("antrag_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["buchung_id"], ["buchung.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["sammel_id"], ["sammel.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sammel_id", "frage"),
    )
    with op.batch_alter_table("sammelanfrage", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sammelanfrage_antrag_hash"), ["antrag_hash"], unique=False)
        batch_op.create_index(batch_op.f("ix_sammelanfrage_buchung_id"), ["buchung_id"], unique=False)
