"""Whether the order of the columns holds: the mean of each, and what all pairs together prove of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from core.base import statistical_measures
from core.base.statistical_measures import Interval
from core.features.vergleich.differences import (
    PUNKTE,
    SHARE,
    Matrix,
    MeanDifference,
    mean_differences,
    mean_values,
    rates,
)
from core.features.vergleich.spalten import ENOUGH_ANTRAEGE, Vergleich
from core.llm.catalogue import OFFLINE
from core.wortlaut.records import Typ


class RankedBy(StrEnum):
    BELEGT = "belegt"
    PUNKTE = "punkte"


@dataclass(frozen=True, slots=True)
class RankedSpalte:
    """`mittel`: over the Anträge that all ranked columns have, with an interval that leaves out what these
    Anträge have in common: some are hard for every column, and that moves none past another."""

    spalte: int
    mittel: Interval


@dataclass(frozen=True, slots=True)
class Pair:
    """Two columns by their index, the one with the higher mean first."""

    oben: int
    unten: int
    of: MeanDifference


@dataclass(frozen=True, slots=True)
class Ranking:
    """`spalten`: the highest mean first. `ausgelassen`: columns with too few Anträge to be ranked with them.

    `fest`: which column is proven to be before which, also where that follows from others.
    """

    by: RankedBy
    antraege: int
    spalten: tuple[RankedSpalte, ...]
    pairs: tuple[Pair, ...]
    fest: frozenset[tuple[int, int]]
    ausgelassen: tuple[int, ...]
    satz: str


def ranking(vergleich: Vergleich, by: RankedBy, typ: Typ | None = None) -> Ranking | None:
    """Of the columns in which a language model judged; None where there are not two that have such figures.

    `typ`: of which kind of Programm the points are; quotes are those of both.
    """
    values = rates(vergleich) if by is RankedBy.BELEGT else mean_values(vergleich, typ)
    judged = [
        at
        for at, spalte in enumerate(vergleich.spalten)
        if spalte.modell != OFFLINE and not np.isnan(values[at]).all()
    ]
    if len(judged) < 2:
        return None
    ranked = _ranked(values, judged)
    shared = _complete(values, ranked)
    rows = shared.any(axis=1)
    antraege = int(rows.sum())
    own = {at: np.where(shared, values[at], np.nan) for at in ranked}
    spalten = _means({at: np.nanmean(values[rows], axis=1) for at, values in own.items()}) if antraege else []
    order = [one.spalte for one in spalten]
    names = [spalte.name for spalte in vergleich.spalten]
    places = list(combinations(order, 2))
    measure = SHARE if by is RankedBy.BELEGT else PUNKTE
    found = mean_differences(
        [own[oben] - own[unten] for oben, unten in places], [names[oben] for oben, _ in places], measure
    )
    pairs = tuple(Pair(oben, unten, of) for (oben, unten), of in zip(places, found, strict=True))
    fest = _closed([(one.oben, one.unten) for one in pairs if one.of.is_proven])
    return Ranking(
        by=by,
        antraege=antraege,
        spalten=tuple(spalten),
        pairs=pairs,
        fest=fest,
        ausgelassen=tuple(at for at in judged if at not in ranked),
        satz=_told(by, order, pairs, fest, names, antraege),
    )


def _ranked(values: Matrix, judged: Sequence[int]) -> list[int]:
    """Without the columns of so few Anträge that with them nothing could be proven of the others."""
    kept = list(judged)
    while len(kept) > 2 and _shared(values, kept) < ENOUGH_ANTRAEGE:
        counts = [int((~np.isnan(values[at])).any(axis=1).sum()) for at in kept]
        kept.pop(counts.index(min(counts)))
    return kept if _shared(values, kept) >= ENOUGH_ANTRAEGE else list(judged)


def _shared(values: Matrix, spalten: Sequence[int]) -> int:
    """So many Anträge have a figure in all of these columns."""
    return int(_complete(values, spalten).any(axis=1).sum())


def _complete(values: Matrix, spalten: Sequence[int]) -> NDArray[np.bool_]:
    """Antrag × cell: have all of these columns a figure there?"""
    complete: NDArray[np.bool_] = np.logical_and.reduce(~np.isnan(values[list(spalten)]), axis=0)
    return complete


def _means(per_spalte: dict[int, Matrix]) -> list[RankedSpalte]:
    """After Cousineau (2005), with Morey's correction (2008) for the number of columns."""
    table = np.array(list(per_spalte.values()))
    apart = table - table.mean(axis=0)
    wider = np.sqrt(len(table) / (len(table) - 1))
    found = []
    for at, own, deviations in zip(per_spalte, table, apart, strict=True):
        mean = own.mean()
        around = mean + wider * (deviations - deviations.mean())
        found.append(RankedSpalte(at, statistical_measures.mean_difference([[value] for value in around])))
    return sorted(found, key=lambda one: -round(one.mittel.wert, 9))


def _closed(pairs: Collection[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """With what follows: A before B and B before C is A before C."""
    known, before = set(pairs), 0
    while len(known) > before:
        before = len(known)
        known |= {(one, four) for (one, two), (three, four) in product(known, known) if two == three}
    return frozenset(known)


# --- in a sentence ------------------------------------------------------------------------------------------


def _told(
    by: RankedBy,
    order: Sequence[int],
    pairs: Sequence[Pair],
    fest: Collection[tuple[int, int]],
    names: Sequence[str],
    antraege: int,
) -> str:
    if antraege < ENOUGH_ANTRAEGE:
        return (
            f"Eine Reihenfolge lässt sich erst ab {ENOUGH_ANTRAEGE} Anträgen belegen, zu denen jede Spalte "
            f"{'Zitate' if by is RankedBy.BELEGT else 'Punkte'} hat; hier "
            f"{'ist es' if antraege == 1 else 'sind es'} {antraege}."
        )
    named = {at: f"„{names[at]}“" for at in order}
    if not fest:
        return f"Zwischen {_and([named[at] for at in order])} ist nichts entschieden ({_why(pairs)})."
    if len(fest) == len(pairs):
        return f"Die Reihenfolge steht fest: {' vor '.join(named[at] for at in order)}."
    tiers = _tiers(order, fest)
    if all((one, two) in fest for high, low in combinations(tiers, 2) for one, two in product(high, low)):
        chain = " vor ".join(_and([named[at] for at in tier]) for tier in tiers)
        alike = [_and([named[at] for at in tier]) for tier in tiers if len(tier) > 1]
        return f"Fest steht: {chain}; zwischen {', zwischen '.join(alike)} ist nichts entschieden."
    claims = []
    for at in order:
        if below := [named[other] for other in order if (at, other) in fest]:
            claims.append(f"{named[at]} vor {_and(below)}")
    return f"Fest steht nur: {'; '.join(claims)}; alles Übrige ist nicht entschieden."


def _why(pairs: Sequence[Pair]) -> str:
    intervals = [one.of.intervall for one in pairs]
    if all(one is not None and not (one.von or one.bis) for one in intervals):
        return "auf jedem Antrag derselbe Wert"
    if all(one is None or one.is_null_inside for one in intervals):
        return "alle Unterschiede schließen 0 ein" if len(pairs) > 1 else "der Unterschied schließt 0 ein"
    if len(pairs) == 1:
        return "der Unterschied kann Zufall sein"
    return f"kein Unterschied hält stand, wenn {len(pairs)} zugleich geprüft werden"


def _tiers(order: Sequence[int], fest: Collection[tuple[int, int]]) -> list[list[int]]:
    """Columns in order, parted wherever one is proven to be before all that follow."""
    tiers: list[list[int]] = []
    for at in order:
        if tiers and not any((other, at) in fest for other in tiers[-1]):
            tiers[-1].append(at)
        else:
            tiers.append([at])
    return tiers


def _and(names: Sequence[str]) -> str:
    return " und ".join(filter(None, (", ".join(names[:-1]), names[-1])))
