"""Points party by party and column by column: their mean, how they scatter, and how they differ."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import sqrt
from statistics import fmean

from core.assessment.lauf_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG
from core.contrast import between
from core.models import Abdeckung, Typ
from core.vergleich.spalten import FEHLGESCHLAGEN, Vergleich, Wert

NOT_JUDGED = "nicht beurteilt"
NOT_COMMON = "kein gemeinsamer Antrag"

SPRUNG = 2.0
"""So many points between repeats of one Antrag, and what is said of the party depends on chance."""


SCALE = {
    False: ("#c75000", "#eda05f", "#fdf3c4", "#7fb2d6", "#0072b2"),
    True: ("#f0803c", "#9c5a34", "#4a4630", "#2f6f9e", "#6cc0f5"),
}
"""On a light ground and a dark one, from no points over the middle to all: orange and blue, which the
colour-blind tell apart, and a middle unlike the grey of what nobody judged."""

ENOUGH_EQUAL = 3
"""Fewer equal points than these are no sign that two columns are the same."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One party in one column. `mittel`: over Anträge, of the means over repeats; `n`: so many Anträge.

    `streuung`: standard deviation over repeats, pooled over Anträge; None without repeats.
    `zustand`: why there is no mean. `abdeckung`: what was found without a language model, over all Anträge.
    `instabil`: repeats of an Antrag are far apart, or only some have points.
    """

    partei: str
    spalte: int
    mittel: float | None
    streuung: float | None
    n: int
    zustand: str
    instabil: bool
    abdeckung: Abdeckung | None = None
    je_antrag: Mapping[str, float] = field(default_factory=dict, repr=False)


def zellen(vergleich: Vergleich, typ: Typ) -> list[Cell]:
    """Every party in every column, row by row."""
    grouped: dict[tuple[str, int], dict[str, list[Wert]]] = defaultdict(lambda: defaultdict(list))
    for wert in vergleich.werte:
        if wert.typ is typ:
            grouped[wert.partei, wert.spalte][wert.antrag].append(wert)
    places = product(vergleich.parteien, range(len(vergleich.spalten)))
    return [_cell(partei, spalte, grouped[partei, spalte]) for partei, spalte in places]


def differences(zellen: Sequence[Cell], basis: int) -> list[Cell]:
    """The other columns' cells as distances to the base column, over the Anträge both have points for."""
    bases = {cell.partei: cell for cell in zellen if cell.spalte == basis}
    return [_difference(cell, bases[cell.partei]) for cell in zellen if cell.spalte != basis]


def _cell(partei: str, spalte: int, per_antrag: Mapping[str, Sequence[Wert]]) -> Cell:
    points = {
        antrag: [wert.score for wert in werte if wert.score is not None]
        for antrag, werte in per_antrag.items()
    }
    means = {antrag: fmean(scores) for antrag, scores in points.items() if scores}
    return Cell(
        partei=partei,
        spalte=spalte,
        mittel=fmean(means.values()) if means else None,
        streuung=_dispersion(list(points.values())),
        n=len(means),
        zustand="" if means else _state(per_antrag),
        instabil=any(map(_is_unstable, per_antrag.values())),
        abdeckung=_abdeckung(per_antrag.values()),
        je_antrag=means,
    )


def _abdeckung(per_antrag: Iterable[Sequence[Wert]]) -> Abdeckung | None:
    """Repeats never differ: the first of each Antrag counts."""
    found = [next((wert.abdeckung for wert in werte if wert.abdeckung), None) for werte in per_antrag]
    there = [one for one in found if one]
    return Abdeckung(sum(one.nah for one in there), sum(one.von for one in there)) if there else None


def _dispersion(repeats: Sequence[Sequence[float]]) -> float | None:
    """Each Antrag's own mean is left out, so that only the repeats scatter."""
    several = [scores for scores in repeats if len(scores) > 1]
    if not several:
        return None
    squares = sum((score - fmean(scores)) ** 2 for scores in several for score in scores)
    return sqrt(squares / sum(len(scores) - 1 for scores in several))


def _state(per_antrag: Mapping[str, Sequence[Wert]]) -> str:
    given = {wert.zustand for werte in per_antrag.values() for wert in werte}
    order = (WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG, NO_QUELLEN, FEHLGESCHLAGEN)
    return next((zustand for zustand in order if zustand in given), NOT_JUDGED)


def _is_unstable(werte: Sequence[Wert]) -> bool:
    """A failure says nothing about the model's judgement."""
    answered = [wert.score for wert in werte if wert.zustand != FEHLGESCHLAGEN]
    scores = [score for score in answered if score is not None]
    return bool(scores) and (len(scores) < len(answered) or max(scores) - min(scores) >= SPRUNG)


def _difference(cell: Cell, basis: Cell) -> Cell:
    shared = {
        antrag: mean - basis.je_antrag[antrag]
        for antrag, mean in cell.je_antrag.items()
        if antrag in basis.je_antrag
    }
    return replace(
        cell,
        mittel=fmean(shared.values()) if shared else None,
        streuung=None,
        n=len(shared),
        zustand="" if shared else cell.zustand or basis.zustand or NOT_COMMON,
        je_antrag=shared,
    )


def colour(mittel: float, dark: bool, is_difference: bool = False) -> str:
    """Of points from 0 to 10, or of a distance from -10 to 10."""
    return between(SCALE[dark], (mittel + 10) / 20 if is_difference else mittel / 10)


def most_telling(vergleich: Vergleich, typ: Typ, antrag: str = "") -> tuple[str, str] | None:
    """Antrag and party to look at first: answered in most columns, and of these where they differ most.

    Of one Antrag, if it is named; None where nobody answered.
    """
    answers: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for wert in vergleich.werte:
        if wert.typ is typ and antrag in ("", wert.antrag) and is_answered(wert):
            answers[wert.antrag, wert.partei][wert.spalte] += [] if wert.score is None else [wert.score]

    def telling(place: tuple[str, str]) -> tuple[int, float]:
        means = [fmean(scores) for scores in answers[place].values() if scores]
        return len(answers[place]), max(means) - min(means) if means else 0.0

    return max(answers, key=telling, default=None)


def is_answered(wert: Wert) -> bool:
    """Does the Lauf say anything of that party?"""
    return wert.zustand not in (FEHLGESCHLAGEN, NO_QUELLEN)


def alike(zellen: Sequence[Cell]) -> list[tuple[int, ...]]:
    """Columns that give the same points to every party in every Antrag, where there are some to compare."""
    points: dict[int, list[tuple[str, str, float]]] = defaultdict(list)
    for cell in zellen:
        points[cell.spalte] += [(cell.partei, antrag, mean) for antrag, mean in cell.je_antrag.items()]
    groups: dict[tuple[tuple[str, str, float], ...], list[int]] = defaultdict(list)
    for spalte, given in sorted(points.items()):
        groups[tuple(sorted(given))].append(spalte)
    return [tuple(group) for given, group in groups.items() if len(group) > 1 and len(given) >= ENOUGH_EQUAL]
