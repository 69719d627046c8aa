"""Anträge that nobody wants in lists any more: left out there with their Läufe, and nowhere deleted."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.antrag.antrag import listed_title
from core.runs.antrag_tables import antrag, ausgeblendet
from core.runs.connection import StoreConnection, insert_missing, now
from core.runs.sql import Column, Condition, Query, case, func, null, select
from core.runs.tables import lauf


@dataclass(frozen=True, slots=True)
class AntragName:
    """An Antrag by what its Läufe have in common; `laeufe`: how many of them are not deleted."""

    antrag_hash: str
    titel: str
    drucksache: str
    bearbeitet: bool
    laeufe: int

    @property
    def name(self) -> str:
        return listed_title(self.titel, self.drucksache, self.bearbeitet) or "Antrag ohne Titel"


def hide_antraege(store: StoreConnection, hashes: Collection[str]) -> None:
    """Out of the lists and figures of the pages until they are shown again or checked anew."""
    with store.writing() as connection:
        moment = now()
        rows = [{"antrag_hash": hash, "created": moment} for hash in hashes]
        insert_missing(connection, ausgeblendet, rows)


def show_antraege(store: StoreConnection, hashes: Collection[str]) -> None:
    with store.writing() as connection:
        connection.execute(ausgeblendet.delete().where(ausgeblendet.c.antrag_hash.in_(hashes)))


def list_antrag_names(store: StoreConnection, hidden: bool = False) -> list[AntragName]:
    """Those that lists show, or those that are hidden, by their names; with Läufe, or only entered."""
    judged = _judged(hidden) if hidden else _judged(hidden).where(*LISTED)
    own = judged.union_all(_entered(hidden)).subquery().c
    query = select(
        own.antrag_hash,
        func.max(own.titel).label("titel"),
        func.max(own.drucksache).label("drucksache"),
        func.count().filter(own.bearbeitet).label("bearbeitet"),
        func.count(own.present).label("laeufe"),
    ).group_by(own.antrag_hash)
    with store.reading() as connection:
        found = [AntragName(a, b, c, bool(d), e) for a, b, c, d, e in connection.execute(query)]
    return sorted(found, key=lambda one: (one.name.casefold(), one.antrag_hash))


def count_hidden(store: StoreConnection) -> int:
    return len(list_antrag_names(store, hidden=True))


LISTED = (lauf.c.geloescht.is_(None), lauf.c.probe_von.is_(None), lauf.c.is_demo.is_(False))
"""Nobody needs to hide examples, or what is deleted; who did wants it back all the same."""


def _judged(hidden: bool) -> Query:
    own = lauf.c
    is_present = case((own.geloescht.is_(None) & own.probe_von.is_(None), own.id)).label("present")
    query = select(own.antrag_hash, own.titel, own.drucksache, own.bearbeitet, is_present)
    return query.where(_is_hidden(own.antrag_hash) if hidden else ~_is_hidden(own.antrag_hash))


def _entered(hidden: bool) -> Query:
    own = antrag.c
    query = select(own.antrag_hash, own.titel, own.drucksache, own.bearbeitet, null().label("present"))
    return query.where(_is_hidden(own.antrag_hash) if hidden else ~_is_hidden(own.antrag_hash))


def _is_hidden(antrag_hash: Column[object]) -> Condition:
    return antrag_hash.in_(select(ausgeblendet.c.antrag_hash))


def hashes_of(store: StoreConnection, lauf_ids: Sequence[str]) -> list[str]:
    """The Anträge of these Läufe."""
    with store.reading() as connection:
        return list(connection.scalars(select(lauf.c.antrag_hash).where(lauf.c.id.in_(lauf_ids)).distinct()))
