"""What was handed to a provider as one batch of questions: what it holds, and its answers booked once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from core import clock
from core.llm.versuch import Versuch
from core.runs.buchungen import Anlass, Zweck, booking_row
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.lauf import fitting, plain
from core.runs.tables import buchung, stapel, stapelfrage

S, F, B = stapel.c, stapelfrage.c, buchung.c


@dataclass(frozen=True, slots=True)
class Stapelfrage:
    """`frage`: its key in the books. `modus`: the kind of JSON that was asked for."""

    frage: str
    partei: str
    prompt: str
    modus: str
    antrag_hash: str


@dataclass(frozen=True, slots=True)
class Stapel:
    """`kennung`: what the provider calls it; None where nobody noted that it was sent."""

    id: str
    created: datetime
    modell: str
    adresse: str
    kennung: str | None
    hoechstens: float | None


def begin_stapel(
    store: StoreConnection,
    modell: str,
    adresse: str,
    hoechstens: float | None,
    fragen: Sequence[Stapelfrage],
) -> Stapel:
    """Stored before it is sent: whoever finds it without a `kennung` looks for it at the provider."""
    begun = Stapel(new_id(), clock.now(), modell, adresse, None, hoechstens)
    with store.writing() as connection:
        insert_rows(connection, stapel, [plain(begun)])
        insert_rows(connection, stapelfrage, [{"stapel_id": begun.id, **plain(one)} for one in fragen])
    return begun


def note_sent(store: StoreConnection, stapel_id: str, kennung: str) -> None:
    with store.writing() as connection:
        connection.execute(stapel.update().where(S.id == stapel_id).values(kennung=kennung))


def drop_unsent(store: StoreConnection, stapel_id: str) -> None:
    """It never reached the provider."""
    with store.writing() as connection:
        connection.execute(stapel.delete().where(S.id == stapel_id, S.kennung.is_(None)))


def open_stapel(store: StoreConnection) -> list[Stapel]:
    """Those whose answers are not in the books yet, the oldest first."""
    query = stapel.select().where(S.geholt.is_(None)).order_by(S.created, S.id)
    with store.reading() as connection:
        return [Stapel(**fitting(Stapel, row)) for row in connection.execute(query).mappings()]


def waiting_fragen(store: StoreConnection) -> dict[str, str]:
    """What was asked in one of them → its id."""
    query = select(F.frage, F.stapel_id).join(stapel, S.id == F.stapel_id).where(S.geholt.is_(None))
    with store.reading() as connection:
        return {row.frage: row.stapel_id for row in connection.execute(query)}


def fragen_of(store: StoreConnection, stapel_id: str) -> dict[str, Stapelfrage]:
    query = stapelfrage.select().where(F.stapel_id == stapel_id)
    with store.reading() as connection:
        rows = connection.execute(query).mappings()
        return {row["frage"]: Stapelfrage(**fitting(Stapelfrage, row)) for row in rows}


def book_stapel(
    store: StoreConnection, stapel_id: str, fragen: Mapping[str, Stapelfrage], came: Mapping[str, Versuch]
) -> bool:
    """All its answers at once, and never again; False where somebody has done so.

    What was asked on an Antrag that was forgotten since is billed without its words.
    """
    now = clock.now()
    with store.writing() as connection:
        mine = (S.id == stapel_id, S.geholt.is_(None))
        if not connection.execute(stapel.update().where(*mine).values(geholt=now)).rowcount:
            return False
        kept = set(connection.scalars(select(F.frage).where(F.stapel_id == stapel_id)))
        rows = []
        for frage, versuch in came.items():
            one = fragen.get(frage) if frage in kept else None
            anlass = Anlass(
                zweck=Zweck.LAUF,
                partei=one.partei if one else "",
                frage=frage if one else "",
                prompt=one.prompt if one else "",
            )
            row = booking_row(anlass, versuch, now) | {"stapel_id": stapel_id}
            rows.append(row if one else {**row, "text": ""})
        insert_rows(connection, buchung, rows)
    return True


def forget_asked(connection: Connection, hashes: Collection[str]) -> None:
    """What was asked on these Anträge, and the words of what was answered and never used."""
    asked = select(F.frage).where(F.antrag_hash.in_(hashes))
    unused = (B.lauf_id.is_(None), B.stapel_id.is_not(None), B.frage.in_(asked))
    connection.execute(buchung.update().where(*unused).values(text="", partei="", frage=None))
    connection.execute(stapelfrage.delete().where(F.antrag_hash.in_(hashes)))
