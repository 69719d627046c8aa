"""What second models said, counted by the database: per Lauf and party, each quote by the last word on it."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from core.runs.connection import StoreConnection
from core.runs.sql import Condition, Query, SqlRow, Subquery, and_, func, or_, select
from core.runs.tables import score, traegt, zitat
from core.support.traegt import HIGH, LOW
from core.support.verdict import Verdict

CHECKED, READ = "geprueft", "lesen"


class TraegtNumbers(NamedTuple):
    """Of a Lauf and party: quotes a second model looked at, by what it said, and those to be read."""

    lauf_id: str
    partei: str
    geprueft: int
    nach_verdict: Mapping[Verdict, int]
    lesen: int


def traegt_counts(store: StoreConnection, lauf_ids: Collection[str]) -> list[TraegtNumbers]:
    """Where anything of a Lauf was checked."""
    counts = per_teil()
    with store.reading() as connection:
        rows = connection.execute(select(counts)).all()
    wanted = set(lauf_ids)
    return [_traegt_numbers(row) for row in rows if row.lauf_id in wanted]


def _traegt_numbers(row: SqlRow) -> TraegtNumbers:
    said = {verdict: getattr(row, verdict) for verdict in Verdict}
    return TraegtNumbers(row.lauf_id, row.partei, row.geprueft, said, row.lesen)


def to_read() -> Query:
    """The ids of the Läufe with a quote that a person should read."""
    counts = per_teil()
    return select(counts.c.lauf_id).where(counts.c[READ] > 0)


def per_teil() -> Subquery:
    """A row per Lauf and party with a checked quote."""
    t, newer = traegt.c, traegt.alias("newer")
    is_same = and_(newer.c.lauf_id == t.lauf_id, newer.c.partei == t.partei, newer.c.zitat == t.zitat)
    later = select(newer.c.zitat).where(is_same, newer.c.created > t.created)
    of_zitat = and_(zitat.c.lauf_id == t.lauf_id, zitat.c.partei == t.partei, zitat.c.nummer == t.zitat)
    of_score = and_(score.c.lauf_id == t.lauf_id, score.c.partei == t.partei, score.c.typ == zitat.c.typ)
    each = [func.count().filter(t.verdict == verdict).label(str(verdict)) for verdict in Verdict]
    return (
        select(
            t.lauf_id,
            t.partei,
            func.count().label(CHECKED),
            *each,
            func.count().filter(_jars()).label(READ),
        )
        .join(zitat, of_zitat)
        .join(score, of_score, isouter=True)
        .where(zitat.c.is_bound, ~later.exists())
        .group_by(t.lauf_id, t.partei)
        .subquery()
    )


def _jars() -> Condition:
    """`core.support.request_reading.reading_reason`, for the database."""
    verdict, points = traegt.c.verdict, score.c.score
    return and_(
        zitat.c.fremde_partei.is_(False),
        or_(
            verdict == Verdict.ANDERES,
            and_(verdict == Verdict.WIDERSPRICHT, points >= HIGH),
            and_(verdict == Verdict.STUETZT, points <= LOW),
        ),
    )
