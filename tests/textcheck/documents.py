"""Documents to hold a text against, invented: a treaty, a protocol, laid out as PDFs."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import pymupdf

PROTOCOLS = Path(__file__).parents[1] / "citations" / "protokolle"
TREATY = [
    "Beide Seiten bauen gemeinsam tausend Wohnungen in jedem Jahr.",
    "Der Nahverkehr wird in allen Kreisen des Landes mindestens stündlich fahren.",
    "Neue Schulden nimmt das Land dafür nicht auf.",
]


def spoken(name: str) -> list[str]:
    """The paragraphs of an invented protocol."""
    lines = (PROTOCOLS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line[2:] if line.startswith("#") else line.partition(" | ")[2] for line in lines]


def laid_out(pages: Sequence[Sequence[str]], columns: int = 1) -> bytes:
    """A PDF with these paragraphs, each group beginning on a page of its own, in so many columns."""
    width = (595 - 2 * 57 - 20 * (columns - 1)) / columns
    with pymupdf.open() as document:
        for paragraphs in pages:
            page, column, y = document.new_page(width=595, height=842), 0, 60.0
            for paragraph in paragraphs:
                told = f'<p style="font-family: serif; font-size: 10.5px">{escape(paragraph)}</p>'
                while True:
                    left = 57 + column * (width + 20)
                    rest, _ = page.insert_htmlbox((left, y, left + width, 790), told, scale_low=1)
                    if rest >= 0:
                        break
                    column, y = column + 1, 60.0
                    if column == columns:
                        page, column = document.new_page(width=595, height=842), 0
                y = 790 - rest + 4
        return bytes(document.tobytes())
