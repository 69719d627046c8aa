"""The history of proofs: all stored quotes against the PDFs."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select

from core import clock
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.lauf import Json
from core.runs.tables import pruefung


@dataclass(frozen=True, slots=True)
class Pruefung:
    """One proof of all stored quotes; `befunde` are the first of those that failed."""

    id: str
    created: datetime
    sekunden: float
    laeufe: int
    geprueft: int
    belegt: int
    befunde: tuple[Json, ...]
    app_version: str


def save_pruefung(
    store: StoreConnection,
    sekunden: float,
    laeufe: int,
    geprueft: int,
    belegt: int,
    befunde: tuple[Json, ...] = (),
    app_version: str = "",
) -> Pruefung:
    """It as stored, with its id and the moment."""
    saved = Pruefung(new_id(), clock.now(), sekunden, laeufe, geprueft, belegt, befunde, app_version)
    with store.writing() as connection:
        insert_rows(connection, pruefung, [asdict(saved)])
    return saved


def list_pruefungen(store: StoreConnection, limit: int = 20) -> list[Pruefung]:
    """The latest first."""
    query = select(pruefung).order_by(pruefung.c.created.desc(), pruefung.c.id).limit(limit)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [Pruefung(**{**row._mapping, "befunde": tuple(row.befunde)}) for row in rows]
