"""The history of proofs: all stored quotes against the PDFs."""

from dataclasses import dataclass
from datetime import datetime

from core import clock
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.lauf import Json
from core.runs.sql import SqlRow, select
from core.runs.tables import pruefung


@dataclass(frozen=True, slots=True, kw_only=True)
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
    saved = Pruefung(
        id=new_id(),
        created=clock.now(),
        sekunden=sekunden,
        laeufe=laeufe,
        geprueft=geprueft,
        belegt=belegt,
        befunde=befunde,
        app_version=app_version,
    )
    row = {name: getattr(saved, name) for name in saved.__dataclass_fields__}
    with store.writing() as connection:
        insert_rows(connection, pruefung, [row | {"befunde": [dict(befund) for befund in befunde]}])
    return saved


def list_pruefungen(store: StoreConnection, limit: int = 20) -> list[Pruefung]:
    """The latest first."""
    query = select(pruefung).order_by(pruefung.c.created.desc(), pruefung.c.id).limit(limit)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [_pruefung(row._mapping) for row in rows]


def _pruefung(row: SqlRow) -> Pruefung:
    return Pruefung(**{**row, "befunde": tuple(row["befunde"])})
