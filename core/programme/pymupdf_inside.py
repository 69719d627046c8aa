"""PyMuPDF, loaded as we need it, and what of it its documentation does not promise."""

import sys
from functools import cache
from typing import Any, TypeAlias

PdfDocument: TypeAlias = Any
PdfPage: TypeAlias = Any
PdfTextPage: TypeAlias = Any
PyMuPdf: TypeAlias = Any
"""PyMuPDF's own annotations refuse what its functions take, so its objects are named here, not checked."""

UNUSED = ("pymupdf.layout", "pymupdf4llm")
"""Its layout model costs 1–4 s and 80 MB and serves nothing here; it is loaded wherever it is installed."""


@cache
def pymupdf() -> PyMuPdf:
    """Without its layout model: while a name is None among the modules it cannot be imported."""
    hidden = [name for name in UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import pymupdf
    finally:
        for name in hidden:
            del sys.modules[name]
    tools: PyMuPdf = pymupdf.TOOLS
    tools.mupdf_display_errors(False)
    tools.mupdf_display_warnings(False)
    return pymupdf


def damage() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises on a damaged file; MuPDF's own errors are no RuntimeErrors."""
    return RuntimeError, ValueError, SystemError, pymupdf().mupdf.FzErrorBase


def saved_on_top(document: PdfDocument) -> bytes:
    """The file as it is, and behind it what was changed: PyMuPDF itself does so only on the disk."""
    mupdf = pymupdf().mupdf
    options = mupdf.PdfWriteOptions()
    options.do_incremental = options.dont_regenerate_id = 1
    buffer = mupdf.fz_new_buffer(1 << 20)
    out = mupdf.FzOutput(buffer)
    mupdf.pdf_write_document(mupdf.pdf_document_from_fz_document(document.this), out, options)
    out.fz_close_output()
    whole: bytes = buffer.fz_buffer_extract()
    return whole
