"""Rows of a document → paragraphs of a kind: heading, text, list, contents, title page, footnote."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import groupby, pairwise
from statistics import median

from core.wortlaut.german.sentences import begins_anew, ends_sentence, names_in
from core.wortlaut.german.words import HYPHENS, STOP_WORDS
from core.wortlaut.reading.reading_order import (
    BULLET,
    NUMBERED,
    BaseType,
    PageOrders,
    Paragraph,
    RowGroup,
    base_of,
)
from core.wortlaut.reading.textstrom import ParagraphKind

INNER_SENTENCE_END = re.compile(r"(?<![\dIVX])[.!?]\s+[A-ZÄÖÜ]")
NUMBER = re.compile(
    r"^(?P<arabic>\d{1,2}(?:\.\d{1,2})*)\.?\s|^(?:[IVX]{1,5}|[A-H])\.(?P<below>(?:\d{1,2}\.?)*)\s"
)
LONGEST = 160
NOTE = re.compile(r"[\d*]")

SMALL = 0.88
"""Of the body's size (afd-bund-2021: notes 7 of 10 points, fdp-bund-2021-archiv: boxes 7.1 of 9)."""

LARGE = 1.12
"""From here on letters are a heading's."""

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
                and _heading_goes_on(page[end - 1], page[end], base)
            ):
                end += 1
            if _stands_off(page, start, end, base):
                blocks.append((start, end))
        start = end
    return blocks


def _is_large(row: RowGroup, base: BaseType) -> bool:
    return row.groesse >= LARGE * base.groesse and len(row.text) <= LONGEST and _may_be_heading(row)


def _is_bold(row: RowGroup, base: BaseType) -> bool:
    whole = not base.fett and all(zeile.fett for zeile in row.reihe)
    return whole and 0.95 * base.groesse <= row.groesse < LARGE * base.groesse and _may_be_heading(row)


def _may_be_heading(row: RowGroup) -> bool:
    return any(letter.isalpha() for letter in row.text) and not BULLET.match(row.text)


def _goes_on(last: RowGroup, row: RowGroup, base: BaseType) -> bool:
    """The next row of one heading; a chapter's may change its weight or span the columns half way."""
    near = last.seite is row.seite and 0 < row.mitte - last.mitte < 1.7 * row.groesse
    aligned = last.spalte == row.spalte or abs(last.x0 - row.x0) <= 2
    same_look = last.groesse == row.groesse and (last.fett == row.fett or row.groesse >= 1.4 * base.groesse)
    return near and aligned and same_look and not NUMBERED.match(row.text)


def _heading_goes_on(last: RowGroup, row: RowGroup, base: BaseType) -> bool:
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
    if before is not None and _heading_goes_on(before, first, base) and not _is_large(before, base):
        return False
    after = page[end] if end < len(page) else None
    if after is None or not _heading_goes_on(last, after, base):
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


# --- what stands beside the text ----------------------------------------------------------------------------
# Notes in the margin, boxes, captions. Kept, but never inside its sentences.

NARROW = 0.6
"""Of a column's width: a note in another colour (afd-grundsatz-2016: 110 of 265 points)."""


FOREIGN = 0.9
"""Of a column's letters, where most of its page look like the text: a chart's title and source are coloured
or small (fdp-bund-2017, page 137)."""


def beside(page: Sequence[RowGroup], base: BaseType) -> set[int]:
    """The ids of rows that stand beside the text of a page, column by column; none where there is no text."""
    parts: dict[tuple[int, int], list[RowGroup]] = defaultdict(list)
    for row in page:
        parts[row.place].append(row)
    body = [row for row in page if SMALL <= row.groesse / base.groesse < LARGE]
    if not body or len(parts) < 2:
        return set()
    width = median(row.rechts - row.links for row in body)
    foreign = {place: _foreign(part, base) for place, part in parts.items()}
    is_usual = 2 * sum(foreign.values()) < sum(len(row.text) for row in page)
    return {
        id(row)
        for place, part in parts.items()
        if _is_beside(part, base, width)
        or (is_usual and foreign[place] > FOREIGN * sum(len(row.text) for row in part))
        for row in part
    }


def _foreign(part: Sequence[RowGroup], base: BaseType) -> int:
    """Letters that are small, or of another colour and no heading's."""
    return sum(
        len(row.text)
        for row in part
        if row.groesse < (LARGE if row.farbe != base.farbe else SMALL) * base.groesse
    )


def _is_beside(part: Sequence[RowGroup], base: BaseType, width: float) -> bool:
    """Small print, or a narrow column in another colour; headings are neither."""
    letters = sum(len(row.text) for row in part)
    small = sum(len(row.text) for row in part if row.groesse < SMALL * base.groesse)
    other = sum(
        len(row.text) for row in part if row.farbe != base.farbe and row.groesse < LARGE * base.groesse
    )
    is_narrow = part[0].rechts - part[0].links < NARROW * width
    return 2 * small > letters or (is_narrow and 2 * other > letters)


# --- rows of a document → paragraphs of a kind: heading, text, list, contents, title page, footnote ---------

NEXT = 1.45
"""Usual distances of two lines up to which one stands directly beneath the other."""

OFF = 1.2
"""Of these a title stands off at least (fdp-grundsatz-2012: 1.37, linke-bund-2025-leitantrag: 1.27)."""

SAME_SIZE = 0.94
"""Letters of one text differ by less; of 150,000 steps from line to line within a sentence that begin with a
capital 28 are of two sizes, and 26 of those join two texts."""

SETS_ON = re.compile(r"[:;,(„\"«»/&–—•]\s*$|\s-\s*$|^[^\w\n]*+\w{1,3}[.)]{0,2}\s*+$")
"""After these a capital may go on, and after a number or a letter that stands before an item."""

ENDS_IN_NUMBER = re.compile(r"(?:^|[\s.…·_\ufffd\x08])(\d{1,3})$")

ENDS_IN_PAGE = re.compile(r"(?:^|\s)S\. ?\d{1,3}(?: ?ff?\.?)?$")
"""„Gesundheitspolitik S. 26f“: an index that names pages so (cdu-bund-2005, page 43)."""


def paragraphs(orders: PageOrders, filed: Collection[int] = ()) -> list[Paragraph]:
    """All paragraphs of a document in reading order; the pages `filed` in the order of the file."""
    pages = orders.rows(filed)
    rows = [row for page in pages for row in page]
    if not rows:
        return []
    base, names = base_of(rows), names_in(row.text for row in rows)
    result: list[Paragraph] = []
    for index, page in enumerate(pages):
        is_contents = _is_contents(page, len(pages))
        if is_contents or _is_title(page, index, len(pages), base):
            kind = ParagraphKind.INHALT if is_contents else ParagraphKind.TITEL
            result += [Paragraph(kind, [row]) for row in page]
            continue
        notes = _footnotes(page, base)
        text = [row for row in page if id(row) not in notes]
        aside = beside(text, base)
        for is_aside, rows_of_kind in groupby(text, key=lambda row: id(row) in aside):
            if is_aside:
                result += _asides(list(rows_of_kind), base, names)
            else:
                _append(list(rows_of_kind), result, base, names)
        for row in page:
            if id(row) not in notes:
                continue
            if result and result[-1].art is ParagraphKind.FOOTNOTE and not NOTE.match(row.text):
                result[-1].reihen.append(row)
            else:
                result.append(Paragraph(ParagraphKind.FOOTNOTE, [row]))
    set_levels(result, len(pages))
    return result


# --- kinds of pages -----------------------------------------------------------------------------------------


def _is_contents(page: Sequence[RowGroup], count: int) -> bool:
    """A list of contents or an index: many rows end in a page number that the document has."""
    if sum(bool(ENDS_IN_PAGE.search(row.text)) for row in page) >= max(4, 0.35 * len(page)):
        return True
    ends = [ENDS_IN_NUMBER.search(row.text) for row in page]
    numbers = [int(match[1]) for match in ends if match and int(match[1]) <= 2 * count + 20]
    if len(numbers) < 4 or len(numbers) < 0.35 * len(page):
        return False
    rising = sum(a <= b for a, b in pairwise(numbers))
    return rising >= 0.8 * (len(numbers) - 1) or len(numbers) >= 0.7 * len(page)


def _is_title(page: Sequence[RowGroup], index: int, count: int, base: BaseType) -> bool:
    """A cover: first pages or the last one, few words, and some of them large."""
    if not page or (index > 1 and index < count - 1):
        return False
    words = sum(len(row.text.split()) for row in page)
    of_text = sum(len(row.text.split()) for row in page if 0.9 < row.groesse / base.groesse < 1.12)
    large = max(row.groesse for row in page) >= 1.3 * base.groesse
    return words < 60 and of_text < 25 and (large or (index == 0 and count > 3))


# --- paragraphs ---------------------------------------------------------------------------------------------


def _append(
    page: Sequence[RowGroup], result: list[Paragraph], base: BaseType, names: Collection[str]
) -> None:
    """Add the rows of a page; its first may go on with the paragraph that the page before left open."""
    headings = dict(heading_blocks(page, base))
    index = 0
    while index < len(page):
        if index in headings:
            result.append(Paragraph(ParagraphKind.HEADING, list(page[index : headings[index]])))
            index = headings[index]
            continue
        row, open_index = page[index], _open_index(result)
        after = page[index + 1] if index + 1 < len(page) else None
        before = result[open_index].reihen[-1] if open_index is not None else None
        if (
            open_index is None
            or before is None
            or (_is_another_text(before, row, after, base, names) or _starts_paragraph(before, row, base))
        ):
            is_list = BULLET.match(row.text) or NUMBERED.match(row.text)
            result.append(Paragraph(ParagraphKind.LISTE if is_list else ParagraphKind.TEXT, [row]))
        else:
            result[open_index].reihen.append(row)
        index += 1


def _asides(rows: Sequence[RowGroup], base: BaseType, names: Collection[str]) -> list[Paragraph]:
    """Paragraphs of what stands beside the text, which go on with nothing but themselves."""
    result: list[Paragraph] = []
    for row in rows:
        before = result[-1].reihen[-1] if result else None
        is_far = before is None or before.place != row.place or row.mitte - before.mitte > 2 * row.groesse
        if before is None or is_far or _is_another_text(before, row, None, base, names):
            result.append(Paragraph(ParagraphKind.RANDNOTE, [row]))
        else:
            result[-1].reihen.append(row)
    return result


def _open_index(result: Sequence[Paragraph]) -> int | None:
    """The paragraph that may go on: the last one that is no note, if it is text."""
    for index in range(len(result) - 1, -1, -1):
        if result[index].art in (ParagraphKind.TEXT, ParagraphKind.LISTE):
            return index
        if not result[index].art.is_beside:
            return None
    return None


def _is_another_text(
    before: RowGroup, row: RowGroup, after: RowGroup | None, base: BaseType, names: Collection[str]
) -> bool:
    """Does a capital begin another text than the one that broke off above: a title's, a caption's, a chart's?

    Its line is of another size, or stands off farther than the line after it does.
    """
    if not row.text[:1].isupper() or SETS_ON.search(before.text) or ends_sentence(before.text):
        return False
    small, large = sorted((before.groesse, row.groesse))
    is_led_on = before.text.split()[-1] in STOP_WORDS
    looks_other = small < SAME_SIZE * large and not (is_led_on and before.farbe == row.farbe)
    stands_off = (
        after is not None
        and before.place == row.place == after.place
        and row.mitte - before.mitte > OFF * max(after.mitte - row.mitte, base.abstand)
        and not is_led_on
    )
    if before.text.endswith(HYPHENS):
        stands_off = stands_off and before.farbe != row.farbe
    return looks_other or stands_off or begins_anew(before.text, row.text, names)


def _starts_paragraph(before: RowGroup, row: RowGroup, base: BaseType) -> bool:
    if BULLET.match(row.text):
        return True
    if before.text.endswith(HYPHENS) and not before.text.endswith((" -", " –")):
        return False
    ended = ends_sentence(before.text)
    gap = row.mitte - before.mitte
    if row.text[:1].islower() and _is_next_line(before, row, base):
        return False  # „… u. a.“ and „durch Förderung“; who begins sentences small is read on too
    if before.place != row.place or (row.text[:1].islower() and 0 < gap < 3 * base.abstand):
        return ended
    if gap > NEXT * base.abstand or gap < -2 * base.abstand:
        return True
    if not ended:
        return _is_title_of(before, row, base)
    short = before.x1 < row.rechts - 0.15 * (row.rechts - row.links)
    indented = row.x0 > row.links + 0.8 * row.groesse and before.x0 < row.x0 - 0.5 * row.groesse
    return short or indented or bool(NUMBERED.match(row.text))


def _is_title_of(before: RowGroup, row: RowGroup, base: BaseType) -> bool:
    """Does a line that ends where the next word had room look other, or stand off? No sentence runs on so."""
    word = row.reihe[0].woerter[0]
    has_room = before.x1 + word.x1 - word.x0 + 1.5 * row.groesse < before.rechts
    gap = (row.mitte - before.mitte) / base.abstand
    stands_off = gap > OFF
    looks_other = gap > 0.5 and not _is_in(before, base) and _is_in(row, base)
    return has_room and word.text[:1].isupper() and (stands_off or looks_other)


def _is_in(row: RowGroup, base: BaseType) -> bool:
    longest = max(row.reihe, key=lambda z: z.x1 - z.x0)
    return longest.farbe == base.farbe and longest.schrift == base.schrift


def _is_next_line(before: RowGroup, row: RowGroup, base: BaseType) -> bool:
    """The line beneath, in the same type and at the same edge."""
    gap = row.mitte - before.mitte
    is_near = before.place == row.place and 0 < gap <= NEXT * base.abstand
    return is_near and row.groesse == before.groesse and abs(row.x0 - before.x0) <= 0.5 * row.groesse


def _footnotes(page: Sequence[RowGroup], base: BaseType) -> set[int]:
    """Rows of small print at the foot of a page, from a note's number on."""
    notes: list[RowGroup] = []
    for row in sorted(page, key=lambda row: -row.mitte):
        if row.groesse > SMALL * base.groesse or row.mitte < 0.5 * row.seite.hoehe:
            break
        notes.append(row)
    while notes and not NOTE.match(notes[-1].text):
        notes.pop()
    return {id(row) for row in notes}
