"""What stands beside the text: notes in the margin, boxes, captions. Kept, but never inside its sentences."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from core.programme.text_rows import BaseType, RowGroup

SMALL = 0.88
"""Of the body's size (afd-bund-2021: notes 7 of 10 points, fdp-bund-2021-archiv: boxes 7.1 of 9)."""

LARGE = 1.12
"""From here on letters are a heading's, as in `ueberschriften`."""

NARROW = 0.6
"""Of a column's width: a note in another colour (afd-grundsatz-2016: 110 of 265 points)."""


def beside(page: Sequence[RowGroup], base: BaseType) -> set[int]:
    """The ids of rows that stand beside the text of a page, column by column; none where there is no text."""
    parts: dict[tuple[int, int], list[RowGroup]] = defaultdict(list)
    for row in page:
        parts[row.place].append(row)
    body = [row for row in page if SMALL <= row.groesse / base.groesse < LARGE]
    if not body or len(parts) < 2:
        return set()
    width = median(row.rechts - row.links for row in body)
    return {id(row) for part in parts.values() if _is_beside(part, base, width) for row in part}


def _is_beside(part: Sequence[RowGroup], base: BaseType, width: float) -> bool:
    """Small print, or a narrow column in another colour; headings are neither."""
    letters = sum(len(row.text) for row in part)
    small = sum(len(row.text) for row in part if row.groesse < SMALL * base.groesse)
    other = sum(
        len(row.text) for row in part if row.farbe != base.farbe and row.groesse < LARGE * base.groesse
    )
    is_narrow = part[0].rechts - part[0].links < NARROW * width
    return 2 * small > letters or (is_narrow and 2 * other > letters)
