"""What each column did: quotes and why they were dropped, unreadable answers, tokens, cost, waiting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.citations.zitat_status import ZitatStatus
from core.vergleich.spalten import Vergleich


@dataclass(frozen=True, slots=True)
class Kennzahlen:
    """Of one column. Every share of quotes has `geprueft` as its denominator, that of answers `fragen`.

    `geprueft` is `emittiert` without what was read in from files and could not be proved here.

    `nachgefragt`: answers that could be read only when asked for again; `unlesbar`: not even then, these are
    among the `fehlgeschlagen`. `ohne_zitat`: answers that quote nothing. `kosten` in USD, None where not all
    are known. `median` and `p95` of the seconds an answer took, None where none was given.
    """

    spalte: int
    laeufe: int
    antraege: int
    fragen: int
    fehlgeschlagen: int
    nachgefragt: int
    unlesbar: int
    emittiert: int
    geprueft: int
    gebunden: int
    fremde_partei: int
    ohne_zitat: int
    nach_status: Mapping[ZitatStatus, int]
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    median: float | None
    p95: float | None

    @property
    def verworfen(self) -> int:
        return self.geprueft - self.gebunden


def kennzahlen(vergleich: Vergleich) -> list[Kennzahlen]:
    """One per column, in their order."""
    return [_of_spalte(vergleich, spalte) for spalte in range(len(vergleich.spalten))]


def _of_spalte(vergleich: Vergleich, spalte: int) -> Kennzahlen:
    laeufe = [lauf for lauf in vergleich.laeufe if lauf.spalte == spalte]
    asked = [one for one in vergleich.zaehlwerte if one.spalte == spalte and one.gefragt]
    costs = [lauf.kosten for lauf in laeufe if lauf.kosten is not None]
    seconds = [one.sekunden for one in asked if one.sekunden is not None]
    return Kennzahlen(
        spalte=spalte,
        laeufe=len(laeufe),
        antraege=len({lauf.antrag for lauf in laeufe}),
        fragen=len(asked),
        fehlgeschlagen=sum(one.fehlgeschlagen for one in asked),
        nachgefragt=sum(one.nachgefragt and not one.fehlgeschlagen for one in asked),
        unlesbar=sum(one.nachgefragt and one.fehlgeschlagen for one in asked),
        emittiert=sum(one.emittiert for one in asked),
        geprueft=sum(one.geprueft for one in asked),
        gebunden=sum(one.gebunden for one in asked),
        fremde_partei=sum(one.fremde_partei for one in asked),
        ohne_zitat=sum(not one.emittiert and not one.fehlgeschlagen for one in asked),
        nach_status={status: sum(one.nach_status[status] for one in asked) for status in ZitatStatus},
        tokens_ein=sum(lauf.tokens_ein for lauf in laeufe),
        tokens_aus=sum(lauf.tokens_aus for lauf in laeufe),
        kosten=sum(costs) if len(costs) == len(laeufe) else None,
        median=_percentile(seconds, 50),
        p95=_percentile(seconds, 95),
    )


def _percentile(seconds: Sequence[float], percent: float) -> float | None:
    return float(np.percentile(seconds, percent)) if seconds else None
