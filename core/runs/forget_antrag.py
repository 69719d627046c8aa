"""An Antrag and all its Läufe, out of the store for good: also deleted ones, and what was said of them.

Versions of one Antrag are what shares its text, its file, or its Drucksache in the same parliament.
"""

from contextlib import closing
from dataclasses import dataclass
from typing import Any

from core.antrag.drucksache import plain_number
from core.errors import EingabeError
from core.runs.antrag_tables import antrag
from core.runs.connection import StoreConnection
from core.runs.kept_decisions import judged_keys, papers_only_on
from core.runs.paper_number import plain_number_in
from core.runs.purge_laeufe import drop_antraege, lock_texts, remove_laeufe
from core.runs.sql import Column, Condition, Connection, Query, and_, select
from core.runs.tables import antwort, lauf, urteil


@dataclass(frozen=True, slots=True)
class AntragTraces:
    """All there is of one Antrag. `dateien`: the PDFs it was read from; `papiere`: those of its decisions
    that tell of no other."""

    titel: tuple[str, ...]
    antraege: tuple[str, ...]
    laeufe: tuple[str, ...]
    dateien: tuple[str, ...]
    papiere: tuple[str, ...] = ()
    urteile: int = 0
    antworten: int = 0


def find_traces(store: StoreConnection, name: str) -> AntragTraces:
    """By the id of the Antrag or of one of its Läufe, or by a Drucksache that only one parliament has."""
    with store.reading() as connection:
        return _traces(connection, _all_hashes(connection, _hashes_named(connection, name)))


def forget(store: StoreConnection, name: str) -> AntragTraces:
    """What was removed, found anew in the transaction that removes it."""
    with store.writing() as connection:
        lock_texts(connection)
        found = _traces(connection, _all_hashes(connection, _hashes_named(connection, name)))
        remove_laeufe(connection, found.laeufe)
        drop_antraege(connection, found.antraege)
    _overwrite(store)
    return found


def _hashes_named(connection: Connection, name: str) -> set[str]:
    """Of a Drucksache in two parliaments nobody knows which is meant."""
    by_id = _union(connection, antrag.c.id == name, lauf.c.id == name)
    if by_id:
        return {hash for hash, _ in by_id}
    by_number = _union(connection, *_numbered(name)) if plain_number(name) else set()
    if len({land for _, land in by_number}) > 1:
        raise EingabeError(
            f"Die Drucksache „{name}“ gibt es hier aus mehreren Parlamenten. Bitte einen Lauf nennen; "
            "welche es gibt, zeigt: python -m core runs"
        )
    if not by_number:
        raise EingabeError(
            f"Einen Antrag „{name[:60]}“ gibt es hier nicht. Bitte seine Kennung, einen seiner Läufe "
            "oder seine Drucksache nennen; Läufe zeigt: python -m core runs"
        )
    return {hash for hash, _ in by_number}


def _numbered(number: str) -> tuple[Condition, Condition]:
    """Entered or assessed under that number, however it is printed."""
    entered, judged = (
        plain_number_in(table.c.drucksache) == plain_number(number) for table in (antrag, lauf)
    )
    return entered, judged


def _union(connection: Connection, entered: Condition, judged: Condition) -> set[tuple[str, str | None]]:
    own = select(antrag.c.antrag_hash, antrag.c.bundesland).where(entered, antrag.c.antrag_hash.is_not(None))
    of_laeufe = select(lauf.c.antrag_hash, lauf.c.bundesland).where(judged)
    return {(hash, land) for query in (own, of_laeufe) for hash, land in connection.execute(query)}


def _all_hashes(connection: Connection, known: set[str]) -> set[str]:
    """With every version that was corrected, until no more are found."""
    while True:
        files = select(antrag.c.datei).where(antrag.c.antrag_hash.in_(known), antrag.c.datei.is_not(None))
        read = select(antrag.c.antrag_hash).where(
            antrag.c.datei.in_(files), antrag.c.antrag_hash.is_not(None)
        )
        more = _same_number(connection, known) | set(connection.scalars(read))
        if more <= known:
            return known
        known = known | more


def _same_number(connection: Connection, known: set[str]) -> set[str]:
    """What has the number of one of these in its parliament."""
    numbered = {
        (plain, land)
        for table in (antrag, lauf)
        for number, land in connection.execute(
            select(table.c.drucksache, table.c.bundesland).where(
                table.c.antrag_hash.in_(known), table.c.drucksache != ""
            )
        )
        if (plain := plain_number(number))
    }
    found: set[str] = set()
    for number, land in numbered:
        here = [
            and_(is_it, _in_parliament(table.c.bundesland, land))
            for is_it, table in zip(_numbered(number), (antrag, lauf), strict=True)
        ]
        found |= {hash for hash, _ in _union(connection, *here)}
    return found


def _in_parliament(column: Column[Any], land: str | None) -> Condition:
    return column.is_(None) if land is None else column == land


def _traces(connection: Connection, hashes: set[str]) -> AntragTraces:
    entered = connection.execute(select(antrag).where(antrag.c.antrag_hash.in_(hashes))).all()
    first = connection.execute(select(lauf.c.id, lauf.c.titel).where(lauf.c.antrag_hash.in_(hashes))).all()
    ids = [row.id for row in first]
    probes = list(connection.scalars(select(lauf.c.id).where(lauf.c.probe_von.in_(ids))))
    laeufe = tuple(dict.fromkeys([*ids, *probes]))
    kept = judged_keys(connection, lauf.c.id.not_in(laeufe))
    lost = judged_keys(connection, lauf.c.id.in_(laeufe)) - kept
    return AntragTraces(
        titel=tuple(sorted({row.titel for row in (*entered, *first) if row.titel})),
        antraege=tuple(row.id for row in entered),
        laeufe=laeufe,
        dateien=tuple(sorted({row.datei for row in entered if row.datei})),
        papiere=tuple(sorted(papers_only_on(connection, lost))),
        urteile=_count(connection, select(urteil.c.id).where(urteil.c.lauf_id.in_(laeufe))),
        antworten=_count(connection, select(antwort.c.id).where(antwort.c.lauf_id.in_(laeufe))),
    )


def _count(connection: Connection, query: Query) -> int:
    return len(connection.execute(query).all())


def _overwrite(store: StoreConnection) -> None:
    """SQLite leaves what was deleted in its file until that is written anew; PostgreSQL cleans up itself."""
    if store.engine.dialect.name == "sqlite":
        with closing(store.engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM")
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
