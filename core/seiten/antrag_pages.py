"""The file of an Antrag page by page, with the place of each of its Forderungen.

Found by the words as they were read from the file, letter by letter; what a person wrote has no place there.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path

from core.antrag.antrag import Antrag
from core.antrag.antrag_rows import ReadRow, read_rows
from core.german.letter_key import letters
from core.programme.pdf import Box
from core.seiten.marked_page import Marking, PageView
from core.seiten.page_picture import blatt, open_document

ENDS = 60
"""So many letters of a demand's beginning and end are looked for where the whole does not stand there."""


Places = Mapping[int, tuple[Box, ...]]
"""Page → boxes of its lines, in page coordinates."""


def forderung_places(path: Path, antrag: Antrag) -> dict[str, Places]:
    """Number → where it stands, of those that stand there; `antrag` as it was read from this very file."""
    zeilen = read_rows(path)
    starts = [0]
    for zeile in zeilen:
        starts.append(starts[-1] + len(zeile.key))
    whole = "".join(zeile.key for zeile in zeilen)
    found: dict[str, Places] = {}
    at = 0
    for forderung in antrag.forderungen:
        span = _find(whole, letters(forderung.text), at)
        if span is None:
            continue
        at = span[1]
        first, last = bisect_right(starts, span[0]) - 1, bisect_right(starts, span[1] - 1)
        found[forderung.nummer] = places_of_rows(zeilen[first:last])
    return found


def antrag_seite(
    path: Path, seite: int, places: Mapping[str, Places], nummer: str | None = None
) -> PageView | None:
    """A page with the Forderungen on it marked, the chosen one strongly; None where there is no such page."""
    dokument = open_document(path)
    if not 1 <= seite <= dokument.seitenzahl:
        return None
    others = tuple(box for name, own in places.items() if name != nummer for box in own.get(seite, ()))
    chosen = places.get(nummer or "", {}).get(seite, ()) if nummer is not None else ()
    flaechen = {Marking.ZITAT: chosen, Marking.WEITERE: others}
    sheet = blatt(dokument, seite)
    seen = {marke: sheet.seen(boxes) for marke, boxes in flaechen.items() if boxes}
    return PageView(seite, sheet, seen, flaechen, dokument.version, dokument)


def _find(whole: str, key: str, at: int) -> tuple[int, int] | None:
    """Behind the demand before, else anywhere; else from where it begins to where it ends."""
    if not key:
        return None
    for start in (whole.find(key, at), whole.find(key)):
        if start >= 0:
            return start, start + len(key)
    if len(key) <= ENDS:
        return None
    begin = max(whole.find(key[:ENDS], at), -1)
    begin = begin if begin >= 0 else whole.find(key[:ENDS])
    if begin < 0:
        return None
    end = whole.find(key[-ENDS:], begin, begin + 2 * len(key))
    return begin, end + ENDS if end >= 0 else begin + ENDS


def places_of_rows(zeilen: Sequence[ReadRow]) -> dict[int, tuple[Box, ...]]:
    """The lines, each as long as it is; where two overlap, the upper one ends where the lower begins."""
    return {
        seite: tuple(_trimmed([zeile.box for zeile in own]))
        for seite, own in groupby(zeilen, key=lambda zeile: zeile.seite)
    }


def _trimmed(boxes: Sequence[Box]) -> list[Box]:
    ends = [min(box[3], after[1]) if box[1] < after[1] < box[3] else box[3] for box, after in pairwise(boxes)]
    return [
        (x0, y0, x1, end)
        for (x0, y0, x1, _), end in zip(boxes, [*ends, *[b[3] for b in boxes[-1:]]], strict=True)
    ]
