"""Rows of a document → paragraphs of a kind: heading, text, list, contents, title page, footnote."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from statistics import median

from core.programme.ordnung import Reihe, columns
from core.programme.pdf import Rohseite

SENTENCE_END = re.compile(r"[.!?…:;][\s\"“”»«)\]’']*$")
BULLET = re.compile(r"^[•●▪■◦‣✓➔→►»\uf0a7\uf0b7\uf0d8\x01-\x1f]")
NUMBERED = re.compile(r"^(?:[–—*-]|\(?\d{1,2}[.)]|\(?[a-z]\)|\d+(?:\.\d+)+\.?)\s")
ENDS_IN_NUMBER = re.compile(r"(?:^|[\s.…·_\ufffd\x08])(\d{1,3})$")
HYPHENS = ("-", "\xad", "‐", "¬")


class Art(StrEnum):
    UEBERSCHRIFT = "überschrift"
    TEXT = "text"
    LISTE = "liste"
    FUSSNOTE = "fußnote"
    INHALT = "inhalt"
    TITEL = "titel"

    @property
    def is_prose(self) -> bool:
        return self in (Art.TEXT, Art.LISTE, Art.FUSSNOTE)


@dataclass(slots=True)
class Zeilenreihe:
    """A row with what decides about paragraphs: its place, size, weight and the edges of its column."""

    reihe: Reihe
    seite: Rohseite
    spalte: int
    links: float
    rechts: float
    text: str = ""
    groesse: float = 0.0
    fett: bool = False

    def __post_init__(self) -> None:
        longest = max(self.reihe, key=lambda z: z.x1 - z.x0)
        self.groesse, self.fett = longest.groesse, longest.fett
        self.text = " ".join(zeile.text for zeile in self.reihe)

    @property
    def x0(self) -> float:
        return self.reihe[0].x0

    @property
    def x1(self) -> float:
        return self.reihe[-1].x1

    @property
    def mitte(self) -> float:
        return self.reihe[0].mitte

    @property
    def same_place(self) -> tuple[int, int]:
        return self.seite.nummer, self.spalte


@dataclass(slots=True)
class Absatz:
    art: Art
    reihen: list[Zeilenreihe] = field(default_factory=list)
    ebene: int = 0


@dataclass(frozen=True, slots=True)
class Grundschrift:
    """What most of the text looks like."""

    groesse: float
    fett: bool
    abstand: float


def paragraphs(seiten: Sequence[Rohseite]) -> list[Absatz]:
    """All paragraphs of a document in reading order."""
    pages = [_rows_of(seite) for seite in seiten]
    rows = [row for page in pages for row in page]
    if not rows:
        return []
    base = _base(rows)
    kinds = _page_kinds(pages, base)
    result: list[Absatz] = []
    for page, kind in zip(pages, kinds, strict=True):
        if kind is Art.TEXT:
            notes = _footnotes(page, base)
            _append([row for row in page if id(row) not in notes], result, base)
            result += [Absatz(Art.FUSSNOTE, [row]) for row in page if id(row) in notes]
        else:
            result += [Absatz(kind, [row]) for row in page]
    _set_levels(result)
    return _notes_behind_running_text(result)


def _rows_of(seite: Rohseite) -> list[Zeilenreihe]:
    result = []
    for index, column in enumerate(columns(seite.zeilen, seite.breite)):
        left = min(reihe[0].x0 for reihe in column)
        right = max(reihe[-1].x1 for reihe in column)
        result += [Zeilenreihe(reihe, seite, index, left, right) for reihe in column]
    return result


def _base(rows: Sequence[Zeilenreihe]) -> Grundschrift:
    sizes: Counter[float] = Counter()
    for row in rows:
        sizes[row.groesse] += len(row.text)
    size = sizes.most_common(1)[0][0]
    of_size = [row for row in rows if row.groesse == size]
    bold = sum(row.fett for row in of_size) > 0.5 * len(of_size)
    gaps = [
        b.mitte - a.mitte for a, b in pairwise(rows) if a.same_place == b.same_place
        and a.groesse == b.groesse == size and 0 < b.mitte - a.mitte < 3 * size
    ]  # fmt: skip
    return Grundschrift(size, bold, median(gaps) if gaps else 1.2 * size)


# --- kinds of pages -----------------------------------------------------------------------------------------


def _page_kinds(pages: Sequence[Sequence[Zeilenreihe]], base: Grundschrift) -> list[Art]:
    kinds = []
    for index, page in enumerate(pages):
        if _is_contents(page, len(pages)):
            kinds.append(Art.INHALT)
        elif _is_title(page, index, len(pages), base):
            kinds.append(Art.TITEL)
        else:
            kinds.append(Art.TEXT)
    return kinds


def _is_contents(page: Sequence[Zeilenreihe], count: int) -> bool:
    """A list of contents or an index: many rows end in a page number that the document has."""
    ends = [ENDS_IN_NUMBER.search(row.text) for row in page]
    numbers = [int(match[1]) for match in ends if match and int(match[1]) <= 2 * count + 20]
    if len(numbers) < 4 or len(numbers) < 0.35 * len(page):
        return False
    rising = sum(a <= b for a, b in pairwise(numbers))
    return rising >= 0.8 * (len(numbers) - 1) or len(numbers) >= 0.7 * len(page)


def _is_title(page: Sequence[Zeilenreihe], index: int, count: int, base: Grundschrift) -> bool:
    """A cover: first pages or the last one, few words, and some of them large."""
    if not page or (index > 1 and index < count - 1):
        return False
    words = sum(len(row.text.split()) for row in page)
    of_text = sum(len(row.text.split()) for row in page if 0.9 < row.groesse / base.groesse < 1.12)
    large = max(row.groesse for row in page) >= 1.3 * base.groesse
    return words < 60 and of_text < 25 and (large or (index == 0 and count > 3))


# --- paragraphs ---------------------------------------------------------------------------------------------


def _append(page: Sequence[Zeilenreihe], result: list[Absatz], base: Grundschrift) -> None:
    for index, row in enumerate(page):
        before = _open_row(result)
        after = page[index + 1] if index + 1 < len(page) else None
        if _is_heading(row, before, after, base):
            last = result[-1] if result else None
            if last and last.art is Art.UEBERSCHRIFT and _continues_heading(last.reihen[-1], row):
                last.reihen.append(row)
            else:
                result.append(Absatz(Art.UEBERSCHRIFT, [row]))
        elif before is None or _starts_paragraph(before, row, base):
            is_list = BULLET.match(row.text) or NUMBERED.match(row.text)
            result.append(Absatz(Art.LISTE if is_list else Art.TEXT, [row]))
        else:
            result[_open_index(result)].reihen.append(row)


def _open_index(result: Sequence[Absatz]) -> int:
    """The paragraph that may go on: the last one that is no footnote."""
    index = len(result) - 1
    while index >= 0 and result[index].art is Art.FUSSNOTE:
        index -= 1
    return index


def _open_row(result: Sequence[Absatz]) -> Zeilenreihe | None:
    index = _open_index(result)
    if index < 0 or result[index].art not in (Art.TEXT, Art.LISTE):
        return None
    return result[index].reihen[-1]


def _is_heading(
    row: Zeilenreihe, before: Zeilenreihe | None, after: Zeilenreihe | None, base: Grundschrift
) -> bool:
    if len(row.text) > 160 or not any(letter.isalpha() for letter in row.text) or BULLET.match(row.text):
        return False
    if row.groesse >= 1.12 * base.groesse:
        return True
    if base.fett or not row.fett or row.groesse < 0.95 * base.groesse or not all(z.fett for z in row.reihe):
        return False
    # Bold in the size of the text: a heading where it stands off from the text and is no sentence.
    if after is not None and not after.fett and after.text[:1].islower():
        return False
    apart = (
        before is None
        or before.same_place != row.same_place
        or row.mitte - before.mitte > 1.25 * base.abstand
    )
    return (
        apart
        and not re.search(r"[.,;:]$", row.text)
        and (after is None or not after.fett or len(row.text) < 60)
    )


def _continues_heading(last: Zeilenreihe, row: Zeilenreihe) -> bool:
    return (
        last.same_place == row.same_place
        and (last.groesse, last.fett) == (row.groesse, row.fett)
        and 0 < row.mitte - last.mitte < 2.1 * row.groesse
        and not NUMBERED.match(row.text)
    )


def _starts_paragraph(before: Zeilenreihe, row: Zeilenreihe, base: Grundschrift) -> bool:
    if BULLET.match(row.text):
        return True
    if before.text.endswith(HYPHENS) and not before.text.endswith((" -", " –")):
        return False
    ended = bool(SENTENCE_END.search(before.text))
    if before.same_place != row.same_place:
        return ended
    gap = row.mitte - before.mitte
    if gap > 1.45 * base.abstand or gap < -2 * base.abstand:
        return True
    if not ended:
        return False
    short = before.x1 < row.rechts - 0.15 * (row.rechts - row.links)
    indented = row.x0 > row.links + 0.8 * row.groesse and before.x0 < row.x0 - 0.5 * row.groesse
    return short or indented or bool(NUMBERED.match(row.text))


def _footnotes(page: Sequence[Zeilenreihe], base: Grundschrift) -> set[int]:
    """Rows of small print at the foot of a page, from a note's number on."""
    notes: list[Zeilenreihe] = []
    for row in sorted(page, key=lambda row: -row.mitte):
        if row.groesse > 0.88 * base.groesse or row.mitte < 0.5 * row.seite.hoehe:
            break
        notes.append(row)
    while notes and not re.match(r"^[\d*]", notes[-1].text):
        notes.pop()
    return {id(row) for row in notes}


def _notes_behind_running_text(absaetze: list[Absatz]) -> list[Absatz]:
    """A paragraph that ran on over the page break was extended in place, so notes stand behind it already."""
    return [absatz for absatz in _merged_notes(absaetze) if absatz.reihen]


def _merged_notes(absaetze: Sequence[Absatz]) -> Iterator[Absatz]:
    """Rows of one footnote become one paragraph."""
    open_note: Absatz | None = None
    for absatz in absaetze:
        first = absatz.reihen[0] if absatz.reihen else None
        if absatz.art is Art.FUSSNOTE and open_note and first and not re.match(r"^[\d*]", first.text):
            open_note.reihen.append(first)
            continue
        if open_note:
            yield open_note
        open_note = absatz if absatz.art is Art.FUSSNOTE else None
        if open_note is None:
            yield absatz
    if open_note:
        yield open_note


# --- levels of headings -------------------------------------------------------------------------------------


def _set_levels(absaetze: Sequence[Absatz]) -> None:
    """Level 1 is the largest style; of one size, bold stands above plain. At most four levels."""
    headings = [absatz for absatz in absaetze if absatz.art is Art.UEBERSCHRIFT]
    styles = sorted({_style(absatz) for absatz in headings}, reverse=True)
    for absatz in headings:
        absatz.ebene = min(styles.index(_style(absatz)) + 1, 4)


def _style(absatz: Absatz) -> tuple[float, bool]:
    return round(absatz.reihen[0].groesse), absatz.reihen[0].fett
