"""The report as PDF."""

from io import BytesIO

from core.programme.pdf_processes import Aim, apart
from core.programme.pymupdf_inside import pymupdf

MARGIN = 54
"""Points; three quarters of an inch."""


def as_pdf(html: str) -> bytes:
    """The pages of a report, A4."""
    return apart(Aim.READ, "Der Bericht als PDF", _set, html)


def _set(html: str) -> bytes:
    mupdf, target = pymupdf(), BytesIO()
    paper = mupdf.paper_rect("a4")
    room = mupdf.Rect(paper.x0 + MARGIN, paper.y0 + MARGIN, paper.x1 - MARGIN, paper.y1 - MARGIN)
    story, writer = mupdf.Story(html=html), mupdf.DocumentWriter(target)
    more = True
    while more:
        device = writer.begin_page(paper)
        more, _ = story.place(room)
        story.draw(device)
        writer.end_page()
    writer.close()
    return target.getvalue()
