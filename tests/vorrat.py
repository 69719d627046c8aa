"""What takes long to make and is only read: made once for all workers of a run, to be copied from there."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that `make` fills for whoever asks first; the others wait for it. Nobody writes into it."""
    own = factory.getbasetemp()
    stock = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "vorrat"
    stock.mkdir(exist_ok=True)
    folder, made = stock / name, stock / f"{name}.made"
    with FileLock(stock / f"{name}.lock"):
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            made.touch()
    return folder
