"""Where the PDF of a Programm lies."""

from pathlib import Path

from core.models import Programm


def find_pdf(programm: Programm, pdf_dir: Path, data_dir: Path) -> Path | None:
    """The PDF in the folder for PDFs, else among the demo's; None where it is in neither."""
    for folder in (pdf_dir, data_dir / "demo" / "pdf"):
        path = folder / programm.pdf
        if path.is_file():
            return path
    return None
