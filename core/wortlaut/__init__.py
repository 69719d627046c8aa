"""The heart: quotes bound to printed passages. It knows PDFs and German, and nothing else of the app.

README.md beside this file shows how it is used alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.wortlaut.binding.eintrag import (
        Eintrag as Eintrag,
        Gebunden as Gebunden,
        Verworfen as Verworfen,
        ZitatStatus as ZitatStatus,
    )
    from core.wortlaut.binding.quelle import Quelle as Quelle
    from core.wortlaut.documents import bind_quotes as bind_quotes, read_document as read_document
    from core.wortlaut.errors import PdfError as PdfError
    from core.wortlaut.records import Dokument as Dokument

HOME = {
    "bind_quotes": "documents",
    "read_document": "documents",
    "Quelle": "binding.quelle",
    "Eintrag": "binding.eintrag",
    "Gebunden": "binding.eintrag",
    "Verworfen": "binding.eintrag",
    "ZitatStatus": "binding.eintrag",
    "Dokument": "records",
    "PdfError": "errors",
}

__all__ = list(HOME)


def __getattr__(name: str) -> Any:
    if name in HOME:
        return getattr(import_module(f"{__name__}.{HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
