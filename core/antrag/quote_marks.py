"""What stands in quote marks: a motion quotes the law it changes, whose numbers are not its own."""

import re
from bisect import bisect
from collections.abc import Sequence

MARKS = re.compile(
    r"(?<![^\n]),(?=\w)|[„‚\"“”‘\u02bb]|['’](?!\w)|(?<=[^\s\ufffd])\s?(?P<hidden>\ufffd+)", re.MULTILINE
)
CLOSES = {"“": '„"', "”": '„"', '"': '„"', "‘": "‚,", "\u02bb": "‚,", "'": "‚,", "’": "‚,"}
"""What a closing mark closes. Laws may open a quote with a comma: „,5a. § 77 wird geändert.‘“"""

DEEPEST = 8
"""Quotes in quotes; what is open above that was never closed."""

Spans = Sequence[tuple[int, int]]


def quoted(text: str) -> Spans:
    """The outermost quotes as ranges; a mark that is never closed opens none."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for match in MARKS.finditer(text):
        mark, position = match[0], match.start()
        closed = _closed_by(match, opened)
        if closed is not None:
            found.append((opened[closed][1], match.end()))
            del opened[closed:]
        elif mark in ",„‚" or (mark == '"' and (position == 0 or text[position - 1].isspace())):
            opened = [*opened[-DEEPEST:], (mark, position)]
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not outermost or start >= outermost[-1][1]:
            outermost.append((start, end))
    return outermost


def _closed_by(match: re.Match[str], opened: Sequence[tuple[str, int]]) -> int | None:
    """The index of the open quote that ends here."""
    if match["hidden"] and opened:
        return 0  # at the end of a paragraph, what the PDF's font hides are the quote marks
    closes = CLOSES.get(match[0], "")
    return next((i for i in reversed(range(len(opened))) if opened[i][0] in closes), None)


def is_inside(spans: Spans, position: int) -> bool:
    """Does a position lie within a quote? Where it opens is not within."""
    index = bisect(spans, (position,)) - 1
    return index >= 0 and spans[index][0] < position < spans[index][1]
