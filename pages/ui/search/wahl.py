"""What is searched for and how, as the address says it; every choice is written back there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from core.models import Typ
from core.programme.registry import Registry, find_bundesland, find_partei, find_programm
from core.search.passage_search import DEEPEST, AbschnittWertung
from core.search.programm_search import Way
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import Method
from pages.ui import address

Choice = TypeVar("Choice", bound=StrEnum)

ANZAHL, PER_PARTEI = (10, 25, 50), (2, 5, 10)
PASSAGEN, PROGRAMME = (1, 3, 5, 8), (3, 5, 8, 12)
PER = {"partei": True, "gemischt": False}
ALLE = "alle"
PER_PROGRAMM, BEST = 3, 5
"""Passages of each Programm, and so many Programme that a model answers from, where none is chosen."""

SHOWN = ("treffer", "zitat", "seite", "antwort", "ab")
"""What belongs to one result and goes with it."""


class Was(StrEnum):
    PASSAGEN = "passagen"
    ABSCHNITTE = "abschnitte"
    DOKUMENTE = "dokumente"


MANNERS: dict[Was, type[Method] | type[AbschnittWertung] | type[Way]] = {
    Was.PASSAGEN: Method,
    Was.ABSCHNITTE: AbschnittWertung,
    Was.DOKUMENTE: Way,
}


@dataclass(frozen=True, slots=True)
class Wahl:
    """`weise` is a Verfahren, a Wertung or a Weg, as `was` has it; the first hit shown is the `ab`th.

    `je_partei`: None leaves it to the question. `fruehere`: also Programme that are no longer in force.
    """

    q: str
    land: str | None
    parteien: tuple[str, ...]
    typ: Typ | None
    jahr: int | None
    wortgetreu: bool
    was: Was
    weise: Method | AbschnittWertung | Way
    je_partei: bool | None
    anzahl: int
    passagen: int = PER_PROGRAMM
    programme: int = BEST
    programm: str | None = None
    ab: int = 1
    fruehere: bool = False

    @property
    def is_narrowed(self) -> bool:
        return bool(self.land or self.parteien or self.typ or self.jahr or self.programm)

    @property
    def offset(self) -> int:
        """So many hits come before those that are shown."""
        return self.ab - 1


def wahl_of_address(registry: Registry) -> Wahl:
    """A Land, party or Programm that does not exist is an EingabeError; what else is odd does not count."""
    land = find_bundesland(registry, address.get("land")) if address.get("land") else None
    names = [name for name in address.get("partei").split(",") if name.strip()]
    was = _one_of(Was, address.get("was"))
    je_partei = PER.get(address.get("je")) if was is Was.PASSAGEN else False
    programm = address.get("programm")
    return Wahl(
        q=address.get("q").strip(),
        land=land,
        parteien=tuple(dict.fromkeys(find_partei(registry, name, land).id for name in names)),
        typ=Typ(address.get("typ")) if address.get("typ") in list(Typ) else None,
        jahr=address.number("jahr"),
        wortgetreu=address.get("wortgetreu") == "1",
        was=was,
        weise=_one_of(MANNERS[was], address.get("strategie")),
        je_partei=je_partei,
        anzahl=address.number("anzahl") or 0,
        passagen=_number_of("passagen", PASSAGEN, PER_PROGRAMM),
        programme=_number_of("programme", PROGRAMME, BEST),
        programm=find_programm(registry, programm).id if programm else None,
        ab=max(1, min(address.number("ab") or 1, DEEPEST + 1)),
        fruehere=address.get("stand") == ALLE,
    )


def settled(wahl: Wahl, anfrage: Suchanfrage) -> Wahl:
    """With what the question decides: whether its hits stand party by party, and how many of them."""
    je = wahl.je_partei if wahl.je_partei is not None else anfrage.vergleicht
    default = (5 if 0 < len(anfrage.parteien) <= 3 else PER_PARTEI[0]) if je else ANZAHL[0]
    number = wahl.anzahl if wahl.anzahl in (PER_PARTEI if je else ANZAHL) else default
    return replace(wahl, je_partei=je, anzahl=number)


def follow(name: str, value: object, *drop: str) -> dict[str, Any]:
    """A widget in the address whose change takes what was found before out of it."""
    return address.follow("suche", name, value, *SHOWN, *drop)


def change(**changes: object) -> None:
    """Another search: nothing of the result before is shown on."""
    address.go(**{**dict.fromkeys(SHOWN), **changes})


def _number_of(name: str, numbers: Sequence[int], default: int) -> int:
    number = address.number(name)
    return number if number is not None and number in numbers else default


def _one_of(kind: type[Choice], value: str) -> Choice:
    """The first where there is no such."""
    return kind(value) if value in list(kind) else next(iter(kind))
