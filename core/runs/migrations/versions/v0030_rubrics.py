"""What was judged of the Antrag of a Lauf by a rubric, field by field."""

from core.runs.migration import op
from core.runs.sql import JSON, Column, DateTime, Float, ForeignKey, Integer, String, Text

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.create_table(
        "rubric_judgement",
        Column("id", String(16), primary_key=True),
        Column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("created", DateTime(), nullable=False),
        Column("rubric", String(200), nullable=False),
        Column("rubric_version", Integer(), nullable=False),
        Column("rubric_text", Text(), nullable=False),
        Column("modell", Text(), nullable=False),
        Column("modell_geantwortet", Text(), nullable=False),
        Column("prompt_version", Text(), nullable=False),
        Column("answer", Text(), nullable=False),
        Column("text_version", String(64), nullable=False, index=True),
        Column("tokens_ein", Integer(), nullable=True),
        Column("tokens_aus", Integer(), nullable=True),
        Column("kosten", Float(), nullable=True),
        Column("refused", JSON(), nullable=False),
        Column("belegt", Integer(), nullable=False),
        Column("verworfen", Integer(), nullable=False),
        Column("aus_cache", String(16), nullable=True),
        Column("eingelesen", DateTime(), nullable=True),
    )
    op.create_table(
        "rubric_field",
        Column(
            "judgement_id",
            String(16),
            ForeignKey("rubric_judgement.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        Column("nummer", Integer(), primary_key=True),
        Column("feld", Text(), nullable=False),
        Column("stufe", Integer(), nullable=True),
        Column("begruendung", Text(), nullable=False),
        Column("quotes", JSON(), nullable=False),
    )
