"""What second models said of bound quotes: stored as it comes, read again, found by what was asked."""

from collections.abc import Collection, Sequence

from sqlalchemy import RowMapping, and_, select

from core.runs.connection import StoreConnection, insert_rows
from core.runs.lauf_rows import fitting, plain
from core.runs.sql import Condition
from core.runs.tables import lauf, traegt
from core.runs.write_laeufe import unknown
from core.support.verdict import Traegt, Verdict

AT_ONCE = 500
"""As many parameters as every database takes."""


def save_traegt(store: StoreConnection, rows: Sequence[Traegt]) -> None:
    """Each takes the place of what the same checker said of the same quote and Forderung before."""
    with store.writing() as connection:
        for lauf_id in {row.lauf_id for row in rows}:
            if not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):  # removed meanwhile
                raise unknown(lauf_id)
        for row in rows:
            connection.execute(traegt.delete().where(_same(row)))
        insert_rows(connection, traegt, [plain(row) for row in rows])


def _same(row: Traegt) -> Condition:
    c = traegt.c
    return and_(
        c.lauf_id == row.lauf_id,
        c.partei == row.partei,
        c.zitat == row.zitat,
        c.model == row.model,
        c.prompt_version == row.prompt_version,
        c.forderung == row.forderung,
    )


def list_traegt(store: StoreConnection, lauf_id: str) -> list[Traegt]:
    """Of one Lauf, the oldest first."""
    query = traegt.select().where(traegt.c.lauf_id == lauf_id)
    in_order = query.order_by(traegt.c.created, traegt.c.partei, traegt.c.zitat, traegt.c.rang)
    with store.reading() as connection:
        return [_traegt(row) for row in connection.execute(in_order).mappings()]


def traegt_of(store: StoreConnection, lauf_ids: Collection[str]) -> dict[str, list[Traegt]]:
    """Lauf → what was said of its quotes, the oldest first; for those of which anything was."""
    wanted = sorted(set(lauf_ids))
    found: dict[str, list[Traegt]] = {}
    for start in range(0, len(wanted), AT_ONCE):
        query = traegt.select().where(traegt.c.lauf_id.in_(wanted[start : start + AT_ONCE]))
        with store.reading() as connection:
            rows = connection.execute(query.order_by(traegt.c.created)).mappings().all()
        for row in rows:
            found.setdefault(row["lauf_id"], []).append(_traegt(row))
    return found


def known_traegt(store: StoreConnection, keys: Collection[str]) -> dict[str, Traegt]:
    """Key → what was answered to it before, in whatever Lauf; the latest."""
    asked = sorted(set(keys) - {""})
    found: dict[str, Traegt] = {}
    for start in range(0, len(asked), AT_ONCE):
        found |= _known(store, asked[start : start + AT_ONCE])
    return found


def _known(store: StoreConnection, keys: Sequence[str]) -> dict[str, Traegt]:
    # What an invented Lauf was told nobody has been asked.
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False))
    query = traegt.select().where(traegt.c.schluessel.in_(keys), traegt.c.lauf_id.in_(own))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(traegt.c.created)).mappings().all()
    return {row["schluessel"]: _traegt(row) for row in rows}


def _traegt(row: RowMapping) -> Traegt:
    return Traegt(**fitting(Traegt, row) | {"verdict": Verdict(row["verdict"])})
