"""How often a corrected rate of a checker holds the truth; how often a quiet year is alarmed falsely."""

from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np

from core.base.statistical_measures import Matrix, corrected_share
from core.features.monitor.regelkarte import DEADLINE, WINDOW, DayCount, reference_before, regelkarte
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

YEARS, YEAR = 200, 365
QUIET = ((40, 0.05, 1.0, "≤ 5"), (12, 0.2, 1.0, "≤ 5"), (152, 0.05, 1.0, "≤ 5"), (40, 0.05, 1.5, ""))
"""Quotes a day, the share that is dropped, and how many times more the days scatter than chance alone."""

SINCE = (7, 30)
"""So many days the command and the first page look back."""

PARTS = 4
"""Looks a day: the first of them at a part of it."""

BEYOND = 3.0
"""Standard deviations: a count that is nearer to the usual is never alarmed, and is not held against it."""

BEGINN = date(2026, 1, 1)


def measure() -> list[Figure]:
    return [*_coverage(), *_quiet_years()]


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


# --- alarms -------------------------------------------------------------------------------------------------


def _quiet_years() -> Iterator[Figure]:
    for place, (quotes, share, scatter, target) in enumerate(QUIET):
        chance = np.random.default_rng(SEED + place)
        alarmed = sum(_is_alarmed(chance, quotes, share, scatter) for _ in range(YEARS))
        what = f"quiet years alarmed, {quotes} a day, {share:.0%} dropped, scatter {scatter:g}"
        yield Figure(f"{what}, {PARTS} looks a day", 100 * alarmed / YEARS, "% of years", target)


def _is_alarmed(chance: np.random.Generator, quotes: int, share: float, scatter: float) -> bool:
    """Is any day of the year alarmed, by any look at it?"""
    before, looks_back = DEADLINE.days, max(SINCE)
    shares = np.full(before + YEAR, share)
    if scatter > 1:
        weight = (quotes - 1) / (scatter - 1) - 1
        shares = chance.beta(share * weight, (1 - share) * weight, len(shares))
    parts = chance.binomial(quotes // PARTS, np.repeat(shares[:, None], PARTS, 1))
    so_far = parts.cumsum(axis=1)
    whole = so_far[:, -1]
    days = [DayCount(BEGINN + timedelta(days=n), quotes, int(k)) for n, k in enumerate(whole)]
    for since in range(before, before + YEAR):
        last = min(since + looks_back, before + YEAR)
        # Who looks later sees the same days whole.
        looks = [(day, PARTS - 1) for day in range(since, last)]
        looks += [(since + back - 1, part) for back in SINCE for part in range(PARTS - 1)]
        usual = whole[since - before : since - before + 30].sum() / (30 * quotes)
        for day, part in looks:
            if day < last and _stands_out(whole, int(so_far[day, part]), day, quotes, part, usual):
                today = DayCount(days[day].tag, quotes // PARTS * (part + 1), int(so_far[day, part]))
                usual_days = days[since - before : since - before + 30]
                seen = [*usual_days, *days[day - max(WINDOW) + 1 : day], today]
                chart = regelkarte(seen, reference_before(seen, days[since].tag))
                if any(signal.ende == today.tag for signal in chart.signale):
                    return True
    return False


def _stands_out(whole: Matrix, now: int, day: int, quotes: int, part: int, usual: float) -> bool:
    for window in WINDOW:
        n = quotes * (window - 1) + quotes // PARTS * (part + 1)
        k = whole[day - window + 1 : day].sum() + now
        spread = (n * usual * (1 - usual) * (1 + n / (30 * quotes))) ** 0.5
        if abs(k - n * usual) > BEYOND * spread:
            return True
    return False
