"""A run store of the test's own, in SQLite and in PostgreSQL, and the indexed demo."""

from tests.assessment.conftest import context
from tests.llm.conftest import umgebung
from tests.runs.conftest import postgres, store, url

__all__ = ["context", "postgres", "store", "umgebung", "url"]
