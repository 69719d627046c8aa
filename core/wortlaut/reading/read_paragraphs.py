"""PDF → its paragraphs in reading order, of what is looked for no quotes in: no second reading, no stream."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from core.wortlaut.reading import glyphs, running_heads
from core.wortlaut.reading.paragraphs_of_rows import paragraphs
from core.wortlaut.reading.pdf import RawSide, Zeile, read_pages
from core.wortlaut.reading.reading_order import PageOrders, Paragraph, rows
from core.wortlaut.reading.textstrom import ParagraphKind

LinesOf = Callable[[Sequence[Zeile], bool], Iterable[Zeile]]
"""What is read of one printed line, whose pieces these are, and whether it is on the first page → lines."""


def read_paragraphs(
    path: Path, erkannt: Path, most: int, lines_of: LinesOf, with_footnotes: bool = False
) -> list[Paragraph]:
    """Those of a PDF of at most so many pages, without running heads but for the head of the first page."""
    seiten = read_pages(path, erkannt, most)
    glyphs.recover(seiten)
    clean, _ = running_heads.strip(seiten)
    pages = [_with_head(raw, seite, lines_of) for raw, seite in zip(seiten, clean, strict=True)]
    found = paragraphs(PageOrders(pages))
    return found if with_footnotes else [one for one in found if one.art is not ParagraphKind.FOOTNOTE]


def _with_head(raw: RawSide, clean: RawSide, lines_of: LinesOf) -> RawSide:
    zeilen, is_first = clean.zeilen, raw.nummer == 1
    if is_first:  # its head bears number and date; on the pages behind it is repeated
        edge = running_heads.RAND * raw.hoehe
        head = [zeile for zeile in raw.zeilen if zeile.mitte < edge]
        zeilen = head + [zeile for zeile in zeilen if zeile.mitte >= edge]
    return replace(clean, zeilen=[zeile for row in rows(zeilen) for zeile in lines_of(row, is_first)])
