"""What is stored, at a glance: whether anything changed."""

from core.runs.sql import func, select
from core.runs.tables import lauf
from core.runs.verbindung import Verbindung


def stand(store: Verbindung) -> str:
    """Another one as soon as a Lauf came, went or went on: what was computed before may be told till then."""
    query = select(
        func.count(), func.count(lauf.c.geloescht), func.max(lauf.c.herzschlag), func.max(lauf.c.geloescht)
    )
    with store.reading() as connection:
        return f"{store.engine.url} {tuple(connection.execute(query.select_from(lauf)).one())}"
