"""Text as it was pasted or read → paragraphs: lines joined, hyphenation mended, running heads left out."""

import re
from collections.abc import Iterator, Sequence

from core.antrag.antrag_parts import (
    BEGRUENDUNG,
    FORMULA,
    PLACE_AND_DAY,
    SIGNED,
    speech_of,
    split_introduction,
    split_speeches,
)
from core.antrag.marks import DASHES, NO_DATE, NUMBER, is_mark, split_mark
from core.german.folding import ZERO_WIDTH, composed
from core.german.sentences import ends_sentence, sentences
from core.german.words import HYPHENS, MONTHS, joint

HIDDEN_BULLET = re.compile(r"^[\x01-\x08\x0e-\x1f](?=\s)", re.MULTILINE)
"""A bullet of a symbol font may come as a control character."""

UNSEEN = re.compile(rf"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f{ZERO_WIDTH}]|\xad(?=[^\n])")
SPACED_OUT = re.compile(r"^(?:\w ){4,}\w(?=\s*:?$)")
MARKDOWN = re.compile(r"^#{1,6} |\*\*")
GLUED_BULLET = re.compile(r"^([•●▪■◦►∙\uf0b7])(?=\S)")

BESIDE_TEXT = re.compile(
    r"(?:.{0,60}\s)?[–—-] ?\d{1,3} ?[–—-](?: .{0,60}Wahlperiode.{0,40})?|Seite \d+(?: (?:von|/) \d+)?"
    r"|.{0,60}Wahlperiode [–—-] ?\d{1,3} ?[–—-] .{0,40}"
    r"|(?:Elektronische )?Vorab-?[Ff]assung.*|Datum des Originals.*"
    r"|(?:Satz|Druck|Gesamtherstellung|Vertrieb|Herausgeber): .*(?:www\.|\d{5}).*|ISSN \d.*"
    r"|Die Veröffentlichungen des Landtags .*(?:Schutzgebühr|bezieh|abrufbar).*"
)
"""What is printed on pages beside the text: the heads with a page's number, and who printed them."""

PAGE_HEAD = re.compile(
    r".{0,60}(?:Bundestag|[Ll]andtag|LANDTAG|Bürgerschaft|Abgeordnetenhaus).{0,60}"
    r"\s[–—-] ?\d+\. Wahlperiode.{0,60}"
    r"|Drucksache \d{1,2} ?/? ?\d{2,6}(?: ?\(neu\))?"
)
"""Without a page's number the same words are the head of the Antrag itself, while nothing else was said."""

HEAD_LINES = 6

BOUND = re.compile(
    r"(?:§§?|\b(?:Abs(?:atz|\.)?|Nummern?|Nrn?\.?|Art(?:ikel|\.)?|Satz|Buchstaben?|Ziffern?|SGB|Anlage|Kapitel|"
    r"Titel|[Vv]om|[Aa]m|[Zz]u[mr]|[Bb]is|[Dd]e[nmrs]|[Ii]m|[Aa]b|[Ss]eit))$"
)
"""Behind these words a number at the start of a line goes on with the sentence."""

PAIRED = (" – ", " — ", " - ")
MAY_END_ITEM = re.compile(r"(?:[.:;,!?“”\")\]]|\b(?:und|oder|sowie|bzw\.))$")

REST_OF_DATE = re.compile(rf"\d{{4}}\b|(?:{'|'.join(MONTHS)})\b")

SHORTEST_LINE = 35
"""No page is so narrow that a shorter line is full."""

WIDEST_LINE = 160
"""Text with longer lines has one line for a paragraph; shorter ones may be broken by a page's width."""

FLAT_BREAK = re.compile(
    rf"(?:(?<=[.!?:;,“”\")])|(?<=\sund)|(?<=\soder)|(?<=\ssowie))\s++(?={NUMBER}\s{NO_DATE}\S)"
    r"|(?<!\s)\s++(?=[•●▪■◦►∙\uf0b7] ?\S)|(?<=[.:;])\s++(?=[–-]\s\S)"
    rf"|(?:(?<=[.!?“)])|(?<=Fraktion))\s++(?=Begründung [A-ZÄÖÜ„])"
    rf"|(?<!\s)\s++(?=Begründung: )|(?<=[.!?“)])\s++(?={PLACE_AND_DAY.pattern})"
)
"""Where a new line belongs in a text that has lost its lines."""


REASON_INSIDE = re.compile(r"[.!?] Begründung: ")


def absaetze(text: str) -> list[str]:
    """The paragraphs of a text; an item of a list is one that opens with its mark."""
    zeilen = list(_rows(text))
    width = _width(zeilen)
    result: list[list[str]] = []
    before, blank = "", False
    for zeile in zeilen:
        if zeile and result and _goes_on(_tail(result[-1]), before, zeile, blank, width):
            result[-1][-1], rest = joint(result[-1][-1], zeile)
            result[-1].append(rest)
        elif zeile:
            result.append([zeile])
        before, blank = zeile or before, not zeile
    return [part for pieces in result for part in _unfold("".join(pieces).replace("\xad", ""))]


def _tail(pieces: list[str]) -> str:
    """The end of a paragraph: all that is asked of it, however long it grows."""
    return "".join(pieces[-3:])[-300:]


def _rows(text: str) -> Iterator[str]:
    """The lines that belong to the text; an empty one for white space between paragraphs."""
    plain = composed(text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    mark, seen = "", 0
    for line in UNSEEN.sub("", HIDDEN_BULLET.sub("•", plain)).split("\n"):
        zeile = MARKDOWN.sub("", re.sub(r"\s+", " ", f"{mark} {line}").strip())
        mark = zeile if is_mark(zeile) else ""  # „1.“ was copied as a line of its own
        if mark or is_page_head(zeile, in_head=seen <= HEAD_LINES):
            continue
        seen += HEAD_LINES + 1 if FORMULA.match(zeile) else bool(zeile)
        zeile = SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), zeile)
        yield GLUED_BULLET.sub(r"\1 ", zeile)


def is_page_head(zeile: str, in_head: bool) -> bool:
    patterns = (BESIDE_TEXT,) if in_head else (BESIDE_TEXT, PAGE_HEAD)
    return len(zeile) < 250 and any(pattern.fullmatch(zeile) for pattern in patterns)


def _width(zeilen: Sequence[str]) -> int:
    """How long full lines are; a single long address does not count."""
    lengths = sorted(len(zeile) for zeile in zeilen if zeile)
    return lengths[int(0.85 * len(lengths))] if lengths else 0


def _goes_on(paragraph: str, before: str, zeile: str, blank: bool, width: int) -> bool:
    """Is this line the next one of the paragraph above it?"""
    is_short, ended = len(before) < max(0.7 * width, SHORTEST_LINE), ends_sentence(paragraph)
    if FORMULA.fullmatch(paragraph) or _opens_part(zeile) or ((blank or ended) and _opens_speech(zeile)):
        return False
    if split_mark(zeile):
        return not blank and is_bound(paragraph, zeile, stands_off=is_short)
    if _is_cut(paragraph, zeile):
        return True
    if blank or width > WIDEST_LINE:
        return not ended and zeile[0].islower()
    if is_short:
        return not ended and (not zeile[0].isupper() or paragraph.endswith(","))
    return not paragraph.endswith((":", ";"))


def _opens_part(zeile: str) -> bool:
    return any(pattern.match(zeile) for pattern in (FORMULA, BEGRUENDUNG, SIGNED))


def _opens_speech(zeile: str) -> bool:
    return zeile[0].isupper() and speech_of(zeile) is not None


def is_bound(paragraph: str, zeile: str, stands_off: bool) -> bool:
    """Does a number or dash at the start of a line only look like a mark, as the sentence runs on to it?"""
    if zeile.startswith(DASHES) and not stands_off and not MAY_END_ITEM.search(paragraph):
        # „– so heißt es –“: one dash of two, the other stands in this line or in those before.
        return any(dash in zeile[1:] or paragraph.count(dash) % 2 for dash in PAIRED)
    return bool(BOUND.search(paragraph))


def _is_cut(paragraph: str, zeile: str) -> bool:
    """The paragraph ends in a hyphen, in an abbreviation („2,4 Mrd. | Euro“) or in a date („31. | März“)."""
    if _is_hyphenated(paragraph):
        return True
    if re.search(r"\d\.$", paragraph):
        return bool(REST_OF_DATE.match(zeile))
    tail = paragraph[-60:]
    return tail.endswith(".") and all(end != len(tail) for _, end in sentences(f"{tail} {zeile[:40]}"))


def _is_hyphenated(paragraph: str) -> bool:
    return paragraph.endswith(HYPHENS) and paragraph[-2:-1].isalnum()


def _unfold(paragraph: str) -> Iterator[str]:
    """The paragraphs of a text that was pasted without its line breaks."""
    formel = FORMULA.search(paragraph)
    if formel is None and not _holds_list(paragraph) and not REASON_INSIDE.search(paragraph):
        yield paragraph
        return
    start, end = formel.span() if formel else (0, 0)
    parts = [piece for part in FLAT_BREAK.split(paragraph[end:]) for piece in split_speeches(part)]
    yield from (part.strip() for part in (paragraph[:start], paragraph[start:end], *parts) if part.strip())


def _holds_list(paragraph: str) -> bool:
    """„Die Landesregierung wird aufgefordert, 1. … 2. …“ on one line."""
    marked = split_mark(paragraph)
    return split_mark(split_introduction(marked[1] if marked else paragraph)[1]) is not None
