"""How right a model's judgements are: sets of theses, runs over them, and every answer."""

from core.runs.migration import op
from core.runs.sql import JSON, Boolean, Column, DateTime, Float, ForeignKey, Integer, String, Text

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "eichsatz",
        Column("hash", String(64), primary_key=True),
        Column("name", Text(), nullable=False),
        Column("zeilen", JSON(none_as_null=True), nullable=False),
    )
    op.create_table(
        "eichung",
        Column("id", String(16), primary_key=True),
        Column("created", DateTime(), nullable=False, index=True),
        Column("schluessel", String(64), nullable=False, unique=True),
        Column("finished", DateTime(), nullable=True),
        Column("modell", Text(), nullable=False),
        Column("prompt_id", Text(), nullable=False),
        Column("prompt_version", Text(), nullable=False),
        Column("prompt_hash", Text(), nullable=False),
        Column("satz_hash", String(64), ForeignKey("eichsatz.hash"), nullable=False),
        Column("satz_name", Text(), nullable=False),
        Column("geplant", Integer(), nullable=False),
        Column("parameter", JSON(none_as_null=True), nullable=False),
        Column("is_demo", Boolean(), nullable=False),
        Column("app_version", Text(), nullable=False),
    )
    op.create_table("eichantwort", *_key("eichung.id"), *_figures(), sqlite_with_rowid=False)
    op.create_table("eichakte", *_key("eichung.id"), *_texts())


def _key(eichung: str) -> list[Column]:  # type: ignore[type-arg]
    return [
        Column("eichung_id", String(16), ForeignKey(eichung, ondelete="CASCADE"), primary_key=True),
        Column("these", Integer(), primary_key=True),
        Column("partei", String(100), primary_key=True),
        Column("variante", String(20), primary_key=True),
        Column("wiederholung", Integer(), primary_key=True),
    ]


def _figures() -> list[Column]:  # type: ignore[type-arg]
    return [
        Column("stand", String(20), nullable=False),
        Column("position", Integer(), nullable=False),
        Column("score", Float(), nullable=True),
        Column("jahr", Integer(), nullable=False),
        Column("etikett", String(100), nullable=False),
        Column("naehe", Float(), nullable=True),
        Column("zitate", Integer(), nullable=False),
        Column("gebunden", Integer(), nullable=False),
        Column("kosten", Float(), nullable=True),
        Column("sekunden", Float(), nullable=False),
    ]


def _texts() -> list[Column]:  # type: ignore[type-arg]
    return [
        Column("created", DateTime(), nullable=False),
        Column("modell", Text(), nullable=False),
        Column("frage", Text(), nullable=False),
        Column("begruendung", Text(), nullable=False),
        Column("antwort", Text(), nullable=False),
        Column("messages", JSON(none_as_null=True), nullable=False),
        Column("passagen", JSON(none_as_null=True), nullable=False),
        Column("zitate", JSON(none_as_null=True), nullable=False),
    ]
