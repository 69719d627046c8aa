"""Who did what, only ever added to; what people spent and may spend; Läufe that anybody may see."""

from core.runs.migration import op
from core.runs.sql import Column, DateTime, Float, ForeignKey, String, Text

revision = "0028"
down_revision = "0027"

SQLITE = (
    "CREATE TRIGGER handlung_update BEFORE UPDATE ON handlung "
    "BEGIN SELECT RAISE(ABORT, 'handlung: nur anhängen'); END",
    "CREATE TRIGGER handlung_delete BEFORE DELETE ON handlung "
    "BEGIN SELECT RAISE(ABORT, 'handlung: nur anhängen'); END",
)
POSTGRESQL = (
    "CREATE FUNCTION handlung_bleibt() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'handlung: nur anhängen'; END $$",
    "CREATE TRIGGER handlung_bleibt BEFORE UPDATE OR DELETE OR TRUNCATE ON handlung "
    "FOR EACH STATEMENT EXECUTE FUNCTION handlung_bleibt()",
)


def upgrade() -> None:
    op.create_table(
        "handlung",
        Column("id", String(16), primary_key=True),
        Column("created", DateTime(), nullable=False, index=True),
        Column("wer", Text(), nullable=False),
        Column("was", String(60), nullable=False),
        Column("objekt", Text(), nullable=False),
    )
    op.create_table(
        "ausgabe",
        Column("id", String(16), primary_key=True),
        Column("created", DateTime(), nullable=False),
        Column("person", String(200), nullable=False, index=True),
        Column("monat", String(7), nullable=False, index=True),
        Column("kosten", Float()),
    )
    op.create_table(
        "ausgabengrenze",
        Column("person", String(200), primary_key=True),
        Column("created", DateTime(), nullable=False),
        Column("usd", Float(), nullable=False),
    )
    op.create_table(
        "freigabe",
        Column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), primary_key=True),
        Column("created", DateTime(), nullable=False),
        Column("wer", String(200), nullable=False),
    )
    is_sqlite = op.get_context().dialect.name == "sqlite"
    for statement in SQLITE if is_sqlite else POSTGRESQL:
        op.execute(statement)
