import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.programme.context import Context
from core.runs.store import Runstore, runstore
from tests.llm.conftest import umgebung
from tests.rubrics.laeufe_here import context_with

__all__ = ["umgebung"]


@pytest.fixture
def judging(leere_laeufe: Path, tmp_path: Path) -> Iterator[Context]:
    context = context_with(tmp_path / "data", Path(shutil.copytree(leere_laeufe, tmp_path / "laeufe")))
    yield context
    context.close()


@pytest.fixture
def store(judging: Context) -> Runstore:
    return runstore(judging)
