"""What a comparison reads of many Läufe at once: narrow rows in a handful of queries, no Lauf whole."""

import json
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from core.citations.zitatstatus import Zitatstatus
from core.runs.connection import Verbindung
from core.runs.lauf import Status
from core.runs.load_laeufe import MODELL
from core.runs.readability import readable
from core.runs.sql import Column, case, func, select
from core.runs.tables import akte, angebot, lauf, score, teil, texte, zaehlung, zitat

Zeilen = Sequence[Any]

NUMBER = (int, float, type(None))

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
    lauf.c.probe_von,
    lauf.c.is_demo,
    lauf.c.geloescht,
    lauf.c.eingelesen,
    lauf.c.masse,
)


def lauf_koepfe(store: Verbindung, ids: Collection[str] | None = None, is_demo: bool = False) -> Zeilen:
    """These Läufe, the earliest first; without `ids` all that got answers, of the examples or the others."""
    query = select(*KOPF).order_by(lauf.c.created, lauf.c.id)
    if ids is None:
        ended = (lauf.c.geloescht.is_(None), lauf.c.status != Status.LAEUFT, lauf.c.aus_cache.is_(None))
        own = (lauf.c.is_demo == is_demo, lauf.c.probe_von.is_(None))
        found = _all(store, query.where(*ended, *own), lauf.c.id)
    else:
        found = _all(store, query.where(lauf.c.id.in_(ids)), lauf.c.id)
    return [row for row in found if _is_kopf(row)]


def _is_kopf(row: Any) -> bool:
    """Can it be compared? A damaged one is told of on the page Läufe."""
    words = [row.titel, row.antrag_hash, row.modell, row.modell_gefragt, row.prompt_id, row.prompt_version]
    words += [row.prompt_hash, row.strategie, row.embedder, row.index_hash, row.masse]
    return all(isinstance(word, str) for word in words) and row.status in list(Status) and _masse(row.masse)


@lru_cache(maxsize=1024)
def _masse(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def geplante_parteien(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Of these Läufe those that failed, each with the parties it was to ask about, where that is known."""
    failed = (lauf.c.id.in_(ids), lauf.c.status == Status.FEHLGESCHLAGEN)
    query = select(lauf.c.id, akte.c.parameter["parteien"].label("parteien"))
    return _all(store, query.join(akte, akte.c.lauf_id == lauf.c.id).where(*failed), lauf.c.id)


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
            *(zaehlung.c[status] for status in Zitatstatus),
        )
        .join(zaehlung, (zaehlung.c.lauf_id == own.lauf_id) & (zaehlung.c.partei == own.partei))
        .where(own.lauf_id.in_(ids))
        .order_by(own.lauf_id, own.partei)
    )  # fmt: skip
    counted = len(Zitatstatus) + 2
    return [
        row
        for row in _all(store, query, own.lauf_id)
        if all(isinstance(value, int) for value in row[-counted:])
        and all(
            isinstance(value, NUMBER) for value in (row.kosten, row.tokens_ein, row.tokens_aus, row.sekunden)
        )
    ]


def scores_of(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf, party, kind of Programm, points."""
    own = score.c
    query = select(own.lauf_id, own.partei, own.typ, own.score).where(own.lauf_id.in_(ids))
    return [row for row in _all(store, query, own.lauf_id) if isinstance(row.score, NUMBER)]


def vorgelegte_programme(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf, party and every Programm of which the party's prompt showed a passage, each once."""
    own = angebot.c
    shown = (own.lauf_id.in_(ids), own.q.is_not(None))
    query = select(own.lauf_id, own.partei, own.programm_id).where(*shown).distinct()
    return _all(store, query, own.lauf_id)


def zitate_of(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Every emitted quote of these Läufe: as it was written, and what became of it."""
    own = zitat.c
    asked = (
        own.lauf_id, own.partei, own.nummer, own.typ, own.status, own.fremde_partei, own.programm_id,
        own.seite, own.text, own.eintrag,
    )  # fmt: skip
    query = select(*asked).where(own.lauf_id.in_(ids)).order_by(own.lauf_id, own.partei, own.nummer)
    return _all(store, query, own.lauf_id)


def begruendungen_of(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf, party, kind of Programm, the reason that was given for the points."""
    own = score.c
    query = select(own.lauf_id, own.partei, own.typ, own.begruendung).where(own.lauf_id.in_(ids))
    return [row for row in _all(store, query, own.lauf_id) if isinstance(row.begruendung, str)]


def vorgelegte_texte(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf, party and the text of every passage that its prompt showed."""
    own = angebot.c
    query = select(own.lauf_id, own.partei, texte.c.text).join(texte, texte.c.hash == own.text_hash)
    return _all(store, query.where(own.lauf_id.in_(ids), own.q.is_not(None)), own.lauf_id)


def antragstexte(store: Verbindung, ids: Collection[str]) -> Zeilen:
    """Lauf and the text of its Antrag."""
    query = select(akte.c.lauf_id, akte.c.antrag["text"].as_string().label("text"))
    return _all(store, query.where(akte.c.lauf_id.in_(ids)), akte.c.lauf_id)


def _all(store: Verbindung, query: Any, lauf_id: Column[str]) -> Zeilen:
    with store.reading() as connection:
        return readable(connection, query, lauf_id)
