"""How much of the programmes models were shown."""

from dataclasses import dataclass
from typing import Any

from core.runs.lauf import ALLE, Filter
from core.runs.lesen import conditions
from core.runs.sql import func, select
from core.runs.tabellen import angebot, lauf, texte
from core.runs.verbindung import Verbindung

GENAU = 1000
"""Of so many Läufe the letters are added up; of more, those of the latest tell how long a passage is."""


@dataclass(frozen=True, slots=True)
class Vorgelegt:
    """Over all Läufe of the party: so many passages, and letters of them."""

    partei: str
    passagen: int
    zeichen: int


def count_vorgelegt(store: Verbindung, filter: Filter = ALLE) -> list[Vorgelegt]:
    """By party. Of many Läufe the letters are carried over from the latest: adding them up takes seconds."""
    a = angebot.c
    ids = select(lauf.c.id).where(*conditions(filter))
    passages = _shown(filter, ids, a.partei).order_by(a.partei)
    latest = ids.order_by(lauf.c.created.desc(), lauf.c.id).limit(GENAU)
    # The same passage is shown again and again: its letters are counted once and multiplied.
    each = _shown(filter, latest, a.partei, a.text_hash).subquery()
    letters = (
        select(each.c.partei, func.sum(each.c.mal), func.sum(each.c.mal * func.length(texte.c.text)))
        .join(texte, texte.c.hash == each.c.text_hash)
        .group_by(each.c.partei)
    )
    with store.reading() as connection:
        shown = [(partei, int(number)) for partei, number in connection.execute(passages)]
        sums = {partei: (int(number), int(all)) for partei, number, all in connection.execute(letters)}
    total = tuple(map(sum, zip(*sums.values(), strict=True))) or (1, 0)
    return [_vorgelegt(partei, number, *sums.get(partei, total)) for partei, number in shown]


def _shown(filter: Filter, ids: Any, *keys: Any) -> Any:
    a = angebot.c
    query = select(*keys, func.count().label("mal")).where(a.q.is_not(None), a.lauf_id.in_(ids))
    return (query.where(a.partei == filter.partei) if filter.partei else query).group_by(*keys)


def _vorgelegt(partei: str, passagen: int, counted: int, zeichen: int) -> Vorgelegt:
    return Vorgelegt(partei, passagen, round(passagen * zeichen / counted))
