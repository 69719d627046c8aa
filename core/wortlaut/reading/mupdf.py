"""PyMuPDF as we use it: loaded without what it does not need, files opened within limits."""

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from core.wortlaut.errors import PdfError, PdfFehlt

PdfDocument: TypeAlias = Any
PdfPage: TypeAlias = Any
PdfTextPage: TypeAlias = Any
PyMuPdf: TypeAlias = Any
"""PyMuPDF's own annotations refuse what its functions take, so its objects are named here, not checked."""

UNUSED = ("pymupdf.layout", "pymupdf4llm")
"""Its layout model costs 1–4 s and 80 MB and serves nothing here; it is loaded wherever it is installed."""


def is_pdf(data: bytes) -> bool:
    return b"%PDF-" in data[:1024]


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


NO_MEMORY = re.compile(r"alloc\b.* failed")
"""How MuPDF says that it was given no memory: „code=2: malloc (123 bytes) failed“."""


def damage() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises on a damaged file; MuPDF's own errors are no RuntimeErrors."""
    return RuntimeError, ValueError, SystemError, pymupdf().mupdf.FzErrorBase


MAX_MB = 200
MAX_SEITEN = 1500
MAX_WORDS = 8_000
MAX_ROWS = 2_000
MAX_LETTERS = 5_000_000
"""Of a file, of a page (words, lines), of a whole PDF. Of 142 real ones the largest has 2.6 MB, 337 pages,
962 words or 214 lines on a page, and 712,000 characters."""


def check_size(name: str, size: int, most_mb: float = MAX_MB) -> None:
    if size == 0:
        raise PdfError(f"{name} ist leer (0 Bytes). Laden Sie das PDF neu herunter.")
    if size > most_mb * 1024**2:
        raise PdfError(f"{name} ist mit {_shown(size)} größer als {most_mb} MB. Speichern Sie es kleiner.")


def _shown(size: int) -> str:
    unit, word = (1024**3, "GB") if size >= 1024**3 else (1024**2, "MB")
    whole, tenth = divmod(round(10 * size / unit), 10)
    return f"{whole},{tenth} {word}" if tenth else f"{whole} {word}"


def check_page(name: str, seite: int, words: int, lines: int) -> None:
    if words > MAX_WORDS or lines > MAX_ROWS:
        raise PdfError(
            f"Auf Seite {seite} von {name} stehen {words} Wörter in {lines} Zeilen, gelesen werden "
            f"höchstens {MAX_WORDS} in {MAX_ROWS}. Speichern Sie das PDF ohne diese Seite."
        )


def check_length(name: str, letters: int) -> None:
    if letters > MAX_LETTERS:
        raise PdfError(
            f"{name} hat mehr als {MAX_LETTERS // 1_000_000} Millionen Zeichen Text; so viel wird nicht "
            "gelesen. Teilen Sie das PDF."
        )


def reraise_memory(error: Exception) -> None:
    """A lack of memory is no damage of the file; a function in C that meets with it raises a SystemError."""
    if isinstance(error.__cause__, MemoryError) or NO_MEMORY.search(str(error)):
        raise MemoryError from error


def open_pdf(path: Path, in_memory: bool = False, most: int = MAX_SEITEN) -> PdfDocument:
    """Open a PDF that can be read, or say in one sentence why it cannot; `in_memory` keeps no file open."""
    if not path.is_file():
        raise PdfFehlt(f"Die Datei {path.name} fehlt. Legen Sie das PDF in den Ordner {path.parent}.")
    check_size(path.name, path.stat().st_size)
    with path.open("rb") as file:
        if b"%PDF-" not in file.read(1024):
            raise PdfError(
                f"{path.name} ist kein PDF. Prüfen Sie, ob statt des PDFs eine Webseite gespeichert wurde."
            )
    try:
        stream = path.read_bytes() if in_memory else None
        document = pymupdf().open(None if in_memory else path, stream=stream, filetype="pdf")
        locked = document.needs_pass and not document.authenticate("")
        pages = 1 if locked else document.page_count
    except damage() as error:
        reraise_memory(error)
        raise PdfError(
            f"{path.name} ist beschädigt und lässt sich nicht öffnen. Laden Sie es neu herunter."
        ) from error
    if locked:
        raise PdfError(f"{path.name} ist mit einem Kennwort geschützt. Speichern Sie es ohne Kennwort.")
    if pages == 0:
        raise PdfError(f"{path.name} hat keine Seiten. Laden Sie das PDF neu herunter.")
    if pages > most:
        raise PdfError(
            f"{path.name} hat {pages} Seiten, gelesen werden höchstens {most}. Teilen Sie das PDF."
        )
    return document


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
