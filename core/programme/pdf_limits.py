"""How large a PDF may be that is read at all."""

from core.errors import PdfError
from core.german import formats

MAX_MB = 200
MAX_SEITEN = 1500
MAX_WOERTER = 8_000
MAX_ZEILEN = 2_000
MAX_ZEICHEN = 5_000_000
"""Of a file, of a page (words, lines), of a whole PDF. Of 142 real ones the largest has 2.6 MB, 337 pages,
962 words or 214 lines on a page, and 712,000 characters."""


def check_size(name: str, size: int, most_mb: float = MAX_MB) -> None:
    if size == 0:
        raise PdfError(f"{name} ist leer (0 Bytes). Laden Sie das PDF neu herunter.")
    if size > most_mb * 1024**2:
        raise PdfError(
            f"{name} ist mit {formats.size(size)} größer als {most_mb} MB. Speichern Sie es kleiner."
        )


def check_page(name: str, seite: int, words: int, lines: int) -> None:
    if words > MAX_WOERTER or lines > MAX_ZEILEN:
        raise PdfError(
            f"Auf Seite {seite} von {name} stehen {words} Wörter in {lines} Zeilen, gelesen werden "
            f"höchstens {MAX_WOERTER} in {MAX_ZEILEN}. Speichern Sie das PDF ohne diese Seite."
        )


def check_length(name: str, letters: int) -> None:
    if letters > MAX_ZEICHEN:
        raise PdfError(
            f"{name} hat mehr als {MAX_ZEICHEN // 1_000_000} Millionen Zeichen Text; so viel wird nicht "
            "gelesen. Teilen Sie das PDF."
        )
