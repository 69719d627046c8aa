"""The books: every request to a model, whatever became of it; all sums of tokens and costs are made here."""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, Subquery, and_, case, func, or_, select
from sqlalchemy.exc import IntegrityError

from core import clock
from core.context import Context
from core.errors import DashboardError
from core.llm.anfrage import Anfrage, Antwort
from core.llm.client import OnAttempt, ask
from core.llm.versuch import Versuch
from core.runs.connection import StoreConnection, insert_rows
from core.runs.lauf import Status, Teil, text_hash
from core.runs.lauf_rows import Row, fitting, plain
from core.runs.patience import patiently
from core.runs.sql import Condition
from core.runs.tables import buchung, lauf

LOG = logging.getLogger(__name__)

B = buchung.c


class Zweck(StrEnum):
    LAUF = "lauf"
    TRAEGT = "traegt"
    RUBRIK = "rubrik"
    EICHUNG = "eichung"
    FRAGE = "frage"
    NACHFRAGE = "nachfrage"
    ZUSAMMENFASSUNG = "zusammenfassung"
    VERBINDUNG = "verbindung"
    """Only whether a model answers at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anlass:
    """What a request belongs to. `frage`: the same for what is asked again after the process died, so that
    an answer that was paid for is used; „“ where each is asked for itself. `prompt`: id and version.
    """

    zweck: Zweck
    lauf_id: str | None = None
    partei: str = ""
    eichung_id: str | None = None
    frage: str = ""
    prompt: str = ""


def frage_of(*parts: object) -> str:
    """A key of what is asked."""
    return text_hash("\n".join(map(str, parts)))


def prompt_name(id: str, version: object) -> str:
    return f"{id} v{version}"


def ask_booked(
    context: Context, anfrage: Anfrage, anlass: Anlass, on_attempt: OnAttempt | None = None
) -> Antwort:
    """Ask a model, with each request in the books before anything else is done with its answer.

    What was answered to the same `frage` before, and never used, is taken in place of asking.
    """
    from core.runs.store import runstore

    store = runstore(context)

    def note(versuch: Versuch) -> None:
        try:
            patiently(partial(book, store, anlass, versuch))  # also where no more is wanted: it is paid for
        except (DashboardError, IntegrityError):  # the answer counts for more; who stores it books it again
            LOG.exception("Eine Anfrage ließ sich nicht verbuchen.")
        if on_attempt:
            on_attempt(versuch)

    paid = unused(store, anlass.frage) if anlass.frage else ()
    return ask(context, replace(anfrage, paid=paid), on_attempt=note)


def book(store: StoreConnection, anlass: Anlass, versuch: Versuch) -> None:
    with store.writing() as connection:
        insert_rows(connection, buchung, [booking_row(anlass, versuch, clock.now())])


def booking_row(anlass: Anlass, versuch: Versuch, created: datetime) -> Row:
    told = plain(anlass) | {"frage": anlass.frage or None, "created": created}
    return told | plain(versuch) | {"is_answered": versuch.is_answered}


def unused(store: StoreConnection, frage: str) -> list[Versuch]:
    """What was answered to it and not used yet."""
    with store.reading() as connection:
        rows = connection.execute(buchung.select().where(B.frage == frage).order_by(B.id)).mappings()
        return [versuch_of(row) for row in rows]


def paid_for(store: StoreConnection, fragen: Iterable[str]) -> set[str]:
    """Those to which something was answered that is not used yet."""
    asked = select(B.frage).where(B.frage.in_(set(fragen) - {""}), B.grund == "")
    with store.reading() as connection:
        return {str(frage) for frage in connection.scalars(asked)}


def settle(store: StoreConnection, fragen: Iterable[str]) -> None:
    """What was asked for is stored: when it is asked again, it is asked anew."""
    with store.writing() as connection:
        settle_here(connection, fragen)


def settle_here(connection: Connection, fragen: Iterable[str]) -> None:
    asked = set(fragen) - {""}
    connection.execute(buchung.update().where(B.frage.in_(asked)).values(frage=None))


def versuch_of(row: RowMapping) -> Versuch:
    return Versuch(**fitting(Versuch, row))


def file_teil(connection: Connection, lauf_id: str, part: Teil) -> None:
    """The rows of a Teil that is stored now: made whole, without the answer that stands in the Teil.

    Where it was stopped before it had one, what came is still to be used.
    """
    asked = select(lauf.c.prompt_id, lauf.c.prompt_version, lauf.c.schluessel).where(lauf.c.id == lauf_id)
    told = connection.execute(asked).one()
    mine = and_(B.lauf_id == lauf_id, B.zweck == Zweck.LAUF, B.partei == part.partei)
    found = connection.execute(select(B.created, B.frage).where(mine).order_by(B.id)).all()
    connection.execute(buchung.delete().where(mine))
    is_used = part.status is not Status.FEHLGESCHLAGEN or part.antwort
    if is_used:
        settle_here(connection, [frage_of(told.schluessel, part.partei)])
    anlass = Anlass(
        zweck=Zweck.LAUF,
        lauf_id=lauf_id,
        partei=part.partei,
        frage="" if is_used else next((row.frage for row in found if row.frage), ""),
        prompt=prompt_name(told.prompt_id, told.prompt_version),
    )
    moments = [row.created for row in found] + [clock.now()] * len(part.versuche)
    rows = [
        booking_row(anlass, replace(one, text="") if one.text == part.antwort else one, created)
        for one, created in zip(part.versuche, moments, strict=False)
    ]
    insert_rows(connection, buchung, rows)


# --- sums ---------------------------------------------------------------------------------------------------

KOSTEN: ColumnElement[Any] = case(
    (func.count().filter(B.kosten.is_(None), B.is_answered) > 0, None), else_=func.sum(B.kosten)
)
"""As `billed` adds them up."""


def sums(per: Sequence[ColumnElement[Any]], *which: Condition) -> Subquery:
    """Requests, tokens and costs of these rows, per what they belong to."""
    counted = (
        func.count().label("anfragen"),
        func.count().filter(B.grund == "").label("antworten"),
        func.sum(B.tokens_ein).label("tokens_ein"),
        func.sum(B.tokens_aus).label("tokens_aus"),
        KOSTEN.label("kosten"),
    )
    return select(*per, *counted).where(*which).group_by(*per).subquery()


def of_laeufe(ids: Collection[str]) -> tuple[Condition, Condition]:
    return B.lauf_id.in_(ids), B.zweck == Zweck.LAUF


class Sums(NamedTuple):
    """`kosten` in USD; None where somebody answered and no price is known."""

    tokens_ein: int = 0
    tokens_aus: int = 0
    kosten: float | None = 0.0


def lauf_sums(store: StoreConnection, ids: Collection[str]) -> dict[str, Sums]:
    """Lauf → what the requests that were made for it came to; without those for which none was."""
    with store.reading() as connection:
        return sums_of(connection, ids)


def sums_of(connection: Connection, ids: Collection[str]) -> dict[str, Sums]:
    found = connection.execute(select(sums([B.lauf_id], *of_laeufe(ids))))
    return {row.lauf_id: Sums(row.tokens_ein, row.tokens_aus, row.kosten) for row in found}


def spent(store: StoreConnection) -> float:
    """US dollars that this installation is known to have been billed; without examples and deleted Läufe."""
    own = and_(lauf.c.is_demo.is_(False), lauf.c.geloescht.is_(None), lauf.c.eingelesen.is_(None))
    query = select(func.sum(B.kosten)).select_from(buchung.outerjoin(lauf, lauf.c.id == B.lauf_id))
    with store.reading() as connection:
        return float(connection.scalar(query.where(or_(B.lauf_id.is_(None), own))) or 0.0)


def spent_on(store: StoreConnection, zweck: Zweck, lauf_id: str) -> float | None:
    """US dollars that a Lauf cost for one purpose; None where a price is unknown."""
    query = select(func.count(), KOSTEN).where(B.zweck == zweck, B.lauf_id == lauf_id)
    with store.reading() as connection:
        row = connection.execute(query).one()
        return 0.0 if not row[0] else row[1]
