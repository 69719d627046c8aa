"""`python -m tests.moved_clocks [--whole]`: the tests that play, draw or count by days, on other days.

In two zones, by the app's own clock (tests/moved). `--whole` runs the whole suite once, at the end of a year.
"""

import argparse
import os
import subprocess
import sys
import time
from datetime import datetime
from zoneinfo import ZoneInfo

from core.base import clock
from core.base.settings import ROOT

MOMENTS = {
    "2026-11-25 09:00:00": "a Wednesday",
    "2026-11-29 12:00:00": "a Sunday",
    "2026-11-30 00:05:00": "a Monday that has just begun",
    "2026-12-31 23:50:00": "the last minutes of a year",
    "2027-02-28 12:00:00": "the last day of a February",
    "2027-10-31 01:55:00": "the night in which summer time ends",
    "2028-02-29 12:00:00": "a leap day",
}
ZONES = ("UTC", "Europe/Berlin")
BY_DAYS = (
    "tests/demo", "tests/monitor", "tests/vergleich", "tests/test_charts.py", "tests/test_frames.py",
    "tests/pages/test_monitor.py", "tests/pages/test_uebersicht.py", "tests/pages/test_laeufe.py",
    "tests/pages/test_vergleich.py", "tests/search/test_geltung.py", "tests/runs/test_purge_laeufe.py",
)  # fmt: skip
BROWSER = "tests/e2e/test_vergleich_monitor.py"
LAST = "2026-12-31 23:50:00"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.moved_clocks", description=__doc__)
    parser.add_argument("--whole", action="store_true", help="the whole suite instead, under one moved clock")
    arguments = parser.parse_args()
    if arguments.whole:
        return _run(LAST, "Europe/Berlin", ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"])
    return max(
        _run(moment, zone, ["-n", "2", *BY_DAYS, *([BROWSER] if zone == "UTC" else [])])
        for moment in MOMENTS
        for zone in ZONES
    )


def _run(moment: str, zone: str, options: list[str]) -> int:
    begin = time.monotonic()
    ahead = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone)) - clock.now()
    moved = {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'moved'}",
        "CLOCK_AHEAD": f"{ahead.total_seconds():.0f}",
    }
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | moved | {"TZ": zone}, check=False)
    told = "green" if done.returncode == 0 else "RED"
    day = MOMENTS[moment]
    sys.stdout.write(f"{moment} {zone} ({day}): {told}, {time.monotonic() - begin:.0f} s\n")
    sys.stdout.flush()
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
