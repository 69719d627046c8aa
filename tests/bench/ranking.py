"""Whether the sentence on the order of columns is right: 1,000 simulated comparisons whose truth is known.
How often `compare` calls a column worse that is the same, and one that is not.

A sentence is wrong if it puts any column before one that is not truly below it, or says of intervals what
they do not show. Columns, Anträge, repeats, steps between columns, scatter and its shape are drawn anew for
each; every third has two or more columns that are truly the same.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import numpy as np

from core.base.statistical_measures import share_interval
from core.features.vergleich.gate import held_against
from core.features.vergleich.ranking import RankedBy, Ranking, ranking
from core.features.vergleich.spalten import Vergleich
from tests.bench.figures import Figure
from tests.vergleich.tafel import tafel

SETS = 1000
SEED = 20261130
FEWEST, MOST = 2, 6
ANTRAEGE = (4, 6, 8, 12, 20, 40)
LARGE = {RankedBy.PUNKTE: 1.0, RankedBy.BELEGT: 0.12}
"""From here a step between neighbours counts as large: a point of ten, twelve of a hundred quotes."""

LOWEST = {RankedBy.PUNKTE: 20.0, RankedBy.BELEGT: 0.65}
"""So far below the best a column is at most: a share stays one."""

Chance = np.random.Generator


def measure() -> list[Figure]:
    chance = np.random.default_rng(SEED)
    right: dict[str, list[bool]] = defaultdict(list)
    decided: dict[str, list[bool]] = defaultdict(list)
    for number in range(SETS):
        by = list(RankedBy)[number % 2]
        antraege = int(chance.choice(ANTRAEGE))
        truth = _truth(chance, by, int(chance.integers(FEWEST, MOST + 1)))
        found = ranking(_drawn(chance, by, truth, antraege), by)
        assert found is not None
        is_right = _is_right(found, truth)
        steps = [one - two for one, two in pairwise(sorted(truth, reverse=True))]
        kind = "all the same" if not any(steps) else "some the same" if 0 in steps else "all apart"
        for name in ("all", f"by {by}", kind, f"{antraege} Anträge"):
            right[name].append(is_right)
        if min(steps) >= LARGE[by]:
            decided[f"{antraege} Anträge"].append(len(found.fest) == len(found.pairs))
    figures = []
    for name, hits in right.items():
        bounds = share_interval(sum(hits), len(hits))
        interval = (100 * bounds.von, 100 * bounds.bis)
        told = f"sentence is right, {name} ({len(hits)} sets)"
        figures.append(Figure(told, 100 * bounds.wert, "%", "≥ 95" if name == "all" else "", interval))
    figures += _gate(chance)
    return figures + [
        Figure(
            f"the whole order told, large steps, {name} ({len(decided[name])} sets)",
            100 * sum(decided[name]) / len(decided[name]), "%",
        )
        for name in (f"{number} Anträge" for number in ANTRAEGE)
        if decided[name]
    ]  # fmt: skip


def _gate(chance: Chance) -> list[Figure]:
    """Two columns that quote as much, the second the same or by so many of 100 quotes worse."""
    figures = []
    for less, antraege, target in ((0.0, 8, "≤ 5"), (0.0, 20, "≤ 5"), (0.1, 8, ""), (0.1, 20, "")):
        called = 0
        for _ in range(SETS):
            level, emitted = chance.uniform(0.75, 0.95, antraege), chance.uniform(4, 30)
            zitate = {}
            for name, share in (("S0", level), ("S1", level - less)):
                number = chance.poisson(emitted, antraege) + 1
                zitate[name] = list(
                    zip(chance.binomial(number, share).tolist(), number.tolist(), strict=True)
                )
            given = tafel({name: [[[5.0]]] * antraege for name in zitate}, parteien=["P"], zitate=zitate)
            called += bool(held_against(given, {}).worse)
        told = f"compare calls worse what is by {100 * less:.0f} of 100 quotes, {antraege} Anträge"
        figures.append(Figure(told, 100 * called / SETS, "%", target))
    return figures


def _truth(chance: Chance, by: RankedBy, columns: int) -> list[float]:
    """The true mean of each column; a third of all steps is none."""
    unit = {RankedBy.PUNKTE: 1.0, RankedBy.BELEGT: 0.1}[by]
    steps = chance.uniform(0.2, 2, columns - 1) * unit * (chance.random(columns - 1) > 1 / 3)
    if chance.random() < 0.2:
        steps *= 0
    levels = np.concatenate([[0.0], -np.cumsum(steps)])
    levels *= min(1.0, LOWEST[by] / max(-levels[-1], 1e-9))
    return [float(level) for level in chance.permutation(levels)]


def _drawn(chance: Chance, by: RankedBy, truth: Sequence[float], antraege: int) -> Vergleich:
    return _points(chance, truth, antraege) if by is RankedBy.PUNKTE else _quotes(chance, truth, antraege)


def _points(chance: Chance, truth: Sequence[float], antraege: int) -> Vergleich:
    """Antrag and party move all columns alike; each column has a scatter of its own, some a skewed one."""
    parteien = [f"P{n}" for n in range(int(chance.integers(1, 7)))]
    level = chance.normal(5, 1.5, (antraege, len(parteien)))
    table = {}
    for at, mean in enumerate(truth):
        scatter, repeats = chance.uniform(0.3, 1.5), int(chance.integers(1, 4))
        own = chance.normal(0, scatter, (antraege, 1))
        if chance.random() < 0.3:  # mostly a little higher, now and then far lower, on average none
            own = np.where(chance.random((antraege, 1)) < 0.15, -0.85, 0.15) * 2.5 * scatter
        given = (mean + level + own)[:, None] + chance.normal(0, scatter, (antraege, repeats, len(parteien)))
        table[f"S{at}"] = given.tolist()
    return tafel(table, parteien=parteien)


def _quotes(chance: Chance, truth: Sequence[float], antraege: int) -> Vergleich:
    """Some Anträge are hard for all; each column quotes as much as it likes and scatters around its share."""
    level = chance.uniform(0.75, 0.95, antraege)
    zitate = {}
    for at, mean in enumerate(truth):
        emitted = chance.poisson(chance.uniform(4, 30), antraege) + 1
        scatter = chance.uniform(0, 0.05)
        share = level + mean + chance.uniform(-scatter, scatter, antraege)
        bound = chance.binomial(emitted, share.clip(0, 1))
        zitate[f"S{at}"] = list(zip(bound.tolist(), emitted.tolist(), strict=True))
    return tafel({name: [[[5.0]]] * antraege for name in zitate}, parteien=["P"], zitate=zitate)


# --- what a sentence claims ---------------------------------------------------------------------------------


def _is_right(found: Ranking, truth: Sequence[float]) -> bool:
    is_true = all(truth[one] > truth[two] for one, two in claimed(found.satz))
    excluded = [one for one in found.pairs if one.of.intervall and not one.of.intervall.is_null_inside]
    return is_true and not ("0 ein)" in found.satz and excluded)


def claimed(satz: str) -> set[tuple[int, int]]:
    """Every „before“ that the sentence itself says, by the numbers in the names."""
    told = re.search(r"(?:steht fest|Fest steht(?: nur)?): (.*)\.$", satz)
    found = set()
    for part in told[1].split("; ") if told else ():
        tiers = [[int(n) for n in re.findall(r"„S(\d)“", tier)] for tier in part.split(" vor ")]
        if len(tiers) > 1:
            found |= {pair for high, low in combinations(tiers, 2) for pair in product(high, low)}
    return found
