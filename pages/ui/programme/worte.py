"""How the stock is spoken of: a symbol and a word for each state."""

from core.context import Context
from core.index.stock import Bestand, Programmzustand
from core.models import Programm, Typ
from core.programme.registry import partei_name

ZUSTAND = {
    Programmzustand.INDEXIERT: "eingelesen",
    Programmzustand.PDF_DA: "nicht eingelesen",
    Programmzustand.UNLESBAR: "nicht lesbar",
    Programmzustand.OHNE_PDF: "PDF fehlt",
}
SYMBOL = {
    Programmzustand.INDEXIERT: "✓",
    Programmzustand.PDF_DA: "○",
    Programmzustand.UNLESBAR: "✗",
    Programmzustand.OHNE_PDF: "–",
}
TYP = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}
UEBERALL = "überall gültig"


def zustand_of(bestand: Bestand) -> str:
    """„✓ eingelesen“; what was read with gaps bears another sign."""
    symbol = "⚠" if bestand.stand and bestand.hinweise else SYMBOL[bestand.zustand]
    return f"{symbol} {ZUSTAND[bestand.zustand]}"


def land_of(context: Context, programm: Programm) -> str:
    return context.registry.parlamente[programm.bundesland].land if programm.bundesland else UEBERALL


def partei_of(context: Context, programm: Programm) -> str:
    return partei_name(context.registry, programm.partei, programm.bundesland)
