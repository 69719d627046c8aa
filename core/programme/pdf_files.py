"""Where the PDF of a Programm lies, and how large one may be that is read at all."""

from pathlib import Path

from core.errors import PdfError
from core.german import formats
from core.models import Programm


def find_pdf(programm: Programm, pdf_dir: Path, data_dir: Path) -> Path | None:
    """The PDF in the folder for PDFs, else among the demo's; None where it is in neither."""
    for folder in (pdf_dir, data_dir / "demo" / "pdf"):
        path = folder / programm.pdf
        if path.is_file() and not leads_outside(path):
            return path
    return None


def leads_outside(path: Path) -> bool:
    """Whether it is a link to something that lies elsewhere: that is nobody's programme, and not served."""
    return path.is_symlink() and path.parent.resolve() not in path.resolve().parents


# --- how large a PDF may be that is read at all -------------------------------------------------------------

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
        raise PdfError(
            f"{name} ist mit {formats.size(size)} größer als {most_mb} MB. Speichern Sie es kleiner."
        )


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
