"""What users script against. Everything is loaded on first use: `import core` costs next to nothing."""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.citations.exact_match import find_chunk_for_text
    from core.citations.reconstruct import reconstruct_zitate
    from core.index.indexing import index_programm
    from core.models import Programm
    from core.search.antrag_search import get_relevant_quotes_for_antrag
    from core.search.passage_search import find_relevant_chunks
    from core.search.prompt_sources import format_quotes_for_prompt
    from core.seiten.highlight import render_highlighted_page

    PROGRAMME: Mapping[str, Programm]

__all__ = [
    "PROGRAMME",
    "find_chunk_for_text",
    "find_relevant_chunks",
    "format_quotes_for_prompt",
    "get_relevant_quotes_for_antrag",
    "index_programm",
    "reconstruct_zitate",
    "render_highlighted_page",
]

HOME = {
    "find_chunk_for_text": "core.citations.exact_match",
    "find_relevant_chunks": "core.search.passage_search",
    "format_quotes_for_prompt": "core.search.prompt_sources",
    "get_relevant_quotes_for_antrag": "core.search.antrag_search",
    "index_programm": "core.index.indexing",
    "reconstruct_zitate": "core.citations.reconstruct",
    "render_highlighted_page": "core.seiten.highlight",
}


def __getattr__(name: str) -> Any:
    if name == "PROGRAMME":
        from core.context import default_context

        return MappingProxyType(default_context().registry.programme)
    if name in HOME:
        return getattr(import_module(HOME[name]), name)
    raise AttributeError(f"module 'core' has no attribute {name!r}")
