"""How many quotes a Lauf brings, measured by what its own model and prompt brought before.

What is dropped tells nothing of quotes that were never written: six a Lauf may become two, all of them bound.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from statistics import median
from typing import NamedTuple

import numpy as np

from core.monitor.quote_counts import rows_of
from core.runs.lauf_filter import Filter
from core.runs.quote_cube import COUNTED, NumberTable

LITTLE = 0.5
"""A Lauf with less than this part of what is usual has few quotes."""

FEWEST = 5
"""So many Läufe of a model and prompt say what is usual for it."""

EMITTED, PASSAGEN = COUNTED.index("emittiert"), COUNTED.index("passagen")

Key = tuple[str, str, str]
"""Day, model and prompt of a Lauf."""


class Yields(NamedTuple):
    """The Läufe of one day, model and prompt: so many there are of which something usual is known, so many of
    them have few quotes; and per party so many that were asked about it, so many of them without a quote."""

    laeufe: int
    wenige: int
    parteien: dict[str, tuple[int, int]]


def yields(jobs: NumberTable, filter: Filter, von: date) -> dict[Key, Yields]:
    """What is usual is told by the Läufe before `von`."""
    laeufe = list(_laeufe(jobs, filter))
    before: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (tag, *kind), per_partei, _ in laeufe:
        if tag < von.isoformat():
            before[tuple(kind)].append(per_partei)  # type: ignore[index]
    usual = {kind: median(own) for kind, own in before.items() if len(own) >= FEWEST}
    found: dict[Key, Yields] = {}
    for key, per_partei, parteien in laeufe:
        known, few, counted = found.get(key, Yields(0, 0, {}))
        if (expected := usual.get(key[1:])) is not None:
            known, few = known + 1, few + (per_partei < LITTLE * expected)
        for partei, silent in parteien.items():
            asked, without = counted.get(partei, (0, 0))
            counted[partei] = asked + 1, without + silent
        found[key] = Yields(known, few, counted)
    return found


def _laeufe(jobs: NumberTable, filter: Filter) -> Iterator[tuple[Key, float, dict[str, bool]]]:
    """Of each Lauf its key, its quotes per party asked about, and which of these parties have none."""
    laeufe, teile = rows_of(jobs, filter)
    names = [jobs.merkmale[name] for name in ("tag", "modell", "prompt")]
    parteien: dict[int, dict[str, bool]] = defaultdict(dict)
    quotes = np.bincount(jobs.lauf[teile], jobs.zahlen[teile, EMITTED], len(jobs.ids))
    for row in teile[jobs.zahlen[teile, PASSAGEN] > 0].tolist():
        partei = jobs.partei.werte[jobs.partei.nummern[row]]
        parteien[int(jobs.lauf[row])][partei] = not jobs.zahlen[row, EMITTED]
    for place in laeufe.tolist():
        tag, modell, prompt = (one.werte[one.nummern[place]] for one in names)
        asked = parteien.get(place, {})
        yield (tag, modell, prompt), float(quotes[place]) / max(1, len(asked)), asked
