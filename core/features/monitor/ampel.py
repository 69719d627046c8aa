"""How many of the quotes that models emitted lately could be bound, against the time before."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from core.runs.figures import Gruppe
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore

DAYS = 30
ENOUGH = 20
"""Fewer quotes than these tell nothing about a model."""

GOOD, STILL_GOOD = 0.9, 0.75


class Level(StrEnum):
    GOOD = "in Ordnung"
    CONSPICUOUS = "auffällig"
    SCHLECHT = "schlecht"
    THIN = "zu wenige Zitate für ein Urteil"


class BelegCount(NamedTuple):
    """So many of the emitted quotes could be bound."""

    gebunden: int
    emittiert: int


@dataclass(frozen=True, slots=True)
class Ampel:
    """The last days, and as many before them."""

    jetzt: BelegCount
    davor: BelegCount

    @property
    def anteil(self) -> float | None:
        return _share(self.jetzt)

    @property
    def stufe(self) -> Level:
        if self.anteil is None:
            return Level.THIN
        if self.anteil >= GOOD:
            return Level.GOOD
        return Level.CONSPICUOUS if self.anteil >= STILL_GOOD else Level.SCHLECHT

    @property
    def change(self) -> float | None:
        """In shares of one; None where one of the two spans has too few quotes."""
        before = _share(self.davor)
        return None if self.anteil is None or before is None else self.anteil - before


def ampel(store: Runstore, heute: date) -> Ampel:
    """Of own Läufe that really were: an invented history says nothing about models, nor does a file."""
    beginn = heute - timedelta(days=DAYS - 1)
    return Ampel(
        _counts(store, beginn, heute),
        _counts(store, beginn - timedelta(days=DAYS), beginn - timedelta(days=1)),
    )


def _counts(store: Runstore, von: date, bis: date) -> BelegCount:
    """Each answer once, and without the built-in model: it copies sentences, so all of its quotes are bound.

    A Lauf that was broken off hands its answers on to the next one; a copy was never asked.
    """
    finished = Filter(von=von, bis=bis, is_demo=False, status=Status.FERTIG, tells_of_models=True)
    own = store.quote_counts(Gruppe.MODELL, replace(finished, eingelesen=False, aus_cache=False))
    return BelegCount(sum(one.gebunden for one in own), sum(one.emittiert for one in own))


def _share(counts: BelegCount) -> float | None:
    return counts.gebunden / counts.emittiert if counts.emittiert >= ENOUGH else None
