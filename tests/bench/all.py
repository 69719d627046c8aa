"""Every row of speed in one run on one machine, as a table in Markdown, with the machine's noise beside it.

Before each benchmark the same small work is done five times; how far its times lie apart says how quiet the
machine was, and how much of a difference between two figures is worth nothing. About half an hour.
"""

import hashlib
import json
import subprocess
import sys
import time

from core.base.settings import ROOT
from tests.bench.figures import Figure

LIMIT = 900.0
"""Seconds that one of them may take."""

BENCHMARKS = (
    ("index",), ("search",), ("binding", "--only", "speed"), ("highlight",), ("openings",),
    ("pages", "--seconds", "60"), ("vergleich",), ("monitor",), ("store",), ("assess",),
)  # fmt: skip

WORK = b"\0" * (32 << 20)


def measure() -> list[Figure]:
    figures = []
    sys.stderr.write("| benchmark | what | measured | target | |\n| --- | --- | --- | --- | --- |\n")
    for name, *options in BENCHMARKS:
        noise = _noise()
        command = [sys.executable, "-m", "tests.bench", name, *options, "--json"]
        started = time.monotonic()
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)
        if not run.stdout:
            raise RuntimeError(f"{name}: {run.stderr[-2000:]}")
        seconds = time.monotonic() - started
        figures += [noise, Figure(f"{name}: seconds of it all", seconds, "s")]
        sys.stderr.write(f"| {name} | noise of the machine | ±{noise.value:.1f} % | | |\n")
        for one in json.loads(run.stdout.splitlines()[-1])["figures"]:
            verdict = ("ok" if one["ok"] else "missed") if one["target"] else ""
            measured = f"{one['value']:,.4g} {one['unit']}".strip()
            sys.stderr.write(f"| {name} | {one['what']} | {measured} | {one['target']} | {verdict} |\n")
            figures.append(Figure(f"{name}: {one['what']}", one["value"], one["unit"], one["target"]))
        sys.stderr.flush()
    return figures


def _noise() -> Figure:
    """Half of what lies between the quickest and the slowest of five equal works, of their mean."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        hashlib.sha256(WORK).digest()
        times.append(time.perf_counter() - started)
    return Figure("noise of the machine", 50 * (max(times) - min(times)) / (sum(times) / len(times)), "%")
