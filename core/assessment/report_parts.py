"""What a report of a Lauf is made of, as features add to it: everything is said already, in German."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.wortlaut.binding.eintrag import WORT, Eintrag


@dataclass(frozen=True, slots=True)
class PaperTable:
    """`lesart`: how it is to be read, below it."""

    kopf: tuple[str, ...]
    zeilen: tuple[tuple[str, ...], ...]
    titel: str = ""
    davor: str = ""
    lesart: str = ""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """It stands behind the parties. `zitate`: quotes, each with what it is to prove and where it stands."""

    titel: str
    angaben: str
    tabelle: PaperTable
    zitate: tuple[tuple[str, str], ...]
    hinweise: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAddition:
    """All that one feature adds. `dropped`: tables as `dropped_table` makes them, in the annex."""

    sections: tuple[ReportSection, ...] = ()
    dropped: tuple[PaperTable, ...] = ()


NOT_QUOTES = "Das hat das Modell als Zitat ausgegeben; belegt ist es nicht."


def dropped_table(
    titel: str, place: tuple[str, str], rows: Iterable[tuple[str, str, Eintrag]]
) -> tuple[PaperTable, ...]:
    """`place`: what the first two fields of each row say; none where nothing was dropped."""
    told = tuple((first, second, one.text, _why(one)) for first, second, one in rows)
    kopf = (*place, "Angabe des Modells", "Warum verworfen")
    return (PaperTable(kopf, told, titel, NOT_QUOTES),) if told else ()


def _why(dropped: Eintrag) -> str:
    return f"{WORT[dropped.status]}: {dropped.erklaerung}".removesuffix(": ")
