"""Where the PDF of a Programm lies."""

from pathlib import Path

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
