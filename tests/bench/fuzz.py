"""Made-up input for everything that reads what comes from outside; what is not fine is kept for the tests."""

import time
from collections import Counter

from tests.bench.figures import Figure
from tests.fuzz import target
from tests.fuzz.betrieb import Fund, search

KEPT = 3
"""So many of a kind are kept; the others most likely have the same reason."""


def measure(target_name: str = "", cases: int = 0, seed: int = 0) -> list[Figure]:
    """All targets, or one; `cases` of each unless it has a number of its own."""
    chosen = [target_name] if target_name else target.names()
    return [figure for name in chosen for figure in _figures(name, cases or target.load(name).cases, seed)]


def _figures(name: str, cases: int, seed: int) -> list[Figure]:
    begin = time.perf_counter()
    kinds: Counter[str] = Counter()
    for fund in search(name, seed, cases):
        kinds[fund.what] += 1
        if kinds[fund.what] <= KEPT:
            _tell(fund)
    seconds = time.perf_counter() - begin
    return [
        Figure(f"{name}: cases", cases, "", ""),
        Figure(f"{name}: cases a second", cases / seconds, "", ""),
        Figure(f"{name}: not fine", kinds.total(), "", "≤ 0"),
    ]


def _tell(fund: Fund) -> None:
    case = target.case_of(fund.name, fund.seed, fund.index)
    path = target.keep(fund.name, case, f"{fund.what}-{fund.seed}-{fund.index}")
    print(f"{fund.name} {fund.seed}/{fund.index}: {fund.what}, kept as {path}\n{fund.detail}")
