"""Läufe and Anträge out of the store for good.

With a Lauf goes all that hangs on it, what is kept of its Drucksache, the texts that no other Lauf needs,
and its Antrag, unless another Lauf is on that, or it was entered again since. With an Antrag go all its
Läufe, also deleted ones, and what was said of them; its versions are what shares its text, its file, or its
Drucksache in the same parliament.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, and_, func, or_, select

from core.antrag.antrag import drop_pdf, plain_number
from core.base.errors import EingabeError
from core.runs.buchungen import keep_bills
from core.runs.connection import Condition, StoreConnection, lock_table
from core.runs.drucksachen import drop_files, drop_kept, files_only_on, judged_keys
from core.runs.lauf import StoredAntwort, Urteil
from core.runs.load_laeufe import plain_number_in
from core.runs.notes import Pruefung, art_of
from core.runs.sammel import forget_answers
from core.runs.tables import angebot, antrag, antragstext, batch, lauf, liste, notiz, texte

# --- what was deleted so long ago, or is not to come back ---------------------------------------------------

KEPT = timedelta(days=30)
"""So long a deleted Lauf can be brought back."""

MOST = 50
"""Läufe that go in one transaction: others who write wait for it."""


def purge_old(store: StoreConnection, at: datetime, folder: Path) -> int:
    """Of what can be brought back no longer the oldest, with their files; how many there were of them."""
    old = select(lauf.c.id).where(lauf.c.geloescht <= at - KEPT).order_by(lauf.c.geloescht, lauf.c.id)
    with store.reading() as connection:
        ids = list(connection.scalars(old.limit(MOST)))
    return purge(store, ids, folder) if ids else 0


def purge(store: StoreConnection, ids: Sequence[str], folder: Path) -> int:
    """Those of these Läufe that were deleted, with the files in the folder that nothing needs any more; how
    many there were of them."""
    with store.writing() as connection:
        lock_texts(connection)
        query = select(lauf.c.id, lauf.c.antrag_hash, lauf.c.geloescht)
        rows = connection.execute(query.where(lauf.c.id.in_(ids), lauf.c.geloescht.is_not(None))).all()
        papers = remove_laeufe(connection, [row.id for row in rows])
        files = _drop_antraege(connection, {row.antrag_hash: row.geloescht for row in rows})
    _drop_files(folder, files, papers)
    return len(rows)


def purge_demo(store: StoreConnection) -> int:
    """The demo's Läufe, deleted or not; how many."""
    with store.writing() as connection:
        lock_texts(connection)
        gone = connection.execute(lauf.delete().where(lauf.c.is_demo, lauf.c.eingelesen.is_(None)))
        _drop_texts(connection)
        return gone.rowcount


def remove_laeufe(connection: Connection, ids: Sequence[str]) -> set[str]:
    """With all but their Anträge; the papers on their Drucksachen that nothing needs any more."""
    batches = select(lauf.c.batch_id).where(lauf.c.id.in_(ids), lauf.c.batch_id.is_not(None))
    ended = set(connection.scalars(batches))
    about = judged_keys(connection, lauf.c.id.in_(ids))
    keep_bills(connection, ids)
    connection.execute(lauf.delete().where(lauf.c.id.in_(ids)))  # all else that hangs on them goes with them
    papers = drop_kept(connection, about)
    used = select(lauf.c.batch_id).where(lauf.c.batch_id.in_(ended))
    connection.execute(batch.delete().where(batch.c.id.in_(ended), batch.c.id.not_in(used)))
    # A proof keeps its figures, and no words of what failed there.
    laeufe = set(ids)
    proofs = select(notiz.c.id, notiz.c.inhalt).where(notiz.c.art == art_of(Pruefung))
    for row in connection.execute(proofs).all():
        befunde = row.inhalt.get("befunde") or []
        kept = [befund for befund in befunde if befund.get("lauf") not in laeufe]
        if len(kept) != len(befunde):
            changed = notiz.update().where(notiz.c.id == row.id)
            connection.execute(changed.values(inhalt=row.inhalt | {"befunde": kept}))
    _drop_texts(connection)
    return papers


def drop_antraege(connection: Connection, ids: Sequence[str]) -> None:
    """What was entered; in the lists of sources they are as nobody had read them."""
    connection.execute(antrag.delete().where(antrag.c.id.in_(ids)))
    connection.execute(liste.update().where(liste.c.antrag_id.in_(ids)).values(antrag_id=None))


def _drop_antraege(connection: Connection, deleted: Mapping[str, datetime]) -> set[str]:
    """Those on which no Lauf is left, with what else was read from their files; the files nothing needs.

    `deleted`: when the last Lauf on a text was. What was entered after that is wanted anew.
    """
    read = select(antrag.c.datei).where(antrag.c.antrag_hash.in_(deleted), antrag.c.datei.is_not(None))
    near = or_(antrag.c.antrag_hash.in_(deleted), antrag.c.datei.in_(read))
    rows = connection.execute(select(antrag).where(near)).all()
    hashes = {row.antrag_hash for row in rows}
    judged = set(connection.scalars(select(lauf.c.antrag_hash).where(lauf.c.antrag_hash.in_(hashes))))
    wanted = judged | {row.antrag_hash for row in rows if row.created > max(deleted.values())}
    files = {row.datei for row in rows if row.datei}
    kept = {row.datei for row in rows if row.datei and row.antrag_hash in wanted}
    gone = [row.id for row in rows if row.antrag_hash not in wanted and row.datei not in kept]
    drop_antraege(connection, gone)
    return files - set(connection.scalars(select(antrag.c.datei).where(antrag.c.datei.in_(files))))


def lock_texts(connection: Connection) -> None:
    """A Lauf that is being written relies on texts it found; it must not lose them meanwhile."""
    lock_table(connection, texte)


def _drop_texts(connection: Connection) -> None:
    """The texts nothing needs any more."""
    offered = select(angebot.c.text_hash).where(angebot.c.text_hash == texte.c.hash)
    prompted = select(lauf.c.prompttext_hash).where(lauf.c.prompttext_hash == texte.c.hash)
    connection.execute(texte.delete().where(~offered.exists(), ~prompted.exists()))
    judged = select(lauf.c.antrag_hash).where(lauf.c.antrag_hash == antragstext.c.antrag_hash)
    connection.execute(antragstext.delete().where(~judged.exists()))


# --- an Antrag and all its Läufe ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AntragTraces:
    """All there is of one Antrag. `dateien`: the PDFs it was read from; `papiere`: what is kept of
    its Drucksache and tells of no other."""

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


def forget(store: StoreConnection, name: str, folder: Path) -> AntragTraces:
    """What was removed, found anew in the transaction that removes it; its files in the folder go last."""
    with store.writing() as connection:
        lock_texts(connection)
        hashes = _all_hashes(connection, _hashes_named(connection, name))
        found = _traces(connection, hashes)
        remove_laeufe(connection, found.laeufe)
        drop_antraege(connection, found.antraege)
        forget_answers(connection, hashes)
    # SQLite leaves what was deleted in its file until that is written anew; PostgreSQL cleans up itself.
    if store.engine.dialect.name == "sqlite":
        with closing(store.engine.raw_connection()) as raw:
            raw.cursor().execute("VACUUM")
            raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _drop_files(folder, found.dateien, found.papiere)
    return found


def _drop_files(folder: Path, pdfs: Iterable[str], papers: Collection[str]) -> None:
    for name in pdfs:
        drop_pdf(folder, name)
    drop_files(folder, papers)


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
            and_(is_it, table.c.bundesland.is_not_distinct_from(land))
            for is_it, table in zip(_numbered(number), (antrag, lauf), strict=True)
        ]
        found |= {hash for hash, _ in _union(connection, *here)}
    return found


def _traces(connection: Connection, hashes: set[str]) -> AntragTraces:
    entered = connection.execute(select(antrag).where(antrag.c.antrag_hash.in_(hashes))).all()
    first = connection.execute(select(lauf.c.id, lauf.c.titel).where(lauf.c.antrag_hash.in_(hashes))).all()
    laeufe = tuple(row.id for row in first)
    kept = judged_keys(connection, lauf.c.id.not_in(laeufe))
    lost = judged_keys(connection, lauf.c.id.in_(laeufe)) - kept
    return AntragTraces(
        titel=tuple(sorted({row.titel for row in (*entered, *first) if row.titel})),
        antraege=tuple(row.id for row in entered),
        laeufe=laeufe,
        dateien=tuple(sorted({row.datei for row in entered if row.datei})),
        papiere=tuple(sorted(files_only_on(connection, lost))),
        urteile=_count_notes(connection, Urteil, laeufe),
        antworten=_count_notes(connection, StoredAntwort, laeufe),
    )


def _count_notes(connection: Connection, kind: type[Urteil | StoredAntwort], laeufe: Sequence[str]) -> int:
    query = select(func.count()).where(notiz.c.art == art_of(kind), notiz.c.lauf_id.in_(laeufe))
    return connection.scalar(query) or 0
