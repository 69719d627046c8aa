"""Läufe out of the store for good: what was deleted so long ago, or is not to come back.

With a Lauf goes all that hangs on it, what was decided on its Drucksache, the texts that no other Lauf needs,
and its Antrag, unless another Lauf is on that, or it was entered again since.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from core.antrag.antrag import drop_pdf
from core.decisions.kept_decision import drop_paper
from core.runs.antrag_tables import antrag, antragstext
from core.runs.connection import StoreConnection, lock_table
from core.runs.kept_decisions import drop_decisions, judged_keys
from core.runs.source_tables import liste
from core.runs.sql import Connection, or_, select
from core.runs.tables import angebot, batch, lauf, pruefung, texte

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
    """Those of these Läufe that were deleted, with their probes and the files in the folder that nothing
    needs any more; how many there were of them."""
    with store.writing() as connection:
        lock_texts(connection)
        mine = lauf.c.id.in_(ids) | lauf.c.probe_von.in_(ids)
        query = select(lauf.c.id, lauf.c.antrag_hash, lauf.c.geloescht)
        rows = connection.execute(query.where(mine, lauf.c.geloescht.is_not(None))).all()
        papers = remove_laeufe(connection, [row.id for row in rows])
        files = _drop_antraege(connection, {row.antrag_hash: row.geloescht for row in rows})
    for name in papers:
        drop_paper(folder, name)
    for name in files:
        drop_pdf(folder, name)
    return len(rows)


def purge_demo(store: StoreConnection) -> int:
    """The demo's Läufe, deleted or not; how many."""
    with store.writing() as connection:
        lock_texts(connection)
        gone = connection.execute(lauf.delete().where(lauf.c.is_demo, lauf.c.eingelesen.is_(None)))
        _drop_texts(connection)
        return gone.rowcount


def remove_laeufe(connection: Connection, ids: Sequence[str]) -> set[str]:
    """With all but their Anträge; the papers of decisions that nothing needs any more."""
    batches = select(lauf.c.batch_id).where(lauf.c.id.in_(ids), lauf.c.batch_id.is_not(None))
    ended = set(connection.scalars(batches))
    about = judged_keys(connection, lauf.c.id.in_(ids))
    connection.execute(lauf.delete().where(lauf.c.id.in_(ids)))  # what hangs on them goes with them
    papers = drop_decisions(connection, about)
    used = select(lauf.c.batch_id).where(lauf.c.batch_id.in_(ended))
    connection.execute(batch.delete().where(batch.c.id.in_(ended), batch.c.id.not_in(used)))
    _forget_in_proofs(connection, set(ids))
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


def _forget_in_proofs(connection: Connection, laeufe: set[str]) -> None:
    """A proof keeps its figures, and no words of what failed there."""
    for row in connection.execute(select(pruefung.c.id, pruefung.c.befunde)).all():
        kept = [befund for befund in row.befunde or [] if befund.get("lauf") not in laeufe]
        if len(kept) != len(row.befunde or []):
            connection.execute(pruefung.update().where(pruefung.c.id == row.id).values(befunde=kept))


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
