"""How many of the quotes that models emitted lately could be bound, against the time before."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from core.llm.catalogue import OFFLINE
from core.runs.connection import Verbindung
from core.runs.figures import Gruppe, quote_counts
from core.runs.lauf import Filter

TAGE = 30
GENUG = 20
"""Fewer quotes than these tell nothing about a model."""

GUT, NOCH_GUT = 0.9, 0.75


class Stufe(StrEnum):
    GUT = "in Ordnung"
    AUFFAELLIG = "auffällig"
    SCHLECHT = "schlecht"
    DUENN = "zu wenige Zitate für ein Urteil"


class Belegzahl(NamedTuple):
    """So many of the emitted quotes could be bound."""

    gebunden: int
    emittiert: int


@dataclass(frozen=True, slots=True)
class Ampel:
    """The last days, and as many before them."""

    jetzt: Belegzahl
    davor: Belegzahl

    @property
    def anteil(self) -> float | None:
        return _anteil(self.jetzt)

    @property
    def stufe(self) -> Stufe:
        if self.anteil is None:
            return Stufe.DUENN
        if self.anteil >= GUT:
            return Stufe.GUT
        return Stufe.AUFFAELLIG if self.anteil >= NOCH_GUT else Stufe.SCHLECHT

    @property
    def veraenderung(self) -> float | None:
        """In shares of one; None where one of the two spans has too few quotes."""
        before = _anteil(self.davor)
        return None if self.anteil is None or before is None else self.anteil - before


def ampel(store: Verbindung, heute: date) -> Ampel:
    """Of own Läufe that really were: an invented history says nothing about models, nor does a file."""
    beginn = heute - timedelta(days=TAGE - 1)
    return Ampel(
        _counts(store, beginn, heute),
        _counts(store, beginn - timedelta(days=TAGE), beginn - timedelta(days=1)),
    )


def _counts(store: Verbindung, von: date, bis: date) -> Belegzahl:
    """Without the built-in model: it copies sentences, so all of its quotes are bound, come what may."""
    filter = Filter(von=von, bis=bis, is_demo=False, eingelesen=False)
    own = [one for one in quote_counts(store, Gruppe.MODELL, filter) if one.gruppe != OFFLINE]
    return Belegzahl(sum(one.gebunden for one in own), sum(one.emittiert for one in own))


def _anteil(counts: Belegzahl) -> float | None:
    return counts.gebunden / counts.emittiert if counts.emittiert >= GENUG else None
