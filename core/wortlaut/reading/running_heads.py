"""What stands on a page without belonging to the text: running heads, feet, page numbers, line numbers.

It is taken out so that a sentence runs on from page to page; the printed page numbers are kept.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.wortlaut.reading import page_numbers
from core.wortlaut.reading.page_numbers import PageNumbers, Printed
from core.wortlaut.reading.pdf import PdfWort, RawSide, Zeile
from core.wortlaut.records import Box

RAND = 0.12
"""The share of a page's height, above and below, in which running heads and page numbers stand."""

PAGE_NUMBER = re.compile(r"^[^\w.]*(?:Seite\W*)?(\d{1,4})(?:\s*(?:/|von)\s*\d{1,4})?[^\w.]*$", re.IGNORECASE)

EDGE_NUMBER = re.compile(r"^\W*\d{1,4}\s+(?=\D)|(?<=\D)\s\d{1,4}\W*$")

PAGE = re.compile(r"[–—-] ?(\d{1,3}) ?[–—-](?!\w)|\bSeite (\d{1,3})\b|^(\d{1,3}) ?(?:/|von) ?\d{1,3}$")


def strip(seiten: Sequence[RawSide]) -> tuple[list[RawSide], PageNumbers]:
    """The pages without furniture, and the page numbers that were printed on them."""
    numbers = page_numbers.read(seiten)
    numbered = _strip_line_numbers(seiten)
    repeated = _repeated(numbered)
    slots = _slots(numbered, repeated)
    clean = []
    for seite, printed, boxes in zip(numbered, numbers.printed, numbers.boxes, strict=True):
        zeilen = [
            z
            for z in _without_page_number(seite.zeilen, boxes)
            if not _is_furniture(seite, z, printed, repeated)
            and not (_slot(z) in slots and _in_margin(seite, z) and _is_apart(z, seite))
        ]
        clean.append(replace(seite, zeilen=zeilen))
    return clean, numbers


def _in_margin(seite: RawSide, zeile: Zeile) -> bool:
    return not RAND * seite.hoehe < zeile.mitte < (1 - RAND) * seite.hoehe


# --- running heads and feet ---------------------------------------------------------------------------------


def _key(zeile: Zeile, shift: float = 0.0) -> tuple[str, int, float]:
    """„Der Euro 49“ and „Der Euro“ are one head: the page number may be part of its line or not."""
    text = EDGE_NUMBER.sub("", zeile.text) or zeile.text
    return re.sub(r"\d+", "#", text), int((zeile.mitte + shift) // 6), zeile.groesse


def _repeated(seiten: Sequence[RawSide]) -> set[tuple[str, int, float]]:
    """Keys of margin lines that stand at the same height on several pages."""
    pages: dict[tuple[str, int, float], set[int]] = defaultdict(set)
    alone: Counter[tuple[str, int, float]] = Counter()
    for seite in seiten:
        text = [zeile.mitte for zeile in seite.zeilen if not _in_margin(seite, zeile)]
        edges = (min(text), max(text)) if text else ()
        for zeile in seite.zeilen:
            if _in_margin(seite, zeile):
                # White space parts a running head from the text, but not the first line of a page.
                white = 1.8 * (zeile.y1 - zeile.y0)
                is_alone = all(abs(edge - zeile.mitte) > white for edge in edges)
                is_alone = is_alone and not _has_line_of_text(zeile, seite)
                # Two rasters, half a step apart, so that no pair of near heights falls on a border.
                for key in (_key(zeile), _key(zeile, 3)):
                    pages[key].add(seite.nummer)
                    alone[key] += is_alone
    often = max(3, 0.15 * len(seiten))
    # In a leaflet twice is often; elsewhere it is chance.
    few = 2 if len(seiten) <= 6 else 3
    return {k for k, on in pages.items() if len(on) >= often or (len(on) >= few and alone[k] > len(on) / 2)}


def _has_line_of_text(zeile: Zeile, seite: RawSide) -> bool:
    """Is a line as large next above or beneath? Many columns end in „werden.“ at one height."""
    height = zeile.y1 - zeile.y0
    alike = (z for z in seite.zeilen if z.groesse == zeile.groesse and z.x0 < zeile.x1 and zeile.x0 < z.x1)
    return any(0.5 * height < abs(other.mitte - zeile.mitte) <= 1.8 * height for other in alike)


Slot = tuple[int, float, int]
"""A height on the page, with the size and colour of what stands there."""


def _slot(zeile: Zeile) -> Slot:
    return int(zeile.mitte // 6), zeile.groesse, zeile.farbe


def _slots(seiten: Sequence[RawSide], repeated: set[tuple[str, int, float]]) -> set[Slot]:
    """Where running heads stand on many pages: that of a chapter with only a page or two stands there too."""
    pages: dict[Slot, set[int]] = defaultdict(set)
    for seite in seiten:
        for zeile in seite.zeilen:
            if _in_margin(seite, zeile) and (_key(zeile) in repeated or _key(zeile, 3) in repeated):
                pages[_slot(zeile)].add(seite.nummer)
    return {slot for slot, on in pages.items() if len(on) >= max(3, 0.15 * len(seiten))}


def _is_apart(zeile: Zeile, seite: RawSide) -> bool:
    """Is there white between it and every line above and beneath? Between those of a text there is none."""
    height = zeile.y1 - zeile.y0
    steps = (abs(other.mitte - zeile.mitte) for other in seite.zeilen)
    return all(step < 0.5 * height or step > 1.8 * height for step in steps)


def _is_furniture(
    seite: RawSide, zeile: Zeile, numbers: Printed, repeated: set[tuple[str, int, float]]
) -> bool:
    if not _in_margin(seite, zeile):
        return False
    if _key(zeile) in repeated or _key(zeile, 3) in repeated:
        return True
    match = PAGE_NUMBER.match(zeile.text)
    return (match is not None and match[1] in numbers) or _tells_page(seite, zeile)


def _tells_page(seite: RawSide, zeile: Zeile) -> bool:
    """Does its row, apart from the text, say which page of the file this is? In a leaflet no more is told."""
    row = [z for z in seite.zeilen if abs(z.mitte - zeile.mitte) < 0.5 * (zeile.y1 - zeile.y0)]
    told = (match[1] or match[2] or match[3] for z in row for match in PAGE.finditer(z.text))
    return str(seite.nummer) in told and all(_is_apart(z, seite) for z in row)


# --- page numbers -------------------------------------------------------------------------------------------


def _without_page_number(zeilen: Sequence[Zeile], boxes: Sequence[Box]) -> Sequence[Zeile]:
    """Wherever it stands, also beside the text; a line of which no word is left goes with it."""
    if not boxes:
        return zeilen
    numbers = {wort for zeile in zeilen for wort in zeile.woerter if any(_is_in(wort, box) for box in boxes)}
    rest = _without(zeilen, numbers)
    touched = {id(zeile) for zeile in zeilen}
    return [z for z in rest if id(z) in touched or any(c.isalnum() for c in z.text)]


def _is_in(wort: PdfWort, box: Box) -> bool:
    x, y = (wort.x0 + wort.x1) / 2, (wort.y0 + wort.y1) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


# --- line numbers of drafts ---------------------------------------------------------------------------------


def _strip_line_numbers(seiten: Sequence[RawSide]) -> Sequence[RawSide]:
    """Take out the numbers that count the lines, where a document has them on at least half of its pages."""
    found = [_line_numbers(seite) for seite in seiten]
    with_text = sum(bool(seite.zeilen) for seite in seiten)
    if sum(bool(words) for words in found) < 0.5 * with_text or not with_text:
        return seiten
    return [replace(s, zeilen=_without(s.zeilen, words)) for s, words in zip(seiten, found, strict=True)]


def _line_numbers(seite: RawSide) -> set[PdfWort]:
    """Numbers that stand below each other at the edge of a page and count up by ones or fives."""
    columns: dict[int, list[PdfWort]] = defaultdict(list)
    for zeile in seite.zeilen:
        for wort in {zeile.woerter[0], zeile.woerter[-1]}:
            if wort.text.isdecimal() and len(wort.text) <= 4 and not 0.2 < wort.x0 / seite.breite < 0.8:
                columns[round(wort.x1 / 8)].append(wort)
                columns[-round(wort.x0 / 8)].append(wort)
    for words in sorted(columns.values(), key=len, reverse=True):
        words.sort(key=lambda w: w.y0)
        steps = Counter(int(b.text) - int(a.text) for a, b in pairwise(words))
        if len(words) >= 5 and steps[1] + steps[5] >= 0.9 * (len(words) - 1):
            return set(words)
    return set()


def _without(zeilen: Sequence[Zeile], words: set[PdfWort]) -> list[Zeile]:
    result = []
    for zeile in zeilen:
        rest = [wort for wort in zeile.woerter if wort not in words]
        if len(rest) == len(zeile.woerter):
            result.append(zeile)
        elif rest:
            result.append(replace(zeile, woerter=rest, x0=rest[0].x0, x1=max(w.x1 for w in rest)))
    return result
