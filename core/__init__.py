"""What users script against. Everything is loaded on first use: `import core` costs next to nothing."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.models import Programm
    from core.retrieval.indexing import index_programm
    from core.retrieval.search import find_relevant_chunks

    PROGRAMME: Mapping[str, Programm]

__all__ = ["PROGRAMME", "find_relevant_chunks", "index_programm"]

HOME = {
    "find_relevant_chunks": "core.retrieval.search",
    "index_programm": "core.retrieval.indexing",
}


def __getattr__(name: str) -> Any:
    if name == "PROGRAMME":
        from core.context import default_context

        return default_context().registry.programme
    if name in HOME:
        return getattr(import_module(HOME[name]), name)
    raise AttributeError(f"module 'core' has no attribute {name!r}")
