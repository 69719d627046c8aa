"""A card drawn as PDF, and from that as PNG and as SVG: one layout for all. Drawn apart from the server."""

import io
from collections.abc import Sequence
from html import escape

from core.errors import EingabeError
from core.programme.pdf_processes import Aim, apart
from core.programme.pymupdf_inside import pymupdf
from core.seiten.page_drawing import rasterised

WIDTH, MARGIN, BAR = 480, 28, 7
TALLEST = 3000
"""Points; a quote that needs more is no card. The longest one that was ever bound needs about 1,200."""

DPI = 192
NAME = "Die Zitatkarte"
TOO_LONG = "Das Zitat ist zu lang für eine Karte. Nehmen Sie seine Adresse oder den Bericht."


def card_pdf(html: str, pictures: Sequence[bytes], colour: str) -> bytes:
    """`html` names the pictures „0.png“, „1.png“ …; `colour` is that of the bar at the left."""
    drawn = apart(Aim.DRAW, NAME, _drawn, html, tuple(pictures), colour)
    if not drawn:
        raise EingabeError(TOO_LONG)
    return drawn


def card_png(pdf: bytes) -> bytes:
    return apart(Aim.DRAW, NAME, rasterised, pdf, DPI)


def card_svg(pdf: bytes, told: str) -> bytes:
    """Letters become paths, so that it looks the same everywhere; `told` says them to who cannot see them."""
    return apart(Aim.DRAW, NAME, _svg, pdf, told)


def _drawn(html: str, pictures: tuple[bytes, ...], colour: str) -> bytes:
    """Empty where it would be too tall."""
    mupdf = pymupdf()
    archive = mupdf.Archive()
    for number, png in enumerate(pictures):
        archive.add((png, f"{number}.png"))
    story = mupdf.Story(html=html, archive=archive)
    more, filled = story.place(mupdf.Rect(MARGIN + BAR, MARGIN, WIDTH - MARGIN, TALLEST))
    if more:
        return b""
    paper = mupdf.Rect(0, 0, WIDTH, filled[3] + MARGIN)
    out = io.BytesIO()
    writer = mupdf.DocumentWriter(out)
    story.draw(writer.begin_page(paper))
    writer.end_page()
    writer.close()
    with mupdf.open(stream=out.getvalue(), filetype="pdf") as document:
        page = document[0]
        bar = mupdf.Rect(0, 0, BAR, paper.height)
        page.draw_rect(bar, color=None, fill=_rgb(colour))
        written: bytes = document.tobytes(garbage=3, deflate=True)
        return written


def _rgb(colour: str) -> tuple[float, ...]:
    """„#E3000F“ → shares of red, green and blue."""
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _svg(pdf: bytes, told: str) -> bytes:
    with pymupdf().open(stream=pdf, filetype="pdf") as document:
        svg: str = document[0].get_svg_image(text_as_path=True)
    head, end, rest = svg.partition("<svg ")
    opening, close, body = rest.partition(">")
    return f'{head}{end}role="img" {opening}{close}<title>{escape(told)}</title>{body}'.encode()
