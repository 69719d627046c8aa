"""The papers of a parliament that tell how was voted: their kinds, and how a source of Anträge names one."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class PaperKind(StrEnum):
    """Where a decision is read; `stage` is who decided."""

    RECOMMENDATION = "Beschlussempfehlung"
    PROTOKOLL = "Plenarprotokoll"
    ROLL_CALL = "Namentliche Abstimmung"

    @property
    def stage(self) -> str:
        return "Ausschuss" if self is PaperKind.RECOMMENDATION else "Plenum"


@dataclass(frozen=True, slots=True)
class NamedPaper:
    """A paper with votes on a Drucksache, as its source names it."""

    art: PaperKind
    nummer: str
    url: str
    datum: date | None = None
