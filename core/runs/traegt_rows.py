"""What second models said of bound quotes: stored as it comes, read again, found by what was asked."""

from collections.abc import Collection, Sequence

from sqlalchemy import and_, select

from core.citations.verdict import Traegt, Verdict
from core.runs.connection import StoreConnection, insert_rows
from core.runs.lauf_rows import fitting, plain
from core.runs.sql import Condition
from core.runs.tables import lauf, traegt
from core.runs.write_laeufe import unknown


def save_traegt(store: StoreConnection, rows: Sequence[Traegt]) -> None:
    """Each takes the place of what the same checker said of the same quote and Forderung before."""
    with store.writing() as connection:
        for lauf_id in {row.lauf_id for row in rows}:
            if not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):  # removed meanwhile
                raise unknown(lauf_id)
        for row in rows:
            same = and_(*(own == getattr(row, own.name) for own in traegt.primary_key))
            connection.execute(traegt.delete().where(same))
        insert_rows(connection, traegt, [plain(row) for row in rows])


def list_traegt(store: StoreConnection, lauf_id: str) -> list[Traegt]:
    """Of one Lauf, the oldest first."""
    return traegt_of(store, [lauf_id]).get(lauf_id, [])


def traegt_of(store: StoreConnection, lauf_ids: Collection[str]) -> dict[str, list[Traegt]]:
    """Lauf → what was said of its quotes, the oldest first; for those of which anything was."""
    found: dict[str, list[Traegt]] = {}
    for row in _read(store, traegt.c.lauf_id.in_(set(lauf_ids))):
        found.setdefault(row.lauf_id, []).append(row)
    return found


def known_traegt(store: StoreConnection, keys: Collection[str]) -> dict[str, Traegt]:
    """Key → what was answered to it before, in whatever Lauf; the latest."""
    # What an invented Lauf was told nobody has been asked.
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False))
    asked = and_(traegt.c.schluessel.in_(set(keys) - {""}), traegt.c.lauf_id.in_(own))
    return {row.schluessel: row for row in _read(store, asked)}


def _read(store: StoreConnection, which: Condition) -> list[Traegt]:
    c = traegt.c
    in_order = traegt.select().where(which).order_by(c.created, c.partei, c.zitat, c.rang)
    with store.reading() as connection:
        rows = connection.execute(in_order).mappings().all()
    return [Traegt(**fitting(Traegt, row) | {"verdict": Verdict(row["verdict"])}) for row in rows]
