"""How often the corrected rate of a checker holds the truth."""

from collections.abc import Iterator

import numpy as np

from core.base.statistical_measures import corrected_share
from tests.bench.figures import Figure

SEED = 20261130
SIMULATIONS = 1000
CHECKED = (300, 2000)
READ = (30, 60, 120)
CHECKERS = {
    "says yes too often": (0.75, 0.98, 0.6),
    "says no too often": (0.9, 0.7, 0.02),
    "errs both ways": (0.5, 0.8, 0.2),
    "nearly always right": (0.75, 0.99, 0.05),
    "nearly everything carries": (0.95, 0.9, 0.3),
}
"""How many quotes carry; of those that do, and of those that do not, how many the checker says so of."""

YEARS, YEAR, BEFORE = 200, 365, 95
SINCE = (7, 30)
"""So many days the command and the first page look back."""

AT_ONCE = 4
"""Looks on each day: what came of it by then is a part of the day."""


def measure() -> list[Figure]:
    return [*_coverage()]


# --- the corrected rate -------------------------------------------------------------------------------------


def _coverage() -> Iterator[Figure]:
    chance = np.random.default_rng(SEED)
    for read in READ:
        for of in CHECKED:
            for what, checker in CHECKERS.items():
                held, told, width = _held(chance, of, read, *checker)
                name = f"{read} of {of} read, checker {what}: corrected bounds hold the truth"
                yield Figure(name, held, "% of draws", "≥ 95")
                yield Figure("… the checker's own rate is off by", told, "% points")
                yield Figure("… the bounds lie apart", width, "% points")


def _held(
    chance: np.random.Generator, of: int, read: int, carries: float, right: float, wrong: float
) -> tuple[float, float, float]:
    held, off, apart = 0, 0.0, 0.0
    for _ in range(SIMULATIONS):
        truth = chance.random(of) < carries
        said = np.where(truth, chance.random(of) < right, chance.random(of) < wrong)
        drawn = chance.choice(of, read, replace=False)
        pairs = [(bool(truth[one]), bool(said[one])) for one in drawn]
        found = corrected_share(pairs, int(said.sum()), of)
        held += found.von - 1e-9 <= truth.mean() <= found.bis + 1e-9
        off += abs(said.mean() - truth.mean())
        apart += found.bis - found.von
    return tuple(100 * value / SIMULATIONS for value in (held, off, apart))  # type: ignore[return-value]
