"""How many quotes judgements by rubrics brought, and what became of them: one row per judgement."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from core.runs.connection import StoreConnection
from core.runs.lauf_filter import ALLE, Filter, conditions
from core.runs.lauf_rows import calendar
from core.runs.rubric_rows import rubric_judgement
from core.runs.sql import select
from core.runs.tables import lauf


class RubricCount(NamedTuple):
    created: datetime
    rubric: str
    modell: str
    belegt: int
    verworfen: int

    @property
    def tag(self) -> str:
        return str(calendar(self.created)["tag"])


def rubric_counts(store: StoreConnection, filter: Filter = ALLE) -> list[RubricCount]:
    """The earliest first; each answer once, and none that came from a file.

    Of the filter, days and model are those of the judgement, all else is of its Lauf.
    """
    c = rubric_judgement.c
    of_lauf = replace(filter, von=None, bis=None, modell=None)
    query = select(c.created, c.rubric, c.modell_geantwortet, c.belegt, c.verworfen).where(
        c.lauf_id.in_(select(lauf.c.id).where(*conditions(of_lauf))),
        c.eingelesen.is_(None),
        c.aus_cache.is_(None),
    )
    if filter.modell is not None:
        query = query.where(c.modell_geantwortet == filter.modell)
    with store.reading() as connection:
        found = [RubricCount(*row) for row in connection.execute(query.order_by(c.created, c.id))]
    von, bis = (day.isoformat() if day else None for day in (filter.von, filter.bis))
    return [one for one in found if (von is None or von <= one.tag) and (bis is None or one.tag <= bis)]
