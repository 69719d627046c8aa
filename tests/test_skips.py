"""Where CI runs a skip is expected by name, or fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.settings import ROOT
from tests.skips import EXPECTED

TESTS = """
import pytest
@pytest.mark.skip(reason={!r})
def test_expected(): ...
@pytest.mark.skipif(True, reason="needs a program that nobody installed")
def test_forgotten(): ...
def test_inside(): pytest.skip("needs something else")
"""


@pytest.mark.parametrize(("ci", "told"), [("1", "1 failed, 1 skipped, 1 error"), ("", "3 skipped")])
def test_an_unexpected_skip_fails_where_ci_runs(tmp_path: Path, ci: str, told: str) -> None:
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_runtest_makereport\n")
    (tmp_path / "test_demo_example.py").write_text(TESTS.format(f"{EXPECTED[0]}: x.pdf"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"CI": ci, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert told in done.stdout, done.stdout
    assert ("tests/skips.py" in done.stdout) == bool(ci)
