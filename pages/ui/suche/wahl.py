"""What is searched for and how, as the address says it; every choice is written back there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from core.models import Typ
from core.programme.registry import Registry, find_bundesland, find_partei, find_programm
from core.question.suchanfrage import Suchanfrage
from core.search.abschnitt_search import Wertung
from core.search.passage_search import DEEPEST
from core.search.programm_search import Weg
from core.search.ranking import Verfahren
from pages.ui import adresse

Choice = TypeVar("Choice", bound=StrEnum)

ANZAHL, JE_PARTEI = (10, 25, 50), (2, 5, 10)
PASSAGEN, PROGRAMME = (1, 3, 5, 8), (3, 5, 8, 12)
JE = {"partei": True, "gemischt": False}
ALLE = "alle"
JE_PROGRAMM, BESTE = 3, 5
"""Passages of each Programm, and so many Programme that a model answers from, where none is chosen."""

SHOWN = ("treffer", "zitat", "seite", "antwort", "ab")
"""What belongs to one result and goes with it."""


class Was(StrEnum):
    PASSAGEN = "passagen"
    ABSCHNITTE = "abschnitte"
    DOKUMENTE = "dokumente"


WEISEN: dict[Was, type[Verfahren] | type[Wertung] | type[Weg]] = {
    Was.PASSAGEN: Verfahren,
    Was.ABSCHNITTE: Wertung,
    Was.DOKUMENTE: Weg,
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
    weise: Verfahren | Wertung | Weg
    je_partei: bool | None
    anzahl: int
    passagen: int = JE_PROGRAMM
    programme: int = BESTE
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
    land = find_bundesland(registry, adresse.get("land")) if adresse.get("land") else None
    names = [name for name in adresse.get("partei").split(",") if name.strip()]
    was = _one_of(Was, adresse.get("was"))
    je_partei = JE.get(adresse.get("je")) if was is Was.PASSAGEN else False
    programm = adresse.get("programm")
    return Wahl(
        q=adresse.get("q").strip(),
        land=land,
        parteien=tuple(dict.fromkeys(find_partei(registry, name, land).id for name in names)),
        typ=Typ(adresse.get("typ")) if adresse.get("typ") in list(Typ) else None,
        jahr=adresse.number("jahr"),
        wortgetreu=adresse.get("wortgetreu") == "1",
        was=was,
        weise=_one_of(WEISEN[was], adresse.get("strategie")),
        je_partei=je_partei,
        anzahl=adresse.number("anzahl") or 0,
        passagen=_number_of("passagen", PASSAGEN, JE_PROGRAMM),
        programme=_number_of("programme", PROGRAMME, BESTE),
        programm=find_programm(registry, programm).id if programm else None,
        ab=max(1, min(adresse.number("ab") or 1, DEEPEST + 1)),
        fruehere=adresse.get("stand") == ALLE,
    )


def settled(wahl: Wahl, anfrage: Suchanfrage) -> Wahl:
    """With what the question decides: whether its hits stand party by party, and how many of them."""
    je = wahl.je_partei if wahl.je_partei is not None else anfrage.vergleicht
    default = (5 if 0 < len(anfrage.parteien) <= 3 else JE_PARTEI[0]) if je else ANZAHL[0]
    number = wahl.anzahl if wahl.anzahl in (JE_PARTEI if je else ANZAHL) else default
    return replace(wahl, je_partei=je, anzahl=number)


def follow(name: str, value: object, *drop: str) -> dict[str, Any]:
    """A widget in the address whose change takes what was found before out of it."""
    return adresse.follow("suche", name, value, *SHOWN, *drop)


def change(**changes: object) -> None:
    """Another search: nothing of the result before is shown on."""
    adresse.go(**{**dict.fromkeys(SHOWN), **changes})


def _number_of(name: str, numbers: Sequence[int], default: int) -> int:
    number = adresse.number(name)
    return number if number is not None and number in numbers else default


def _one_of(kind: type[Choice], value: str) -> Choice:
    """The first where there is no such."""
    return kind(value) if value in list(kind) else next(iter(kind))
