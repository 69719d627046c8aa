"""Drucksachen of parliaments: how a Lauf names its own, and what is kept as long as a Lauf is on one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, select

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base import clock
from core.features import hooks
from core.runs.connection import Condition, Query, StoreConnection, insert_missing, insert_rows
from core.runs.lauf import fitting, plain, text_hash
from core.runs.tables import abstimmung, beschlusssuche, lauf

Key = tuple[str, str]
"""Parliament and number: „BUND“, „18/1234“."""


def key_of(bundesland: str | None, drucksache: str) -> Key | None:
    """None where a Lauf does not say which paper it is about."""
    number = number_of(drucksache)
    return (bundesland, number) if bundesland and number else None


def judged_keys(connection: Connection, which: Condition | None = None) -> set[Key]:
    """The Drucksachen of all Läufe, or of these."""
    query = select(lauf.c.bundesland, lauf.c.drucksache).distinct()
    rows = connection.execute(query if which is None else query.where(which))
    return {key for row in rows if (key := key_of(row.bundesland, row.drucksache))}


# --- how was voted on them ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVote:
    """What a paper tells of one Drucksache. `inhalt`: all of that, in JSON; `sha256` and `suffix` name the
    paper's file."""

    id: str
    bundesland: str
    drucksache: str
    art: str
    sha256: str
    suffix: str
    datum: date | None
    inhalt: Mapping[str, Any]

    @property
    def key(self) -> Key:
        return self.bundesland, self.drucksache

    @property
    def file(self) -> str:
        return f"{self.sha256}{self.suffix}"


def save_votes(store: StoreConnection, votes: Sequence[StoredVote]) -> None:
    """What the same paper was said to tell of that Drucksache before is replaced."""
    rows = [plain(one) | {"created": clock.now()} for one in votes]
    with store.writing() as connection:
        for one in votes:
            connection.execute(abstimmung.delete().where(_same_paper(one)))
        insert_rows(connection, abstimmung, rows)


def votes_on(store: StoreConnection, keys: Collection[Key]) -> list[StoredVote]:
    """On all of these, the earliest paper first."""
    lands = {land for land, _ in keys}
    query = select(abstimmung).where(abstimmung.c.bundesland.in_(lands))
    if len(keys) <= 500:  # as many parameters as every database takes
        query = query.where(abstimmung.c.drucksache.in_({number for _, number in keys}))
    order = (abstimmung.c.datum.nulls_last(), abstimmung.c.created, abstimmung.c.id)
    with store.reading() as connection:
        return [one for one in _votes(connection, query.order_by(*order)) if one.key in keys]


def find_vote(store: StoreConnection, vote_id: str) -> StoredVote | None:
    with store.reading() as connection:
        return next(iter(_votes(connection, select(abstimmung).where(abstimmung.c.id == vote_id))), None)


def delete_votes(store: StoreConnection, vote: StoredVote) -> bool:
    """All that its paper tells of that Drucksache; is the paper's file now needed by no other?"""
    same_file = select(abstimmung.c.id).where(abstimmung.c.sha256 == vote.sha256)
    with store.writing() as connection:
        connection.execute(abstimmung.delete().where(_same_paper(vote)))
        return connection.execute(same_file.limit(1)).first() is None


def exported_votes(connection: Connection, keys: Collection[Key]) -> list[Mapping[str, Any]]:
    """On those of these Drucksachen, as they stand in a file for others to read."""
    rows = _votes(connection, select(abstimmung).order_by(abstimmung.c.id))
    return [one.inhalt for one in rows if one.key in keys]


DECIDED_BY = {
    "Beschl": (PaperKind.PROTOKOLL, PaperKind.ROLL_CALL),
    "BeschlEmpf": (PaperKind.RECOMMENDATION,),
    "PlPr": (),
}
"""Which stored papers are such a step; a Protokoll is kept for its vote, and that is a decision."""


def is_told(bundesland: ColumnElement[Any], plain_number: ColumnElement[str], step: str) -> Condition:
    """Does a stored paper tell this step of that Drucksache?"""
    stored = select(abstimmung.c.id).where(
        abstimmung.c.bundesland == bundesland,
        abstimmung.c.drucksache == plain_number,
        abstimmung.c.art.in_(DECIDED_BY[step]),
    )
    return stored.exists()


def _votes(connection: Connection, query: Query) -> list[StoredVote]:
    return [StoredVote(**fitting(StoredVote, row)) for row in connection.execute(query).mappings()]


def _same_paper(vote: StoredVote) -> Condition:
    a = abstimmung.c
    same = (a.bundesland == vote.bundesland, a.drucksache == vote.drucksache)
    return and_(*same, a.art == vote.art, a.sha256 == vote.sha256)


# --- where votes were looked for ----------------------------------------------------------------------------


ASKED = ""
"""The address that stands for its source."""

NEVER = datetime.min.replace(tzinfo=UTC)


def not_voted_on(connection: Connection, keys: Collection[Key]) -> list[Key]:
    """Those of these on which no vote of the plenary is stored, the longest unasked first."""
    voted = select(abstimmung.c.bundesland, abstimmung.c.drucksache).where(
        abstimmung.c.art.in_(DECIDED_BY["Beschl"])
    )
    searched = select(beschlusssuche).where(beschlusssuche.c.url == ASKED)
    decided = {(land, number) for land, number in connection.execute(voted)}
    asked = {(row.bundesland, row.drucksache): row.wann for row in connection.execute(searched)}
    left = (key for key in keys if key not in decided)
    return sorted(left, key=lambda key: asked.get(key, NEVER))


def papers_seen(store: StoreConnection, key: Key) -> set[str]:
    """Addresses of papers that need not be looked at again."""
    land, number = key
    asked = select(beschlusssuche.c.url).where(
        beschlusssuche.c.bundesland == land,
        beschlusssuche.c.drucksache == number,
        beschlusssuche.c.url != ASKED,
    )
    with store.reading() as connection:
        return set(connection.execute(asked).scalars())


def note_search(store: StoreConnection, key: Key, url: str = ASKED, grund: str = "") -> None:
    """That its source was asked, or that this paper was read; `grund`: why nothing was taken from it."""
    land, number = key
    row = {"bundesland": land, "drucksache": number_of(number), "url_hash": text_hash(url)[:32]}
    own = and_(*(beschlusssuche.c[name] == value for name, value in row.items()))
    told = {"url": url, "wann": clock.now(), "grund": grund}
    with store.writing() as connection:
        insert_missing(connection, beschlusssuche, [row | told])
        connection.execute(beschlusssuche.update().where(own).values(told))


# --- what goes with the last Lauf on a Drucksache -----------------------------------------------------------


def files_only_on(connection: Connection, keys: Collection[Key]) -> set[str]:
    """Names of the papers that no other Drucksache needs."""
    votes = _votes(connection, select(abstimmung))
    return {one.file for one in votes if one.key in keys} - {one.file for one in votes if one.key not in keys}


def drop_kept(connection: Connection, keys: Collection[Key]) -> set[str]:
    """What is kept of those Drucksachen on which no Lauf is left; the files that nothing needs any more."""
    lost = set(keys) - judged_keys(connection)
    files = files_only_on(connection, lost)
    for land, number in lost:
        for table in (abstimmung, beschlusssuche):
            own = table.c.bundesland == land, table.c.drucksache == number
            connection.execute(table.delete().where(*own))
    return files


def drop_files(folder: Path, names: Collection[str]) -> None:
    droppers: tuple[Callable[[Path, str], None], ...] = hooks("drop_paper")
    for drop in droppers:
        for name in names:
            drop(folder, name)
