"""What the points of a Lauf are worth, where its model and prompt were held against official positions."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from core.calibration.answers import make_antworten
from core.calibration.questions import Variant
from core.calibration.reliability import PunkteLevel, step_at, zuverlaessigkeit
from core.german import formats
from core.runs.lauf import Lauf
from core.runs.store import Runstore


@dataclass(frozen=True, slots=True)
class EichungLevel:
    """At these points so many of the cases agreed, in the Eichung of that moment."""

    stufe: PunkteLevel
    eichung_id: str
    am: datetime

    @property
    def satz(self) -> str:
        """„Bei 6 bis 7 Punkten stimmte die Partei in 82 % der Fälle zu (Eichung vom …)“."""
        von, bis = (formats.shortest(edge) for edge in (self.stufe.von, self.stufe.bis))
        span = f"{von} Punkten" if von == bis else f"{von} bis {bis} Punkten"
        share = f"{formats.number(100 * self.stufe.anteil)} %"
        return (
            f"Bei {span} stimmte die Partei in {share} von {self.stufe.faelle} Fällen zu "
            f"(Eichung vom {formats.day(self.am)}, dieses Modell, dieser Prompt)."
        )


def eichung_level(store: Runstore, lauf: Lauf, score: float | None) -> EichungLevel | None:
    """None where there is no such Eichung, or too few of its cases had points like these."""
    if score is None:
        return None
    found = store.find_eichung(lauf.modell_gefragt, lauf.prompt_hash)
    if found is None:
        return None
    stufen = _levels(store, *found)
    stufe = step_at(stufen, score)
    return EichungLevel(stufe, *found) if stufe else None


@lru_cache(maxsize=8)
def _levels(store: Runstore, eichung_id: str, finished: datetime) -> tuple[PunkteLevel, ...]:
    antworten = make_antworten(store.eichung_columns(eichung_id))
    return zuverlaessigkeit(antworten.of(Variant.PROGRAMM)).stufen
