"""Which words of a text are given out as somebody's: in quote marks, as a quotation, or with a source behind.

The outermost quote marks count, of every German and English kind. A mark opens where a word begins and closes
where one ends; what is never closed reaches to the end of its paragraph only where the next one opens anew.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from core.citations.exact_match import is_too_short
from core.german.folding import letters
from core.textcheck.text_blocks import BlockKind, ReadText

CLOSERS = {
    "„": '“”"‟',
    "“": '”“"',
    "”": '”“"',
    "‟": '”"',
    '"': '"”“',
    "»": "«»",
    "«": "»«",
    "‚": "‘’'",
    "‘": "’'",
    "\u203a": "\u2039",
    "\u2039": "\u203a",
    "'": "'’",
    "``": "''",
    "<<": ">>",
    ">>": "<<",
    ",,": '“”"',
}
"""What opens a quote → what may close it."""

SINGLE = "‚‘'"
"""These are apostrophes, too."""

MARK = re.compile(r"``|''|<<|>>|,,(?=\w)|[„“”‟\"»«‚‘’'\u203a\u2039]")
OPENS_BEHIND = re.compile(r"(?:^|[\s(\[{/–—:|>*_„“”\"»«‚‘\u203a\u2039-])$")
"""What stands before a mark that opens."""

DEEPEST = 4
LONGEST = 6_000
"""Characters of a quote; the longest of 1,100 real ones has 1,900."""

SOURCE_BEHIND = re.compile(r"[(\[](?P<inside>[^()\[\]\n]{2,200})[)\]]\s*+[.;]?\s*+$")
DASH_SOURCE = re.compile(r"(?P<ends>[.!?…\"“”»]?)(?<!\s)\s++[–—]\s++(?P<inside>[^–—\n]{2,150})$")
PAGE = re.compile(
    r"\b(?:S\.|Seiten?|pp?\.)\s*+(?P<first>\d{1,4})(?:\s*+[-–—]\s*+(?P<last>\d{1,4})"
    r"|(?P<more>(?:\s*+(?:,|und|u\.|/)\s*+\d{1,4})+)|\s*+(?P<ff>ff?)\b)?"
)
PAGED = re.compile(r"\s*+[.,]?\s*+[(\[][^()\[\]\n]{0,80}?\b(?:S\.|Seiten?|pp?\.)\s*\d")
SAID_SO = re.compile(
    r",?(?<!\s)\s++(?:so|heißt\s++es|steht|schreib(?:t|en))\b"
    r"(?P<inside>[^.!?\n]{0,100}?\([^()\n]{0,80}\bS(?:eite|\.)\s*+\d[^()\n]{0,80}\))\s*+\.?$"
)


@dataclass(frozen=True, slots=True)
class EmittedQuote:
    """Words that a text gives out as a programme's: `start` to `end` of the text, marks included.

    `is_marked`: by quote marks or as a quotation; else it is a sentence with a source behind. `source`: the
    words that stand there as its source, empty where none do.
    """

    start: int
    end: int
    text: str
    is_marked: bool
    source: str = ""


def find_quotes(document: ReadText) -> list[EmittedQuote]:
    """All of them, in the order of the text; none within another."""
    marked = list(_in_marks(document))
    found: list[EmittedQuote] = []
    starts = [start for start, _, _, _ in marked]
    for number, block in enumerate(document.blocks):
        low = document.starts[number]
        high = low + len(block.text)
        own = [
            one for one in marked[bisect_right(starts, low - 1) : bisect_right(starts, high)] if one[0] < high
        ]
        if block.kind is BlockKind.QUOTE:
            found += _quotation(document, number, own)
        elif own:
            found += [
                EmittedQuote(start, end, text, True)
                for start, end, text, _ in own
                if _tells(text) or PAGED.match(document.text, end)
            ]
        elif not any(start < high and low < end for start, end, _, _ in marked):
            found += _sourced(document, number)
    kept: list[EmittedQuote] = []
    for one in sorted(found, key=lambda one: one.start):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _tells(text: str) -> bool:
    """„sogenannte“ and „Grüner Deal“ are words that somebody sets off, not quotes."""
    return len(text.split()) > 2 or not is_too_short(text)


# --- quote marks --------------------------------------------------------------------------------------------

Marked = tuple[int, int, str, str]
"""Where it begins and ends with its marks, what stands within, and the mark that opened it."""


def _in_marks(document: ReadText) -> Iterator[Marked]:
    """The outermost pairs of the text."""
    text = document.text
    ends = [start + len(block.text) for start, block in zip(document.starts, document.blocks, strict=True)]
    opened: list[tuple[str, int, int]] = []
    closed: list[Marked] = []
    block_end = 0
    for match in MARK.finditer(text):
        if match.start() >= block_end:
            yield from _left_open(text, opened, closed, match, block_end)
            closed = closed if opened else []
            block_end = next(end for end in ends[bisect_right(ends, match.start()) :])
        mark = match[0]
        level = _closed_level(text, mark, match, opened)
        if level is not None:
            opener, start, inside = opened[level]
            del opened[level:]
            closed = [one for one in closed if one[0] < start]
            closed.append((start, match.end(), text[inside : match.start()], opener))
        elif mark in CLOSERS and _may_open(text, match) and len(opened) < (1 if mark == ",," else DEEPEST):
            opened.append((mark, match.start(), match.end()))
        if not opened:
            yield from closed
            closed = []
    yield from _left_open(text, opened, closed, None, block_end)


def _closed_level(
    text: str, mark: str, match: re.Match[str], opened: list[tuple[str, int, int]]
) -> int | None:
    """Which of the open quotes this mark closes, the innermost first."""
    before = text[match.start() - 1 : match.start()]
    if not before or before.isspace():
        return None
    behind = text[match.end() : match.end() + 1]
    if mark in "'’" and behind.isalnum():
        return None
    if mark in '„“”"»«' and behind.isalnum() and _may_open(text, match):
        return None
    return next((i for i in reversed(range(len(opened))) if mark in CLOSERS[opened[i][0]]), None)


def _may_open(text: str, match: re.Match[str]) -> bool:
    behind = text[match.end() : match.end() + 1]
    if not behind or behind.isspace() or (match[0] in SINGLE and not (behind.isalpha() or behind == "„")):
        return False
    return bool(OPENS_BEHIND.search(text[max(0, match.start() - 1) : match.start()]))


def _left_open(
    text: str,
    opened: list[tuple[str, int, int]],
    closed: list[Marked],
    following: re.Match[str] | None,
    block_end: int,
) -> Iterator[Marked]:
    """At the end of a paragraph: a quote goes on in the next where that closes it first, or ends where that
    opens anew; else its opening mark is none, and what is closed within counts."""
    if not opened:
        return
    mark, start, inside = opened[0]
    if following is not None and following.start() - start < LONGEST:
        closes = following[0] in CLOSERS[mark] and not text[following.start() - 1].isspace()
        if closes and text.count("\n\n", start, following.start()) <= 3:
            return
        begins_block = text[: following.start()].endswith("\n\n")
        if begins_block and following[0] == mark and len(opened) == 1:
            yield start, block_end, text[inside:block_end], mark
            closed = []  # within the one that has just been told
    yield from (one for one in closed if one[0] > start)
    opened.clear()


# --- quotations, and sentences with a source behind ---------------------------------------------------------


def split_source(text: str) -> tuple[int, str]:
    """Where a text ends before the source at its end, in brackets or behind a dash, and that source."""
    if found := SOURCE_BEHIND.search(text):
        return found.start(), found["inside"]
    found = DASH_SOURCE.search(text)
    if found and (found["ends"] or PAGE.search(found["inside"])) and len(found["inside"].split()) < 14:
        return found.end("ends"), found["inside"]
    return len(text), ""


def _quotation(document: ReadText, number: int, marked: list[Marked]) -> Iterator[EmittedQuote]:
    """A block that is set off: all of it but its source; what stands in marks where that is nearly all."""
    block, low = document.blocks[number], document.starts[number]
    end, source = split_source(block.text)
    body = block.text[:end].rstrip()
    if marked and sum(len(text) for _, _, text, _ in marked) > 0.7 * len(body):
        yield from (EmittedQuote(a, b, text, True, block.source) for a, b, text, _ in marked if _tells(text))
    elif len(letters(body)) > 2 and _tells(body):
        told = " · ".join(filter(None, (source, block.source)))
        yield EmittedQuote(low, low + len(body), body, True, told)


def _sourced(document: ReadText, number: int) -> Iterator[EmittedQuote]:
    """„Wir bauen die Bahn aus (SPD, S. 12)“ as a list item, „…, so das Programm (S. 12)“ anywhere."""
    block, low = document.blocks[number], document.starts[number]
    text = block.text
    if found := SAID_SO.search(text):
        start = max(
            (match.end() for match in re.finditer(r"[.!?:]\s+(?=[A-ZÄÖÜ])", text[: found.start()])), default=0
        )
        body, source = text[start : found.start()], found["inside"]
    else:
        start, (end, source) = 0, split_source(text)
        body = text[:end].rstrip()
        if block.kind is not BlockKind.ITEM or not PAGE.search(source):
            return
    if not is_too_short(body):
        yield EmittedQuote(low + start, low + start + len(body), body, False, source)
