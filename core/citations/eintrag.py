"""What became of one emitted quote: bound to its place, or dropped with a reason."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from core.citations.zitat_status import EXPLANATION, ZitatStatus

Span = tuple[int, int]

ELLIPSIS = " … "
"""Stands between the parts of a bound quote."""

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
    `teile`: of one from several places each part, a bound quote of its own; `ort` is then what of them stands
    in the Programm of the first.
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
    teile: tuple["Gebunden", ...] = ()

    @property
    def orte(self) -> tuple[Place, ...]:
        """Every place it stands at; those of one from several places may be in two Programme."""
        return tuple(teil.ort for teil in self.teile) or (self.ort,)

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Each wording that is printed in one place, and how one comes there from the one before."""
        first, *others = self.teile or (self,)
        ways = [_way(one, two) for one, two in pairwise(self.teile)]
        return [("", first.text), *zip(ways, (teil.text for teil in others), strict=True)]

    @property
    def quoted(self) -> str:
        """„A“; of one from several places „A“ [von S. 12 zu S. 47, 35 Seiten weiter hinten] „B“."""
        return " ".join(f"[{way}] „{text}“" if way else f"„{text}“" for way, text in self.parts)

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


def _way(one: Gebunden, two: Gebunden) -> str:
    """What lies between two parts of a quote, as one turns the pages."""
    if not one.ort.is_beside(two.ort):
        return f"aus einem anderen Programm: {two.quelle}"
    is_behind = one.ort.stellen < two.ort.stellen
    side, end, begin = ("hinten", -1, 0) if is_behind else ("vorn", 0, -1)
    if not one.ort.seiten or not two.ort.seiten:
        return f"weiter {side}"
    if set(one.ort.seiten) & set(two.ort.seiten):
        return f"auf derselben Seite weiter {side}"
    pages = abs(two.ort.seiten[begin] - one.ort.seiten[end])
    far = "1 Seite" if pages == 1 else f"{pages} Seiten"
    return f"von {_page(one.ort, end)} zu {_page(two.ort, begin)}, {far} weiter {side}"


def _page(ort: Place, which: int) -> str:
    has_numbers = len(ort.gedruckt) >= len(ort.seiten)
    return f"S. {ort.gedruckt[which]}" if has_numbers else f"Seite {ort.seiten[which]} der Datei"


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
    def orte(self) -> tuple[Place, ...]:
        return (self.ort,) if self.ort else ()

    @property
    def warnungen(self) -> tuple[ZitatWarning, ...]:
        return ()

    @property
    def fremde_partei(self) -> bool:
        return False


Eintrag = Gebunden | Verworfen
