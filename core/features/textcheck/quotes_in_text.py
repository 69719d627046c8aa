"""Which words of a text are given out as somebody's: in quote marks, as a quotation, or with a source behind.

The outermost quote marks count, of every German and English kind (`quote_marks`). Of a quotation every word
counts, but for what reads as its source.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.features.textcheck.blocks import BlockKind, ReadText
from core.features.textcheck.quote_marks import Mark, marks_of, pair
from core.features.textcheck.source_words import SourceReader
from core.programme.context import default_context
from core.programme.registry import Registry
from core.wortlaut.binding.exact_match import is_too_short
from core.wortlaut.german.folding import letters

LONGEST = 6_000
"""Characters of a quote over several paragraphs; the longest of 1,100 real ones has 1,900."""

MOST_PARAGRAPHS = 4
"""Over which a quote may go; more with one mark are a slip."""

IN_BRACKETS = re.compile(
    r"[(\[](?P<inside>[^()\[\]\n]{2,200}(?:\([^()\n]{1,60}\)[^()\[\]\n]{0,60})?)[)\]]\s*+[.;]?\s*+$"
)
BRACKET = re.compile(r"[(\[](?P<inside>[^()\[\]]{2,200})[)\]]")
BEHIND_DASH = re.compile(r"(?:(?<!\s)\s++|^)[–—-]{1,2}\s++(?P<inside>[^–—\n]{2,150})$")
LAST_LINE = re.compile(r"\n[ \t]*+(?P<inside>[^\n]{2,200})$")
NOTE_MARK = re.compile(r"(?P<inside>\[\^?\d{1,3}\]|[⁰¹²³⁴-⁹]{1,3})$")
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
    words that stand there as its source, empty where none do. `is_whole`: a quotation, of which every word
    counts. `is_unclear`: the marks of its paragraph do not belong together. `beside`: what stands in its
    brackets with a page and is no mere source: „(S. 3, nur für Reiche)“.
    """

    start: int
    end: int
    text: str
    is_marked: bool
    source: str = ""
    is_whole: bool = False
    is_unclear: bool = False
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundQuotes:
    """`unclear`: where the paragraphs stand whose marks do not belong together."""

    quotes: tuple[EmittedQuote, ...]
    unclear: tuple[tuple[int, int], ...]


def read_quotes(document: ReadText, registry: Registry | None = None) -> FoundQuotes:
    """The quotes, and the paragraphs of which nobody can say what is quoted. `registry`: whose names may
    stand in a source."""
    sources = SourceReader(registry or default_context().registry)
    marked = _in_marks(document)
    starts = [one.start for one in marked.quotes]
    found: list[EmittedQuote] = []
    for number, block in enumerate(document.blocks):
        low = document.starts[number]
        high = low + len(block.text)
        if block.kind is BlockKind.QUOTE:
            found += _quotation(document, number, sources)
            continue
        own = marked.quotes[bisect_left(starts, low) : bisect_left(starts, high)]
        over = bisect_left(starts, low) and marked.quotes[bisect_left(starts, low) - 1].end > low
        if own:
            found += [one for one in own if _tells(one.text) or PAGED.match(document.text, one.end)]
        elif not over:
            found += _sourced(document, number, sources)
    found.sort(key=lambda one: one.start)
    return FoundQuotes(tuple(_with_beside(one, sources) for one in found), marked.unclear)


def _with_beside(quote: EmittedQuote, sources: SourceReader) -> EmittedQuote:
    brackets = [one["inside"] for one in BRACKET.finditer(quote.text) if PAGE.search(one["inside"])]
    beside = tuple(one for one in brackets if not sources.is_source(one))
    return replace(quote, beside=beside) if beside else quote


def _tells(text: str) -> bool:
    """„sogenannte“ and „Grüner Deal“ are words that somebody sets off, not quotes."""
    return len(text.split()) > 2 or not is_too_short(text)


# --- quote marks --------------------------------------------------------------------------------------------


def _in_marks(document: ReadText) -> FoundQuotes:
    """What stands in the outermost marks of all paragraphs but quotations."""
    found, unclear = list[EmittedQuote](), list[tuple[int, int]]()
    text, number = document.text, 0
    while number < len(document.blocks):
        low = document.starts[number]
        high = low + len(document.blocks[number].text)
        if document.blocks[number].kind is BlockKind.QUOTE:
            number += 1
            continue
        pairs, last = pair(marks_of(text, low, high)), number
        outer, left = list(pairs.outer), pairs.left
        if left and (goes_on := _going_on(document, number, left)):
            last, more = goes_on
            outer = [one for one in outer if one[0].start < left.start] + more
            is_clear = True
        else:
            is_clear = pairs.is_clear
        if not is_clear and left and _opens_anew(document, number, left):
            outer, is_clear = [one for one in outer if one[0].start < left.start], True
            found.append(EmittedQuote(left.start, high, text[left.end : high], True))
        found += [
            EmittedQuote(
                one.start, other.end, text[one.end : other.start].strip(), True, is_unclear=not is_clear
            )
            for one, other in outer
        ]
        if not is_clear:
            unclear.append((low, high))
        number = last + 1
    return FoundQuotes(tuple(sorted(found, key=lambda one: one.start)), tuple(unclear))


def _going_on(document: ReadText, number: int, left: Mark) -> tuple[int, list[tuple[Mark, Mark]]] | None:
    """The paragraph that closes a quote which another opened, and the outermost pairs up to its end."""
    text = document.text
    for later in range(number + 1, min(number + MOST_PARAGRAPHS, len(document.blocks))):
        low = document.starts[later]
        high = low + len(document.blocks[later].text)
        if document.blocks[later].kind is BlockKind.QUOTE or low - left.start > LONGEST:
            return None
        if marks := marks_of(text, low, high):
            pairs = pair(marks, left)
            closes = pairs.is_clear and any(
                one is left and other.start - left.start < LONGEST for one, other in pairs.outer
            )
            return (later, list(pairs.outer)) if closes else None
    return None


def _opens_anew(document: ReadText, number: int, left: Mark) -> bool:
    """Does the next paragraph begin with the same mark? So are long quotes set: the last closes."""
    if number + 1 == len(document.blocks):
        return False
    following = document.blocks[number + 1]
    return following.kind is not BlockKind.QUOTE and following.text.startswith(left.text)


# --- quotations, and sentences with a source behind ---------------------------------------------------------


def _split_source(text: str, sources: SourceReader) -> tuple[int, str]:
    """Where a text ends before the sources at its end: in brackets, behind a dash, in a line of their own."""
    end, told = len(text.rstrip()), list[str]()
    while True:
        for pattern in (NOTE_MARK, IN_BRACKETS, BEHIND_DASH, LAST_LINE):
            found = pattern.search(text, max(0, end - 400), end)
            if found and (pattern is NOTE_MARK or sources.is_source(found["inside"])):
                if pattern is not NOTE_MARK:
                    told.insert(0, found["inside"].strip("()[] \t–—-"))
                end = len(text[: found.start()].rstrip())
                break
        else:
            return end, " · ".join(told)


def _quotation(document: ReadText, number: int, sources: SourceReader) -> Iterator[EmittedQuote]:
    """A block that is set off: all of it but its source. Where it holds nothing but quotes in marks and their
    sources, those are the quotes."""
    block, low = document.blocks[number], document.starts[number]
    if sources.is_source(block.text.strip("()[] \t\n–—-")):
        return
    end, source = _split_source(block.text, sources)
    marks = pair(marks_of(document.text, low, low + end))
    if marks.is_clear and (own := _only_quotes(document, low, low + end, marks.outer, sources)):
        *others, last = own
        last = replace(last, source=" · ".join(filter(None, (last.source, source))))
        for one in (*others, last):
            if _tells(one.text):
                yield replace(one, source=" · ".join(filter(None, (one.source, block.source))))
        return
    body = block.text[:end]
    if len(letters(body)) > 2 and _tells(body):
        told = " · ".join(filter(None, (source, block.source)))
        yield EmittedQuote(low, low + len(body), body, True, told, is_whole=True)


def _only_quotes(
    document: ReadText, low: int, high: int, outer: Sequence[tuple[Mark, Mark]], sources: SourceReader
) -> list[EmittedQuote]:
    """The quotes in marks where between them stand only sources; none where any other word does."""
    found: list[EmittedQuote] = []
    gaps = [
        document.text[start:end].strip("()[] \t\n.,:;–—-·|")
        for start, end in zip(
            (low, *(other.end for _, other in outer)), (*(one.start for one, _ in outer), high), strict=True
        )
    ]
    if any(letters(gap) and not sources.is_source(gap) for gap in gaps):
        return []
    for at, (one, other) in enumerate(outer):
        text = document.text[one.end : other.start].strip()
        source = gaps[at + 1] or (gaps[0] if at == 0 else "")
        found.append(EmittedQuote(one.start, other.end, text, True, source, is_whole=True))
    return found


def _sourced(document: ReadText, number: int, sources: SourceReader) -> Iterator[EmittedQuote]:
    """„Wir bauen die Bahn aus (SPD, S. 12)“ as a list item, „…, so das Programm (S. 12)“ anywhere."""
    block, low = document.blocks[number], document.starts[number]
    text = block.text
    if found := SAID_SO.search(text):
        start = max(
            (match.end() for match in re.finditer(r"[.!?:]\s+(?=[A-ZÄÖÜ])", text[: found.start()])), default=0
        )
        body, source = text[start : found.start()], found["inside"]
    elif block.kind is BlockKind.ITEM:
        start, (end, source) = 0, _split_source(text, sources)
        body = text[:end]
        if not PAGE.search(source):
            if not (inside := IN_BRACKETS.search(text)) or not PAGE.search(inside["inside"]):
                return
            body, source = text.rstrip(), ""  # it names a page, and says more than that
    else:
        return
    if not is_too_short(body):
        yield EmittedQuote(low + start, low + start + len(body), body, False, source)
