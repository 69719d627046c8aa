"""Which rows are headings, and how they nest."""

import re
from collections import defaultdict
from collections.abc import Sequence

from core.programme.text_rows import BULLET, NUMBERED, BaseType, Paragraph, ParagraphKind, RowGroup

INNER_SENTENCE_END = re.compile(r"(?<![\dIVX])[.!?]\s+[A-ZÄÖÜ]")
NUMBER = re.compile(
    r"^(?P<arabic>\d{1,2}(?:\.\d{1,2})*)\.?\s|^(?:[IVX]{1,5}|[A-H])\.(?P<below>(?:\d{1,2}\.?)*)\s"
)
LONGEST = 160

Block = tuple[int, int]
"""Rows from … up to …, which are one heading."""


def heading_blocks(page: Sequence[RowGroup], base: BaseType) -> list[Block]:
    """Headings among the rows of a page: large letters, or bold ones that stand off."""
    blocks = []
    start = 0
    while start < len(page):
        end = start + 1
        if _is_large(page[start], base):
            while end < len(page) and _is_large(page[end], base) and _goes_on(page[end - 1], page[end], base):
                end += 1
            if not _is_running_text(page[start:end]):
                blocks.append((start, end))
        elif _is_bold(page[start], base):
            while (
                end < len(page)
                and _is_bold(page[end], base)
                and _is_next_line(page[end - 1], page[end], base)
            ):
                end += 1
            if _stands_off(page, start, end, base):
                blocks.append((start, end))
        start = end
    return blocks


def _is_large(row: RowGroup, base: BaseType) -> bool:
    return row.groesse >= 1.12 * base.groesse and len(row.text) <= LONGEST and _may_be_heading(row)


def _is_bold(row: RowGroup, base: BaseType) -> bool:
    whole = not base.fett and all(zeile.fett for zeile in row.reihe)
    return whole and 0.95 * base.groesse <= row.groesse < 1.12 * base.groesse and _may_be_heading(row)


def _may_be_heading(row: RowGroup) -> bool:
    return any(letter.isalpha() for letter in row.text) and not BULLET.match(row.text)


def _goes_on(last: RowGroup, row: RowGroup, base: BaseType) -> bool:
    """The next row of one heading; a chapter's may change its weight or span the columns half way."""
    near = last.seite is row.seite and 0 < row.mitte - last.mitte < 1.7 * row.groesse
    aligned = last.spalte == row.spalte or abs(last.x0 - row.x0) <= 2
    same_look = last.groesse == row.groesse and (last.fett == row.fett or row.groesse >= 1.4 * base.groesse)
    return near and aligned and same_look and not NUMBERED.match(row.text)


def _is_next_line(last: RowGroup, row: RowGroup, base: BaseType) -> bool:
    return last.place == row.place and 0 < row.mitte - last.mitte <= 1.3 * base.abstand


def _is_running_text(rows: Sequence[RowGroup]) -> bool:
    """Large letters that are read as text: a greeting, a form, an address."""
    text = " ".join(row.text for row in rows)
    return len(text) > 250 or (len(rows) > 3 and bool(INNER_SENTENCE_END.search(text)))


def _stands_off(page: Sequence[RowGroup], start: int, end: int, base: BaseType) -> bool:
    """Bold in the size of the text: a heading unless the text runs on from it or it is a sentence itself."""
    text = " ".join(row.text for row in page[start:end])
    if (
        len(text) > LONGEST
        or end - start > 3
        or INNER_SENTENCE_END.search(text)
        or re.search(r"[.,;]$", text)
    ):
        return False
    first, last = page[start], page[end - 1]
    before = page[start - 1] if start else None
    if before is not None and _is_next_line(before, first, base) and not _is_large(before, base):
        return False
    after = page[end] if end < len(page) else None
    if after is None or not _is_next_line(last, after, base):
        return True
    if text.endswith((":", "?", "!")):
        return True
    # Where the next word would have had room, the line ends because the heading does.
    next_word = after.reihe[0].woerter[0]
    is_full = last.x1 + 0.25 * last.groesse + next_word.x1 - next_word.x0 > last.rechts
    return not (after.starts_bold or after.text[:1].islower() or is_full)


# --- levels -------------------------------------------------------------------------------------------------

Style = tuple[int, bool]


def set_levels(absaetze: Sequence[Paragraph], seiten: int) -> None:
    """Level 1 is the largest style; bold stands above plain, and numbering parts what looks alike.

    A style of one or two pages (a greeting, a title page) must not stand above the whole document: it gets
    the level of the next smaller one that is common.
    """
    headings = [paragraph for paragraph in absaetze if paragraph.art is ParagraphKind.HEADING]
    pages: dict[Style, set[int]] = defaultdict(set)
    for heading in headings:
        pages[_style(heading)].add(heading.reihen[0].seite.nummer)
    enough = 3 if seiten >= 12 else 1
    common = sorted((style for style, on in pages.items() if len(on) >= enough), reverse=True) or sorted(
        pages
    )
    ranks = {style: next((i for i, c in enumerate(common) if c <= style), len(common)) for style in pages}
    keys = {id(heading): (ranks[_style(heading)], 0) for heading in headings}
    for rank, style in enumerate(common):
        alike = [heading for heading in headings if _style(heading) == style]
        keys |= {id(heading): (rank, sub) for heading, sub in zip(alike, _by_numbering(alike), strict=True)}
    levels = sorted(set(keys.values()))
    for heading in headings:
        heading.ebene = levels.index(keys[id(heading)]) + 1


def _style(paragraph: Paragraph) -> Style:
    return round(paragraph.reihen[0].groesse), paragraph.reihen[0].fett


def _by_numbering(headings: Sequence[Paragraph]) -> list[int]:
    """How deep each heading of one style stands: 1 over 1.1, and both over many without a number."""
    depths = [_depth(heading.reihen[0].text) for heading in headings]
    numbered = sum(depth > 0 for depth in depths)
    order = sorted({depth for depth in depths if depth})
    if numbered < 3:
        return [0] * len(depths)
    without = len(order) if len(depths) - numbered >= numbered else 0
    return [order.index(depth) if depth else without for depth in depths]


def _depth(text: str) -> int:
    """How deep a heading's number goes: „1.“ and „1.0.“ 1, „2.3“ and „II.2“ 2, none 0."""
    match = NUMBER.match(text)
    if match is None:
        return 0
    if match["arabic"]:
        return len(re.sub(r"(?:\.0)+$", "", match["arabic"]).split("."))
    return 1 + len([part for part in (match["below"] or "").split(".") if part])
