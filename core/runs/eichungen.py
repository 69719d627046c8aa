"""Stored Eichungen, apart from Läufe: begun once for the same question, continued where they stopped."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, select

from core.base import clock
from core.base.errors import EingabeError
from core.runs.buchungen import frage_of, settle_here, sums
from core.runs.connection import (
    StoreConnection,
    insert_missing,
    insert_rows,
    new_id,
)
from core.runs.lauf import fitting
from core.runs.tables import buchung, eichantwort, eichsatz, eichung


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
    parameter: Mapping[str, Any]
    app_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Eichung(NewEichung):
    """As stored. `beantwortet`: so many answers are there. `kosten` in USD: of all requests made for it."""

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
    modell: str
    begruendung: str
    antwort: str
    passagen: Sequence[str]


def begin_eichung(store: StoreConnection, neu: NewEichung, zeilen: Sequence[Mapping[str, object]]) -> str:
    """The id of a new one, or of the one that has the same key and goes on."""
    told = {"geplant": neu.geplant, "parameter": dict(neu.parameter), "finished": None}
    fresh = {**asdict(neu), **told, "id": new_id(), "created": clock.now()}
    with store.writing() as connection:
        same = select(eichung.c.id).where(eichung.c.schluessel == neu.schluessel)
        if known := connection.scalar(same):
            connection.execute(eichung.update().where(eichung.c.id == known).values(told))
            return str(known)
        satz = {"hash": neu.satz_hash, "name": neu.satz_name, "zeilen": [dict(zeile) for zeile in zeilen]}
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
        settle_here(connection, [frage_of(eichung_id, one.these, one.partei) for one in antworten])


def finish_eichung(store: StoreConnection, eichung_id: str) -> None:
    with store.writing() as connection:
        connection.execute(eichung.update().where(eichung.c.id == eichung_id).values(finished=clock.now()))


def answered_keys(store: StoreConnection, eichung_id: str) -> set[tuple[int, str]]:
    """Number of the thesis, party."""
    return {(row["these"], row["partei"]) for row in eichung_rows(store, eichung_id, "these", "partei")}


def list_eichungen(store: StoreConnection) -> list[Eichung]:
    """The latest first, also those that were not finished."""
    own = eichantwort.c.eichung_id
    counts = select(own, func.count().label("n")).group_by(own).subquery()
    spent = sums([buchung.c.eichung_id], buchung.c.eichung_id.is_not(None))
    query = (
        select(
            eichung,
            func.coalesce(counts.c.n, 0).label("beantwortet"),
            case((spent.c.anfragen.is_(None), 0.0), else_=spent.c.kosten).label("kosten"),
        )
        .outerjoin(counts, counts.c.eichung_id == eichung.c.id)
        .outerjoin(spent, spent.c.eichung_id == eichung.c.id)
    )
    with store.reading() as connection:
        rows = connection.execute(query.order_by(eichung.c.created.desc(), eichung.c.id)).mappings()
        return [Eichung(**fitting(Eichung, row)) for row in rows]


def eichung_rows(store: StoreConnection, eichung_id: str, *names: str) -> list[dict[str, Any]]:
    """Every answer, thesis by thesis, with all that was said or with these columns."""
    own = eichantwort.c
    chosen = select(*(own[name] for name in names)) if names else select(eichantwort)
    query = chosen.where(own.eichung_id == eichung_id).order_by(own.these, own.partei)
    with store.reading() as connection:
        return [dict(row) for row in connection.execute(query).mappings()]


def load_eichsatz(store: StoreConnection, satz_hash: str) -> tuple[str, list[dict[str, Any]]]:
    """Name and rows of the theses."""
    with store.reading() as connection:
        row = connection.execute(select(eichsatz).where(eichsatz.c.hash == satz_hash)).one_or_none()
    if row is None:
        raise EingabeError("Diese Thesen sind nicht mehr gespeichert. Bitte aus der Datei neu eichen.")
    return row.name, list(row.zeilen)
