"""A run store of the test's own, in SQLite and in PostgreSQL, and the indexed demo."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from core.programme.context import default_context
from core.runs.store import Runstore, runstore
from tests.assessment.conftest import context, own_default
from tests.llm.conftest import umgebung
from tests.monitor.geschichte import add_ago
from tests.runs.conftest import postgres, store, url

__all__ = ["context", "own_default", "postgres", "store", "umgebung", "url"]


@pytest.fixture
def laeufe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noon: datetime) -> Iterator[Runstore]:
    """30 days of 40 quotes up to three days ago, 5 % of them dropped."""
    monkeypatch.setenv("LAEUFE_DIR", str(tmp_path))
    default_context.cache_clear()
    store = runstore(default_context())
    for ago in range(32, 2, -1):
        add_ago(store, ago, 40, ago % 5)
    yield store
    store.close()
    default_context.cache_clear()
