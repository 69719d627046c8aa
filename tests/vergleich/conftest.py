import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.runs.store import Runstore, open_store


@pytest.fixture
def store(leere_laeufe: Path, tmp_path: Path) -> Iterator[Runstore]:
    store = open_store(None, Path(shutil.copytree(leere_laeufe, tmp_path, dirs_exist_ok=True)))
    yield store
    store.close()
