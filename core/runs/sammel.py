"""Batches of a provider: what is posted in which, so that a kill at any moment neither loses nor pays twice.

A request that is posted has its row in the books, without a Lauf, from before that on. What came of it is
taken over by the first Lauf that asks the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, and_, func, select

from core.base import clock
from core.llm.anfrage import Versuch
from core.runs.buchungen import (
    VORGEMERKT,
    B,
    BookedFor,
    Zweck,
    book,
    booking_row,
    keep_day_limit,
    versuch_of,
)
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.tables import buchung, sammel, sammelanfrage

S, A = sammel.c, sammelanfrage.c


@dataclass(frozen=True, slots=True)
class Posting:
    """A request that is to be posted: as it is booked, with US dollars that it may cost at most."""

    booked_for: BookedFor
    begun: Versuch
    most: float | None
    antrag_hash: str


@dataclass(frozen=True, slots=True)
class Sammel:
    """`gesendet`: when sending began; `anbieter_id`: None where we have not heard that it was posted."""

    id: str
    created: datetime
    modell: str
    total: int
    gesendet: datetime | None
    anbieter_id: str | None
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class PostedRequest:
    """One without an answer so far. `is_forgotten`: its Antrag was; no word of the answer is kept."""

    frage: str
    buchung_id: int
    begun: Versuch
    is_forgotten: bool


class Sammelbuch:
    """The batches of one store."""

    def __init__(self, store: StoreConnection) -> None:
        self._store = store

    def begin(self, modell: str, postings: Sequence[Posting], day_limit: float | None) -> str:
        """Book all that is about to be posted; the id of the batch."""
        now, id, costs = clock.now(), new_id(), [one.most for one in postings]
        with self._store.writing() as connection:
            if day_limit is not None:
                most = None if None in costs else sum(cost for cost in costs if cost is not None)
                keep_day_limit(connection, most, now, day_limit)
            rows = [
                booking_row(one.booked_for, replace(one.begun, grund=VORGEMERKT, kosten=None), now)
                | {"vorgemerkt": one.most}
                for one in postings
            ]
            told = {"id": id, "created": now, "modell": modell, "total": len(postings)}
            insert_rows(connection, sammel, [{**told, "gesendet": None, "anbieter_id": None, "ended": None}])
            new = buchung.insert().returning(B.id, sort_by_parameter_order=True)
            ids = connection.scalars(new, rows).all()
            asked = [
                {
                    "sammel_id": id,
                    "frage": one.booked_for.frage,
                    "buchung_id": row,
                    "antrag_hash": one.antrag_hash,
                }
                for one, row in zip(postings, ids, strict=True)
            ]
            insert_rows(connection, sammelanfrage, asked)
        return id

    def note_sending(self, id: str) -> None:
        """From now on it may have been posted."""
        with self._store.writing() as connection:
            connection.execute(sammel.update().where(S.id == id).values(gesendet=clock.now()))

    def note_posted(self, id: str, anbieter_id: str) -> None:
        with self._store.writing() as connection:
            connection.execute(sammel.update().where(S.id == id).values(anbieter_id=anbieter_id))

    def dissolve(self, id: str) -> None:
        """It was not posted: nothing was asked, and nothing stays in the books."""
        asked = select(A.buchung_id).where(A.sammel_id == id, A.buchung_id.is_not(None))
        with self._store.writing() as connection:
            connection.execute(buchung.delete().where(B.id.in_(asked), B.grund == VORGEMERKT))
            connection.execute(sammel.delete().where(S.id == id))

    def end(self, id: str, grund: str = "", kosten: float | None = 0.0) -> None:
        """Its answers are booked; to those that have none `grund` is noted, and what they cost."""
        asked = select(A.buchung_id).where(A.sammel_id == id, A.buchung_id.is_not(None))
        told = {"grund": grund, "kosten": kosten} | ({"vorgemerkt": None} if kosten is not None else {})
        with self._store.writing() as connection:
            if grund:
                connection.execute(
                    buchung.update().where(B.id.in_(asked), B.grund == VORGEMERKT).values(told)
                )
            connection.execute(sammel.update().where(S.id == id).values(ended=clock.now()))

    def list_open(self) -> list[Sammel]:
        """Those whose answers are not booked yet, the oldest first."""
        query = select(sammel).where(S.ended.is_(None)).order_by(S.created, S.id)
        with self._store.reading() as connection:
            return [Sammel(**row) for row in connection.execute(query).mappings()]

    def posted_ids(self) -> set[str]:
        """What the provider calls those of which that is known."""
        with self._store.reading() as connection:
            return set(connection.scalars(select(S.anbieter_id).where(S.anbieter_id.is_not(None))))

    def fragen_in(self, id: str) -> set[str]:
        with self._store.reading() as connection:
            return set(connection.scalars(select(A.frage).where(A.sammel_id == id)))

    def unanswered_in(self, id: str) -> dict[str, PostedRequest]:
        """By what was asked."""
        query = select(buchung, A.frage.label("gefragt")).join(sammelanfrage, A.buchung_id == B.id)
        query = query.where(A.sammel_id == id, B.grund == VORGEMERKT)
        with self._store.reading() as connection:
            return {
                row["gefragt"]: PostedRequest(
                    row["gefragt"],
                    row["id"],
                    replace(versuch_of(row), grund=""),
                    row["frage"] is None,
                )
                for row in connection.execute(query).mappings()
            }

    def book_answer(self, request: PostedRequest, came: Versuch) -> None:
        told = replace(came, text="") if request.is_forgotten else came
        booked_for = BookedFor(zweck=Zweck.LAUF, frage="" if request.is_forgotten else request.frage)
        book(self._store, booked_for, told, request.buchung_id)

    def costs_of(self, id: str) -> float:
        """US dollars that its requests cost, or may cost at most where nobody knows it."""
        asked = select(A.buchung_id).where(A.sammel_id == id, A.buchung_id.is_not(None))
        query = select(func.sum(func.coalesce(B.kosten, B.vorgemerkt, 0.0))).where(B.id.in_(asked))
        with self._store.reading() as connection:
            return float(connection.scalar(query) or 0.0)


def take_over(store: StoreConnection, booked_for: BookedFor) -> list[Versuch]:
    """What a batch brought of this question and no Lauf has yet: from now on it is this Lauf's."""
    mine = and_(B.frage == booked_for.frage, B.lauf_id.is_(None), B.grund != VORGEMERKT)
    query = select(buchung).where(mine, B.zweck == booked_for.zweck).order_by(B.id)
    with store.writing() as connection:
        rows = connection.execute(query.with_for_update()).mappings().all()
        ids = [row["id"] for row in rows]
        told = {"lauf_id": booked_for.lauf_id, "partei": booked_for.partei}
        connection.execute(buchung.update().where(B.id.in_(ids)).values(told))
    return [versuch_of(row) for row in rows]


def forget_answers(connection: Connection, hashes: Iterable[str]) -> None:
    """No word stays of what was answered on these Anträge and no Lauf has; what it cost stays."""
    asked = select(A.buchung_id).where(A.antrag_hash.in_(set(hashes)), A.buchung_id.is_not(None))
    own = and_(B.id.in_(asked), B.lauf_id.is_(None))
    connection.execute(buchung.update().where(own).values(frage=None, text=""))
