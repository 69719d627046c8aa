"""What changed against the base column: Antrag by Antrag and party by party, the largest change first."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from statistics import fmean

from core.features.vergleich.differences import is_answered
from core.features.vergleich.spalten import Vergleich
from core.llm.catalogue import OFFLINE
from core.wortlaut.records import Typ


@dataclass(frozen=True, slots=True)
class Change:
    """One column against the base column. `von`, `nach`: points, the mean of repeats; None where only the
    other has any. `verworfen`: dropped quotes of the party for each Lauf, before and after.

    `is_usual`: repeats of one of the two alone lie as far apart.
    """

    von: float | None
    nach: float | None
    verworfen: tuple[float, float]
    is_usual: bool = False

    @property
    def punkte(self) -> float | None:
        return None if self.von is None or self.nach is None else self.nach - self.von

    @property
    def size(self) -> tuple[bool, float, float]:
        """What repeats alone make weighs less than any other change of points, points that came or went most,
        dropped quotes least."""
        is_one = (self.von is None) != (self.nach is None)
        points = inf if is_one else abs(self.punkte or 0.0)
        return bool(points) and not self.is_usual, points, abs(self.verworfen[1] - self.verworfen[0])


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """`zellen`: column → what changed there; only columns that answered."""

    antrag: str
    partei: str
    zellen: Mapping[int, Change]


def changes(vergleich: Vergleich, basis: int, typ: Typ) -> list[ChangeRow]:
    """Where any column gives other points than the base column, or loses another number of quotes."""
    points: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for wert in vergleich.werte:
        if wert.typ is typ and is_answered(wert) and vergleich.spalten[wert.spalte].modell != OFFLINE:
            own = points[wert.antrag, wert.partei][wert.spalte]
            own += [] if wert.score is None else [wert.score]
    dropped: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for one in vergleich.zaehlwerte:
        if not one.fehlgeschlagen:
            dropped[one.antrag, one.partei, one.spalte].append(one.geprueft - one.gebunden)
    rows = []
    for (antrag, partei), per_spalte in points.items():
        if basis not in per_spalte:
            continue
        lost = {at: fmean(dropped.get((antrag, partei, at), [0])) for at in per_spalte}
        zellen = {
            at: _change(per_spalte[basis], own, (lost[basis], lost[at]))
            for at, own in sorted(per_spalte.items())
            if at != basis
        }
        if any(any(one.size) for one in zellen.values()):
            rows.append(ChangeRow(antrag, partei, zellen))
    return sorted(rows, key=lambda row: max(one.size for one in row.zellen.values()), reverse=True)


def _change(before: list[float], after: list[float], verworfen: tuple[float, float]) -> Change:
    von, nach = (fmean(scores) if scores else None for scores in (before, after))
    spread = max((max(scores) - min(scores) for scores in (before, after) if len(scores) > 1), default=0.0)
    is_usual = von is not None and nach is not None and 0 < abs(nach - von) <= spread
    return Change(von, nach, verworfen, is_usual)
