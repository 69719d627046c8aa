"""What updates brought, what they have spent, and which listed Anträge are new."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum

from core.runs.connection import StoreConnection, insert_rows, new_id, now
from core.runs.listed_antraege import ADDRESS, ListedAntrag, StoredListing, stored_listing
from core.runs.source_tables import aktualisierung, liste, quellenstand
from core.runs.sql import Connection, RowMapping, and_, func, select


class UpdateTrouble(StrEnum):
    """What a human has to look at."""

    UNKNOWN = "unbekannt"
    UNREAD = "nicht gelesen"
    DOUBTFUL = "zu prüfen"
    LEFT_OUT = "nicht beurteilt"


@dataclass(frozen=True, slots=True)
class UpdateMessage:
    """`wovon`: the source, the Programm or the Antrag that it is about."""

    art: UpdateTrouble
    wovon: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredUpdate:
    """`programme`, `antraege`: so many are new, or new versions. `beendet`: None until it came to its end."""

    id: str
    begonnen: datetime
    beendet: datetime | None = None
    programme: int = 0
    antraege: int = 0
    laeufe: int = 0
    kosten: float = 0.0
    meldungen: tuple[UpdateMessage, ...] = ()


def begin_update(store: StoreConnection) -> StoredUpdate:
    """The one that was broken off, with what it has spent, else a new one. Only one may be under way."""
    open_one = select(aktualisierung).where(aktualisierung.c.beendet.is_(None))
    with store.writing() as connection:
        found = connection.execute(open_one.order_by(aktualisierung.c.begonnen)).mappings().first()
        if found is None:
            update = StoredUpdate(new_id(), now())
            insert_rows(connection, aktualisierung, [asdict(update) | {"meldungen": []}])
            return update
        return _update(found)


def end_update(
    store: StoreConnection, update: StoredUpdate, meldungen: Sequence[UpdateMessage]
) -> StoredUpdate:
    """As it is now stored. New Anträge are counted since it began, so those before a break too; what a person
    took from an address while it ran is none that a source brought."""
    of_it = aktualisierung.c.id == update.id
    with store.writing() as connection:
        new = select(func.count()).where(
            liste.c.zuerst >= update.begonnen,
            liste.c.zurueckgezogen.is_(False),
            liste.c.quelle != ADDRESS,
        )
        told = {
            "beendet": now(),
            "antraege": int(connection.execute(new).scalar_one()),
            "meldungen": [asdict(one) for one in meldungen],
        }
        connection.execute(aktualisierung.update().where(of_it).values(told))
        return _update(connection.execute(select(aktualisierung).where(of_it)).mappings().one())


def last_update(store: StoreConnection) -> StoredUpdate | None:
    """The latest that came to its end."""
    ended = select(aktualisierung).where(aktualisierung.c.beendet.is_not(None))
    with store.reading() as connection:
        found = connection.execute(ended.order_by(aktualisierung.c.beendet.desc())).mappings().first()
    return _update(found) if found else None


def new_listings(store: StoreConnection, quellen: Sequence[str], since: datetime) -> list[StoredListing]:
    """First seen since then, after the first reading of their source, and neither assessed nor unreadable."""
    asked = select(liste).join(quellenstand, quellenstand.c.quelle == liste.c.quelle)
    asked = asked.where(
        liste.c.quelle.in_(quellen),
        liste.c.zuerst >= since,
        liste.c.zuerst > quellenstand.c.vollstaendig,
        liste.c.zurueckgezogen.is_(False),
        liste.c.beurteilt.is_(None),
        liste.c.unlesbar.is_(None),
    ).order_by(liste.c.zuerst, liste.c.quelle, liste.c.kennung)
    with store.reading() as connection:
        return [stored_listing(row) for row in connection.execute(asked).mappings()]


def note_programm(store: StoreConnection, update_id: str) -> None:
    """That one more came, or came in a new version."""
    with store.writing() as connection:
        _count(connection, update_id, programme=1)


def note_assessed(store: StoreConnection, update_id: str, antrag: ListedAntrag, kosten: float) -> None:
    """That it has its Lauf, and what that cost, in one step."""
    with store.writing() as connection:
        _note(connection, antrag, {"beurteilt": now()})
        _count(connection, update_id, laeufe=1, kosten=kosten)


def note_spent(store: StoreConnection, update_id: str, kosten: float) -> None:
    """On a Lauf that failed."""
    with store.writing() as connection:
        _count(connection, update_id, kosten=kosten)


def note_unreadable(store: StoreConnection, antrag: ListedAntrag, grund: str) -> None:
    """Its file came and cannot be read: it is not fetched again."""
    with store.writing() as connection:
        _note(connection, antrag, {"unlesbar": grund})


def _note(connection: Connection, antrag: ListedAntrag, told: dict[str, object]) -> None:
    same = and_(liste.c.quelle == antrag.quelle, liste.c.kennung == antrag.kennung)
    connection.execute(liste.update().where(same).values(told))


def _count(connection: Connection, update_id: str, **more: float) -> None:
    own = {name: aktualisierung.c[name] + count for name, count in more.items()}
    connection.execute(aktualisierung.update().where(aktualisierung.c.id == update_id).values(own))


def _update(row: RowMapping) -> StoredUpdate:
    messages = (UpdateMessage(**one) for one in row["meldungen"])
    told = tuple(UpdateMessage(UpdateTrouble(one.art), one.wovon, one.text) for one in messages)
    return StoredUpdate(**{**row, "meldungen": told})
