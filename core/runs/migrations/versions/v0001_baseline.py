"""Baseline."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "abstimmung",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("bundesland", sa.String(length=8), nullable=False),
        sa.Column("drucksache", sa.String(length=60), nullable=False),
        sa.Column("art", sa.String(length=40), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("suffix", sa.String(length=8), nullable=False),
        sa.Column("datum", sa.Date(), nullable=True),
        sa.Column("inhalt", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_abstimmung_drucksache", "abstimmung", ["bundesland", "drucksache"], unique=False)
    op.create_index(op.f("ix_abstimmung_sha256"), "abstimmung", ["sha256"], unique=False)
    op.create_table(
        "antrag",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("titel", sa.Text(), nullable=False),
        sa.Column("drucksache", sa.Text(), nullable=False),
        sa.Column("bundesland", sa.String(length=8), nullable=True),
        sa.Column("datum", sa.Date(), nullable=True),
        sa.Column("herkunft", sa.String(length=40), nullable=False),
        sa.Column("inhalt", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("bearbeitet", sa.Boolean(), nullable=True),
        sa.Column("gelesen", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("datei", sa.String(length=64), nullable=True),
        sa.Column("antrag_hash", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_antrag_antrag_hash"), "antrag", ["antrag_hash"], unique=False)
    op.create_index(op.f("ix_antrag_created"), "antrag", ["created"], unique=False)
    op.create_table(
        "antragstext",
        sa.Column("antrag_hash", sa.String(length=64), nullable=False),
        sa.Column("suchtext", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("antrag_hash"),
    )
    op.create_table(
        "batch",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("beschreibung", sa.Text(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("angehalten", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "beschlusssuche",
        sa.Column("bundesland", sa.String(length=8), nullable=False),
        sa.Column("drucksache", sa.String(length=60), nullable=False),
        sa.Column("url_hash", sa.String(length=32), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("wann", sa.DateTime(), nullable=False),
        sa.Column("grund", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("bundesland", "drucksache", "url_hash"),
    )
    op.create_table(
        "eichsatz",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("zeilen", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "liste",
        sa.Column("quelle", sa.String(length=200), nullable=False),
        sa.Column("kennung", sa.String(length=300), nullable=False),
        sa.Column("nummer", sa.String(length=60), nullable=False),
        sa.Column("titel", sa.Text(), nullable=False),
        sa.Column("typ", sa.String(length=100), nullable=False),
        sa.Column("parlament", sa.Text(), nullable=False),
        sa.Column("bundesland", sa.String(length=8), nullable=True),
        sa.Column("wahlperiode", sa.Integer(), nullable=True),
        sa.Column("datum", sa.Date(), nullable=True),
        sa.Column("urheber", sa.Text(), nullable=False),
        sa.Column("pdf_url", sa.Text(), nullable=True),
        sa.Column("vorgang", sa.String(length=200), nullable=True),
        sa.Column("weitere", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("aktualisiert", sa.String(length=40), nullable=True),
        sa.Column("suchtext", sa.Text(), nullable=False),
        sa.Column("zurueckgezogen", sa.Boolean(), nullable=False),
        sa.Column("geholt", sa.DateTime(), nullable=False),
        sa.Column("antrag_id", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("quelle", "kennung"),
    )
    op.create_index(op.f("ix_liste_datum"), "liste", ["datum"], unique=False)
    op.create_index(op.f("ix_liste_nummer"), "liste", ["nummer"], unique=False)
    op.create_index(op.f("ix_liste_vorgang"), "liste", ["vorgang"], unique=False)
    op.create_table(
        "prompt",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("nummer", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", "nummer"),
    )
    op.create_table(
        "quellenstand",
        sa.Column("quelle", sa.String(length=200), nullable=False),
        sa.Column("stand", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("geholt", sa.DateTime(), nullable=False),
        sa.Column("meldung", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("quelle"),
    )
    op.create_table(
        "texte",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "eichung",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("schluessel", sa.String(length=64), nullable=False),
        sa.Column("finished", sa.DateTime(), nullable=True),
        sa.Column("modell", sa.Text(), nullable=False),
        sa.Column("prompt_id", sa.Text(), nullable=False),
        sa.Column("prompt_version", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("satz_hash", sa.String(length=64), nullable=False),
        sa.Column("satz_name", sa.Text(), nullable=False),
        sa.Column("geplant", sa.Integer(), nullable=False),
        sa.Column("parameter", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("app_version", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["satz_hash"],
            ["eichsatz.hash"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("schluessel"),
    )
    op.create_index(op.f("ix_eichung_created"), "eichung", ["created"], unique=False)
    op.create_table(
        "lauf",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("tag", sa.String(length=10), nullable=False),
        sa.Column("woche", sa.String(length=8), nullable=False),
        sa.Column("finished", sa.DateTime(), nullable=True),
        sa.Column("herzschlag", sa.DateTime(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("fehler", sa.Text(), nullable=False),
        sa.Column("titel", sa.Text(), nullable=False),
        sa.Column("drucksache", sa.Text(), nullable=False),
        sa.Column("suchtext", sa.Text(), nullable=False),
        sa.Column("datum", sa.Date(), nullable=True),
        sa.Column("bundesland", sa.String(length=8), nullable=True),
        sa.Column("antragsteller", sa.Text(), nullable=False),
        sa.Column("antrag_hash", sa.String(length=64), nullable=False),
        sa.Column("strategie", sa.Text(), nullable=False),
        sa.Column("modell_gefragt", sa.Text(), nullable=False),
        sa.Column("modell_geantwortet", sa.Text(), nullable=True),
        sa.Column("ersatzmodell", sa.Boolean(), nullable=False),
        sa.Column("prompt_id", sa.Text(), nullable=False),
        sa.Column("prompt_version", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("prompttext_hash", sa.String(length=64), nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("index_hash", sa.String(length=64), nullable=False),
        sa.Column("masse", sa.Text(), nullable=False),
        sa.Column("wiederholung", sa.Integer(), nullable=False),
        sa.Column("schluessel", sa.Text(), nullable=False),
        sa.Column("aus_cache", sa.String(length=16), nullable=True),
        sa.Column("probe_von", sa.String(length=16), nullable=True),
        sa.Column("is_demo", sa.Boolean(), nullable=False),
        sa.Column("geloescht", sa.DateTime(), nullable=True),
        sa.Column("eingelesen", sa.DateTime(), nullable=True),
        sa.Column("app_version", sa.Text(), nullable=False),
        sa.Column("batch_id", sa.String(length=16), nullable=True),
        sa.Column("bearbeitet", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["batch.id"],
        ),
        sa.ForeignKeyConstraint(
            ["prompttext_hash"],
            ["texte.hash"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_lauf_antrag_hash"), "lauf", ["antrag_hash"], unique=False)
    op.create_index(op.f("ix_lauf_batch_id"), "lauf", ["batch_id"], unique=False)
    op.create_index(op.f("ix_lauf_created"), "lauf", ["created"], unique=False)
    op.create_index(op.f("ix_lauf_probe_von"), "lauf", ["probe_von"], unique=False)
    op.create_index(op.f("ix_lauf_prompttext_hash"), "lauf", ["prompttext_hash"], unique=False)
    op.create_index(op.f("ix_lauf_schluessel"), "lauf", ["schluessel"], unique=False)
    op.create_index(op.f("ix_lauf_status"), "lauf", ["status"], unique=False)
    op.create_table(
        "akte",
        sa.Column("lauf_id", sa.String(length=16), nullable=False),
        sa.Column("antrag", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("parameter", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("index_stand", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("bibliotheken", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("gelesen", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lauf_id"),
    )
    op.create_table(
        "angebot",
        sa.Column("lauf_id", sa.String(length=16), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("nummer", sa.Integer(), nullable=False),
        sa.Column("q", sa.Integer(), nullable=True),
        sa.Column("chunk_id", sa.Text(), nullable=False),
        sa.Column("programm_id", sa.String(length=200), nullable=False),
        sa.Column("text_hash", sa.String(length=64), nullable=False),
        sa.Column("seiten", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("similarity", sa.Float(), nullable=False),
        sa.Column("forderungen", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("weggelassen", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["text_hash"],
            ["texte.hash"],
        ),
        sa.PrimaryKeyConstraint("lauf_id", "partei", "nummer"),
    )
    op.create_index(op.f("ix_angebot_text_hash"), "angebot", ["text_hash"], unique=False)
    op.create_table(
        "buchung",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("zweck", sa.String(length=20), nullable=False),
        sa.Column("lauf_id", sa.String(length=16), nullable=True),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("eichung_id", sa.String(length=16), nullable=True),
        sa.Column("frage", sa.String(length=64), nullable=True),
        sa.Column("kosten", sa.Float(), nullable=True),
        sa.Column("tokens_ein", sa.Integer(), nullable=False),
        sa.Column("tokens_aus", sa.Integer(), nullable=False),
        sa.Column("tokens_cache", sa.Integer(), nullable=False),
        sa.Column("is_answered", sa.Boolean(), nullable=False),
        sa.Column("nummer", sa.Integer(), nullable=False),
        sa.Column("modell", sa.Text(), nullable=False),
        sa.Column("geantwortet", sa.Text(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("modus", sa.Text(), nullable=False),
        sa.Column("dauer", sa.Float(), nullable=False),
        sa.Column("pause", sa.Float(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("grund", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["eichung_id"], ["eichung.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_buchung_eichung_id"), "buchung", ["eichung_id"], unique=False)
    op.create_index(op.f("ix_buchung_frage"), "buchung", ["frage"], unique=False)
    op.create_index("ix_buchung_lauf", "buchung", ["lauf_id", "zweck", "partei"], unique=False)
    op.create_table(
        "eichantwort",
        sa.Column("eichung_id", sa.String(length=16), nullable=False),
        sa.Column("these", sa.Integer(), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("stand", sa.String(length=20), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("zitate", sa.Integer(), nullable=False),
        sa.Column("gebunden", sa.Integer(), nullable=False),
        sa.Column("kosten", sa.Float(), nullable=True),
        sa.Column("modell", sa.Text(), nullable=False),
        sa.Column("begruendung", sa.Text(), nullable=False),
        sa.Column("antwort", sa.Text(), nullable=False),
        sa.Column("passagen", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["eichung_id"], ["eichung.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("eichung_id", "these", "partei"),
    )
    op.create_table(
        "notiz",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("lauf_id", sa.String(length=16), nullable=True),
        sa.Column("lauf_b", sa.String(length=16), nullable=True),
        sa.Column("art", sa.String(length=20), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=True),
        sa.Column("zitat", sa.Integer(), nullable=True),
        sa.Column("schluessel", sa.String(length=64), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("inhalt", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["lauf_b"], ["lauf.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_notiz_art", "notiz", ["art", "created"], unique=False)
    op.create_index(op.f("ix_notiz_lauf_b"), "notiz", ["lauf_b"], unique=False)
    op.create_index(op.f("ix_notiz_lauf_id"), "notiz", ["lauf_id"], unique=False)
    op.create_index(op.f("ix_notiz_schluessel"), "notiz", ["schluessel"], unique=False)
    op.create_table(
        "teil",
        sa.Column("lauf_id", sa.String(length=16), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("fehler", sa.Text(), nullable=False),
        sa.Column("modell", sa.Text(), nullable=True),
        sa.Column("ersatzmodell", sa.Boolean(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=True),
        sa.Column("finished", sa.DateTime(), nullable=True),
        sa.Column("dauer", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("antwort", sa.Text(), nullable=False),
        sa.Column("messages", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("ergebnis", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["lauf_id"], ["lauf.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lauf_id", "partei"),
    )
    op.create_table(
        "score",
        sa.Column("lauf_id", sa.String(length=16), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("typ", sa.String(length=20), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("nah", sa.Integer(), nullable=True),
        sa.Column("von", sa.Integer(), nullable=True),
        sa.Column("begruendung", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lauf_id", "partei", "typ"),
    )
    op.create_table(
        "zaehlung",
        sa.Column("lauf_id", sa.String(length=16), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("emittiert", sa.Integer(), nullable=False),
        sa.Column("fremde_partei", sa.Integer(), nullable=False),
        sa.Column("woertlich", sa.Integer(), nullable=False),
        sa.Column("mit_auslassung", sa.Integer(), nullable=False),
        sa.Column("aus_mehreren_stellen", sa.Integer(), nullable=False),
        sa.Column("angeglichen", sa.Integer(), nullable=False),
        sa.Column("zu_kurz", sa.Integer(), nullable=False),
        sa.Column("nicht_gefunden", sa.Integer(), nullable=False),
        sa.Column("ausserhalb_des_kontexts", sa.Integer(), nullable=False),
        sa.Column("nur_aehnlich", sa.Integer(), nullable=False),
        sa.Column("zahl_weicht_ab", sa.Integer(), nullable=False),
        sa.Column("verneinung_weicht_ab", sa.Integer(), nullable=False),
        sa.Column("unlesbar", sa.Integer(), nullable=False),
        sa.Column("unsicher", sa.Integer(), nullable=False),
        sa.Column("ungeprueft", sa.Integer(), nullable=False),
        sa.Column("passagen", sa.Integer(), nullable=False),
        sa.Column("zeichen", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lauf_id", "partei"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "zitat",
        sa.Column("lauf_id", sa.String(length=16), nullable=False),
        sa.Column("partei", sa.String(length=100), nullable=False),
        sa.Column("nummer", sa.Integer(), nullable=False),
        sa.Column("typ", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("is_bound", sa.Boolean(), nullable=False),
        sa.Column("fremde_partei", sa.Boolean(), nullable=False),
        sa.Column("programm_id", sa.String(length=200), nullable=True),
        sa.Column("seite", sa.Integer(), nullable=True),
        sa.Column("von", sa.Integer(), nullable=True),
        sa.Column("bis", sa.Integer(), nullable=True),
        sa.Column("warnungen", sa.Integer(), nullable=False),
        sa.Column("naechste_chunk", sa.Text(), nullable=True),
        sa.Column("uebereinstimmung", sa.Float(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("quelle", sa.Text(), nullable=False),
        sa.Column("eintrag", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("naehe", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lauf_id", "partei", "nummer"),
    )
    op.create_index(
        "zitat_programm",
        "zitat",
        ["programm_id", "lauf_id", "partei", "status", "fremde_partei"],
        unique=False,
    )
