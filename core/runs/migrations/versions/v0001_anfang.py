"""The tables as they began. What was released is never edited: a change is another version."""

from core.runs.migration import op
from core.runs.sql import (
    JSON,
    Boolean,
    Column,
    Date,
    DateTime,
    Float,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    String,
    Text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "batch",
        Column("id", String(16), nullable=False),
        Column("created", DateTime(), nullable=False),
        Column("beschreibung", Text(), nullable=False),
        Column("total", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "prompt",
        Column("name", String(200), nullable=False),
        Column("nummer", Integer(), nullable=False),
        Column("hash", String(64), nullable=False),
        Column("text", Text(), nullable=False),
        Column("created", DateTime(), nullable=False),
        PrimaryKeyConstraint("name", "nummer"),
    )
    op.create_table(
        "texte",
        Column("hash", String(64), nullable=False),
        Column("text", Text(), nullable=False),
        PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "lauf",
        Column("id", String(16), nullable=False),
        Column("created", DateTime(), nullable=False),
        Column("tag", String(10), nullable=False),
        Column("woche", String(8), nullable=False),
        Column("finished", DateTime(), nullable=True),
        Column("herzschlag", DateTime(), nullable=False),
        Column("status", String(20), nullable=False),
        Column("fehler", Text(), nullable=False),
        Column("titel", Text(), nullable=False),
        Column("drucksache", Text(), nullable=False),
        Column("suchtext", Text(), nullable=False),
        Column("datum", Date(), nullable=True),
        Column("bundesland", String(8), nullable=True),
        Column("antragsteller", Text(), nullable=False),
        Column("antrag_hash", String(64), nullable=False),
        Column("strategie", Text(), nullable=False),
        Column("modell_gefragt", Text(), nullable=False),
        Column("modell_geantwortet", Text(), nullable=True),
        Column("ersatzmodell", Boolean(), nullable=False),
        Column("prompt_id", Text(), nullable=False),
        Column("prompt_version", Text(), nullable=False),
        Column("prompt_hash", Text(), nullable=False),
        Column("prompttext_hash", String(64), nullable=False),
        Column("embedder", Text(), nullable=False),
        Column("wiederholung", Integer(), nullable=False),
        Column("schluessel", Text(), nullable=False),
        Column("aus_cache", String(16), nullable=True),
        Column("is_demo", Boolean(), nullable=False),
        Column("geloescht", DateTime(), nullable=True),
        Column("app_version", Text(), nullable=False),
        Column("batch_id", String(16), nullable=True),
        ForeignKeyConstraint(["batch_id"], ["batch.id"]),
        ForeignKeyConstraint(["prompttext_hash"], ["texte.hash"]),
        PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_lauf_antrag_hash", "lauf", ["antrag_hash"])
    op.create_index("ix_lauf_batch_id", "lauf", ["batch_id"])
    op.create_index("ix_lauf_created", "lauf", ["created"])
    op.create_index("ix_lauf_prompttext_hash", "lauf", ["prompttext_hash"])
    op.create_index("ix_lauf_schluessel", "lauf", ["schluessel"])
    op.create_index("ix_lauf_status", "lauf", ["status"])
    op.create_table(
        "akte",
        Column("lauf_id", String(16), nullable=False),
        Column("antrag", JSON(), nullable=False),
        Column("parameter", JSON(), nullable=False),
        Column("index_stand", JSON(), nullable=False),
        Column("bibliotheken", JSON(), nullable=False),
        ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        PrimaryKeyConstraint("lauf_id"),
    )
    op.create_table(
        "angebot",
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("nummer", Integer(), nullable=False),
        Column("q", Integer(), nullable=True),
        Column("chunk_id", Text(), nullable=False),
        Column("programm_id", String(200), nullable=False),
        Column("text_hash", String(64), nullable=False),
        Column("seiten", JSON(), nullable=False),
        Column("similarity", Float(), nullable=False),
        Column("forderungen", JSON(), nullable=False),
        Column("weggelassen", Text(), nullable=False),
        ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["text_hash"], ["texte.hash"]),
        PrimaryKeyConstraint("lauf_id", "partei", "nummer"),
    )
    op.create_index("ix_angebot_text_hash", "angebot", ["text_hash"])
    op.create_table(
        "teil",
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("status", String(20), nullable=False),
        Column("fehler", Text(), nullable=False),
        Column("modell", Text(), nullable=True),
        Column("ersatzmodell", Boolean(), nullable=False),
        Column("tokens_ein", Integer(), nullable=True),
        Column("tokens_aus", Integer(), nullable=True),
        Column("kosten", Float(), nullable=True),
        Column("waehrung", String(8), nullable=True),
        Column("started", DateTime(), nullable=True),
        Column("finished", DateTime(), nullable=True),
        Column("dauer", JSON(), nullable=False),
        Column("versuche", JSON(), nullable=False),
        Column("antwort", Text(), nullable=False),
        Column("messages", JSON(), nullable=False),
        Column("ergebnis", JSON(), nullable=True),
        ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        PrimaryKeyConstraint("lauf_id", "partei"),
    )
    op.create_table(
        "urteil",
        Column("id", String(16), nullable=False),
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("typ", String(20), nullable=False),
        Column("zitat", Integer(), nullable=True),
        Column("zustimmung", Boolean(), nullable=False),
        Column("notiz", Text(), nullable=False),
        Column("name", Text(), nullable=False),
        Column("created", DateTime(), nullable=False),
        ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_urteil_lauf_id", "urteil", ["lauf_id"])
    op.create_table(
        "score",
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("typ", String(20), nullable=False),
        Column("score", Float(), nullable=True),
        Column("begruendung", Text(), nullable=False),
        ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        PrimaryKeyConstraint("lauf_id", "partei", "typ"),
    )
    op.create_table(
        "zaehlung",
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("emittiert", Integer(), nullable=False),
        Column("fremde_partei", Integer(), nullable=False),
        Column("woertlich", Integer(), nullable=False),
        Column("mit_auslassung", Integer(), nullable=False),
        Column("angeglichen", Integer(), nullable=False),
        Column("zu_kurz", Integer(), nullable=False),
        Column("nicht_gefunden", Integer(), nullable=False),
        Column("ausserhalb_des_kontexts", Integer(), nullable=False),
        Column("nur_aehnlich", Integer(), nullable=False),
        Column("zahl_weicht_ab", Integer(), nullable=False),
        Column("verneinung_weicht_ab", Integer(), nullable=False),
        Column("unlesbar", Integer(), nullable=False),
        ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        PrimaryKeyConstraint("lauf_id", "partei"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "zitat",
        Column("lauf_id", String(16), nullable=False),
        Column("partei", String(100), nullable=False),
        Column("nummer", Integer(), nullable=False),
        Column("typ", String(20), nullable=False),
        Column("status", String(40), nullable=False),
        Column("is_bound", Boolean(), nullable=False),
        Column("fremde_partei", Boolean(), nullable=False),
        Column("programm_id", String(200), nullable=True),
        Column("seite", Integer(), nullable=True),
        Column("von", Integer(), nullable=True),
        Column("bis", Integer(), nullable=True),
        Column("warnungen", Integer(), nullable=False),
        Column("naechste_chunk", Text(), nullable=True),
        Column("uebereinstimmung", Float(), nullable=True),
        Column("text", Text(), nullable=False),
        Column("quelle", Text(), nullable=False),
        Column("eintrag", JSON(), nullable=False),
        ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        PrimaryKeyConstraint("lauf_id", "partei", "nummer"),
    )
    op.create_index("zitat_programm", "zitat", ["programm_id", "lauf_id", "status", "fremde_partei"])
