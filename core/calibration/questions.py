"""What is asked about each item: does the Wahlprogramm with which the party stood for election agree?"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from core.antrag.antrag import Antrag, Forderung
from core.calibration.items import Eichsatz, EichungItem
from core.context import Context
from core.errors import EingabeError
from core.models import Programm, Typ
from core.programme.registry import Registry, find_bundesland, find_partei

OTHER_NAMES = {"deutschland": "BUND", "bundestagswahl": "BUND"}
"""What elections are called where a registry of Länder has no such name."""


@dataclass(frozen=True, slots=True)
class EichungFrage:
    """One question. `nachbarn`: party → Programm of all who are asked about this thesis: they are searched
    together.
    """

    these: int
    item: EichungItem
    partei: str
    land: str
    nachbarn: Mapping[str, Programm]

    @property
    def key(self) -> tuple[int, str]:
        return self.these, self.partei

    @property
    def stichtag(self) -> date:
        """The day of the election, or the last of its year where only that is known."""
        return self.item.wahltag or date(self.item.jahr, 12, 31)

    def antrag(self) -> Antrag:
        return Antrag(
            text=self.item.these,
            titel=self.item.label or self.item.these,
            bundesland=self.land,
            datum=self.item.wahltag,
            forderungen=(Forderung("1", self.item.these),),
        )


@dataclass(frozen=True, slots=True)
class Fragen:
    """All questions in the order of asking, and why items are left out: reason → how many."""

    fragen: tuple[EichungFrage, ...]
    ausgelassen: Mapping[str, int]


def make_fragen(context: Context, satz: Eichsatz) -> Fragen:
    """Every item once, thesis by thesis."""
    thesen, ausgelassen = satz.thesen(), Counter[str]()
    asked: dict[int, dict[str, tuple[EichungItem, Programm]]] = defaultdict(dict)
    registry, read = context.registry, cache(lambda land: context.store.staende(land).keys())
    programme = cache(lambda wahl, jahr, partei: _find(registry, read, wahl, jahr, partei))
    for item in satz.items:
        found = programme(item.wahl, item.jahr, item.partei)
        own = asked[thesen[item.wahl, item.jahr, item.these]]
        if isinstance(found, str):
            ausgelassen[found] += 1
        elif found.partei in own:
            ausgelassen["Partei mit einer anderen im selben Programm"] += 1
        else:
            own[found.partei] = item, found
    fragen = [
        EichungFrage(these, item, partei, programm.bundesland or "", {id: p for id, (_, p) in own.items()})
        for these, own in asked.items()
        for partei, (item, programm) in own.items()
    ]
    if not fragen:
        why = "; ".join(f"{reason}: {count}" for reason, count in ausgelassen.items())
        raise EingabeError(
            f"Zu keiner These von {satz.name} ist das Programm der Partei eingelesen ({why}). Lesen Sie die "
            "Programme dieser Wahl ein; welche es gibt, zeigt die Seite „Programme“."
        )
    return Fragen(tuple(fragen), dict(ausgelassen))


def _find(
    registry: Registry, read: Callable[[str], Collection[str]], wahl: str, jahr: int, name: str
) -> Programm | str:
    """The Programm a party stood for election with; a reason where there is none to be searched."""
    try:
        land = find_land(registry, wahl)
    except EingabeError:
        return "Wahl ohne Programme im Register"
    try:
        partei = find_partei(registry, name, land).id
    except EingabeError:
        return "Partei nicht im Register"
    own = [
        p
        for p in registry.programme.values()
        if (p.partei, p.bundesland, p.jahr, p.typ) == (partei, land, jahr, Typ.WAHLPROGRAMM)
    ]
    if not own:
        return "kein Wahlprogramm dieser Wahl im Register"
    return next((p for p in own if p.id in read(land)), "Wahlprogramm nicht eingelesen")


def find_land(registry: Registry, wahl: str) -> str:
    return OTHER_NAMES.get(wahl.casefold()) or find_bundesland(registry, wahl)
