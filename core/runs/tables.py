"""The tables of the run store."""

from typing import Any

from core.citations.zitat_status import ZitatStatus
from core.runs.sql import (
    Boolean,
    Column,
    Date,
    ExactText,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Json,
    KeywordText,
    MetaData,
    Namen,
    String,
    Table,
    Text,
    Zeitpunkt,
)

metadata = MetaData()


def _column(name: str, kind: Any, *rest: Any, **options: Any) -> Column[Any]:
    """A column that is filled, where nothing else is said."""
    return Column(name, kind, *rest, **{"nullable": False, **options})


def _lauf_id(**options: Any) -> Column[Any]:
    return _column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), **options)


def _to_teil() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["lauf_id", "partei"], ["teil.lauf_id", "teil.partei"], ondelete="CASCADE")


batch = Table(
    "batch",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt),
    _column("beschreibung", ExactText),
    _column("total", Integer),
    _column("angehalten", Zeitpunkt, nullable=True),
)

texte = Table(
    "texte",
    metadata,
    _column("hash", String(64), primary_key=True),
    _column("text", ExactText),
)

# Narrow, for it is what lists and figures read; what is only read whole lies in `akte`.
lauf = Table(
    "lauf",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt, index=True),
    _column("tag", String(10)),
    _column("woche", String(8)),
    _column("finished", Zeitpunkt, nullable=True),
    _column("herzschlag", Zeitpunkt),
    _column("status", KeywordText(20), index=True),
    _column("fehler", ExactText),
    _column("titel", ExactText),
    _column("drucksache", ExactText),
    _column("suchtext", ExactText),
    _column("datum", Date, nullable=True),
    _column("bundesland", String(8), nullable=True),
    _column("antragsteller", Namen),
    _column("antrag_hash", String(64), index=True),
    _column("strategie", Text),
    _column("modell_gefragt", Text),
    _column("modell_geantwortet", Text, nullable=True),
    _column("ersatzmodell", Boolean),
    _column("prompt_id", Text),
    _column("prompt_version", Text),
    _column("prompt_hash", Text),
    _column("prompttext_hash", String(64), ForeignKey("texte.hash"), index=True),
    _column("embedder", Text),
    _column("index_hash", String(64)),
    _column("masse", Text),
    _column("wiederholung", Integer),
    _column("schluessel", Text, index=True),
    _column("aus_cache", String(16), nullable=True),
    _column("probe_von", String(16), nullable=True, index=True),
    _column("is_demo", Boolean),
    _column("geloescht", Zeitpunkt, nullable=True),
    _column("eingelesen", Zeitpunkt, nullable=True),
    _column("app_version", Text),
    _column("batch_id", String(16), ForeignKey("batch.id"), nullable=True, index=True),
    _column("bearbeitet", Boolean, nullable=True),
)

akte = Table(
    "akte",
    metadata,
    _lauf_id(primary_key=True),
    _column("antrag", Json),
    _column("parameter", Json),
    _column("index_stand", Json),
    _column("bibliotheken", Json),
    _column("gelesen", Json, nullable=True),
)

teil = Table(
    "teil",
    metadata,
    _lauf_id(primary_key=True),
    _column("partei", String(100), primary_key=True),
    _column("status", KeywordText(20)),
    _column("fehler", ExactText),
    _column("modell", Text, nullable=True),
    _column("ersatzmodell", Boolean),
    _column("tokens_ein", Integer, nullable=True),
    _column("tokens_aus", Integer, nullable=True),
    _column("kosten", Float, nullable=True),
    _column("waehrung", String(8), nullable=True),
    _column("started", Zeitpunkt, nullable=True),
    _column("finished", Zeitpunkt, nullable=True),
    _column("dauer", Json),
    _column("versuche", Json),
    _column("antwort", ExactText),
    _column("messages", Json),
    _column("ergebnis", Json, nullable=True),
)

score = Table(
    "score",
    metadata,
    _column("lauf_id", String(16), primary_key=True),
    _column("partei", String(100), primary_key=True),
    _column("typ", KeywordText(20), primary_key=True),
    _column("score", Float, nullable=True),
    _column("nah", Integer, nullable=True),
    _column("von", Integer, nullable=True),
    _column("begruendung", ExactText),
    _to_teil(),
)

zitat = Table(
    "zitat",
    metadata,
    _column("lauf_id", String(16), primary_key=True),
    _column("partei", String(100), primary_key=True),
    _column("nummer", Integer, primary_key=True),
    _column("typ", KeywordText(20)),
    _column("status", KeywordText(40)),
    _column("is_bound", Boolean),
    _column("fremde_partei", Boolean),
    _column("programm_id", String(200), nullable=True),
    _column("seite", Integer, nullable=True),
    _column("von", Integer, nullable=True),
    _column("bis", Integer, nullable=True),
    _column("warnungen", Integer),
    _column("naechste_chunk", Text, nullable=True),
    _column("uebereinstimmung", Float, nullable=True),
    _column("text", ExactText),
    _column("quelle", ExactText),
    _column("eintrag", Json),
    _column("naehe", Json, nullable=True),
    _to_teil(),
    Index("zitat_programm", "programm_id", "lauf_id", "partei", "status", "fremde_partei"),
)

angebot = Table(
    "angebot",
    metadata,
    _lauf_id(primary_key=True),
    _column("partei", String(100), primary_key=True),
    _column("nummer", Integer, primary_key=True),
    _column("q", Integer, nullable=True),
    _column("chunk_id", Text),
    _column("programm_id", String(200)),
    _column("text_hash", String(64), ForeignKey("texte.hash"), index=True),
    _column("seiten", Json),
    _column("similarity", Float),
    _column("forderungen", Json),
    _column("weggelassen", ExactText),
)

# One narrow row per Teil, kept by whoever writes its Zitate: adding up 400,000 of those takes too long.
# `passagen` and `zeichen` are of what its prompt was shown, which is stored before it.
zaehlung = Table(
    "zaehlung",
    metadata,
    _column("lauf_id", String(16), primary_key=True),
    _column("partei", String(100), primary_key=True),
    _column("emittiert", Integer),
    _column("fremde_partei", Integer),
    *(_column(str(status), Integer) for status in ZitatStatus),
    _column("passagen", Integer),
    _column("zeichen", Integer),
    _to_teil(),
    sqlite_with_rowid=False,
)

urteil = Table(
    "urteil",
    metadata,
    _column("id", String(16), primary_key=True),
    _lauf_id(index=True),
    _column("partei", String(100)),
    _column("typ", KeywordText(20)),
    _column("zitat", Integer, nullable=True),
    _column("zustimmung", Boolean),
    _column("traegt", KeywordText(20), nullable=True),
    _column("punkte", Float, nullable=True),
    _column("notiz", ExactText),
    _column("name", ExactText),
    _column("created", Zeitpunkt),
)

antrag = Table(
    "antrag",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt, index=True),
    _column("titel", ExactText),
    _column("drucksache", ExactText),
    _column("bundesland", String(8), nullable=True),
    _column("datum", Date, nullable=True),
    _column("herkunft", KeywordText(40)),
    _column("inhalt", Json),
    _column("bearbeitet", Boolean, nullable=True),
    _column("gelesen", Json, nullable=True),
    _column("datei", String(64), nullable=True),
)

antwort = Table(
    "antwort",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt),
    _column("art", KeywordText(20)),
    _lauf_id(nullable=True, index=True),
    _column("eingabe", ExactText),
    _column("modell", Text),
    _column("inhalt", Json),
)

prompt = Table(
    "prompt",
    metadata,
    _column("name", String(200), primary_key=True),
    _column("nummer", Integer, primary_key=True),
    _column("hash", String(64)),
    _column("text", ExactText),
    _column("created", Zeitpunkt),
)

# A person's choice between two answers about one party, made without knowing whose they are.
stimme = Table(
    "stimme",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt),
    _column("lauf_a", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), index=True),
    _column("lauf_b", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), index=True),
    _column("partei", String(100)),
    _column("wahl", KeywordText(12)),
    _column("name", ExactText),
)

# One proof of all stored quotes against the PDFs; `befunde` are those that failed.
pruefung = Table(
    "pruefung",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt, index=True),
    _column("sekunden", Float),
    _column("laeufe", Integer),
    _column("geprueft", Integer),
    _column("belegt", Integer),
    _column("befunde", Json),
    _column("app_version", Text),
)

alarmvermerk = Table(
    "alarmvermerk",
    metadata,
    _column("id", String(16), primary_key=True),
    _column("created", Zeitpunkt),
    _column("art", KeywordText(60)),
    _column("reihe", ExactText),
    _column("von", Date),
    _column("bis", Date),
    _column("name", ExactText),
    _column("notiz", ExactText),
)

# What a second model said of a bound quote, beside its exactness and never merged with it. `schluessel` is
# made of all that was asked, „“ where that is to be asked again.
traegt = Table(
    "traegt",
    metadata,
    _column("lauf_id", String(16), primary_key=True),
    _column("partei", String(100), primary_key=True),
    _column("zitat", Integer, primary_key=True),
    _column("model", String(200), primary_key=True),
    _column("prompt_version", String(100), primary_key=True),
    _column("forderung", Text, primary_key=True),
    _column("verdict", KeywordText(20)),
    _column("words", ExactText),
    _column("reason", ExactText),
    _column("gewaehlt", Boolean),
    _column("rang", Integer),
    _column("schluessel", String(64), index=True),
    _column("kosten", Float, nullable=True),
    _column("created", Zeitpunkt),
    _to_teil(),
)
