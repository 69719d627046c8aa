"""What features add to a report: a word on a party, and sections of lines, tables and quotes."""

from dataclasses import dataclass
from enum import Enum, auto


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


class Look(Enum):
    """How a line of a section is set."""

    HEADING = auto()
    SMALL = auto()
    NOTICE = auto()


@dataclass(frozen=True, slots=True)
class SectionLine:
    text: str
    look: Look = Look.SMALL


@dataclass(frozen=True, slots=True)
class SectionQuote:
    """`stelle`: where it stands, and what it is to prove."""

    text: str
    stelle: str


@dataclass(frozen=True, slots=True)
class SectionTable:
    """`widths`: of its columns, as shares of the page's."""

    tabelle: PaperTable
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReportSection:
    """Behind the parties or, as an annex, behind what was dropped; the smaller `place`, the further up."""

    titel: str
    teile: tuple[SectionLine | SectionQuote | SectionTable, ...]
    place: int
    is_annex: bool = False
