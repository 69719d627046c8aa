"""Stored Eichungen: begun once for the same question, continued where they stopped, read as columns."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from core import clock
from core.errors import EingabeError
from core.runs.calibration_tables import eichantwort, eichsatz, eichung
from core.runs.connection import StoreConnection, insert_missing, insert_rows, new_id
from core.runs.lauf import Json
from core.runs.sql import Query, SqlRow

Key = tuple[int, str]
"""Of an answer: number of the thesis, party."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEichung:
    """`schluessel`: the same model, prompt, parameters, theses and search have the same."""

    schluessel: str
    modell: str
    prompt_id: str
    prompt_version: str
    prompt_hash: str
    satz_hash: str
    satz_name: str
    geplant: int
    parameter: Json
    app_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Eichung(NewEichung):
    """As stored. `beantwortet`: so many answers are there; `kosten`: what is known of them."""

    id: str
    created: datetime
    finished: datetime | None
    beantwortet: int
    kosten: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungAntwort:
    """One answer to one question."""

    these: int
    partei: str
    stand: str
    position: int
    score: float | None
    zitate: int
    gebunden: int
    kosten: float | None
    sekunden: float
    modell: str
    begruendung: str
    antwort: str
    passagen: Sequence[str]


def begin_eichung(store: StoreConnection, neu: NewEichung, zeilen: Sequence[Json]) -> str:
    """The id of a new one, or of the one that has the same key and goes on."""
    fresh = {
        **{name: getattr(neu, name) for name in NewEichung.__dataclass_fields__},
        "parameter": dict(neu.parameter),
        "id": new_id(),
        "created": clock.now(),
        "finished": None,
    }
    with store.writing() as connection:
        same = select(eichung.c.id).where(eichung.c.schluessel == neu.schluessel)
        if known := connection.scalar(same):
            again = eichung.update().where(eichung.c.id == known)
            told = {"geplant": neu.geplant, "parameter": dict(neu.parameter), "finished": None}
            connection.execute(again.values(told))
            return str(known)
        satz = {"hash": neu.satz_hash, "name": neu.satz_name, "zeilen": [dict(z) for z in zeilen]}
        insert_missing(connection, eichsatz, [satz])
        insert_rows(connection, eichung, [fresh])
    return str(fresh["id"])


def save_eichung_antworten(
    store: StoreConnection, eichung_id: str, antworten: Sequence[EichungAntwort]
) -> None:
    """What is there already stays."""
    rows = [{"eichung_id": eichung_id, "created": clock.now(), **asdict(antwort)} for antwort in antworten]
    with store.writing() as connection:
        insert_missing(connection, eichantwort, rows)


def finish_eichung(store: StoreConnection, eichung_id: str) -> None:
    with store.writing() as connection:
        connection.execute(eichung.update().where(eichung.c.id == eichung_id).values(finished=clock.now()))


def answered_keys(store: StoreConnection, eichung_id: str) -> set[Key]:
    own = eichantwort.c
    with store.reading() as connection:
        found = connection.execute(select(own.these, own.partei).where(own.eichung_id == eichung_id))
        return {(row.these, row.partei) for row in found}


def list_eichungen(store: StoreConnection) -> list[Eichung]:
    """The latest first, also those that were not finished."""
    own = eichantwort.c.eichung_id
    counted = select(own, func.count().label("n"), func.sum(eichantwort.c.kosten).label("kosten"))
    counts = counted.group_by(own).subquery()
    query = select(eichung, counts.c.n, counts.c.kosten).outerjoin(
        counts, counts.c.eichung_id == eichung.c.id
    )
    with store.reading() as connection:
        rows = connection.execute(query.order_by(eichung.c.created.desc(), eichung.c.id)).mappings()
        return [_eichung(row) for row in rows]


def find_eichung(store: StoreConnection, modell: str, prompt_hash: str) -> tuple[str, datetime] | None:
    """Id and end of the latest whole one of that model and prompt."""
    query = (
        select(eichung.c.id, eichung.c.finished)
        .where(eichung.c.modell == modell, eichung.c.prompt_hash == prompt_hash)
        .where(eichung.c.finished.is_not(None))
        .order_by(eichung.c.finished.desc())
        .limit(1)
    )
    with store.reading() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else (row.id, row.finished)


def eichung_columns(store: StoreConnection, eichung_id: str) -> dict[str, tuple[object, ...]]:
    """What figures are computed from: name of a column → its values, all in one order."""
    names = ("these", "partei", "position", "score")
    with store.reading() as connection:
        rows = connection.execute(_answers(eichung_id, names)).all()
    return dict(zip(names, zip(*rows, strict=True) if rows else ((),) * len(names), strict=True))


def eichung_rows(store: StoreConnection, eichung_id: str) -> list[dict[str, Any]]:
    """Every answer with all that was said."""
    names = [one.name for one in eichantwort.c if one.name != "eichung_id"]
    with store.reading() as connection:
        return [dict(row) for row in connection.execute(_answers(eichung_id, names)).mappings()]


def _answers(eichung_id: str, names: Sequence[str]) -> Query:
    own = eichantwort.c
    chosen = select(*(own[name] for name in names)).where(own.eichung_id == eichung_id)
    return chosen.order_by(own.these, own.partei)


def load_eichsatz(store: StoreConnection, satz_hash: str) -> tuple[str, list[dict[str, object]]]:
    """Name and rows of the theses."""
    with store.reading() as connection:
        row = connection.execute(select(eichsatz).where(eichsatz.c.hash == satz_hash)).one_or_none()
    if row is None:
        raise EingabeError("Die Thesen dieser Eichung sind nicht mehr gespeichert. Bitte neu eichen.")
    return row.name, list(row.zeilen)


def delete_eichung(store: StoreConnection, eichung_id: str) -> None:
    with store.writing() as connection:
        connection.execute(eichung.delete().where(eichung.c.id == eichung_id))


def _eichung(row: SqlRow) -> Eichung:
    values = dict(row)
    answered = values.pop("n") or 0
    return Eichung(**values, beantwortet=answered)
