"""The report as PDF. By itself, for the process that sets it loads nothing else."""

import html as markup
import re

from core.programme.pdf_processes import Aim, apart, pymupdf

MARGIN = 54
"""Points; three quarters of an inch."""

SMALL = 8
PRINT_IT = "Nehmen Sie ihn als HTML, und drucken Sie ihn im Browser als PDF."
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def as_pdf(html: str) -> bytes:
    """The pages of a report, A4, with its title, its links, and a number on each."""
    return apart(Aim.READ, "Der Bericht als PDF", _set, html, done="geschrieben", way_out=PRINT_IT)


def _set(html: str) -> bytes:
    mupdf = pymupdf()
    paper = mupdf.paper_rect("a4")
    room = mupdf.Rect(paper.x0 + MARGIN, paper.y0 + MARGIN, paper.x1 - MARGIN, paper.y1 - MARGIN)
    with mupdf.Story(html=html).write_with_links(lambda number, filled: (paper, room, None)) as pdf:
        titel = TITLE.search(html)
        pdf.set_metadata({"title": markup.unescape(titel[1]) if titel else "", "creator": "Antragsspiegel"})
        for number, page in enumerate(pdf, start=1):
            text = f"Seite {number} von {len(pdf)}"
            left = (page.rect.width - mupdf.get_text_length(text, fontsize=SMALL)) / 2
            page.insert_text((left, page.rect.height - MARGIN / 2), text, fontsize=SMALL)
        written: bytes = pdf.tobytes(garbage=3, deflate=True)
        return written
