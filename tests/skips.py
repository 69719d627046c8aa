"""Which tests may be skipped where CI runs. Any other skip is a proof that went missing, and fails there."""

import os

import pytest

EXPECTED = (
    "needs the test corpus beside the project",
    "needs the list of programmes beside the project",
    "needs a disk of its own",
    "needs systemd-analyze",
)
"""How the reasons begin: other people's texts, which no clone has; a right, a program of the system,
that CI may lack."""


def fail_if_unexpected(report: pytest.TestReport) -> None:
    """Under `CI` the environment has what `.ci/run` installs: whoever misses it there is told."""
    if not (os.environ.get("CI") and report.skipped and isinstance(report.longrepr, tuple)):
        return
    reason = report.longrepr[2].removeprefix("Skipped: ")
    if not reason.startswith(EXPECTED):
        report.outcome = "failed"
        report.longrepr = f"skipped where CI runs, for a reason that tests/skips.py does not name: {reason}"
