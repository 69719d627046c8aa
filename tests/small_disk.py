"""A disk on which there is hardly any room, in the memory of this machine."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "klein"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1500k", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs a disk of its own: this user may not mount one")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
