"""The words of the domain as types. See the glossary in the README."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

BUNDESLAENDER = (
    "BW", "BY", "BE", "BB", "HB", "HH", "HE", "MV", "NI", "NRW", "RP", "SL", "SN", "LSA", "SH", "TH",
)  # fmt: skip
"""The sixteen Länder by short code, alphabetically by name."""

GEBIETE = ("BUND", *BUNDESLAENDER, "DEMO")
"""Everything that has a parliament here: the Bundestag, the Länder and the fictional Land."""


class Typ(StrEnum):
    WAHLPROGRAMM = "wahlprogramm"
    PARTEIPROGRAMM = "parteiprogramm"


@dataclass(frozen=True, slots=True)
class Partei:
    """One party. `name_in` and `aliase_in`: names it has in one parliament only; CDU is „CDU/CSU“ in BUND."""

    id: str
    name: str
    farbe: str
    reihenfolge: int
    aliase: tuple[str, ...] = ()
    name_in: Mapping[str, str] = field(default_factory=dict)
    aliase_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nur_in: tuple[str, ...] = ()

    def stands_in(self, bundesland: str) -> bool:
        """Is the party there at all? The CSU is in BY and BUND only, the fictional parties in DEMO only."""
        return bundesland in self.nur_in if self.nur_in else bundesland != "DEMO"


@dataclass(frozen=True, slots=True)
class Mitgliedschaft:
    """A party's time as a Fraktion or in a government. `bis` is None while it lasts."""

    partei: str
    von: date
    bis: date | None = None


@dataclass(frozen=True, slots=True)
class Wahlperiode:
    nummer: int
    wahl: date
    von: date
    bis: date | None
    fraktionen: tuple[Mitgliedschaft, ...]
    unsicher: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Regierung:
    name: str
    von: date
    bis: date | None
    parteien: tuple[str, ...]
    unsicher: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parlament:
    bundesland: str
    name: str
    land: str
    aliase: tuple[str, ...]
    wahlperioden: tuple[Wahlperiode, ...]
    regierungen: tuple[Regierung, ...]


@dataclass(frozen=True, slots=True)
class Programm:
    """One registry entry. A Parteiprogramm is valid everywhere: its `bundesland` is None."""

    id: str
    name: str
    typ: Typ
    partei: str
    bundesland: str | None
    jahr: int
    gueltig_ab: date
    gueltig_bis: date | None
    pdf: str
    url: str | None = None
    hinweis: str | None = None

    def is_valid_on(self, day: date) -> bool:
        return self.gueltig_ab <= day and (self.gueltig_bis is None or day <= self.gueltig_bis)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a Programm: `start` to `end` in its text stream. `seiten` count from 1 in the file."""

    id: str
    programm_id: str
    text: str
    start: int
    end: int
    seiten: tuple[int, ...]
    abschnitt: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fundstelle:
    """A Chunk that a search found, and where else the party printed the same.

    `forderungen`: the numbers of an Antrag's demands it answers, the best first.
    """

    chunk: Chunk
    similarity: float
    forderungen: tuple[str, ...] = ()
    weitere: tuple[Chunk, ...] = ()
