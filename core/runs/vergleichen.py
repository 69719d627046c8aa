"""What a comparison reads of many Läufe at once: narrow rows in a handful of queries, no Lauf whole."""

from collections.abc import Collection, Sequence
from typing import Any

from core.citations.bindung import Status as Bindungsstatus
from core.runs.lauf import Status
from core.runs.lesen import MODELL
from core.runs.sql import case, func, select
from core.runs.tabellen import akte, angebot, lauf, score, teil, zaehlung, zitat
from core.runs.verbindung import Verbindung

Zeilen = Sequence[Any]

KOPF = (
    lauf.c.id,
    lauf.c.created,
    lauf.c.finished,
    lauf.c.status,
    lauf.c.titel,
    lauf.c.antrag_hash,
    lauf.c.modell_gefragt,
    lauf.c.modell_geantwortet,
    lauf.c.ersatzmodell,
    MODELL.label("modell"),
    lauf.c.prompt_id,
    lauf.c.prompt_version,
    lauf.c.prompt_hash,
    lauf.c.strategie,
    lauf.c.embedder,
    lauf.c.index_hash,
    lauf.c.schluessel,
    lauf.c.aus_cache,
    lauf.c.is_demo,
    lauf.c.geloescht,
    lauf.c.masse,
)


def lauf_koepfe(store: Verbindung, ids: Collection[str] | None = None, is_demo: bool = False) -> Zeilen:
    """These Läufe, the earliest first; without `ids` all that got answers, of the examples or the others."""
    query = select(*KOPF).order_by(lauf.c.created, lauf.c.id)
    if ids is None:
        ended = (lauf.c.geloescht.is_(None), lauf.c.status != Status.LAEUFT, lauf.c.aus_cache.is_(None))
        return _all(store, query.where(*ended, lauf.c.is_demo == is_demo))
    return _all(store, query.where(lauf.c.id.in_(ids)))


def geplante_parteien(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Of these Läufe those that failed, each with the parties it was to ask about, where that is known."""
    failed = (lauf.c.id.in_(ids), lauf.c.status == Status.FEHLGESCHLAGEN)
    query = select(lauf.c.id, akte.c.parameter["parteien"].label("parteien"))
    return _all(store, query.join(akte, akte.c.lauf_id == lauf.c.id).where(*failed))


def teil_zahlen(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Every Teil of these Läufe with its figures; the counts of its quotes by status stand last."""
    own, tries = teil.c, func.json_array_length(teil.c.versuche)
    query = (
        select(
            own.lauf_id, own.partei, own.status, own.modell, own.tokens_ein, own.tokens_aus, own.kosten,
            own.dauer["modell"].as_float().label("sekunden"),
            tries.label("versuche"),
            case((tries > 1, own.versuche)).label("mehrere"),
            zaehlung.c.emittiert, zaehlung.c.fremde_partei,
            *(zaehlung.c[status] for status in Bindungsstatus),
        )
        .join(zaehlung, (zaehlung.c.lauf_id == own.lauf_id) & (zaehlung.c.partei == own.partei))
        .where(own.lauf_id.in_(ids))
        .order_by(own.lauf_id, own.partei)
    )  # fmt: skip
    return _all(store, query)


def scores_of(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf, party, kind of Programm, points."""
    own = score.c
    return _all(store, select(own.lauf_id, own.partei, own.typ, own.score).where(own.lauf_id.in_(ids)))


def vorgelegte_programme(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf, party and every Programm of which the party's prompt showed a passage, each once."""
    own = angebot.c
    shown = (own.lauf_id.in_(ids), own.q.is_not(None))
    return _all(store, select(own.lauf_id, own.partei, own.programm_id).where(*shown).distinct())


def zitate_of(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Every emitted quote of these Läufe: as it was written, and what became of it."""
    own = zitat.c
    asked = (
        own.lauf_id, own.partei, own.nummer, own.typ, own.status, own.fremde_partei, own.programm_id,
        own.seite, own.text, own.eintrag,
    )  # fmt: skip
    query = select(*asked).where(own.lauf_id.in_(ids)).order_by(own.lauf_id, own.partei, own.nummer)
    return _all(store, query)


def _all(store: Verbindung, query: Any) -> Zeilen:
    with store.reading() as connection:
        return connection.execute(query).all()
