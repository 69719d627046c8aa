"""What people prefer of two answers about one party, when they do not know whose they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.errors import EingabeError
from core.runs.lauf import Status
from core.runs.sql import select
from core.runs.tables import lauf, stimme, teil
from core.runs.verbindung import Verbindung, insert_rows, new_id, now
from core.runs.zeilen import fitting, plain


class Vorzug(StrEnum):
    A = "a"
    B = "b"
    GLEICH = "gleich"


@dataclass(frozen=True, slots=True)
class Stimme:
    """One vote: `wahl` names the better of the two Läufe in the order they were shown."""

    lauf_a: str
    lauf_b: str
    partei: str
    wahl: Vorzug
    name: str = ""
    id: str = ""
    created: datetime | None = None


def save_stimme(store: Verbindung, abgegeben: Stimme) -> Stimme:
    """Store a vote on two Läufe of one Antrag that both have an answer about the party."""
    stored = Stimme(**plain(abgegeben) | {"wahl": Vorzug(abgegeben.wahl), "id": new_id(), "created": now()})
    answered = (
        select(lauf.c.id, lauf.c.antrag_hash)
        .join(teil, teil.c.lauf_id == lauf.c.id)
        .where(lauf.c.id.in_([stored.lauf_a, stored.lauf_b]))
        .where(teil.c.partei == stored.partei, teil.c.partei != "", teil.c.status == Status.FERTIG)
    )
    with store.writing() as connection:
        rows = connection.execute(answered).all()
        if len(rows) != 2 or rows[0].antrag_hash != rows[1].antrag_hash:
            raise EingabeError(
                f"„{stored.lauf_a}“ und „{stored.lauf_b}“ sind nicht zwei Läufe zum selben Antrag, die beide "
                f"eine Antwort für {stored.partei} haben. Bitte die Seite neu laden."
            )
        insert_rows(connection, stimme, [plain(stored)])
    return stored


def list_stimmen(store: Verbindung, lauf_ids: Sequence[str] | None = None) -> list[Stimme]:
    """The votes between any two of these Läufe, or all; the oldest first."""
    query = select(stimme).order_by(stimme.c.created, stimme.c.id)
    wanted = None if lauf_ids is None else set(lauf_ids)
    with store.reading() as connection:
        found = [
            Stimme(**fitting(Stimme, row) | {"wahl": Vorzug(row["wahl"])})
            for row in connection.execute(query).mappings()
        ]
    return [vote for vote in found if wanted is None or {vote.lauf_a, vote.lauf_b} <= wanted]
