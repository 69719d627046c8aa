"""Anträge as they were entered, read or corrected, whether or not a Lauf came of them."""

import json

from core.antrag.antrag import Antrag
from core.errors import EingabeError
from core.runs.lauf import Antragszeile, text_hash
from core.runs.sql import select
from core.runs.tables import antrag as antraege
from core.runs.verbindung import Verbindung, insert_missing, now
from core.runs.zeilen import antrag_as_dict, antrag_from_dict, fitting


def save_antrag(store: Verbindung, antrag: Antrag, herkunft: str = "") -> str:
    """Its id, which is made from all it holds: saved again it is the same and stays as it was."""
    inhalt = antrag_as_dict(antrag)
    antrag_id = text_hash(json.dumps(inhalt, sort_keys=True))[:16]
    row = {
        "id": antrag_id,
        "created": now(),
        "titel": antrag.titel,
        "drucksache": antrag.drucksache,
        "bundesland": antrag.bundesland,
        "datum": antrag.datum,
        "herkunft": herkunft,
        "inhalt": inhalt,
    }
    with store.writing() as connection:
        insert_missing(connection, antraege, [row])
    return antrag_id


def load_antrag(store: Verbindung, antrag_id: str) -> Antrag:
    with store.reading() as connection:
        inhalt = connection.scalar(select(antraege.c.inhalt).where(antraege.c.id == antrag_id))
    if inhalt is None:
        raise EingabeError(
            f"Den Antrag „{antrag_id}“ gibt es nicht. Bitte die Adresse prüfen oder den Antrag neu eingeben."
        )
    return antrag_from_dict(inhalt)


def list_antraege(store: Verbindung, limit: int = 50) -> list[Antragszeile]:
    """The latest first."""
    shown = [column for column in antraege.c if column.name != "inhalt"]
    query = select(*shown).order_by(antraege.c.created.desc(), antraege.c.id).limit(limit)
    with store.reading() as connection:
        return [Antragszeile(**fitting(Antragszeile, row)) for row in connection.execute(query).mappings()]
