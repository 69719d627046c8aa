"""Figures of a benchmark: a table for people, one object for machines."""

import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """One measured value; `target` reads „≥ 100“ or „< 2“, empty where it is only told.

    `interval`: between which bounds it lies with 95 % confidence, where that was asked.
    """

    what: str
    value: float
    unit: str
    target: str = ""
    interval: tuple[float, float] | None = None

    @property
    def ok(self) -> bool:
        if not self.target:
            return True
        sign, limit = self.target.split()
        number = float(limit)
        is_met = {
            "≥": self.value >= number,
            ">": self.value > number,
            "≤": self.value <= number,
            "<": self.value < number,
        }[sign]
        return bool(is_met)  # numpy's own True is none that JSON knows


def machine() -> str:
    python = platform.python_version()
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {python}"


def print_figures(name: str, figures: Sequence[Figure], as_json: bool) -> None:
    if as_json:
        rows = [{**asdict(figure), "ok": figure.ok} for figure in figures]
        sys.stdout.write(
            json.dumps({"name": name, "machine": machine(), "figures": rows}, ensure_ascii=False) + "\n"
        )
        return
    sys.stdout.write(f"{name} on {machine()}\n")
    width = max(len(figure.what) for figure in figures)
    for figure in figures:
        verdict = ("" if not figure.target else "ok" if figure.ok else "MISSED").rjust(7)
        value = f"{figure.value:,.4g}" if abs(figure.value) < 10_000 else f"{figure.value:,.0f}"
        bounds = "[{:.4g}, {:.4g}]".format(*figure.interval) if figure.interval else figure.target
        sys.stdout.write(f"{figure.what:<{width}}  {value:>9} {figure.unit:<12} {bounds:<10} {verdict}\n")
