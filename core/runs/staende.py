"""With what Läufe were computed, each combination once: model, prompt, embedder, search, index, program."""

from dataclasses import dataclass
from datetime import datetime

from core.runs.lauf import ALLE, Filter
from core.runs.lesen import MODELL, conditions
from core.runs.sql import Text, cast, func, select
from core.runs.tabellen import akte, lauf
from core.runs.verbindung import Verbindung


@dataclass(frozen=True, slots=True)
class Stand:
    """`seit` is when the first Lauf with all of it was; `index_stand` is JSON as it is stored."""

    seit: datetime
    modell: str
    prompt_id: str
    prompt_version: str
    embedder: str
    strategie: str
    app_version: str
    index_stand: str


def list_staende(store: Verbindung, filter: Filter = ALLE) -> list[Stand]:
    """The earliest first."""
    c = lauf.c
    values = (
        MODELL.label("modell"),
        c.prompt_id,
        c.prompt_version,
        c.embedder,
        c.strategie,
        c.app_version,
        cast(akte.c.index_stand, Text).label("index_stand"),
    )
    seit = func.min(c.created).label("seit")
    query = (
        select(seit, *values)
        .join(akte, akte.c.lauf_id == c.id)
        .where(*conditions(filter))
        .group_by(*values)
        .order_by(seit)
    )
    with store.reading() as connection:
        return [Stand(**row) for row in connection.execute(query).mappings()]
