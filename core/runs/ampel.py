"""How many of the quotes that models emitted lately could be bound, against the time before."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from core.runs.connection import Verbindung
from core.runs.figures import Zitatzahlen, quote_counts
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


@dataclass(frozen=True, slots=True)
class Ampel:
    """The last days, and as many before them."""

    jetzt: Zitatzahlen
    davor: Zitatzahlen

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


def _counts(store: Verbindung, von: date, bis: date) -> Zitatzahlen:
    (counts,) = quote_counts(store, None, Filter(von=von, bis=bis, is_demo=False, eingelesen=False))
    return counts


def _anteil(counts: Zitatzahlen) -> float | None:
    return counts.gebunden / counts.emittiert if counts.emittiert >= GENUG else None
