"""Anträge that were read or entered, each as it was read and as it was judged."""

import json
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import select

from core import clock
from core.antrag.antrag import Antrag, find_file
from core.antrag.antrag_rows import read_rows
from core.antrag.edits import edits_of
from core.citations.antrag_citations import JudgedText
from core.errors import EingabeError
from core.runs.connection import StoreConnection, insert_missing
from core.runs.lauf import NewLauf, text_hash
from core.runs.lauf_rows import antrag_as_dict, antrag_from_dict, antrag_hash, fitting
from core.runs.tables import antrag as antraege


@dataclass(frozen=True, slots=True)
class AntragRow:
    """A stored Antrag as a line of a list."""

    id: str
    created: datetime
    titel: str
    drucksache: str
    bundesland: str | None
    datum: date | None
    herkunft: str
    bearbeitet: bool | None = None
    datei: str | None = None


@dataclass(frozen=True, slots=True)
class AntragSheet:
    """A stored Antrag. `gelesen`: as it was read, None where nobody noted; `datei`: the name of its PDF."""

    antrag: Antrag
    gelesen: Antrag | None = None
    datei: str | None = None


def save_antrag(
    store: StoreConnection,
    antrag: Antrag,
    herkunft: str = "",
    gelesen: Antrag | None = None,
    datei: str | None = None,
) -> str:
    """Its id, which is made from all it holds: saved again it is the same, entered now.

    `gelesen`: as it was read from its file, before a person changed it.
    """
    inhalt = antrag_as_dict(antrag)
    edits = edits_of(gelesen, antrag)
    read = antrag_as_dict(gelesen) if gelesen else None
    whole = {**inhalt, "gelesen": read} if edits else inhalt
    antrag_id = text_hash(json.dumps(whole, sort_keys=True))[:16]
    noted = {"bearbeitet": None if edits is None else bool(edits), "gelesen": read, "datei": datei}
    row = {
        "id": antrag_id,
        "created": clock.now(),
        "titel": antrag.titel,
        "drucksache": antrag.drucksache,
        "bundesland": antrag.bundesland,
        "datum": antrag.datum,
        "herkunft": herkunft,
        "antrag_hash": antrag_hash(antrag, is_edited=bool(edits)),
        "inhalt": inhalt,
        **noted,
    }
    same = antraege.c.id == antrag_id
    with store.writing() as connection:
        insert_missing(connection, antraege, [row])
        connection.execute(antraege.update().where(same).values(created=row["created"]))
        if read:
            connection.execute(antraege.update().where(same, antraege.c.bearbeitet.is_(None)).values(noted))
        if datei:
            connection.execute(antraege.update().where(same, antraege.c.datei.is_(None)).values(datei=datei))
    return antrag_id


def load_antrag(store: StoreConnection, antrag_id: str) -> Antrag:
    return load_sheet(store, antrag_id).antrag


def load_sheet(store: StoreConnection, antrag_id: str) -> AntragSheet:
    """The Antrag with what was read, and its file."""
    asked = select(antraege.c.inhalt, antraege.c.gelesen, antraege.c.datei).where(antraege.c.id == antrag_id)
    with store.reading() as connection:
        row = connection.execute(asked).one_or_none()
    if row is None:
        raise EingabeError(
            f"Den Antrag „{antrag_id}“ gibt es nicht. Bitte die Adresse prüfen oder den Antrag neu eingeben."
        )
    gelesen = antrag_from_dict(row.gelesen) if row.gelesen else None
    return AntragSheet(antrag_from_dict(row.inhalt), gelesen, row.datei)


def find_antrag_file(store: StoreConnection, antrag_hash: str) -> str | None:
    """The name of the PDF that an Antrag was read from, by what all its Läufe have in common."""
    asked = select(antraege.c.datei).where(
        antraege.c.antrag_hash == antrag_hash, antraege.c.datei.isnot(None)
    )
    with store.reading() as connection:
        return connection.scalar(asked.order_by(antraege.c.created, antraege.c.id).limit(1))


def list_antraege(store: StoreConnection, limit: int = 50) -> list[AntragRow]:
    """The latest first."""
    shown = [column for column in antraege.c if column.name not in ("inhalt", "gelesen")]
    query = select(*shown).order_by(antraege.c.created.desc(), antraege.c.id).limit(limit)
    with store.reading() as connection:
        return [AntragRow(**fitting(AntragRow, row)) for row in connection.execute(query).mappings()]


# --- the text that a Lauf judged ----------------------------------------------------------------------------


def judged_text(store: StoreConnection, folder: Path, lauf: NewLauf, antrag_hash: str) -> JudgedText:
    """`folder`: that of the Läufe, in which files of Anträge lie."""
    path = find_file(folder, find_antrag_file(store, antrag_hash))
    return JudgedText.of(lauf.antrag, lauf.gelesen, read_rows(path) if path else ())
