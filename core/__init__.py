"""What users script against. Everything is loaded on first use: `import core` costs next to nothing."""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.citations.eintrag import (
        Gebunden as Gebunden,
    )
    from core.citations.eintrag import (
        Verworfen as Verworfen,
    )
    from core.citations.eintrag import read_eintrag as read_eintrag
    from core.citations.exact_match import find_chunk_for_text as find_chunk_for_text
    from core.citations.reconstruct import reconstruct_zitate as reconstruct_zitate
    from core.citations.verdict import Traegt as Traegt
    from core.citations.verdict import Verdict as Verdict
    from core.context import Context as Context
    from core.errors import (
        AddressRefused as AddressRefused,
    )
    from core.errors import (
        AkteBroken as AkteBroken,
    )
    from core.errors import (
        AnfrageAbgebrochen as AnfrageAbgebrochen,
    )
    from core.errors import (
        AntwortUnlesbar as AntwortUnlesbar,
    )
    from core.errors import (
        Ausgelastet as Ausgelastet,
    )
    from core.errors import (
        ClusterUnreachable as ClusterUnreachable,
    )
    from core.errors import (
        DashboardError as DashboardError,
    )
    from core.errors import (
        EingabeError as EingabeError,
    )
    from core.errors import (
        EmbeddingError as EmbeddingError,
    )
    from core.errors import (
        GuthabenErschoepft as GuthabenErschoepft,
    )
    from core.errors import (
        IndexBeschaedigt as IndexBeschaedigt,
    )
    from core.errors import (
        IndexFehler as IndexFehler,
    )
    from core.errors import (
        IndexGesperrt as IndexGesperrt,
    )
    from core.errors import (
        IndexUnreachable as IndexUnreachable,
    )
    from core.errors import (
        KontextZuLang as KontextZuLang,
    )
    from core.errors import (
        LimitReached as LimitReached,
    )
    from core.errors import (
        ModellFehler as ModellFehler,
    )
    from core.errors import (
        ModellNichtErreichbar as ModellNichtErreichbar,
    )
    from core.errors import (
        ModellUeberlastet as ModellUeberlastet,
    )
    from core.errors import (
        ModellUnbekannt as ModellUnbekannt,
    )
    from core.errors import (
        OhneTextebene as OhneTextebene,
    )
    from core.errors import (
        PdfError as PdfError,
    )
    from core.errors import (
        PdfFehlt as PdfFehlt,
    )
    from core.errors import (
        RegistryError as RegistryError,
    )
    from core.errors import (
        SchluesselFehlt as SchluesselFehlt,
    )
    from core.errors import (
        SourceError as SourceError,
    )
    from core.errors import (
        SourceRefused as SourceRefused,
    )
    from core.errors import (
        SourceUnreachable as SourceUnreachable,
    )
    from core.errors import (
        SourceUnrecognised as SourceUnrecognised,
    )
    from core.errors import (
        StoreUnreachable as StoreUnreachable,
    )
    from core.index.indexing import index_programm as index_programm
    from core.judging.check import check_support as check_support
    from core.models import (
        Chunk as Chunk,
    )
    from core.models import (
        Fundstelle as Fundstelle,
    )
    from core.models import (
        Programm as Programm,
    )
    from core.models import (
        Typ as Typ,
    )
    from core.search.antrag_search import get_relevant_quotes_for_antrag as get_relevant_quotes_for_antrag
    from core.search.passage_search import find_relevant_chunks as find_relevant_chunks
    from core.search.shown_passage import format_quotes_for_prompt as format_quotes_for_prompt
    from core.seiten.highlight import render_highlighted_page as render_highlighted_page

    PROGRAMME: Mapping[str, Programm]

PUBLIC = {
    "core.models": ("Chunk", "Fundstelle", "Programm", "Typ"),
    "core.context": ("Context",),
    "core.index.indexing": ("index_programm",),
    "core.search.passage_search": ("find_relevant_chunks",),
    "core.search.antrag_search": ("get_relevant_quotes_for_antrag",),
    "core.search.shown_passage": ("format_quotes_for_prompt",),
    "core.citations.exact_match": ("find_chunk_for_text",),
    "core.citations.reconstruct": ("reconstruct_zitate",),
    "core.citations.eintrag": ("Gebunden", "Verworfen", "read_eintrag"),
    "core.seiten.highlight": ("render_highlighted_page",),
    "core.judging.check": ("check_support",),
    "core.citations.verdict": ("Traegt", "Verdict"),
    "core.errors": (
        "AddressRefused",
        "AnfrageAbgebrochen",
        "LimitReached",
        "ClusterUnreachable",
        "AntwortUnlesbar",
        "AkteBroken",
        "Ausgelastet",
        "DashboardError",
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
        "OhneTextebene",
        "PdfError",
        "PdfFehlt",
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
        from core.context import default_context

        return MappingProxyType(default_context().registry.programme)
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'core' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
