"""The indexed demo, as the search tests have it."""

from tests.retrieval.conftest import demo

__all__ = ["demo"]
