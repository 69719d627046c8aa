"""The words of the domain as types; docs/GLOSSAR.md tells what they mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from core.wortlaut.records import Dokument, Quelldokument

BUNDESLAENDER = (
    "BW", "BY", "BE", "BB", "HB", "HH", "HE", "MV", "NI", "NRW", "RP", "SL", "SN", "LSA", "SH", "TH",
)  # fmt: skip
"""The sixteen Länder by short code, alphabetically by name."""

ERFUNDEN = "DEMO"
"""The fictional Land that the app comes with."""

EUROPA = "EP"
"""The European Parliament."""

GEBIETE = ("BUND", *BUNDESLAENDER, EUROPA, ERFUNDEN)
"""Everything that has a parliament here: the Bundestag, the Länder, Europe and the fictional Land."""

UEBERALL = "ALLE"
"""The Gebiet of what is valid everywhere."""

INDEXGEBIETE = (*GEBIETE, UEBERALL)
"""Where Programme lie: all that a search looks into which is asked for nothing else."""

QUELLEN = "QUELLEN-"
QUELLGEBIETE = tuple(f"{QUELLEN}{gebiet}" for gebiet in INDEXGEBIETE)
"""Where kept documents lie that are no programme."""


def gebiet_of(dokument: Dokument) -> str:
    """Where it is valid, and so the collection it belongs to; documents have their own."""
    gebiet = dokument.bundesland or UEBERALL
    return f"{QUELLEN}{gebiet}" if isinstance(dokument, Quelldokument) else gebiet


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
        return bundesland in self.nur_in if self.nur_in else bundesland != ERFUNDEN


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

    @property
    def names_in_text(self) -> tuple[str, ...]:
        """Whoever reads one of them in a text is told of this parliament; „Europa“ is said of much else."""
        place = () if self.bundesland == EUROPA else (self.land,)
        return (*place, self.name, *self.aliase)


@dataclass(frozen=True, slots=True)
class Abdeckung:
    """To `nah` of `von` Forderungen there is a near passage; whether for or against them nobody judged."""

    nah: int
    von: int

    def __str__(self) -> str:
        if self.von == 1:
            return f"zur Forderung {'eine' if self.nah else 'keine'} nahe Stelle"
        return f"zu {self.nah or 'keiner'} von {self.von} Forderungen eine nahe Stelle"
