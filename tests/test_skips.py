"""Where CI runs a skip is expected by name, or fails; and every run says what it could not try."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.settings import ROOT
from tests.skips import EXPECTED, WAYS

TESTS = """
import pytest
@pytest.mark.skip(reason={!r})
def test_expected(): ...
@pytest.mark.skipif(True, reason="needs a program that nobody installed")
def test_forgotten(): ...
def test_inside(): pytest.skip("needs something else")
@pytest.fixture
def server(): pytest.skip("needs nginx (as it was called once)")
def test_with_a_server(server): ...
def test_without_it(): pytest.skip("needs nginx: get it")
"""


def test_make_hands_on_what_is_missing_on_purpose() -> None:
    """A variable of that name in the Makefile would replace it, and every such skip be a failure."""
    ask = ["make", "--no-print-directory", "--eval", "asked: ; @echo $$WITHOUT", "asked"]
    done = subprocess.run(
        ask, cwd=ROOT, env=os.environ | {"WITHOUT": "nginx"}, capture_output=True, text=True
    )
    assert done.stdout.split() == ["nginx"], done.stderr


@pytest.mark.parametrize(
    ("ci", "without", "told"),
    [
        ("1", "", ["2 failed, 1 skipped, 2 errors", "tests/skips.py"]),
        ("1", "Chromium nginx", ["1 failed, 3 skipped, 1 error", f"2 not run, needs nginx: {WAYS['nginx']}"]),
        ("", "", ["5 skipped", f"2 not run, needs nginx: {WAYS['nginx']}", "1 not run, needs some"]),
    ],
)  # fmt: skip
def test_an_unexpected_skip_fails_where_ci_runs_and_any_is_told_at_the_end(
    tmp_path: Path, ci: str, without: str, told: list[str]
) -> None:
    (tmp_path / "conftest.py").write_text(
        "from tests.conftest import pytest_runtest_makereport, pytest_terminal_summary\n"
    )
    (tmp_path / "test_demo_example.py").write_text(TESTS.format(f"{EXPECTED[0]}: x.pdf"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"CI": ci, "WITHOUT": without, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert [line for line in told if line not in done.stdout] == [], done.stdout
