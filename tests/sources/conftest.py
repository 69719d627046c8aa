"""A place of one's own to fetch into: a copy of the registry, empty folders."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.settings import Settings
from core.programme.context import Context
from core.runs.store import Runstore, runstore


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Context]:
    data = tmp_path / "data"
    shutil.copytree(
        Settings().data_dir / "registry",
        data / "registry",
        ignore=shutil.ignore_patterns("eigene*", "quellen*"),
    )
    # No test may ask a party's own server: without addresses only the server of the test answers.
    for file in (data / "registry" / "programme").glob("*.toml"):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith(("url =", "archiv =")))
        file.write_text("".join(kept), encoding="utf-8")
    (data / "model").symlink_to(Settings().data_dir / "model")
    places = {"data_dir": data, "pdf_dir": tmp_path / "pdf", "chroma_dir": tmp_path / "chroma"}
    context = Context(replace(Settings(), laeufe_dir=tmp_path / "laeufe", **places))
    yield context
    context.close()


@pytest.fixture
def store(place: Context) -> Runstore:
    return runstore(place)
