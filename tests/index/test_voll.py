"""A full disk while indexing is told as what it is; with room again the next run needs no hand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.settings import ROOT
from tests.small_disk import small_disk as small_disk

pytestmark = pytest.mark.timeout(900)  # the command is started twice, and may hang


def test_full_disk_is_told_and_later_runs_go_on(small_disk: Path, tmp_path: Path) -> None:
    places = {"CHROMA_DIR": small_disk / "c", "LAEUFE_DIR": tmp_path / "l", "PDF_DIR": tmp_path / "p"}
    env = {**os.environ, **{name: str(place) for name, place in places.items()}}
    command = [sys.executable, "-m", "core", "index", "--programm", "lindenbund-demo-2024"]

    def index() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)

    done = index()
    assert done.returncode == 1 and "Platz" in done.stderr
    assert "Traceback" not in done.stderr and "beschädigt" not in done.stderr
    subprocess.run(["mount", "-o", "remount,size=100m", str(small_disk)], check=True)
    done = index()
    assert done.returncode == 0, done.stderr
