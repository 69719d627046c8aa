"""What became of the quotes of all Läufe, read once and kept as columns of small numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import ZitatStatus

# The Monitor asks ever new questions of the same figures. Answered from memory each takes milliseconds, and
# all that a page shows comes from one reading of the store.


Numbers = NDArray[np.int64]

STATUSES = tuple(ZitatStatus)
KEPT = ("emittiert", "fremde_partei", *map(str, STATUSES), "passagen", "zeichen")
"""What is counted of every Teil, and kept beside it."""


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

    `merkmale`: of the Läufe, by their names. `lauf` says to which Lauf each Teil belongs,
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
    read = store.quote_numbers(is_demo, per_programm)
    places = {id: place for place, id in enumerate(read.ids)}
    of_teil = np.array([places.get(id, -1) for id in read.teil_laeufe], dtype=np.int64)
    own = of_teil >= 0
    return NumberTable(
        ids=read.ids,
        zeiten=read.zeiten,
        merkmale={name: _feature(values) for name, values in read.merkmale.items()},
        lauf=of_teil[own],
        partei=_of_rows(_feature(read.parteien), own),
        programm=_of_rows(_feature(read.programme), own) if per_programm else None,
        zahlen=np.array(read.zahlen, dtype=np.int64).T[own],
        index_staende=read.index_staende,
    )


def _of_rows(feature: Feature, rows: NDArray[np.bool_]) -> Feature:
    return Feature(feature.werte, feature.nummern[rows])


def _feature(values: Iterable[object]) -> Feature:
    numbers: dict[object, int] = {}
    places = [numbers.setdefault(value, len(numbers)) for value in values]
    return Feature(tuple(numbers), np.array(places, dtype=np.int64))
