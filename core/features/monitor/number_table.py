"""What became of the quotes of all Läufe, read once and kept as columns of small numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Text, cast, func, literal, null, select

from core.runs.connection import Condition, SqlRow
from core.runs.figures import NAMES, OF_LAUF
from core.runs.load_laeufe import TELLS_OF_MODELS
from core.runs.store import Runstore
from core.runs.tables import akte, lauf, zaehlung, zitat
from core.wortlaut.binding.eintrag import ZitatStatus

# The Monitor asks ever new questions of the same figures. Answered from memory each takes milliseconds, and
# all that a page shows comes from one reading of the store.


Numbers = NDArray[np.int64]

STATUSES = tuple(ZitatStatus)
KEPT = (*NAMES, "passagen", "zeichen")
"""What is counted of every Teil, and kept beside it."""

FEATURES: dict[str, ColumnElement[Any]] = {
    **{str(gruppe): column for gruppe, column in OF_LAUF.items()},
    "prompt_id": lauf.c.prompt_id,
    "prompt_version": lauf.c.prompt_version,
    "status": lauf.c.status,
    "embedder": lauf.c.embedder,
    "app_version": lauf.c.app_version,
    "index_hash": lauf.c.index_hash,
    "aus_cache": lauf.c.aus_cache.is_not(None),
    "is_demo": lauf.c.is_demo,
}
"""What is known of every Lauf, beside what it can be grouped by."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One of few values per row, as the number of its place among them."""

    werte: tuple[Any, ...]
    nummern: Numbers

    def is_(self, wert: object) -> NDArray[np.bool_]:
        """Row by row, whether it has this value."""
        wanted = self.werte.index(wert) if wert in self.werte else -1
        return np.equal(self.nummern, wanted)


@dataclass(frozen=True, slots=True)
class NumberTable:
    """The own Läufe that are not deleted, the earliest first, and under them their Teile in any order.

    `merkmale`: of the Läufe, by the names of FEATURES. `lauf` says to which Lauf each Teil belongs,
    `zahlen` has a row per Teil with the columns of KEPT. `partei` and `programm` are of the Teile;
    there is a Programm only where the quotes were counted by it, and nothing was shown then.
    `index_staende`: the JSON behind every `index_hash`.
    """

    ids: tuple[str, ...]
    zeiten: tuple[str, ...]
    merkmale: Mapping[str, Feature]
    lauf: Numbers
    partei: Feature
    programm: Feature | None
    zahlen: Numbers
    index_staende: Mapping[str, Mapping[str, object]]

    def created(self, place: int) -> datetime:
        """Of the Lauf at that place; to read thousands of moments that nobody asks for takes long."""
        return datetime.fromisoformat(self.zeiten[place]).replace(tzinfo=UTC)


def load_number_table(
    store: Runstore, is_demo: bool | None = None, per_programm: bool = False
) -> NumberTable:
    """Of the invented Läufe, of one's own that tell of models, or of all; `per_programm` takes several times
    as long.

    Without those read in from files: when they were, of which model and what they cost is only said there.
    """
    wanted: list[Condition] = [
        lauf.c.geloescht.is_(None),
        lauf.c.eingelesen.is_(None),
    ]
    wanted += [] if is_demo is None else [lauf.c.is_demo.is_(is_demo)]
    wanted += [TELLS_OF_MODELS] if is_demo is False else []
    laeufe = select(
        lauf.c.id, cast(lauf.c.created, Text), *(column.label(name) for name, column in FEATURES.items())
    )
    if per_programm:
        z = zitat.c
        counts = [func.count(), func.count().filter(z.fremde_partei)]
        counts += [func.count().filter(z.status == status) for status in STATUSES]
        nothing = [literal(0).label(name) for name in KEPT[len(counts) :]]
        in_order = (z.programm_id, z.lauf_id, z.partei)  # that of the index
        teile = select(z.lauf_id, z.partei, z.programm_id, *counts, *nothing).group_by(*in_order)
    else:  # the counts that are kept beside every Teil
        k = zaehlung.c
        teile = select(k.lauf_id, k.partei, null(), *(k[name] for name in KEPT))
    with store.reading() as connection:
        found: Sequence[SqlRow] = connection.execute(
            laeufe.where(*wanted).order_by(lauf.c.created, lauf.c.id)
        ).all()
        rows: Sequence[SqlRow] = connection.execute(teile).all()
        examples = {row.index_hash: row.id for row in found}
        held = select(lauf.c.index_hash, akte.c.index_stand).join(akte, akte.c.lauf_id == lauf.c.id)
        held = held.where(lauf.c.id.in_(examples.values()))
        staende = {hash: stand for hash, stand in connection.execute(held)}
    ids, zeiten, *of_lauf = _columns(found, 2 + len(FEATURES))
    lauf_ids, partei, programm, *zahlen = _columns(rows, 3 + len(KEPT))
    places = {id: place for place, id in enumerate(ids)}
    of_teil = np.array([places.get(id, -1) for id in lauf_ids], dtype=np.int64)
    own = of_teil >= 0
    return NumberTable(
        ids=ids,
        zeiten=zeiten,
        merkmale={name: _feature(values) for name, values in zip(FEATURES, of_lauf, strict=True)},
        lauf=of_teil[own],
        partei=_of_rows(_feature(partei), own),
        programm=_of_rows(_feature(programm), own) if per_programm else None,
        zahlen=np.array(zahlen, dtype=np.int64).T[own],
        index_staende=staende,
    )


def _columns(rows: Sequence[SqlRow], count: int) -> Sequence[tuple[Any, ...]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _of_rows(feature: Feature, rows: NDArray[np.bool_]) -> Feature:
    return Feature(feature.werte, feature.nummern[rows])


def _feature(values: Iterable[object]) -> Feature:
    numbers: dict[object, int] = {}
    places = [numbers.setdefault(value, len(numbers)) for value in values]
    return Feature(tuple(numbers), np.array(places, dtype=np.int64))
