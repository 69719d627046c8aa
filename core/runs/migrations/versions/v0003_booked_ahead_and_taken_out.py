"""0.8: requests are booked before they are sent; blind votes and removal probes are gone.

What a probe cost stays in the books without a word of it, as with every Lauf that is removed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

REFERENCES = {"fk": "%(table_name)s_%(column_0_name)s_fkey"}

lauf = sa.table("lauf", sa.column("id", sa.String), sa.column("probe_von", sa.String))
buchung = sa.table("buchung", *(sa.column(name, sa.Text) for name in ("lauf_id", "frage", "text", "grund")))
notiz = sa.table("notiz", sa.column("art", sa.String))


def upgrade() -> None:
    connection = op.get_bind()
    probes = list(connection.scalars(sa.select(lauf.c.id).where(lauf.c.probe_von.is_not(None))))
    for probe in probes:
        told = sa.case((buchung.c.grund == "", ""), else_="Der Lauf wurde gelöscht.")
        bare = {"lauf_id": None, "frage": None, "text": "", "grund": told}
        connection.execute(sa.update(buchung).where(buchung.c.lauf_id == probe).values(bare))
        for table in ("akte", "angebot", "notiz", "score", "teil", "zaehlung", "zitat"):
            connection.execute(sa.text(f"DELETE FROM {table} WHERE lauf_id = :own"), {"own": probe})
        connection.execute(sa.delete(lauf).where(lauf.c.id == probe))
    connection.execute(sa.delete(notiz).where(notiz.c.art == "stimme"))
    with op.batch_alter_table("buchung", naming_convention=REFERENCES) as batch:
        batch.add_column(sa.Column("vorgemerkt", sa.Float(), nullable=True))
        batch.drop_constraint("buchung_eichung_id_fkey", type_="foreignkey")
        batch.create_foreign_key(
            "buchung_eichung_id_fkey", "eichung", ["eichung_id"], ["id"], ondelete="SET NULL"
        )
        batch.create_index("ix_buchung_created", ["created"], unique=False)
    with op.batch_alter_table("lauf") as batch:
        batch.drop_index("ix_lauf_probe_von")
        batch.drop_column("probe_von")
    with op.batch_alter_table("notiz", naming_convention=REFERENCES) as batch:
        batch.drop_index("ix_notiz_lauf_b")
        batch.drop_constraint("notiz_lauf_b_fkey", type_="foreignkey")
        batch.drop_column("lauf_b")
