"""The tables of the run store."""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

from core.runs.connection import ExactText, JsonColumn, KeywordText, Namen, Zeitpunkt
from core.wortlaut.binding.eintrag import ZitatStatus

metadata = MetaData()


def column(name: str, kind: Any, *rest: Any, **options: Any) -> Column[Any]:
    """A column that is filled, where nothing else is said."""
    return Column(name, kind, *rest, **{"nullable": False, **options})


def _lauf_id(**options: Any) -> Column[Any]:
    return column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), **options)


def _to_teil() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE")


batch = Table(
    "batch",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("beschreibung", ExactText),
    column("total", Integer),
    column("angehalten", Zeitpunkt, nullable=True),
)

texte = Table("texte", metadata, column("hash", String(64), primary_key=True), column("text", ExactText))

# Narrow, for it is what lists and figures read; what is only read whole lies in `akte`.
lauf = Table(
    "lauf",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("tag", String(10)),
    column("woche", String(8)),
    column("finished", Zeitpunkt, nullable=True),
    column("herzschlag", Zeitpunkt),
    column("status", KeywordText(20), index=True),
    column("ende", KeywordText(20), nullable=True),
    column("fehler", ExactText),
    column("titel", ExactText),
    column("drucksache", ExactText),
    column("suchtext", ExactText),
    column("datum", Date, nullable=True),
    column("bundesland", String(8), nullable=True),
    column("antragsteller", Namen),
    column("antrag_hash", String(64), index=True),
    column("strategie", Text),
    column("modell_gefragt", Text),
    column("modell_geantwortet", Text, nullable=True),
    column("ersatzmodell", Boolean),
    column("prompt_id", Text),
    column("prompt_version", Text),
    column("prompt_hash", Text),
    column("prompttext_hash", String(64), ForeignKey("texte.hash"), index=True),
    column("embedder", Text),
    column("index_hash", String(64)),
    column("masse", Text),
    column("wiederholung", Integer),
    column("zitierweise", Text, server_default="abschrift"),
    column("schluessel", Text, index=True),
    column("aus_cache", String(16), nullable=True),
    column("is_demo", Boolean),
    column("geloescht", Zeitpunkt, nullable=True),
    column("eingelesen", Zeitpunkt, nullable=True),
    column("app_version", Text),
    column("batch_id", String(16), ForeignKey("batch.id"), nullable=True, index=True),
    column("bearbeitet", Boolean, nullable=True),
)

akte = Table(
    "akte",
    metadata,
    _lauf_id(primary_key=True),
    column("antrag", JsonColumn),
    column("parameter", JsonColumn),
    column("index_stand", JsonColumn),
    column("bibliotheken", JsonColumn),
    column("gelesen", JsonColumn, nullable=True),
)

teil = Table(
    "teil",
    metadata,
    _lauf_id(primary_key=True),
    column("partei", String(100), primary_key=True),
    column("status", KeywordText(20)),
    column("fehler", ExactText),
    column("modell", Text, nullable=True),
    column("ersatzmodell", Boolean),
    column("started", Zeitpunkt, nullable=True),
    column("finished", Zeitpunkt, nullable=True),
    column("dauer", JsonColumn),
    column("antwort", ExactText),
    column("messages", JsonColumn),
    column("ergebnis", JsonColumn, nullable=True),
)

# The books: every request to a model is a row, whatever became of it, and all sums of tokens and costs are
# sums over these rows. A row is written before its request goes out. `frage`: what was asked, as long as the
# answer is not used for what it was asked for. `vorgemerkt`: US dollars that it may have cost at most, where
# nobody knows what it did. What is long stands last: sums do not read it.
buchung = Table(
    "buchung",
    metadata,
    column("id", Integer, primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("zweck", KeywordText(20)),
    _lauf_id(nullable=True),
    column("partei", String(100)),
    column(
        "eichung_id", String(16), ForeignKey("eichung.id", ondelete="SET NULL"), nullable=True, index=True
    ),
    column("frage", String(64), nullable=True, index=True),
    column("kosten", Float, nullable=True),
    column("vorgemerkt", Float, nullable=True),
    column("tokens_ein", Integer),
    column("tokens_aus", Integer),
    column("tokens_cache", Integer),
    column("is_answered", Boolean),
    column("nummer", Integer),
    column("modell", Text),
    column("geantwortet", Text),
    column("prompt", Text),
    column("modus", Text),
    column("dauer", Float),
    column("pause", Float),
    column("status", Integer, nullable=True),
    column("grund", ExactText),
    column("text", ExactText),
    Index("ix_buchung_lauf", "lauf_id", "zweck", "partei"),
)

# Requests that are posted to a provider together. `gesendet`: when it was begun to send what may be billed;
# `anbieter_id`: its name there, once that is known; `ended`: when its answers were booked. A request's answer
# comes back under `frage`; `antrag_hash` is the Antrag's that it is about, so that this can be forgotten.
sammel = Table(
    "sammel",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("modell", Text),
    column("total", Integer),
    column("gesendet", Zeitpunkt, nullable=True),
    column("anbieter_id", String(200), nullable=True),
    column("ended", Zeitpunkt, nullable=True, index=True),
)

sammelanfrage = Table(
    "sammelanfrage",
    metadata,
    column("sammel_id", String(16), ForeignKey("sammel.id", ondelete="CASCADE"), primary_key=True),
    column("frage", String(64), primary_key=True),
    column("buchung_id", Integer, ForeignKey("buchung.id", ondelete="SET NULL"), nullable=True, index=True),
    column("antrag_hash", String(64), index=True),
)

score = Table(
    "score",
    metadata,
    column("lauf_id", String(16), primary_key=True),
    column("partei", String(100), primary_key=True),
    column("typ", KeywordText(20), primary_key=True),
    column("score", Float, nullable=True),
    column("nah", Integer, nullable=True),
    column("von", Integer, nullable=True),
    column("begruendung", ExactText),
    _to_teil(),
)

zitat = Table(
    "zitat",
    metadata,
    column("lauf_id", String(16), primary_key=True),
    column("partei", String(100), primary_key=True),
    column("nummer", Integer, primary_key=True),
    column("typ", KeywordText(20)),
    column("status", KeywordText(40)),
    column("is_bound", Boolean),
    column("fremde_partei", Boolean),
    column("programm_id", String(200), nullable=True),
    column("seite", Integer, nullable=True),
    column("von", Integer, nullable=True),
    column("bis", Integer, nullable=True),
    column("warnungen", Integer),
    column("naechste_chunk", Text, nullable=True),
    column("uebereinstimmung", Float, nullable=True),
    column("text", ExactText),
    column("quelle", ExactText),
    column("eintrag", JsonColumn),
    column("naehe", JsonColumn, nullable=True),
    column("stance", JsonColumn, nullable=True),
    _to_teil(),
    Index("zitat_programm", "programm_id", "lauf_id", "partei", "status", "fremde_partei"),
)

angebot = Table(
    "angebot",
    metadata,
    _lauf_id(primary_key=True),
    column("partei", String(100), primary_key=True),
    column("nummer", Integer, primary_key=True),
    column("q", Integer, nullable=True),
    column("chunk_id", Text),
    column("programm_id", String(200)),
    column("text_hash", String(64), ForeignKey("texte.hash"), index=True),
    column("seiten", JsonColumn),
    column("similarity", Float),
    column("forderungen", JsonColumn),
    column("weggelassen", ExactText),
)

# One narrow row per Teil, kept by whoever writes its Zitate: adding up 400,000 of those takes too long.
# `passagen` and `zeichen` are of what its prompt was shown, which is stored before it.
zaehlung = Table(
    "zaehlung",
    metadata,
    column("lauf_id", String(16), primary_key=True),
    column("partei", String(100), primary_key=True),
    column("emittiert", Integer),
    column("fremde_partei", Integer),
    # A program of before, which still runs beside, writes none of the youngest.
    *(
        column(str(status), Integer, server_default="0" if status is ZitatStatus.VERWEIS else None)
        for status in ZitatStatus
    ),
    column("passagen", Integer),
    column("zeichen", Integer),
    _to_teil(),
    sqlite_with_rowid=False,
)

prompt = Table(
    "prompt",
    metadata,
    column("name", String(200), primary_key=True),
    column("nummer", Integer, primary_key=True),
    column("hash", String(64)),
    column("text", ExactText),
    column("created", Zeitpunkt),
)

# What is said, asked and proved beside the Läufe: `core.runs.notes` has the kinds, and what `inhalt` holds of
# each. `schluessel`: what of it is found by that.
notiz = Table(
    "notiz",
    metadata,
    column("id", String(16), primary_key=True),
    _lauf_id(nullable=True, index=True),
    column("art", KeywordText(20)),
    column("partei", String(100), nullable=True),
    column("zitat", Integer, nullable=True),
    column("schluessel", String(64), nullable=True, index=True),
    column("name", ExactText, nullable=True),
    column("created", Zeitpunkt),
    column("inhalt", JsonColumn),
    Index("ix_notiz_art", "art", "created"),
)


# --- Anträge: those that were entered, the words of those judged --------------------------------------------

antrag = Table(
    "antrag",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("titel", ExactText),
    column("drucksache", ExactText),
    column("bundesland", String(8), nullable=True),
    column("datum", Date, nullable=True),
    column("herkunft", KeywordText(40)),
    column("inhalt", JsonColumn),
    column("bearbeitet", Boolean, nullable=True),
    column("gelesen", JsonColumn, nullable=True),
    column("datei", String(64), nullable=True),
    column("antrag_hash", String(64), nullable=True, index=True),
)

# The words of every judged Antrag, once for all its Läufe: to look through their Akten takes too long.
antragstext = Table(
    "antragstext",
    metadata,
    column("antrag_hash", String(64), primary_key=True),
    column("suchtext", ExactText),
)


# --- what sources list, and what parliaments decided on it --------------------------------------------------

# What sources list; `kennung` is the source's own. What is withdrawn stays, and is not shown.
liste = Table(
    "liste",
    metadata,
    column("quelle", String(200), primary_key=True),
    column("kennung", String(300), primary_key=True),
    column("nummer", String(60), index=True),
    column("titel", ExactText),
    column("typ", String(100)),
    column("parlament", ExactText),
    column("bundesland", String(8), nullable=True),
    column("wahlperiode", Integer, nullable=True),
    column("datum", Date, nullable=True, index=True),
    column("urheber", Namen),
    column("pdf_url", ExactText, nullable=True),
    column("vorgang", String(200), nullable=True, index=True),
    column("weitere", JsonColumn),
    column("aktualisiert", String(40), nullable=True),
    column("suchtext", ExactText),
    column("zurueckgezogen", Boolean),
    column("geholt", Zeitpunkt),
    column("antrag_id", String(16), nullable=True),
)

# How far a source has been read: whatever it needs to go on from there.
quellenstand = Table(
    "quellenstand",
    metadata,
    column("quelle", String(200), primary_key=True),
    column("stand", JsonColumn),
    column("geholt", Zeitpunkt),
    column("meldung", ExactText),
)

# Who voted how on a Drucksache, by one paper; `sha256` is that of its file. `inhalt` is the decision whole.
abstimmung = Table(
    "abstimmung",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("bundesland", String(8)),
    column("drucksache", String(60)),
    column("art", KeywordText(40)),
    column("sha256", String(64), index=True),
    column("suffix", String(8)),
    column("datum", Date, nullable=True),
    column("inhalt", JsonColumn),
    Index("ix_abstimmung_drucksache", "bundesland", "drucksache"),
)

# Which papers were looked at for votes on a Drucksache, and what they told; a row without an address is its
# source being asked for some. `grund`: why nothing was taken from the paper.
beschlusssuche = Table(
    "beschlusssuche",
    metadata,
    column("bundesland", String(8), primary_key=True),
    column("drucksache", String(60), primary_key=True),
    column("url_hash", String(32), primary_key=True),
    column("url", ExactText),
    column("wann", Zeitpunkt),
    column("grund", ExactText),
)

# Eichungen lie apart from Läufe: what was asked of a model, and what it answered to each thesis.
eichsatz = Table(
    "eichsatz",
    metadata,
    column("hash", String(64), primary_key=True),
    column("name", ExactText),
    column("zeilen", JsonColumn),
)

eichung = Table(
    "eichung",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("schluessel", String(64), unique=True),
    column("finished", Zeitpunkt, nullable=True),
    column("modell", Text),
    column("prompt_id", Text),
    column("prompt_version", Text),
    column("prompt_hash", Text),
    column("satz_hash", String(64), ForeignKey("eichsatz.hash")),
    column("satz_name", ExactText),
    column("geplant", Integer),
    column("parameter", JsonColumn),
    column("app_version", Text),
)

eichantwort = Table(
    "eichantwort",
    metadata,
    column("eichung_id", String(16), ForeignKey("eichung.id", ondelete="CASCADE"), primary_key=True),
    column("these", Integer, primary_key=True),
    column("partei", String(100), primary_key=True),
    column("created", Zeitpunkt),
    column("stand", KeywordText(20)),
    column("position", Integer),
    column("score", Float, nullable=True),
    column("zitate", Integer),
    column("gebunden", Integer),
    column("kosten", Float, nullable=True),
    column("modell", Text),
    column("begruendung", ExactText),
    column("antwort", ExactText),
    column("passagen", JsonColumn),
)
