"""Requests that cost money: a question is claimed before it is asked, a request booked before it is sent."""

import hashlib
import logging
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    Subquery,
    and_,
    case,
    func,
    or_,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError

from core.base import clock, formats
from core.base.errors import IndexUnreachable, LimitReached, StoreUnreachable
from core.llm.anfrage import CENT_PART, Versuch
from core.runs.connection import Condition, StoreConnection, file_of, insert_rows, told_in_german
from core.runs.lauf import Row, Status, Teil, fitting, plain, text_hash
from core.runs.tables import buchung, lauf, sammel, sammelanfrage
from core.wortlaut.errors import DashboardError

POLL = 0.25
"""Seconds between two looks at whether a claim is free, and whether it is still wanted."""

SUFFIX = ".fragen.lock"

QUICK_TO_NOTICE = (
    "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4"
)
"""So the server hears within a minute that a machine has lost its power; without it only after hours."""


@contextmanager
def claimed(
    store: StoreConnection, name: str, is_wanted: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Wait until nobody else holds the name, and hold it; without it where it is no longer wanted.

    A thread that holds it may claim it again.
    """
    claims, number = _claims(store), _number(name)
    if claims.is_mine(number):
        yield
        return
    while not (taken := claims.take(store.engine, number)) and is_wanted():
        time.sleep(POLL)
    try:
        yield
    finally:
        if taken:
            claims.give_back(number)


def is_free(store: StoreConnection, name: str) -> bool:
    """Does nobody hold it, here or elsewhere? No where that cannot be found out."""
    claims, number = _claims(store), _number(name)
    try:
        taken = claims.take(store.engine, number)
    except DashboardError:
        return False
    if taken:
        claims.give_back(number)
    return taken


def tells_of_death(store: StoreConnection) -> bool:
    """Does a name that is free prove that its holder's process has ended?

    Not in PostgreSQL, where a session may break off while its process lives.
    """
    return file_of(store.engine) is not None and os.name == "posix"


def _number(name: str) -> int:
    """A place in a file and a `bigint`. Should two names have the same, one waits without need."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 2


class _Locks(Protocol):
    """Kept between processes; taken for each number by one thread at a time."""

    def take(self, number: int) -> bool: ...
    def give_back(self, number: int) -> None: ...
    def close(self) -> None: ...


class _Claims:
    """Those of this process on one database. The locks are open as long as one is held."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders: dict[int, int] = {}
        self._locks: _Locks | None = None

    def is_mine(self, number: int) -> bool:
        return self._holders.get(number) == threading.get_ident()

    def take(self, engine: Engine, number: int) -> bool:
        with self._lock:
            if number in self._holders:
                return False
            try:
                self._locks = self._locks or _open(engine)
                if taken := self._locks is None or self._locks.take(number):
                    self._holders[number] = threading.get_ident()
            finally:
                self._close_unused()
            return taken

    def give_back(self, number: int) -> None:
        with self._lock:
            del self._holders[number]
            if self._locks:
                self._locks.give_back(number)
            self._close_unused()

    def _close_unused(self) -> None:
        if self._locks and not self._holders:
            self._locks.close()
            self._locks = None


@cache
def _claims_at(address: str) -> _Claims:
    """One for all stores of this process that are the same database: the locks do not tell them apart."""
    return _Claims()


def _claims(store: StoreConnection) -> _Claims:
    file = file_of(store.engine)
    return _claims_at(os.path.realpath(file) if file else store.engine.url.render_as_string(False))


def _open(engine: Engine) -> _Locks | None:
    """A database in memory is nobody else's, and where there is no POSIX the threads alone are kept apart."""
    if engine.url.get_backend_name() != "sqlite":
        return _Session(engine)
    file = file_of(engine)
    return _LockedBytes(os.path.realpath(file) + SUFFIX) if file and os.name == "posix" else None


class _LockedBytes:
    """Opened here alone: POSIX drops all locks of a process on a file when it closes that file anywhere."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise self._failed(error) from error

    def take(self, number: int) -> bool:
        import fcntl

        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except (BlockingIOError, PermissionError):  # POSIX lets a system say either of a lock that is held
            return False
        except OSError as error:
            raise self._failed(error) from error
        return True

    def give_back(self, number: int) -> None:
        import fcntl

        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, number)

    def close(self) -> None:
        os.close(self._file)

    def _failed(self, error: OSError) -> DashboardError:
        return DashboardError(
            f"In der Datei {self._path!r} lässt sich nicht vermerken, welche Frage gerade beantwortet wird "
            f"({error.strerror or error}). Bitte dort Rechte und freien Platz prüfen."
        )


class _Session:
    """Beside the pool, which is for short transactions. Where it breaks, what it held is free."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def take(self, number: int) -> bool:
        with told_in_german(self._engine.url):
            return bool(self._asked("SELECT pg_try_advisory_lock(:number)", number))

    def give_back(self, number: int) -> None:
        with suppress(DBAPIError):  # a session that is gone holds nothing
            self._asked("SELECT pg_advisory_unlock(:number)", number)

    def close(self) -> None:
        if self._connection:
            with suppress(DBAPIError):
                self._connection.close()
        self._connection = None

    def _asked(self, query: str, number: int) -> object:
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._connection.detach()
                self._connection.exec_driver_sql(QUICK_TO_NOTICE)
            return self._connection.scalar(text(query), {"number": number})
        except DBAPIError:  # one that broke off is of no use any more
            self.close()
            raise


# --- waiting for a part of the installation that may come back: the database, the index --------------------


Value = TypeVar("Value")

UNREACHABLE = (StoreUnreachable, IndexUnreachable)
LONGEST = 600.0
"""Seconds in which somebody starts it again: what is paid for is not thrown away before."""

PAUSE = 2.0


def patiently(do: Callable[[], Value], abbruch: threading.Event | None = None) -> Value:
    """What it gives, as soon as all it needs is there. It must be harmless to do it twice."""
    end, stopped = time.monotonic() + LONGEST, abbruch or threading.Event()
    while True:
        try:
            return do()
        except UNREACHABLE as reason:
            if time.monotonic() > end or stopped.is_set():
                raise
            LOG.warning("Es wird gewartet: %s", reason)
            stopped.wait(PAUSE)


# --- the books ----------------------------------------------------------------------------------------------


LOG = logging.getLogger(__name__)

B = buchung.c

WITH_LAUF = buchung.outerjoin(lauf, lauf.c.id == B.lauf_id)
IS_OWN = or_(B.lauf_id.is_(None), and_(lauf.c.is_demo.is_(False), lauf.c.eingelesen.is_(None)))
"""Examples and what was read in from files cost nothing here."""


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
class BookedFor:
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


VORGEMERKT = "vorgemerkt"
"""In the place of a reason as long as nothing came of a request; for ever where its process was killed."""

UNSETTLED = (
    "Vorgemerkt, Ausgang unbekannt: Die Anfrage wurde abgeschickt, und was aus ihr wurde, ist nicht "
    "verbucht. Sie kann Geld gekostet haben."
)

DAY_LOCK = 8_140_918
"""Any number, but always the same: in PostgreSQL it keeps apart who adds up the day and then books."""


def book_ahead(
    store: StoreConnection,
    booked_for: BookedFor,
    versuch: Versuch,
    most: float | None,
    created: datetime,
    day_limit: float | None = None,
) -> int:
    """Book a request that is about to be sent, with the most it may cost in USD; the number of its row.

    Until `book` makes it whole it counts as one that may be billed. `day_limit`: in USD, for all that is
    asked on one German day, by whatever process.
    """
    row = booking_row(booked_for, replace(versuch, grund=VORGEMERKT, kosten=None), created)
    with store.writing() as connection:
        if day_limit is not None:
            keep_day_limit(connection, most, created, day_limit)
        new = connection.execute(buchung.insert().values(**row, vorgemerkt=most))
        (id,) = new.inserted_primary_key or (0,)
        return int(id)


def find_ahead(store: StoreConnection, booked_for: BookedFor, created: datetime) -> int | None:
    """What `book_ahead` wrote at that moment, where the database broke off before it said so."""
    mine = [B.grund == VORGEMERKT, B.created == created, B.zweck == booked_for.zweck]
    query = select(B.id).where(*mine, B.partei == booked_for.partei)
    with store.reading() as connection:
        return connection.scalar(query)


def request_name(id: int) -> str:
    """The name that is claimed as long as the request of this row is under way."""
    return f"Anfrage {id}"


def book(store: StoreConnection, booked_for: BookedFor, versuch: Versuch, ahead: int | None = None) -> None:
    """What came of a request; `ahead`: the row under which it was booked before it was sent."""
    with store.writing() as connection:
        known = select(B.lauf_id, B.vorgemerkt).where(B.id == ahead).with_for_update()
        row = connection.execute(known).one_or_none() if ahead is not None else None
        if row is None:
            insert_rows(connection, buchung, [booking_row(booked_for, versuch, clock.now())])
            return
        told = plain(versuch) | {"is_answered": versuch.is_answered}
        if booked_for.lauf_id and row.lauf_id is None:  # removed meanwhile: the bill stays, no word of it
            told |= {"text": "", "grund": versuch.grund and REMOVED}
        told["vorgemerkt"] = row.vorgemerkt if versuch.kosten is None else None
        connection.execute(buchung.update().where(B.id == ahead).values(told))


def keep_day_limit(connection: Connection, most: float | None, moment: datetime, limit: float) -> None:
    if most is None:
        raise LimitReached(
            f"Für heute gilt eine Grenze von {formats.cost(limit)} (TAGESGRENZE), und für dieses Modell ist "
            "kein Preis bekannt. Wählen Sie ein Modell mit bekanntem Preis."
        )
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(DAY_LOCK)))
    midnight = clock.midnight(clock.day_of(moment))
    may_have_cost = func.sum(func.coalesce(B.kosten, B.vorgemerkt, 0.0))
    query = select(may_have_cost).select_from(WITH_LAUF).where(B.created >= midnight, IS_OWN)
    spent = float(connection.scalar(query) or 0.0)
    if spent + most > limit + CENT_PART:
        raise LimitReached(
            f"Die Grenze von {formats.cost(limit)} für heute (TAGESGRENZE) lässt keine weitere Anfrage zu: "
            f"ausgegeben oder vorgemerkt: {formats.cost(spent) if spent else 'nichts'}. Morgen geht es "
            "weiter, und was bezahlt ist, wird übernommen."
        )


def booking_row(booked_for: BookedFor, versuch: Versuch, created: datetime) -> Row:
    told = plain(booked_for) | {"frage": booked_for.frage or None, "created": created}
    return told | plain(versuch) | {"is_answered": versuch.is_answered}


def unused(store: StoreConnection, frage: str) -> list[Versuch]:
    """What was answered to it and may be used, but for a Lauf that somebody has deleted."""
    query = select(buchung).select_from(WITH_LAUF).where(B.frage == frage, lauf.c.geloescht.is_(None))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(B.id)).mappings()
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
    versuch = Versuch(**fitting(Versuch, row))
    return replace(versuch, grund=UNSETTLED) if versuch.grund == VORGEMERKT else versuch


def file_teil(connection: Connection, lauf_id: str, part: Teil) -> None:
    """The rows of a Teil that is stored now: made whole, without the answer that stands in the Teil.

    Where it was stopped before it had one, what came is still to be used; and what was said of the Antrag
    itself (partei „“) by other Läufe that ask the same.
    """
    asked = select(lauf.c.prompt_id, lauf.c.prompt_version, lauf.c.schluessel).where(lauf.c.id == lauf_id)
    told = connection.execute(asked).one()
    mine = and_(B.lauf_id == lauf_id, B.zweck == Zweck.LAUF, B.partei == part.partei)
    query = select(B.created, B.frage, B.vorgemerkt).where(mine).order_by(B.id)
    found = connection.execute(query).all()
    connection.execute(buchung.delete().where(mine))
    is_used = bool(part.partei and (part.status is not Status.FEHLGESCHLAGEN or part.antwort))
    frage = "" if is_used else next((row.frage for row in found if row.frage), "")
    twice = "" if frage and not part.partei else part.antwort
    if is_used:
        settle_here(connection, [frage_of(told.schluessel, part.partei)])
    booked_for = BookedFor(
        zweck=Zweck.LAUF,
        lauf_id=lauf_id,
        partei=part.partei,
        frage=frage,
        prompt=prompt_name(told.prompt_id, told.prompt_version),
    )
    ahead = [(row.created, row.vorgemerkt) for row in found]
    ahead += [(clock.now(), None)] * len(part.versuche)
    rows = [
        booking_row(booked_for, replace(one, text="") if one.text == twice else one, created)
        | {"vorgemerkt": most if one.kosten is None else None}
        for one, (created, most) in zip(part.versuche, ahead, strict=False)
    ]
    insert_rows(connection, buchung, rows)


def keep_bills(connection: Connection, lauf_ids: Collection[str]) -> None:
    """Of Läufe that are removed what they cost stays, without a word of what was asked and answered."""
    grund = case((B.grund.in_(("", VORGEMERKT)), B.grund), else_=REMOVED)
    bare = {"lauf_id": None, "frage": None, "text": "", "grund": grund}
    own = select(lauf.c.id).where(
        lauf.c.id.in_(lauf_ids), lauf.c.is_demo.is_(False), lauf.c.eingelesen.is_(None)
    )
    connection.execute(buchung.update().where(B.lauf_id.in_(own)).values(bare))


REMOVED = "Der Lauf wurde gelöscht."

# --- sums ---------------------------------------------------------------------------------------------------

KOSTEN: ColumnElement[float | None] = case(
    (func.count().filter(B.kosten.is_(None), B.is_answered) > 0, None), else_=func.sum(B.kosten)
)
"""What requests cost together, as `billed` says: null where one was answered and its price is unknown."""


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
    """US dollars that this installation is known to have been billed, whatever became of the Läufe."""
    query = select(func.sum(B.kosten)).select_from(WITH_LAUF).where(IS_OWN)
    with store.reading() as connection:
        return float(connection.scalar(query) or 0.0)


class Unsettled(NamedTuple):
    """Requests of which nobody knows what they cost, and US dollars that they may have cost at most, as far
    as there is a price."""

    anfragen: int
    usd: float

    @property
    def satz(self) -> str:
        """„“ where there is nothing to tell."""
        if not self.anfragen:
            return ""
        return (
            f"{formats.counted(self.anfragen, 'Anfrage', 'Anfragen')} vorgemerkt, Ausgang unbekannt: Das "
            "Programm wurde beendet, während die Antwort ausstand. Höchstens "
            f"{formats.cost(self.usd)} können dafür berechnet werden; was es war, steht beim Anbieter."
        )


RECENT = timedelta(days=31)
"""By then a provider's bill of the month has told what it was."""


def unsettled(store: StoreConnection) -> Unsettled:
    """Lately booked ahead by a process that is gone; what is under way just now, also in a batch of the
    provider's, is none of it."""
    posted = select(sammelanfrage.c.buchung_id).join(sammel).where(sammel.c.ended.is_(None))
    is_asked_alone = B.id.not_in(posted.where(sammelanfrage.c.buchung_id.is_not(None)))
    recent = (B.grund == VORGEMERKT, B.created > clock.now() - RECENT, IS_OWN, is_asked_alone)
    query = select(B.id, B.vorgemerkt).select_from(WITH_LAUF).where(*recent)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    left = [row.vorgemerkt or 0.0 for row in rows if is_free(store, request_name(row.id))]
    return Unsettled(len(left), sum(left))


def spent_on(store: StoreConnection, zweck: Zweck, lauf_id: str) -> float | None:
    """US dollars that a Lauf cost for one purpose; None where a price is unknown."""
    query = select(func.count(), KOSTEN).where(B.zweck == zweck, B.lauf_id == lauf_id)
    with store.reading() as connection:
        row = connection.execute(query).one()
        return 0.0 if not row[0] else row[1]


LAST_LAEUFE = 20
"""So many of a model's latest Läufe tell what it costs: prices change."""


def usual_cost(store: StoreConnection, modelle: Iterable[str]) -> dict[str, float]:
    """Model as it is asked for → USD per Lauf, on average; without those of which no Lauf tells it all."""
    own = (
        lauf.c.status == Status.FERTIG,
        lauf.c.ersatzmodell.is_(False),
        lauf.c.aus_cache.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
        lauf.c.geloescht.is_(None),
    )
    latest = select(lauf.c.id).where(*own).order_by(lauf.c.created.desc()).limit(LAST_LAEUFE)
    found: dict[str, float] = {}
    with store.reading() as connection:
        for modell in modelle:
            asked = buchung.c.lauf_id.in_(latest.where(lauf.c.modell_gefragt == modell))
            per_lauf = sums([buchung.c.lauf_id], asked, buchung.c.zweck == Zweck.LAUF)
            usd = connection.scalar(select(func.avg(per_lauf.c.kosten)))
            if usd is not None:
                found[modell] = float(usd)
    return found
