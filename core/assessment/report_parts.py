"""What a report of a Lauf is made of, as features add to it: everything is said already, in German."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PaperTable:
    """`lesart`: how it is to be read, below it."""

    kopf: tuple[str, ...]
    zeilen: tuple[tuple[str, ...], ...]
    titel: str = ""
    davor: str = ""
    lesart: str = ""


@dataclass(frozen=True, slots=True)
class PartyNote:
    """What is known of a party beside its points: „Abstimmung“, „dagegen“, which document says so, and where
    that lies."""

    titel: str
    text: str
    quelle: str = ""
    adresse: str = ""


@dataclass(frozen=True, slots=True)
class AnnexPaper:
    """A paper that the annex rests on; `saetze`: its sentences, each with where it stands."""

    titel: str
    angaben: str
    hinweise: tuple[str, ...]
    saetze: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportAnnex:
    """A table with a title of its own, then the papers. `widths`: of its columns, as shares of the page's."""

    tabelle: PaperTable
    widths: tuple[float, ...]
    quellen: tuple[AnnexPaper, ...]
    hinweise: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAddition:
    """All that one feature adds. `parties`: a line with each, and a column of the table of them."""

    parties: Mapping[str, PartyNote] = field(default_factory=dict)
    annexes: tuple[ReportAnnex, ...] = ()
