"""What users script against. Everything is loaded on first use: `import core` costs next to nothing."""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.base.errors import (
        AddressRefused as AddressRefused,
        AkteBroken as AkteBroken,
        AnfrageAbgebrochen as AnfrageAbgebrochen,
        AntwortUnlesbar as AntwortUnlesbar,
        Ausgelastet as Ausgelastet,
        ClusterUnreachable as ClusterUnreachable,
        EingabeError as EingabeError,
        EmbeddingError as EmbeddingError,
        GuthabenErschoepft as GuthabenErschoepft,
        IndexBeschaedigt as IndexBeschaedigt,
        IndexFehler as IndexFehler,
        IndexGesperrt as IndexGesperrt,
        IndexUnreachable as IndexUnreachable,
        KontextZuLang as KontextZuLang,
        LimitReached as LimitReached,
        ModellFehler as ModellFehler,
        ModellNichtErreichbar as ModellNichtErreichbar,
        ModellUeberlastet as ModellUeberlastet,
        ModellUnbekannt as ModellUnbekannt,
        RegistryError as RegistryError,
        SchluesselFehlt as SchluesselFehlt,
        SourceError as SourceError,
        SourceRefused as SourceRefused,
        SourceUnreachable as SourceUnreachable,
        SourceUnrecognised as SourceUnrecognised,
        StoreUnreachable as StoreUnreachable,
    )
    from core.features.support.check import check_support as check_support
    from core.features.textcheck.check import (
        CheckedQuote as CheckedQuote,
        CheckedText as CheckedText,
        check_text as check_text,
        checked_as_json as checked_as_json,
    )
    from core.llm.prompt_sources import format_quotes_for_prompt as format_quotes_for_prompt
    from core.llm.verdict import Traegt as Traegt, Verdict as Verdict
    from core.programme.context import Context as Context
    from core.programme.indexing import index_programm as index_programm
    from core.proof.highlight import render_highlighted_page as render_highlighted_page
    from core.proof.reconstruct import reconstruct_zitate as reconstruct_zitate
    from core.search.antrag_search import get_relevant_quotes_for_antrag as get_relevant_quotes_for_antrag
    from core.search.passage_search import (
        find_relevant_chunks as find_relevant_chunks,
        is_nothing_near as is_nothing_near,
        left_unsearched as left_unsearched,
    )
    from core.search.shown_passage import find_chunk_for_text as find_chunk_for_text
    from core.wortlaut.binding.eintrag import (
        Gebunden as Gebunden,
        Verworfen as Verworfen,
        read_eintrag as read_eintrag,
    )
    from core.wortlaut.errors import (
        DashboardError as DashboardError,
        OhneTextebene as OhneTextebene,
        PdfError as PdfError,
        PdfFehlt as PdfFehlt,
    )
    from core.wortlaut.records import (
        Chunk as Chunk,
        Fundstelle as Fundstelle,
        Programm as Programm,
        Typ as Typ,
    )

    PROGRAMME: Mapping[str, Programm]

PUBLIC = {
    "core.wortlaut.records": ("Chunk", "Fundstelle", "Programm", "Typ"),
    "core.wortlaut.errors": ("DashboardError", "OhneTextebene", "PdfError", "PdfFehlt"),
    "core.programme.context": ("Context",),
    "core.programme.indexing": ("index_programm",),
    "core.search.passage_search": ("find_relevant_chunks", "is_nothing_near", "left_unsearched"),
    "core.search.antrag_search": ("get_relevant_quotes_for_antrag",),
    "core.search.shown_passage": ("find_chunk_for_text",),
    "core.llm.prompt_sources": ("format_quotes_for_prompt",),
    "core.proof.reconstruct": ("reconstruct_zitate",),
    "core.wortlaut.binding.eintrag": ("Gebunden", "Verworfen", "read_eintrag"),
    "core.proof.highlight": ("render_highlighted_page",),
    "core.features.textcheck.check": ("check_text", "CheckedText", "CheckedQuote", "checked_as_json"),
    "core.features.support.check": ("check_support",),
    "core.llm.verdict": ("Traegt", "Verdict"),
    "core.base.errors": (
        "AddressRefused",
        "AnfrageAbgebrochen",
        "LimitReached",
        "ClusterUnreachable",
        "AntwortUnlesbar",
        "AkteBroken",
        "Ausgelastet",
        "EingabeError",
        "EmbeddingError",
        "GuthabenErschoepft",
        "IndexBeschaedigt",
        "IndexFehler",
        "IndexGesperrt",
        "IndexUnreachable",
        "KontextZuLang",
        "ModellFehler",
        "ModellNichtErreichbar",
        "ModellUeberlastet",
        "ModellUnbekannt",
        "RegistryError",
        "SchluesselFehlt",
        "SourceError",
        "SourceRefused",
        "SourceUnreachable",
        "SourceUnrecognised",
        "StoreUnreachable",
    ),
}
"""Module → what of it is promised to stay. `PROGRAMME` beside it is the registry's, and read-only."""

_HOME = {name: module for module, names in PUBLIC.items() for name in names}

__all__ = ["PROGRAMME", *_HOME]


def __getattr__(name: str) -> Any:
    if name == "PROGRAMME":
        from core.programme.context import default_context

        return MappingProxyType(default_context().registry.programme)
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'core' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
