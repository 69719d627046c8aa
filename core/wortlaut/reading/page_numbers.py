"""Which number is printed on each page: read off heads, feet and margins, believed where it counts up.

A quote is cited „S. 32“, and who has the paper in hand looks for a printed 32. So print decides against the
labels that the file gives its pages. One number proves nothing (it may be a year, a chapter, an entry of the
contents); that numbers at one height count up with the pages does. Which count a page belongs to is found
over the whole file at once, by Viterbi's algorithm: a part may begin again with 1, a page may bear no number.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from core.wortlaut.reading.mupdf import MAX_SEITEN
from core.wortlaut.reading.pdf import PdfWort, RawSide, around
from core.wortlaut.reading.textstrom import Seite
from core.wortlaut.records import Box

Printed = tuple[str, ...]
"""The numbers of a page: one, two on a double page (left, right), none where there are none."""

EDGE, SIDE = 0.12, 0.1
"""The shares of a page's height and width, at each edge, in which page numbers stand."""

OUTERMOST = 3
"""A page's uppermost and lowest rows may reach further in: the number, a running title, a web address."""

LEVEL, LEVEL_OF_SCAN = 0.012, 0.03
"""Of the page's height: so level stand the numbers of one count. Scanned pages lie askew."""

HEADING, HUGE, HEADLINE = 1.5, 2.5, 0.08
"""A number beside a title, or any number, that is so much higher than the text is that of a chapter; so is a
large one in the upper part of a page, below this share of its height."""

ENTER, MISSED, BLANK, OTHER = 1.5, -0.3, -0.02, -0.6
"""What it costs to begin a count, and what a page gives without its number, without any word, and with
another number at its place; with its number it gives 1. So two pages begin a count, and one in four keeps it
up: fdp-muenster-2014 numbers every second page."""

LEAFLET = 6
"""Up to so many pages two level numbers are a count; elsewhere two may be chance, and it takes three."""

CITABLE = re.compile(r"[\w.-]{1,12}")

MOST_MARKS, MOST_COUNTS = 100, 24
"""A page that holds more numbers at its edges is a table, and one of its outermost numbers is the page's."""

ELSEWHERE = 0.3
"""What a number gives that goes with a count but does not stand at its height."""


@dataclass(frozen=True, slots=True)
class PageNumbers:
    """Page by page: its numbers, where they are printed (in layout coordinates), and whether they are the
    label's, since none is printed there."""

    gedruckt: list[Printed]
    boxes: list[list[Box]]
    of_label: list[bool]

    @property
    def printed(self) -> list[Printed]:
        """Without those of labels."""
        return [() if told else own for own, told in zip(self.gedruckt, self.of_label, strict=True)]


def read(seiten: Sequence[RawSide]) -> PageNumbers:
    """The printed numbers of these pages; where none is printed at all, the file's labels, if believed.

    A page without a number between two pages of one count belongs to it, like the picture between 12 and 14:
    that is how people count. Before the first and behind the last one nothing is inferred, nor where another
    number stands at the place of the expected one.
    """
    marks = list(_without_sentences([_at_edges(list(_marks(seite))) for seite in seiten]))
    counts = _counts(seiten, marks)
    found = PageNumbers([() for _ in seiten], [[] for _ in seiten], [False for _ in seiten])
    numbered: set[int] = set()
    doubtful: set[int] = set()
    last: tuple[Count | None, int] = None, 0
    for page, count in enumerate(_path(seiten, marks, counts)):
        if count is None:
            continue
        if count.has_other(page, seiten[page], marks[page]):
            doubtful.add(page)
        elif page in count.hits:
            numbered.add(page)
            found.boxes[page] = [mark.box for mark in count.hits[page] if count.is_its_own(mark)]
            begin = last[1] + 1 if last[0] is count else page
            for here in range(begin, page + 1):
                if here not in doubtful:
                    found.gedruckt[here] = count.numbers(here)
            last = count, page
    if not numbered and _are_believed([seite.label for seite in seiten]):
        for page, seite in enumerate(seiten):
            if seite.label:
                found.gedruckt[page], found.of_label[page] = (seite.label,), True
    return found


def _are_believed(labels: Sequence[str]) -> bool:
    """Labels that somebody chose: an unbroken count over the whole file is what any converter writes, no page
    is named twice, and each name is one that can be cited."""
    told = [label for label in labels if label]
    steps = {int(label) - page if label.isdecimal() else None for page, label in enumerate(labels)}
    return len(set(told)) == len(told) and len(steps) > 1 and all(map(CITABLE.fullmatch, told))


# --- what is told of it -------------------------------------------------------------------------------------


def remark(seiten: Sequence[Seite]) -> str:
    """What somebody who cites has to know: that the PDF's labels are not the numbers that are printed, that
    none is printed, or that one is printed twice. Empty where all is as usual."""
    numbered = [seite for seite in seiten if seite.gedruckt and not seite.of_label]
    if not numbered:
        if len(seiten) < 2:
            return ""
        told = "die Etiketten des PDFs" if any(s.of_label for s in seiten) else "die Seiten der Datei"
        return f"Seitenzahlen sind keine zu lesen, genannt werden {told}"
    first, last = numbered[0], numbered[-1]
    numbers, pages = f"{first.gedruckt[0]}–{last.gedruckt[-1]}", f"{first.nummer}–{last.nummer}"
    printed = f"gedruckt {numbers} auf den Seiten {pages} der Datei"
    told_twice = [n for n, count in Counter(n for s in numbered for n in s.gedruckt).items() if count > 1]
    parts = []
    if other := [seite for seite in numbered if seite.label and seite.label not in seite.gedruckt]:
        steps = {
            int(s.label) - int(s.gedruckt[0]) if s.label.isdecimal() and s.gedruckt[0].isdecimal() else None
            for s in other
        }
        step = steps.pop() if len(steps) == 1 else None
        parts.append(f"Etiketten {step:+d}" if step is not None else "Etiketten des PDFs anders")
    if told_twice:
        parts.append(
            f"S. {told_twice[0]} mehrmals"
            if len(told_twice) == 1
            else f"S. {told_twice[0]} bis {told_twice[-1]} mehrmals"
        )
    return ", ".join([printed, *parts]) if parts else ""


# --- numbers at the edges of a page -------------------------------------------------------------------------

SAID = re.compile(r"\b(?:Seite|Page|S|p)[^\w\n]{0,4}(\d{1,4})(?!\w)", re.IGNORECASE)
PAIR = re.compile(r"(?<![\w.,/])(\d{1,4})[ \t]?(von|of|[/|–—-])[ \t]?(\d{1,4})(?![\w,/]|\.\d)")
SINGLE = re.compile(
    r"(?<![\w,§€$+=/])(?<!\d[.–-])(?:(\d{1,3})|([ivxlcdm]{1,8})|([IVXLCDM]{1,8}))(?![\w,%€$°+=/]|\.[\w]|[–-]\d)"
)
GLUED = re.compile(r"^\W{0,3}(\d{1,3})[^\W\d_]{3}|[^\W\d_]{3}(\d{1,3})\W{0,3}$")
OF = frozenset(("von", "of", "/"))
"""„29 von 80“: of such a pair the second number is that of all pages."""

ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
NUMERALS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
FRAME = re.compile(r"[^\w\s.,;:!?()\"'„“”‚‘’»«&]")
"""Dashes, bars, arrows, bullets: what sets a number off from the title beside it."""


class Mark(NamedTuple):
    """A number that may be that of its page.

    `numerals`: „1“, „i“ or „I“. `is_alone`: no word stands in its row; `beside`: those that no white and
    no bar parts from it. `weight`: how like a page number it looks. `zone`: head, foot or side. `x` and `y`
    are shares of the page's width and height.
    """

    number: int
    numerals: str
    is_alone: bool
    weight: float
    box: Box
    beside: str = ""
    zone: str = ""
    x: float = 0.0
    y: float = 0.0


def _marks(seite: RawSide) -> Iterator[Mark]:
    words = _words(seite)
    if not words:
        return
    height = median(word.y1 - word.y0 for word in words)
    rows = _rows(words)
    counted = _line_numbers(words)
    last = len(rows) - 1
    for place, row in enumerate(rows):
        middle = (row[0].y0 + row[0].y1) / 2 / seite.hoehe
        is_head, is_foot = middle < EDGE or place < OUTERMOST, middle > 1 - EDGE or place > last - OUTERMOST
        kept = [word for word in row if id(word) not in counted]
        if is_head or is_foot:
            zone = "foot" if is_foot and (middle > 0.5 or not is_head) else "head"
            found = list(_marks_of_row(_with_digits_joined(kept), height))
        else:
            zone = "side"
            found = [mark for mark in _beside(kept, seite.breite, height)]
        for mark in found:
            x = (mark.box[0] + mark.box[2]) / 2 / seite.breite
            y = (mark.box[1] + mark.box[3]) / 2 / seite.hoehe
            is_heading = zone == "head" and y > HEADLINE and mark.box[3] - mark.box[1] > HEADING * height
            yield mark._replace(zone=zone, x=x, y=y, weight=0.0 if is_heading else mark.weight)


def _without_sentences(marks: Sequence[Sequence[Mark]]) -> Iterator[list[Mark]]:
    """A running title stands on several pages. Other words beside a number are a note's or a heading's."""
    pages = Counter(beside for here in marks for beside in {mark.beside for mark in here})
    for here in marks:
        yield [m._replace(weight=0.0) if m.beside and pages[m.beside] < 2 else m for m in here]


def _at_edges(marks: list[Mark]) -> list[Mark]:
    half = MOST_MARKS // 2
    return marks if len(marks) <= MOST_MARKS else marks[:half] + marks[-half:]


def _words(seite: RawSide) -> list[PdfWort]:
    """All that can be seen, in layout coordinates, also what runs across the text; the lines lack that."""
    if not seite.roh:
        return [wort for zeile in seite.zeilen for wort in zeile.woerter]
    found = [PdfWort(*seite.layout_box(word[:4]), word[4]) for word in seite.roh]
    return [w for w in found if 0 <= w.x0 + w.x1 <= 2 * seite.breite and 0 <= w.y0 + w.y1 <= 2 * seite.hoehe]


def _rows(words: Sequence[PdfWort]) -> list[list[PdfWort]]:
    """From above; in each what stands side by side, from left to right."""
    rows: list[list[PdfWort]] = []
    level = float("-inf")
    for word in sorted(words, key=lambda w: w.y0 + w.y1):
        middle = (word.y0 + word.y1) / 2
        if rows and middle - level < 0.4 * (word.y1 - word.y0):
            rows[-1].append(word)
        else:
            rows.append([word])
            level = middle
    for row in rows:
        row.sort()
    return rows


def _line_numbers(words: Sequence[PdfWort]) -> set[int]:
    """Numbers below each other that count up by ones or fives: those of lines or paragraphs."""
    columns: dict[int, list[PdfWort]] = defaultdict(list)
    for word in words:
        if len(word.text) < 8 and word.text.strip("().").isdecimal():
            columns[round(word.x1 / 4)].append(word)
            columns[-1 - round(word.x0 / 4)].append(word)
    found: set[int] = set()
    for column in columns.values():
        column.sort(key=lambda w: w.y0)
        steps = [int(b.text.strip("().")) - int(a.text.strip("().")) for a, b in pairwise(column)]
        if len(column) >= 4 and sum(step in (1, 5) for step in steps) >= 0.8 * len(steps):
            in_step = [step in (1, 5) for step in steps]
            kept = zip(column, [False, *in_step], [*in_step, False], strict=True)
            found |= {id(word) for word, before, after in kept if before or after}
    return found


def _with_digits_joined(row: Sequence[PdfWort]) -> list[PdfWort]:
    """Digits that were drawn one by one, with more white between them than within a word."""
    joined: list[PdfWort] = list(row[:1])
    for word in row[1:]:
        before, height = joined[-1], word.y1 - word.y0
        digits = before.text + word.text
        is_near = word.x0 - before.x1 < 0.45 * height and before.x1 - before.x0 < 0.8 * height * len(
            before.text
        )
        if digits.isdecimal() and len(word.text) == 1 and len(digits) < 4 and is_near:
            joined[-1] = PdfWort(*around((before[:4], word[:4])), digits)
        else:
            joined.append(word)
    return joined


def _beside(row: Sequence[PdfWort], width: float, text_height: float) -> Iterator[Mark]:
    """A number at the outer edge, with white between it and the text."""
    for words in (row[:1], row[-1:]):
        for word in words:
            others = [w for w in row if w is not word]
            x = (word.x0 + word.x1) / 2 / width
            is_outside = min(x, 1 - x) < SIDE
            gap = min((max(w.x0 - word.x1, word.x0 - w.x1) for w in others), default=99.0)
            if is_outside and gap > 0.8 * (word.y1 - word.y0):
                yield from (mark for mark in _marks_of_row([word], text_height) if mark.is_alone)


def _marks_of_row(row: Sequence[PdfWort], text_height: float) -> Iterator[Mark]:
    text, starts = "", []
    for before, word in zip([None, *row], row, strict=False):
        # A tab stands for white that parts two things.
        wide = before is not None and word.x0 - before.x1 > 1.2 * (word.y1 - word.y0)
        text += "\t" if wide else " " if before else ""
        starts.append(len(text))
        text += word.text
    for form in _forms(text):
        words = row[bisect_right(starts, form.start) - 1 : bisect_right(starts, form.end - 1)]
        x0, y0, x1, y1 = around([word[:4] for word in words])
        is_alone = not any(c.isalnum() for c in text[: form.start] + text[form.end :])
        is_big = y1 - y0 > HUGE * text_height or (y1 - y0 > HEADING * text_height and not is_alone)
        if form.is_ordinal and (not is_alone or y1 - y0 > 1.3 * text_height):
            continue
        weight = 0.0 if is_big else form.weight - 0.4 * form.is_ordinal
        if form.second:
            middle = (x0 + x1) / 2
            yield Mark(form.number, "1", is_alone, weight, (x0, y0, middle, y1))
            yield Mark(form.second, "1", is_alone, weight, (middle, y0, x1, y1))
        else:
            beside = "" if form.is_set_off else re.sub(r"\d+", "#", text[: form.start] + text[form.end :])
            yield Mark(form.number, form.numerals, is_alone, weight, (x0, y0, x1, y1), beside)


class Form(NamedTuple):
    """A number in the text of a row; `second`: the one that follows it on a double page."""

    start: int
    end: int
    number: int
    numerals: str = "1"
    weight: float = 1.0
    second: int = 0
    is_ordinal: bool = False
    is_set_off: bool = True


def _forms(text: str) -> Iterator[Form]:
    taken: list[Form] = []
    for match in SAID.finditer(text):
        is_off = _is_set_off(text, match)
        taken.append(Form(*match.span(), int(match[1]), weight=1.2 - 0.3 * (not is_off), is_set_off=is_off))
    for match in PAIR.finditer(text):
        first, second = int(match[1]), int(match[3])
        if second == first + 1 and match[2] not in ("von", "of"):
            taken.append(Form(*match.span(), first, second=second))
        elif match[2] in OF and second < 1900:
            taken.append(Form(*match.span(), first, weight=1.2))
    for match in SINGLE.finditer(text):
        if any(form.start < match.end() and match.start() < form.end for form in taken):
            continue
        before, after = text[: match.start()][::-1], text[match.end() :]
        if not (_is_end(before) or _is_end(after) or (_is_off(before) and _is_off(after))):
            continue
        is_off, is_framed = _is_set_off(text, match), bool(FRAME.match(after) or FRAME.match(before))
        numerals = "1" if match[1] else "i" if match[2] else "I"
        if number := int(match[1]) if match[1] else _roman(match[0].casefold()):
            weight, is_ordinal = 1.0 + 0.1 * is_framed - 0.3 * (not is_off), after[:1] in (".", ")")
            taken.append(Form(*match.span(), number, numerals, weight, 0, is_ordinal, is_off))
    if not taken and (glued := GLUED.search(text)):
        which = 1 if glued[1] else 2
        taken.append(Form(*glued.span(which), int(glued[which]), weight=0.8, is_set_off=False))
    yield from taken


def _is_set_off(text: str, match: re.Match[str]) -> bool:
    before, after = text[: match.start()][::-1], text[match.end() :]
    return all(_is_end(rest) or _is_off(rest) for rest in (before, after))


def _is_end(rest: str) -> bool:
    return not any(c.isalnum() for c in rest)


def _is_off(rest: str) -> bool:
    """Is it set off from what stands there, by white or by a bar?"""
    return rest.startswith("\t") or FRAME.match(rest.lstrip()) is not None


def _roman(letters: str) -> int:
    if not ROMAN.fullmatch(letters):
        return 0
    values = [NUMERALS[c] for c in letters]
    return sum(-a if a < b else a for a, b in pairwise([*values, 0]))


# --- counts over the pages ----------------------------------------------------------------------------------


class Key(NamedTuple):
    """Page `i` of the file, from 0, bears `step * i + offset`; of double pages that is the left number."""

    numerals: str
    step: int
    offset: int


@dataclass(frozen=True, slots=True)
class Count:
    """Numbers that count up: on which page which marks say so, and how much that is worth."""

    key: Key
    hits: Mapping[int, Sequence[Mark]]
    worth: Mapping[int, float]
    levels: Sequence[tuple[str, float]]

    def numbers(self, page: int) -> Printed:
        first = self.key.step * page + self.key.offset
        return tuple(_written(first + more, self.key.numerals) for more in range(self.key.step))

    def has_other(self, page: int, seite: RawSide, marks: Sequence[Mark]) -> bool:
        """Another number where this one is expected; of a scan that is a letter read wrongly."""
        if page in self.hits or seite.ocr:
            return False
        return any(m.is_alone and m.numerals == self.key.numerals and self.is_level(m, LEVEL) for m in marks)

    def is_its_own(self, mark: Mark) -> bool:
        """Is it the page's number for sure, and no word of the text that happens to be the same?"""
        return self.is_level(mark, LEVEL_OF_SCAN) or mark.is_alone

    def is_level(self, mark: Mark, reach: float) -> bool:
        return mark.weight > 0 and any(
            mark.zone == zone and abs(mark.y - level) <= reach for zone, level in self.levels
        )


VALUES = dict(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        "m cm d cd c xc l xl x ix v iv i".split(),
        strict=True,
    )
)


def _written(number: int, numerals: str) -> str:
    if numerals == "1":
        return str(number)
    written = ""
    for value, letters in VALUES.items():
        written += letters * (number // value)
        number %= value
    return written if numerals == "i" else written.upper()


def _counts(seiten: Sequence[RawSide], marks: Sequence[Sequence[Mark]]) -> list[Count]:
    """Every count that enough pages name at one height, those that most of them name first."""
    named: dict[Key, dict[int, list[Mark]]] = defaultdict(lambda: defaultdict(list))
    for page, here in enumerate(marks):
        for mark in here:
            named[Key(mark.numerals, 1, mark.number - page)][page].append(mark)
            if mark.numerals == "1":  # the left number of a double page, or the right one
                for left in (mark.number, mark.number - 1):
                    named[Key("1", 2, left - 2 * page)][page].append(mark)
    least = 2 if len(seiten) <= LEAFLET else 3
    reach = LEVEL_OF_SCAN if any(seite.ocr for seite in seiten) else LEVEL
    counts = []
    for key, by_page in named.items():
        if key.step == 2:
            by_page = {
                page: here
                for page, here in by_page.items()
                if _is_double(2 * page + key.offset, here, seiten[page])
            }
        if len(by_page) < least:
            continue
        count = Count(key, by_page, {}, _levels(by_page, reach, least))
        if count.levels:
            worth = {page: _worth(count, here, reach) for page, here in by_page.items()}
            counts.append(replace(count, worth=worth))
    return sorted(counts, key=lambda count: -sum(count.worth.values()))[:MOST_COUNTS]


def _is_double(left: int, here: Sequence[Mark], seite: RawSide) -> bool:
    """Two numbers side by side; on a broad page one of them is enough, in its half."""
    halves = [[mark.x for mark in here if mark.number == number] for number in (left, left + 1)]
    if all(halves) and min(halves[0]) < max(halves[1]):
        return True
    is_broad = seite.breite > seite.hoehe
    return is_broad and (any(x < 0.5 for x in halves[0]) or any(x >= 0.5 for x in halves[1]))


def _levels(by_page: Mapping[int, Sequence[Mark]], reach: float, least: int) -> list[tuple[str, float]]:
    """The heights at which marks of enough pages stand, each within `reach`."""
    levels: list[tuple[str, float]] = []
    for zone in ("head", "foot", "side"):
        places = sorted(
            (mark.y, page)
            for page, here in by_page.items()
            for mark in here
            if mark.zone == zone and mark.weight > 0
        )
        while places:
            ends = [bisect_right(places, (y + reach, MAX_SEITEN)) for y, _ in places]
            first = max(range(len(places)), key=lambda i: ends[i] - i)
            near = places[first : ends[first]]
            if len({page for _, page in near}) < least:
                break
            levels.append((zone, median(y for y, _ in near)))
            places = places[:first] + places[ends[first] :]
    return levels


def _worth(count: Count, here: Sequence[Mark], reach: float) -> float:
    """Two numbers of a double page are worth more than one of them that happens to count up by itself."""
    level = [mark for mark in here if count.is_level(mark, reach)]
    more = 0.5 * (count.key.step == 2 and len({mark.number for mark in level}) == 2)
    return max((mark.weight + more for mark in level), default=ELSEWHERE)


def _path(
    seiten: Sequence[RawSide], marks: Sequence[Sequence[Mark]], counts: Sequence[Count]
) -> list[Count | None]:
    """Which count each page belongs to, so that all of it is worth most (Viterbi); None is no count."""
    score, ways = [0.0] + [float("-inf")] * len(counts), []
    for page, seite in enumerate(seiten):
        best = max(range(len(score)), key=score.__getitem__)
        way, after = [best], [score[best]]
        for i, count in enumerate(counts, start=1):
            stays = score[i] >= score[best] - ENTER
            way.append(i if stays else best)
            after.append(
                (score[i] if stays else score[best] - ENTER) + _gain(count, page, seite, marks[page])
            )
        score = after
        ways.append(way)
    at = max(range(len(score)), key=score.__getitem__)
    path: list[Count | None] = []
    for way in reversed(ways):
        path.append(counts[at - 1] if at else None)
        at = way[at]
    return path[::-1]


def _gain(count: Count, page: int, seite: RawSide, marks: Sequence[Mark]) -> float:
    if page in count.hits:
        return count.worth[page]
    if not seite.roh and not seite.zeilen:
        return BLANK
    return OTHER if count.has_other(page, seite, marks) else MISSED
