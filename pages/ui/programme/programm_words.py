"""How the stock is spoken of: a symbol and a word for each state."""

from core.context import Context
from core.index.stock import Holding, ProgrammState
from core.models import Programm, Typ
from core.programme.registry import partei_name

STATE = {
    ProgrammState.INDEXIERT: "eingelesen",
    ProgrammState.PDF_PRESENT: "nicht eingelesen",
    ProgrammState.UNLESBAR: "nicht lesbar",
    ProgrammState.WITHOUT_PDF: "PDF fehlt",
}
SYMBOL = {
    ProgrammState.INDEXIERT: "✓",
    ProgrammState.PDF_PRESENT: "○",
    ProgrammState.UNLESBAR: "✗",
    ProgrammState.WITHOUT_PDF: "–",
}
TYP = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}
UEBERALL = "überall gültig"


def state_of(bestand: Holding) -> str:
    """„✓ eingelesen“; what was read with gaps bears another sign."""
    symbol = "⚠" if bestand.stand and bestand.hinweise else SYMBOL[bestand.zustand]
    return f"{symbol} {STATE[bestand.zustand]}"


def land_of(context: Context, programm: Programm) -> str:
    return context.registry.parlamente[programm.bundesland].land if programm.bundesland else UEBERALL


def partei_of(context: Context, programm: Programm) -> str:
    return partei_name(context.registry, programm.partei, programm.bundesland)
