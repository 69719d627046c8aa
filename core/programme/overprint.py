"""Text printed several times over itself, to look bold or cast a shadow, read once.

The prints lie a fraction of a letter apart and may be cut anywhere, not at words only: „der Mensche“ four
times and then „nwürde“ is one „der Menschenwürde“. So it is letters that are compared, not words.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from core.programme.raw_words import RawBlock, RawSpan, RawWord

OFFSET = 2.5
"""Points that two prints of a word may lie apart: shadows of titles do, neighbours in a line never."""

SQUARE = 2 * OFFSET
"""Side of the squares in which twins are looked for."""

LETTER_OFFSET = 0.2
"""The same for a letter, of its size: „l“ and „l“ in „alle“ are 0.22 apart."""

LEAST_OFFSET = 0.4
"""Points; that of letters of 2 points. Without it thousands of dust-like ones are all compared with each
other."""
NO_SPACE = 0.03
"""Of the letters' size; printed spaces are at least 0.04 wide (fdp-bund-2009: 0.02 within a word)."""

WORD_SPACE = 0.18
LINE_SPACE = 1.2
"""White from which on letters are two words, or two lines: PyMuPDF's own borders."""


def is_overprinted(words: Sequence[RawWord]) -> bool:
    """Does a word stand where the same one stands already, or one that begins alike just before it?"""
    by_line, by_column = [(w[4], w[1], w[0]) for w in words], [(w[4], w[0], w[1]) for w in words]
    if any(_is_near(a, b) for a, b in pairwise(by_line) if a[0][0] == b[0][0]):
        return True
    # Twins are neighbours in one of the two orders, unless the word stands in its row and its column as well.
    return any(_is_near(a, b) for o in (by_line, by_column) for a, b in pairwise(sorted(o)) if a[0] == b[0])


def _is_near(a: tuple[str, float, float], b: tuple[str, float, float]) -> bool:
    return abs(a[1] - b[1]) < OFFSET and abs(a[2] - b[2]) < OFFSET


def _cells(text: str, x: float, y: float) -> list[tuple[str, int, int]]:
    """The up to four squares in which a twin can lie."""
    columns = {int((x - OFFSET) / SQUARE), int((x + OFFSET) / SQUARE)}
    rows = {int((y - OFFSET) / SQUARE), int((y + OFFSET) / SQUARE)}
    return [(text, column, row) for column in columns for row in rows]


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter with the place where it is set (`x`, `y`), its box, and its span in the file.

    `base`: the height of the line that the file has it in; a note's mark in „Bürger¹“ is set above it.
    """

    text: str
    x: float
    y: float
    base: float
    box: tuple[float, float, float, float]
    size: float
    span: RawSpan
    direction: tuple[float, float]


def read_once(blocks: Sequence[RawBlock]) -> tuple[list[RawWord], list[RawBlock]]:
    """Words and blocks as PyMuPDF gives them, from its „rawdict“, without the letters printed before."""
    words: list[RawWord] = []
    result: list[RawBlock] = []
    kept = without_prints(list(_letters(blocks)))
    upright = [letter for letter in kept if letter.direction[0] > 0.99]
    for number, line in enumerate(_lines(upright)):
        groups = list(_words(line))
        words += [(*_around(group), _spell(group), number, 0, place) for place, group in enumerate(groups)]
        result.append({"lines": [{"dir": (1.0, 0.0), "spans": _spans(line)}]})
    return words, result


def _letters(blocks: Sequence[RawBlock]) -> Iterator[Letter]:
    for block in blocks:
        for line in block.get("lines", ()):
            longest = max(line["spans"], key=lambda span: len(span["chars"]))
            base = longest["chars"][0]["origin"][1] if longest["chars"] else 0.0
            for span in line["spans"]:
                for char in span["chars"]:
                    x, y = char["origin"]
                    yield Letter(char["c"], x, y, base, char["bbox"], span["size"], span, line["dir"])


def without_prints(letters: Sequence[Letter]) -> list[Letter]:
    """Every letter once, where it was printed first, with the white space behind it."""
    seen: dict[tuple[str, int, int], list[Letter]] = defaultdict(list)
    kept: list[Letter] = []
    what_kept = True
    for letter in letters:
        # The second „f“ of a ligature has no width: it goes with the first.
        if not letter.text.isspace() and letter.box[2] > letter.box[0]:
            near = min(OFFSET, max(LEAST_OFFSET, LETTER_OFFSET * letter.size))
            cells = _cells(letter.text, letter.x, letter.y)
            what_kept = not any(
                _is_print(letter, first, near) for cell in cells for first in seen.get(cell, ())
            )
            if what_kept:
                seen[letter.text, int(letter.x / SQUARE), int(letter.y / SQUARE)].append(letter)
        if what_kept:
            kept.append(letter)
    return kept


def _is_print(letter: Letter, first: Letter, near: float) -> bool:
    return abs(letter.x - first.x) < near and abs(letter.y - first.y) < near


def _lines(letters: Sequence[Letter]) -> list[list[Letter]]:
    """Letters on one base line without wide white between them, in the order of the file."""
    order = {id(letter): index for index, letter in enumerate(letters)}
    lines: list[list[Letter]] = []
    for row in _rows(_runs(letters)):
        line: list[Letter] = []
        for letter in row:
            if line and letter.box[0] - line[-1].box[2] > LINE_SPACE * letter.size:
                lines.append(line)
                line = []
            line.append(letter)
        lines.append(line)
    printed = [line for line in lines if any(not letter.text.isspace() for letter in line)]
    return sorted(printed, key=lambda line: min(order[id(letter)] for letter in line))


def _runs(letters: Sequence[Letter]) -> list[list[Letter]]:
    """Letters that the file sets one after the other; a ligature's are at places of their own."""
    runs: list[list[Letter]] = []
    for letter in letters:
        last = runs[-1][-1] if runs else None
        if last is None or letter.base != last.base or letter.x < last.x - 0.5 * letter.size:
            runs.append([])
        runs[-1].append(letter)
    return runs


def _rows(runs: Sequence[list[Letter]]) -> Iterator[list[Letter]]:
    """Runs on one base line (the prints of a word lie up to a quarter of a letter apart), left to right."""
    row: list[list[Letter]] = []
    for run in sorted(runs, key=lambda run: run[0].base):
        if row and run[0].base - row[0][0].base > 0.25 * min(run[0].size, row[0][0].size):
            yield [letter for run in sorted(row, key=lambda run: run[0].x) for letter in run]
            row = []
        row.append(run)
    yield [letter for run in sorted(row, key=lambda run: run[0].x) for letter in run]


def _words(line: Sequence[Letter]) -> Iterator[list[Letter]]:
    """Parted by white that is seen: a space of no width stands between two prints of one word."""
    word: list[Letter] = []
    spaced = False
    for letter in line:
        if letter.text.isspace():
            spaced = True
            continue
        if word:
            white = (letter.box[0] - word[-1].box[2]) / letter.size
            if white > WORD_SPACE or (spaced and white > NO_SPACE):
                yield word
                word = []
        word.append(letter)
        spaced = False
    if word:
        yield word


def _spell(word: Sequence[Letter]) -> str:
    return "".join(letter.text for letter in word)


def _around(word: Sequence[Letter]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = zip(*(letter.box for letter in word), strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _spans(line: Sequence[Letter]) -> list[RawSpan]:
    """The line's spans with the letters that are left of them."""
    groups = [list(group) for _, group in groupby(line, key=lambda letter: id(letter.span))]
    return [{**group[0].span, "text": _spell(group)} for group in groups]
