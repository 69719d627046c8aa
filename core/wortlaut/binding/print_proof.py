"""Does a quote stand on the drawn page? The lines that hold it are read off the picture, each on its own."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from core.wortlaut.german.folding import letters, without_format_marks
from core.wortlaut.german.numbers_and_dates import numbers
from core.wortlaut.german.words import NEGATOR
from core.wortlaut.reading import ocr
from core.wortlaut.reading.mupdf import open_pdf
from core.wortlaut.reading.nameless import is_german, plausible
from core.wortlaut.reading.ocr import DrawnLine
from core.wortlaut.reading.pdf import RawSide, around
from core.wortlaut.reading.raw_words import Array, RawWord
from core.wortlaut.records import Box

CUT = re.compile(r"[—…()\[\]„“”\"»«;!?•]+|[.,/](?!\d)")
"""Where a word in the file may be two: not at hyphens and decimal points, whose parts mean something else."""

MEANT = re.compile(r"(?<=\d)[.,](?=\d)|[%‰€$£°]")
"""Marks that are no letters and yet change what is said: „1,5“ is not „15“, nor „15 %“."""
NUMBERED = 5
"""So many numbers in a row that count up at the edges of lines are line numbers."""

FAR = 1.8
"""Lines that are further apart than this, in usual distances, are parted by white space."""

FURNITURE = 2
"""No more lines stand beneath the last line of a page, or above its first: page numbers, running heads. So it
is with all 1,118 sentences over a page break in 22 programmes."""

LOWER = 0.4
"""Lines whose middles are further apart than this share of their height stand on two levels."""

NEAR = 4
"""Lines up to so many usual distances away: none of them runs over the gap between two columns."""

CELL = 3
"""No more words has the cell of a table; a line of the next column has more."""

RowPlace = tuple[int, int]
"""A line and a word in it."""

_Way = tuple[tuple[int, ...], ...]
"""Part by part the lines that were read."""


@dataclass(frozen=True, slots=True)
class RawRow:
    """The keys of a line's words, in the file's order. A line number at its edge may be read over.

    `box` is turned as its text is, `drawn` where it is drawn on the page. `abstand`: from line to line, as
    usual on this page. `rechts`: in the right half of the page. `erkannt`: recognised, since the page is a
    picture or its text layer is not believed.
    """

    worte: tuple[str, ...]
    seite: int
    box: Box
    drawn: Box
    abstand: float
    rechts: bool = False
    nummer_vorn: bool = False
    nummer_hinten: bool = False
    erkannt: bool = False


def key(text: str) -> str:
    """Letters and digits, and the marks of numbers."""
    visible = without_format_marks(text)
    pieces = [letters(piece) for piece in MEANT.split(visible)]
    marks = MEANT.findall(visible)
    return pieces[0] + "".join(mark + piece for mark, piece in zip(marks, pieces[1:], strict=True))


def stands_in(parts: Sequence[str], zeilen: Sequence[RawRow]) -> bool:
    """Do the parts (keys) stand in these lines word for word, one behind the other?"""
    return rows_of(parts, zeilen) is not None


def rows_of(parts: Sequence[str], zeilen: Sequence[RawRow]) -> list[list[RawRow]] | None:
    """For each part the lines it stands in, one way of reading them; None where they do not stand there."""
    following = Steps(zeilen).after
    ends: dict[RowPlace, _Way] | None = None
    for part in parts:
        starts = {
            (i, j): before
            for i, zeile in enumerate(zeilen)
            for j, wort in enumerate(zeile.worte)
            if part.startswith(wort) and (before := _before((i, j), ends, zeilen)) is not None
        }
        ends = _ends(part, starts, zeilen, following)
    if not ends:
        return None
    return [[zeilen[line] for line in lines] for lines in next(iter(ends.values()))]


def _before(start: RowPlace, ends: dict[RowPlace, _Way] | None, zeilen: Sequence[RawRow]) -> _Way | None:
    """What was read before this place; None where it is behind none of these ends."""
    if ends is None:
        return ()
    return next((way for end, way in ends.items() if _is_behind(start, end, zeilen)), None)


def _ends(
    part: str,
    starts: dict[RowPlace, _Way],
    zeilen: Sequence[RawRow],
    following: Callable[[int], frozenset[int]],
) -> dict[RowPlace, _Way]:
    """Every place where a chain that spells the part ends, and one way there."""
    todo = {(line, word, 0): (*before, (line,)) for (line, word), before in starts.items()}
    seen, ends = set(todo), dict[RowPlace, _Way]()
    while todo:
        (line, word, begin), way = todo.popitem()
        words = zeilen[line].worte
        rests = [words[word:]]
        if zeilen[line].nummer_hinten and word < len(words):  # the line number there may be read over
            rests.append(words[word:-1])
        for rest in rests:
            done = begin
            for index, wort in enumerate(rest, word):
                if not part.startswith(wort, done):
                    break
                done += len(wort)
                if done == len(part):
                    ends.setdefault((line, index), way)
                    break
            else:
                for n in following(line):
                    for w in (0, 1) if zeilen[n].nummer_vorn else (0,):
                        if (n, w, done) not in seen:
                            seen.add((n, w, done))
                            todo[n, w, done] = (*way[:-1], (*way[-1], n))
    return ends


# --- where a text can go on ---------------------------------------------------------------------------------


class Steps:
    """From the end of a line to those in which its text may go on: as an eye reads, and no other way.

    To the right only within one line, which the file may hold in pieces; to the next column or page only from
    the last line of a column to the first of one. A text that is woven from two columns, or from the middles
    of two pages, takes a step that is none of these.
    """

    def __init__(self, zeilen: Sequence[RawRow]) -> None:
        self._zeilen = zeilen
        self._numbers: dict[int, list[int]] = {}
        for index, zeile in enumerate(zeilen):
            self._numbers.setdefault(zeile.seite, []).append(index)
        self._page = cache(lambda seite: _PageOfRows([zeilen[i] for i in self._numbers[seite]]))
        self.after = cache(self._after)

    def _after(self, index: int) -> frozenset[int]:
        seite = self._zeilen[index].seite
        page, numbers = self._page(seite), self._numbers[seite]
        row = numbers.index(index)
        found = {numbers[n] for n in page.after(row)}
        following = min((n for n in self._numbers if n > seite), default=None)
        if page.is_last(row) and following is not None:
            found |= {self._numbers[following][n] for n in self._page(following).firsts}
        return frozenset(found)


class _PageOfRows:
    """The lines of a page; every pair is compared at once."""

    def __init__(self, rows: Sequence[RawRow]) -> None:
        self._pitch = rows[0].abstand
        self._left, self._top, self._end, low = np.array([row.box for row in rows], float).T
        self._height, middle = low - self._top, (self._top + low) / 2
        self._one_column = (self._left[:, None] < self._end) & (self._left < self._end[:, None])
        self._beneath = self._one_column & (middle[:, None] > middle + LOWER * self._height)
        shared = np.minimum(low[:, None], low) - np.maximum(self._top[:, None], self._top)
        level = shared > LOWER * np.minimum(self._height[:, None], self._height)
        self._right = level & (self._left[:, None] >= self._end - 2)
        self._is_cell = [len(row.worte) <= CELL for row in rows]
        self._next_piece = {row: piece for row in range(len(rows)) if (piece := self._piece_after(row)) >= 0}

    def _piece_after(self, row: int) -> int:
        """The next piece of a line: close by, behind a gap that a line near by runs over, or a table's cell.

        -1 where there is none.
        """
        right = np.flatnonzero(self._right[:, row])
        if not len(right):
            return -1
        nearest = int(right[self._left[right].argmin()])
        middle = (self._end[row] + self._left[nearest]) / 2
        near = np.abs(self._top - self._top[row]) < NEAR * self._pitch
        is_run_over = (near & (self._left < middle) & (middle < self._end)).any()
        is_close = self._left[nearest] - self._end[row] <= self._height[row]
        return nearest if is_close or is_run_over or self._is_cell[nearest] else -1

    def after(self, row: int) -> set[int]:
        """Where on this page the text may go on."""
        line, before = [row], {piece: one for one, piece in self._next_piece.items()}
        while line[-1] in before and before[line[-1]] not in line:
            line.append(before[line[-1]])
        beneath = self._beneath[:, line].any(axis=1)
        top = self._top[beneath].min(initial=np.inf)
        found = beneath & (self._top < top + self._pitch / 2)
        in_column = self._one_column[:, line].any(axis=1)
        if row + 1 < len(self._top) and in_column[row + 1]:
            # The file's next line, where it is a little lower.
            found[row + 1] |= 0 < self._top[row + 1] - self._top[row] < FAR * self._pitch
        if top - self._top[row] > FAR * self._pitch:
            found[[head for head in self.heads if not in_column[head]]] = True
        return {
            *np.flatnonzero(found).tolist(),
            *([self._next_piece[row]] if row in self._next_piece else ()),
        }

    def is_last(self, row: int) -> bool:
        """Is it the last of its column, but for what stands at the foot of a page?"""
        return self._lines(self._beneath[:, row], row) <= FURNITURE

    @cached_property
    def firsts(self) -> list[int]:
        """The first lines of the page's columns, but for its running heads."""
        return [row for row in range(len(self._top)) if self._lines(self._beneath[row], row) <= FURNITURE]

    @cached_property
    def heads(self) -> list[int]:
        """Lines with white space above, as over the first of a column."""
        lows = np.where(self._beneath, self._top, -np.inf).max(axis=1)
        return np.flatnonzero(self._top - lows > FAR * self._pitch).tolist()

    def _lines(self, which: Array, row: int) -> int:
        """How many of these are as large as this one: footnotes are smaller. A line may be in pieces."""
        tops = np.sort(self._top[which & (self._height >= 0.9 * self._height[row])])
        return len(tops) and 1 + int((np.diff(tops) > self._pitch / 2).sum())


def _is_beneath(low: Box, high: Box) -> bool:
    """Lower by nearly half a line, and one above the other."""
    lower = (low[1] + low[3]) / 2 > (high[1] + high[3]) / 2 + LOWER * (high[3] - high[1])
    return lower and low[0] < high[2] and high[0] < low[2]


def _is_behind(ort: RowPlace, end: RowPlace, zeilen: Sequence[RawRow]) -> bool:
    """Can a place be read after another: on a later page, later in the file, beneath it or right of it?"""
    after, before = zeilen[ort[0]], zeilen[end[0]]
    if ort[0] == end[0] or after.seite != before.seite:
        return (after.seite, ort) > (before.seite, end)
    right = after.box[0] >= before.box[2] - 2
    return ort[0] > end[0] or right or _is_beneath(after.box, before.box)


# --- the lines of a page ------------------------------------------------------------------------------------


def raw_rows(seite: RawSide) -> list[RawRow]:
    """A page's words in the file's own lines; text that runs up or down is turned first."""
    turn = _turning(seite.roh)
    lines: dict[tuple[int, int], list[tuple[str, Box]]] = {}
    for x0_, y0_, x1_, y1_, text, block, line, _ in seite.roh:
        for piece in CUT.split(text):
            if key(piece):
                lines.setdefault((block, line), []).append((piece, (x0_, y0_, x1_, y1_)))
    width, height = (seite.breite, seite.hoehe)[:: 1 if seite.drehung % 180 == 0 else -1]
    x0, _, x1, _ = turn((0, 0, width, height))
    rows = list(lines.values())
    front, back = (_line_numbers(row[edge][0] for row in rows) for edge in (0, -1))
    # A line number on its own would be a bridge from any line to the one after the next.
    kept = [i for i, row in enumerate(rows) if len(row) > 1 or i not in front]
    drawn = [around([box for _, box in rows[i]]) for i in kept]
    boxes = [turn(box) for box in drawn]
    abstand = _pitch(boxes)
    return [
        RawRow(
            tuple(key(piece) for piece, _ in rows[i]),
            seite.nummer,
            box,
            place,
            abstand,
            box[0] + box[2] > x0 + x1,
            i in front,
            i in back,
            seite.ocr,
        )
        for i, box, place in zip(kept, boxes, drawn, strict=True)
    ]


def _pitch(boxes: Sequence[Box]) -> float:
    """From one line to the one beneath, at the median; never less than a line is high."""
    heights = [box[3] - box[1] for box in boxes]
    steps = [
        min(beneath) for box in boxes if (beneath := [b[1] - box[1] for b in boxes if _is_beneath(b, box)])
    ]
    return max(median(steps), median(heights)) if steps else median(heights or [0])


def _turning(words: Sequence[RawWord]) -> Callable[[Sequence[float]], Box]:
    """How to turn boxes so that most of a page's text runs from left to right."""
    pairs = [(a[:4], b[:4]) for a, b in pairwise(words) if a[5:7] == b[5:7]]
    dx, dy = (sum(b[i] + b[i + 2] - a[i] - a[i + 2] for a, b in pairs) for i in (0, 1))
    if abs(dx) >= abs(dy):
        return (lambda b: (b[0], b[1], b[2], b[3])) if dx >= 0 else (lambda b: (-b[2], -b[3], -b[0], -b[1]))
    return (lambda b: (b[1], -b[2], b[3], -b[0])) if dy > 0 else (lambda b: (-b[3], b[0], -b[1], b[2]))


def _line_numbers(edge: Iterable[str]) -> set[int]:
    """Which of the words at the lines' edges are numbers that count the lines, by ones or by fives."""
    numbers = [(i, int(word)) for i, word in enumerate(edge) if word.isdecimal() and len(word) <= 4]
    runs: list[list[tuple[int, int]]] = []
    for i, number in numbers:
        if not runs or number - runs[-1][-1][1] not in (1, 5):
            runs.append([])
        runs[-1].append((i, number))
    return {i for run in runs if len(run) >= NUMBERED for i, _ in run}


# --- what is drawn there ------------------------------------------------------------------------------------


TOLERANCE = 2
"""Letters in which the recogniser may differ; of 900 lines of good print 5 differ in more than one."""

SURE = 60.0
"""Of a word that it is less sure of, what Tesseract sees says nothing: single numbers in a table, a logo."""

LIKELIER = 8.0
"""By less what is claimed is likelier German than what is drawn, in log probability: both are words. „mir“
for „wir“ 3, „gerecht“ for „ungerecht“ -2, „Abnahme“ for „Aufnahme“ 3; „bauem“ for „bauen“ 10, „rccht“ 18."""

HYPHENATED = re.compile(r"[-¬]\s+(?=[a-zäöüß])")
"""„nie- mals“: a word over two lines."""

GLUED = re.compile(r"(?<=[^\W\d_])(?=\d)")
ALIKE = {frozenset("od"), frozenset("il")}
"""Capitals that Tesseract is sure of and wrong: „Dasen“ for „Oasen“ (of 616 sentences two)."""

SECTION = re.compile(r"§+\s*(\d+)")
GLUED_NUMBER = re.compile(r"(?<=[^\W\d_])\d+|§\s*\d+")

Place = tuple[int, Box]


def printed_parts(text: str, zeilen: Sequence[RawRow]) -> "list[PrintedPart]":
    """The quote in one piece, else part by part as its ellipses divide it; none that does not stand there."""
    parts = [text] if rows_of([key(text)], zeilen) else text.split(" … ")
    found = [(part, rows_of([key(part)], zeilen)) for part in parts]
    return [PrintedPart(part, rows[0]) for part, rows in found if rows]


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part of a quote, and the lines it stands in."""

    text: str
    rows: Sequence[RawRow]

    @property
    def places(self) -> list[Place]:
        return [(row.seite, row.drawn) for row in self.rows]


def lines_drawn(path: Path, places: Sequence[Place]) -> list[DrawnLine]:
    """What is drawn at each of these places of one file."""
    with open_pdf(path) as document:
        return ocr.drawn_lines(document, places)


def draw_lines_of(paths: Sequence[Path], places: Sequence[Place]) -> list[DrawnLine]:
    """The same of the first pages of many files, by the number of the file; only where PDFs may be opened."""
    documents = [open_pdf(path) for path in paths]
    try:
        return ocr.drawn_lines([document[0] for document in documents], places)
    finally:
        for document in documents:
            document.close()


def seen_in_print(parts: Sequence[PrintedPart], drawn: Mapping[Place, DrawnLine]) -> tuple[bool | None, str]:
    """Is the quote drawn, and if not, what is; None where nobody can tell.

    So where Tesseract is not sure of a word that differs, and where the page itself was recognised by it: who
    reads a line twice is no second witness.
    """
    found: bool | None = True
    for part in parts:
        lines = [_as_printed(drawn[row.seite, row.drawn], row) for row in part.rows]
        is_drawn = _holds(part.text, lines)
        if is_drawn is False:
            text = " ".join(word for line in lines for word, _ in line)
            return False, f"Auf der gedruckten Seite ist etwas anderes zu lesen: „{text[:300]}“."
        if is_drawn is None or any(row.erkannt for row in part.rows):
            found = None
    return found, ""


DrawnWord = tuple[str, float]
"""A word that Tesseract saw, and how sure it is of it."""


def _as_printed(line: DrawnLine, row: RawRow) -> list[DrawnWord]:
    """Without the number of the line in the margin; a lone stroke is a one."""
    texts = line.text.split()
    words = list(zip(texts, line.each or [line.sure] * len(texts), strict=True))
    if row.nummer_vorn and words[:1] and words[0][0].isdecimal():
        words = words[1:]
    if row.nummer_hinten and words[-1:] and words[-1][0].isdecimal():
        words = words[:-1]
    if not words and line.sure < SURE:
        return [("", line.sure)]
    return [("1" if word in ("i", "l", "I", "|") else word, sure) for word, sure in words]


def _holds(text: str, lines: Sequence[Sequence[DrawnWord]]) -> bool | None:
    """Do the lines, one behind the other, hold the text, word by word; None where that cannot be told."""
    words = _without_section_marks(text, [word for line in lines for word in line])
    whole = " ".join(word for word, _ in words)
    wanted, seen = letters(text), letters(whole)
    if not words or not wanted:
        return False
    begin, end = _place_in(wanted, seen)
    differing = Levenshtein.editops(wanted, seen[begin:end])
    claimed, drawn = _Letters([(word, 0.0) for word in text.split()]), _Letters(words)
    places = [(claimed.word(op.src_pos), drawn.around(begin + op.dest_pos)) for op in differing]
    faults = [_is_misread(word, there) for word, there in places]
    if len(differing) > TOLERANCE:
        # Of a font whose g Tesseract takes for an a („Braunschweia“) nothing is proved, and nothing refuted.
        is_font = all(op.tag == "replace" for op in differing) and False not in faults
        is_unsure = all(min(sure for _, sure in there) < SURE for _, there in places)
        return None if is_font or is_unsure else False
    told = _counted(whole) | _counted(HYPHENATED.sub("", whole)) | _counted(GLUED.sub(" ", whole))
    missing = _counted(text) - told
    spots = [claimed.first(n) for n, (word, _) in enumerate(claimed.words) if _counted(word) & missing]
    if missing:
        near = [drawn.around(begin + spot) for spot in spots or [0]]
        faults.append(None if all(min(sure for _, sure in there) < SURE for there in near) else False)
    return False if False in faults else None if None in faults else True


def _place_in(wanted: str, seen: str) -> tuple[int, int]:
    """Where in what is seen the wanted letters are; a letter too many or too few moves its ends."""
    found = fuzz.partial_ratio_alignment(wanted, seen) if len(seen) >= len(wanted) else None
    if found is None:
        return 0, len(seen)
    near = range(-TOLERANCE, TOLERANCE + 1)
    places = {(max(0, found.dest_start + a), min(len(seen), found.dest_end + b)) for a in near for b in near}
    return min(sorted(places), key=lambda place: Levenshtein.distance(wanted, seen[slice(*place)]))


def _without_section_marks(text: str, words: Sequence[DrawnWord]) -> list[DrawnWord]:
    """Tesseract sees „8 218“ or „8218“ for „§ 218“."""
    numbered = SECTION.findall(text)
    kept: list[DrawnWord] = []
    for (word, sure), (after, _) in pairwise([*words, ("", 0.0)]):
        bare = letters(word)
        if numbered and bare in ("8", "88") and letters(after) in numbered:
            continue
        number = next((one for one in numbered if bare in (f"8{one}", f"88{one}")), None)
        kept.append((word if number is None else number, sure))
    return kept


class _Letters:
    """Words, and which of them a letter belongs to."""

    def __init__(self, words: Sequence[DrawnWord]) -> None:
        self.words = words
        self._of = [n for n, (word, _) in enumerate(words) for _ in letters(word)]

    def number(self, position: int) -> int:
        return self._of[min(position, len(self._of) - 1)] if self._of else 0

    def word(self, position: int) -> str:
        return letters(self.words[self.number(position)][0])

    def first(self, number: int) -> int:
        return self._of.index(number) if number in self._of else 0

    def around(self, position: int) -> list[DrawnWord]:
        """The word there; with the one before where it begins with this letter: nobody knows which lost one.

        And with marks between them: „=“ may be what Tesseract made of „in“.
        """
        return list(self.words[self.number(max(0, position - 1)) : self.number(position) + 1])


def _is_misread(claimed: str, there: Sequence[DrawnWord]) -> bool | None:
    """Is what is drawn this word all the same? False where it is another one, None where nobody knows."""
    if min(sure for _, sure in there) < SURE:
        return None
    pieces = [letters(word) for word, _ in there]
    drawn = max([*pieces, "".join(pieces)], key=lambda word: fuzz.ratio(claimed, word))
    changes = list(Levenshtein.editops(claimed, drawn))
    replaced = [(claimed[op.src_pos], drawn[op.dest_pos]) for op in changes if op.tag == "replace"]
    marks = {mark for pair in replaced for mark in pair}
    marks |= {claimed[op.src_pos] for op in changes if op.tag == "delete"}
    marks |= {drawn[op.dest_pos] for op in changes if op.tag == "insert"}
    if marks & {"ä", "ö", "ü"} or any(one.isdecimal() and other.isdecimal() for one, other in replaced):
        return False
    is_alike = len(changes) == len(replaced) == 1 and frozenset(replaced[0]) in ALIKE
    if is_alike or any(map(str.isdecimal, marks)) or (claimed.startswith(drawn) and not is_german(drawn)):
        return None
    if plausible(claimed) - plausible(drawn) < LIKELIER:
        return False
    return True if len(changes) == 1 and changes[0].src_pos and not is_german(drawn) else None


def _counted(text: str) -> Counter[str]:
    """Its numbers and negations; „CO2“ and „§ 218“ (read as 8 218) are held to their letters alone."""
    alone = GLUED_NUMBER.sub("", text)
    return Counter([*numbers(alone), *(match[0].casefold() for match in NEGATOR.finditer(text))])
