"""A page's words put together from its letters, where those that PyMuPDF gives are wider than printed.

A font that tells no widths makes each letter as wide as its type is high (piraten-bund-2021). What is right
then is where each letter begins: it ends where the next one begins, at the latest.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from core.programme.raw_words import RawBlock, RawChar, RawLine, RawSpan, RawWord

OVERLAP = 0.05
"""In heights of the line: words reach into each other by less where letters have their widths."""

ENOUGH = 3
"""Words of a page that do; raised figures and slanted letters do so here and there."""


def are_too_wide(words: Sequence[RawWord]) -> bool:
    """Do words reach into the ones behind them?"""
    over = 0
    for a, b in pairwise(words):
        if b[0] < a[2] and a[5] == b[5] and a[6] == b[6] and a[0] < b[0] < a[2] - OVERLAP * (a[3] - a[1]):
            over += 1
    return over >= ENOUGH


def from_letters(blocks: Sequence[RawBlock]) -> tuple[list[RawWord], list[RawBlock]]:
    """Words and blocks as PyMuPDF gives them, from its „rawdict“."""
    words: list[RawWord] = []
    result: list[RawBlock] = []
    for number, block in enumerate(blocks):
        lines: list[RawLine] = []
        for count, line in enumerate(block.get("lines", ())):
            if line["dir"][0] > 0.99:
                _cut([char for span in line["spans"] for char in span["chars"]])
            words += _words(line, number, count)
            lines.append({"dir": line["dir"], "spans": [_with_text(span) for span in line["spans"]]})
        result.append({"lines": lines} if "lines" in block else {})
    return words, result


def _cut(chars: Sequence[RawChar]) -> None:
    """Let each letter end where the next one begins; the last one is as wide as most of them."""
    if not chars:
        return
    for char, after in pairwise(chars):
        x0, y0, x1, y1 = char["bbox"]
        char["bbox"] = (x0, y0, max(x0, min(x1, after["bbox"][0])), y1)
    x0, y0, x1, y1 = chars[-1]["bbox"]
    usual = median([char["bbox"][2] - char["bbox"][0] for char in chars[:-1]] or [x1 - x0])
    chars[-1]["bbox"] = (x0, y0, min(x1, x0 + usual), y1)


def _words(line: RawLine, block: int, number: int) -> Iterator[RawWord]:
    place = 0
    word: list[RawChar] = []
    for char in [*(char for span in line["spans"] for char in span["chars"]), None]:
        if char is not None and not (char["c"].isspace() or char["c"] < " "):
            word.append(char)
        elif word:
            x0, y0, x1, y1 = zip(*(letter["bbox"] for letter in word), strict=True)
            text = "".join(letter["c"] for letter in word)
            yield min(x0), min(y0), max(x1), max(y1), text, block, number, place
            word, place = [], place + 1


def _with_text(span: RawSpan) -> RawSpan:
    return {**span, "text": "".join(char["c"] for char in span["chars"])}
