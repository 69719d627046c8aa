"""A Lauf over the indexed demo, with quotes."""

import pytest

from core.assessment.pipeline import assess
from core.context import Context
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Lauf
from core.runs.store import runstore
from tests.assessment.conftest import _quotes_to_look_at, auftrag, context
from tests.llm.conftest import umgebung

__all__ = ["_quotes_to_look_at", "context", "umgebung"]


@pytest.fixture
def lauf(context: Context) -> Lauf:
    return runstore(context).load(assess(context, auftrag(OFFLINE)))
