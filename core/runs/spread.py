"""How firm points are: those that all stored Läufe gave the same party on the same Antrag."""

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from core.base import formats
from core.llm.verdict import Verdict
from core.runs.connection import StoreConnection
from core.runs.lauf import Lauf, Status
from core.runs.load_laeufe import Filter, list_laeufe, scores_of
from core.wortlaut.records import Typ

MOST_APART = 1.0
"""Points of which it is said that they are firm lie no further apart: one step of the scale."""

MOST_LAEUFE = 200
"""Of one Antrag, the latest."""


class Firmness(StrEnum):
    """„kippt“: some points call it support and some rejection, by what the prompts say of 6 and 4."""

    FEST = "fest"
    KIPPT = "kippt"
    DAZWISCHEN = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """The least and the most points of so many Läufe, this one among them."""

    von: float
    bis: float
    laeufe: int
    urteil: Firmness

    @property
    def tips(self) -> bool:
        return self.urteil is Firmness.KIPPT

    def __str__(self) -> str:
        """„kippt: 3–8 über 4 Läufe“, „fest: 8 in allen 2 Läufen“."""
        points = list(dict.fromkeys(map(formats.score, (self.von, self.bis))))
        told = f"{'–'.join(points)} über {formats.number(self.laeufe)} Läufe"
        return f"{self.urteil}: {told}" if self.urteil else told


def spreads_of(store: StoreConnection, lauf: Lauf) -> dict[tuple[str, Typ], Spread]:
    """Party and kind of Programm → where at least two Läufe gave points.

    What was taken from the store counts once, and of what came from files only this Lauf: nobody knows how
    those came about.
    """
    asked = Filter(
        antrag_hash=lauf.antrag_hash,
        status=Status.FERTIG,
        is_demo=lauf.is_demo,
        aus_cache=False,
        eingelesen=False,
    )
    ids = {row.id for row in list_laeufe(store, asked, MOST_LAEUFE)}
    if lauf.aus_cache not in ids:
        ids.add(lauf.id)
    points: dict[tuple[str, Typ], list[float]] = defaultdict(list)
    for row in scores_of(store, ids) if len(ids) > 1 else ():
        if row.score is not None:
            points[row.partei, Typ(row.typ)].append(row.score)
    return {place: _spread(own) for place, own in points.items() if len(own) > 1}


def _spread(points: list[float]) -> Spread:
    low, high = min(points), max(points)
    sides = {Verdict.of_score(low), Verdict.of_score(high)}
    firmness = Firmness.FEST if high - low <= MOST_APART else Firmness.DAZWISCHEN
    if sides == {Verdict.STUETZT, Verdict.WIDERSPRICHT}:
        firmness = Firmness.KIPPT
    return Spread(low, high, len(points), firmness)
