"""What became of one emitted quote: bound to its place, or dropped with a reason."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.citations.zitat_status import EXPLANATION, ZitatStatus

Span = tuple[int, int]

THE_ANTRAG = "antrag"
"""In a Place where a Programm's id stands: no entry of the registry has it."""


class Anchor(StrEnum):
    """What became of a quote's place in another reading."""

    WIEDERGEFUNDEN = "wiedergefunden"
    MEHRDEUTIG = "mehrdeutig"
    VERLOREN = "verloren"


UNCERTAIN = (Anchor.MEHRDEUTIG, Anchor.VERLOREN)
"""Nothing is known of their place today."""

ANCHOR_NOTE = {
    Anchor.WIEDERGEFUNDEN: (
        "Nach neuem Einlesen des Programms wiedergefunden: derselbe Wortlaut an seiner heutigen Stelle."
    ),
    Anchor.MEHRDEUTIG: (
        "Stelle nicht mehr eindeutig: Im neu eingelesenen Programm steht der Wortlaut mehrmals. "
        "Deshalb ist nichts markiert."
    ),
    Anchor.VERLOREN: (
        "Stelle nicht mehr gefunden: Im neu eingelesenen Programm steht der Wortlaut so nicht mehr. "
        "Deshalb ist nichts markiert."
    ),
}


class ZitatWarning(NamedTuple):
    """What may turn a quote's meaning round: its kind, and the German sentence."""

    art: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where it stands: `stellen` in that `version` of the text, `seiten` of the file, `gedruckt` on them.

    Of an Antrag that came as plain text no page is known.
    """

    programm: str
    version: str
    stellen: tuple[Span, ...]
    seiten: tuple[int, ...]
    gedruckt: tuple[str, ...]
    url: str

    def is_beside(self, other: "Place") -> bool:
        """In the same text of the same Programm?"""
        return (self.programm, self.version) == (other.programm, other.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gebunden:
    """A bound quote: wording, source and address are the source's, whatever the model wrote (`emittiert`).

    `satz`: the whole sentence around it. `fundstellen`: at how many places of the Programm it stands.
    `trotzdem`: why its Programm, added by hand, is not in force. `anker`: where the Programm was read anew
    since; never stored.
    """

    text: str
    quelle: str
    status: ZitatStatus
    emittiert: str
    partei: str
    ort: Place
    abschnitt: tuple[str, ...]
    satz: str
    warnungen: tuple[ZitatWarning, ...]
    fundstellen: int
    fremde_partei: bool
    trotzdem: str = ""
    anker: Anchor | None = None

    @property
    def notiz(self) -> str:
        return ANCHOR_NOTE[self.anker] if self.anker else ""

    @property
    def naechste(self) -> None:
        return None

    @property
    def erklaerung(self) -> str:
        """Of one that was kept although the model was not shown it."""
        return EXPLANATION.get(self.status, "")


class NearestText(NamedTuple):
    """The passage that a dropped quote is nearest to, and the share of words that align."""

    chunk: str
    programm: str
    seiten: tuple[int, ...]
    text: str
    uebereinstimmung: float


class Claimed(NamedTuple):
    """The place that a file which was read in claims for a quote."""

    text: str
    programm: str
    seiten: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verworfen:
    """A quote that is shown as none, and why. `ort`: where it stands, though the model was not shown it.

    `aussage`: which statement of an answer it was to prove. `trotzdem`: why the Programm that it is nearest
    to is not in force.
    Of one that a file claims and nobody could prove, `behauptet` says where, `gesucht` in which version of
    the text it was looked for. `roh`: what is stored, where that cannot be read.
    """

    fraktion: str
    bereich: str
    text: str
    status: ZitatStatus
    erklaerung: str
    naechste: NearestText | None = None
    ort: Place | None = None
    aussage: str = ""
    trotzdem: str = ""
    behauptet: Claimed | None = None
    gesucht: str = ""
    roh: object = None

    @property
    def warnungen(self) -> tuple[ZitatWarning, ...]:
        return ()

    @property
    def fremde_partei(self) -> bool:
        return False


Eintrag = Gebunden | Verworfen
