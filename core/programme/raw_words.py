"""A page's words as PyMuPDF gives them (box, text, block, line, …), mended where the file says too little."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Any, TypedDict

import numpy as np

from core.german.folding import letters
from core.programme.raw_page import NEAR, SMALL, Lane, RawPagePicture

RawWord = tuple[float, float, float, float, str, int, int, int]
"""As PyMuPDF gives it: box, text, block, line, place in the line."""


class RawChar(TypedDict):
    c: str
    origin: tuple[float, float]
    bbox: tuple[float, float, float, float]


class RawSpan(TypedDict, total=False):
    """Letters in one font; `text` in a page's „dict“, `chars` in its „rawdict“."""

    text: str
    chars: list[RawChar]
    size: float
    flags: int
    font: str
    color: int


class RawLine(TypedDict):
    dir: tuple[float, float]
    spans: list[RawSpan]


class RawBlock(TypedDict, total=False):
    """A picture has no lines."""

    lines: list[RawLine]


UNNAMED = "\ufffd"
"""How PyMuPDF gives a letter without a name."""

NAMELESS = 0xF0000
"""From here on stand letters without a name, by their code in the font, until one is found."""

NO_SPACE = 2.5
"""Points between two words from which on there is white between them for sure."""


def joined(words: list[RawWord]) -> list[RawWord]:
    """„for“ and „dern“ without white between them are one word, parted by a hyphen that is not printed."""
    if not any(b[0] - a[2] < NO_SPACE and _is_one_word(a, b) for a, b in pairwise(words)):
        return words
    result: list[RawWord] = []
    for word in words:
        if result and word[0] - result[-1][2] < NO_SPACE and _is_one_word(result[-1], word):
            x0, y0, _, y1, text, block, line, place = result[-1]
            around = x0, min(y0, word[1]), word[2], max(y1, word[3])
            result[-1] = (*around, text + word[4], block, line, place)
        else:
            result.append(word)
    return result


def _is_one_word(before: RawWord, word: RawWord) -> bool:
    gap, height = word[0] - before[2], word[3] - word[1]
    if before[5:7] != word[5:7] or not -0.03 * height < gap < 0.2 * height:
        return False
    if word[4] == ".":  # a full stop that the file sets apart
        return bool(before[4][-1].isalnum())
    if gap >= 0.03 * height:
        return False
    left, right = before[4][-1], word[4][0]
    return (left.isalpha() or is_nameless(left)) and (right.islower() or is_nameless(right) or word[4] == "-")


def is_nameless(letter: str) -> bool:
    return letter == UNNAMED or ord(letter) >= NAMELESS


# --- the raw words of a PDF as an eye finds them: what stands side by side, and where a line goes on --------
# A second reading that knows nothing of columns. It takes the words in the file's own order and asks only
# what lies next to a word, beneath a line, at the foot and at the head of a page.

WIDE = 2.5
"""In justified lines spaces grow up to this; there the next line's words stand across them."""

ALIKE = 0.85
"""Boxes of two fonts of one size differ in height up to this (cdu-bund-2021: 12.0 and 13.8)."""

EVEN = 0.05
"""Letters of one size are as wide as each other but for this, at the mean over the file."""

SAMPLED = 400
"""So many letters tell how wide those of a height are."""

SPACED = 4
"""In „K A P I T E L 1“ (afd-grundsatz-2016) words are this further apart than letters, at most."""

Array = np.ndarray[Any, Any]


class RawReading:
    """Every raw word with letters, over all pages, in the file's order. Boxes with the text along +x."""

    def __init__(self, seiten: Sequence[Sequence[RawWord]]) -> None:
        counts = [len(page) for page in seiten]
        columns = list(zip(*(word for page in seiten for word in page), strict=True)) or [()] * 8
        box = np.array(columns[:4], np.float32).T
        seite = np.repeat(np.arange(1, len(counts) + 1), counts)
        zeile = seite * 1_000_000 + np.array(columns[5], int) * 1000 + np.array(columns[6], int)
        self.drehung = _directions(box, seite, zeile, len(counts))
        texte: list[str] = list(columns[4])
        lettered = np.array([text.isalnum() or bool(letters(text)) for text in texte], bool)
        turned = turn(box, self.drehung[seite])
        lettered &= ~_runs_across(turned, zeile)
        self.punkte = _full_stops(turned, seite, texte, lettered)
        _reach_over(turned, seite, lettered)
        self.texte = [text for text, kept in zip(texte, lettered.tolist(), strict=True) if kept]
        self.ort, self.box, self.seite = box[lettered], turned[lettered], seite[lettered]
        self.page_box: list[list[float]] = self.box.tolist()
        self.limits = np.searchsorted(self.seite, np.arange(1, len(counts) + 2)).tolist()
        self.width = self._letter_widths()
        self.neben = self._side_by_side()
        self.seiten = [RawPagePicture(self, n) for n in range(1, len(counts) + 1)]

    @cached_property
    def pitch(self) -> float:
        """From one line to the one beneath, on most pages."""
        return median([seite.pitch for seite in self.seiten if seite.bis > seite.von] or [float("inf")])

    def _letter_widths(self) -> dict[int, float]:
        """Height of a box, in quarters of a point → how wide its letters are."""
        height = np.round(4 * (self.box[:, 3] - self.box[:, 1])).astype(int).clip(0)
        count = np.array([len(text) for text in self.texte], int)
        width = np.bincount(height, self.box[:, 2] - self.box[:, 0])
        total = np.bincount(height, count)
        return {h: float(width[h] / total[h]) for h in np.flatnonzero(total >= SAMPLED).tolist()}

    def is_smaller(self, one: "Lane", other: "Lane") -> bool:
        """Is its type smaller? Not by the boxes alone: two fonts of one size have boxes of two heights."""
        if one.h >= SMALL * other.h:
            return False
        a, b = (self.width.get(round(4 * lane.h), 0) for lane in (one, other))
        return one.h < ALIKE * other.h or not a or not b or abs(a - b) > EVEN * b

    def _side_by_side(self) -> Array:
        """Does word i + 1 of the file follow word i on the same line, no further than a space?"""
        if len(self.box) < 2:
            return np.zeros(len(self.box), bool)
        x0, y0, x1, y1 = self.box.T
        h = np.minimum(y1[:-1] - y0[:-1], y1[1:] - y0[1:])
        shared = np.minimum(y1[:-1], y1[1:]) - np.maximum(y0[:-1], y0[1:])
        gap = x0[1:] - x1[:-1]
        level = (self.seite[:-1] == self.seite[1:]) & (shared > 0.4 * h) & (gap > -0.5 * h)
        level &= x0[1:] > x0[:-1]
        near = level & (gap <= NEAR * h)
        for i in np.flatnonzero(level & ~near & (gap <= WIDE * h)).tolist():
            near[i] = self.is_space(i, i + 1)
        return np.append(near, False)

    def is_space(self, i: int, j: int) -> bool:
        """Is a wide gap the space of a justified line?

        Then the other spaces of the line are wide too, or a word of a near line stands across.
        """
        a, b = self.box[i], self.box[j]
        low, high = self.limits[self.seite[i] - 1 : self.seite[i] + 1]
        x0, y0, x1, y1 = self.box[low:high].T
        h, x, y = a[3] - a[1], (a[2] + b[0]) / 2, np.abs(a[1] + a[3] - y0 - y1) / 2
        alike = np.abs(y1 - y0 - h) < 0.15 * h
        if np.any((0.6 * h < y) & (y < 3.5 * h) & alike & (x0 < x) & (x < x1)):
            return True
        row = np.flatnonzero(y < 0.3 * h)
        gaps = (x0[row][1:] - x1[row][:-1])[np.diff(row) == 1]
        gaps = gaps[(gaps > 0) & (gaps < WIDE * h)]
        spaced = all(len(self.texte[low + k]) == 1 for k in row)
        return len(gaps) > 2 and bool(b[0] - a[2] < (SPACED if spaced else 1.4) * np.median(gaps))


def turn(box: Array, drehung: Array) -> Array:
    """Boxes so that the text runs from left to right; the origin is of no account."""
    if not drehung.any():
        return box.copy()
    x0, y0, x1, y1 = box.T
    up = np.array([-y1, x0, -y0, x1]), np.array([-x1, -y1, -x0, -y0]), np.array([y0, -x1, y1, -x0])
    return np.select([drehung == 1, drehung == 2, drehung == 3], up, box.T).T.astype(np.float32)


def _directions(box: Array, seite: Array, zeile: Array, count: int) -> Array:
    """Page → how its lines run: 0 to the right, 1 upwards, 2 to the left, 3 downwards."""
    same = zeile[1:] == zeile[:-1] if len(box) else np.zeros(0, bool)
    steps = (box[1:, :2] + box[1:, 2:] - box[:-1, :2] - box[:-1, 2:])[same]
    dx, dy = (np.bincount(seite[1:][same], steps[:, i], count + 1) for i in (0, 1))
    across = np.abs(dy) > np.abs(dx)
    return np.where(across, np.where(dy < 0, 1, 3), np.where(dx < 0, 2, 0))


def _runs_across(box: Array, zeile: Array) -> Array:
    """Words of lines that run across the page's (a note along its edge): they stand beside no other."""
    if not len(box):
        return np.zeros(0, bool)
    _, line = np.unique(zeile, return_inverse=True)
    same = line[1:] == line[:-1]
    steps = np.abs(box[1:, :2] + box[1:, 2:] - box[:-1, :2] - box[:-1, 2:])[same]
    dx, dy = (np.bincount(line[1:][same], steps[:, i], line.max() + 1) for i in (0, 1))
    across: Array = (dy > dx)[line]
    return across


def _full_stops(box: Array, seite: Array, texte: Sequence[str], lettered: Array) -> set[int]:
    """Words, counted among those with letters, that a full stop of its own follows; leaders are several."""
    number = np.cumsum(lettered) - 1
    found = set()
    for i in [i for i, text in enumerate(texte) if text == "." and i and lettered[i - 1]]:
        a, b = box[i - 1], box[i]
        near = abs(b[0] - a[2]) < NEAR * (a[3] - a[1]) and a[1] < (b[1] + b[3]) / 2 < a[3]
        if near and seite[i] == seite[i - 1] and "." not in texte[i + 1 : i + 2]:
            found.add(int(number[i - 1]))
    return found


def _reach_over(box: Array, seite: Array, lettered: Array) -> None:
    """A dash or a quotation mark belongs to the word before it, so that what follows is near."""
    for i in np.flatnonzero(~lettered[1:]) + 1:
        a, b = box[i - 1], box[i]
        h = a[3] - a[1]
        near = -h < b[0] - a[2] <= NEAR * h and abs(a[1] + a[3] - b[1] - b[3]) < 1.2 * h
        if near and seite[i] == seite[i - 1]:
            a[2] = max(a[2], b[2])
            if not lettered[i - 1]:
                box[i] = a


# --- a page's words put together from its letters, where those that PyMuPDF gives are wider than printed
# A font that tells no widths makes each letter as wide as its type is high (piraten-bund-2021). What is right
# then is where each letter begins: it ends where the next one begins, at the latest.


OVERLAP = 0.05
"""In heights of the line: words reach into each other by less where letters have their widths."""

ENOUGH = 3
"""Words of a page that do; raised figures and slanted letters do so here and there."""


def are_too_wide(words: Sequence[RawWord]) -> bool:
    """Do words reach into the ones behind them?"""
    over = 0
    for a, b in pairwise(words):
        if b[0] < a[2] and a[5] == b[5] and a[6] == b[6] and a[0] < b[0] < a[2] - OVERLAP * (a[3] - a[1]):
            over += 1
    return over >= ENOUGH


def from_letters(blocks: Sequence[RawBlock]) -> tuple[list[RawWord], list[RawBlock]]:
    """Words and blocks as PyMuPDF gives them, from its „rawdict“."""
    words: list[RawWord] = []
    result: list[RawBlock] = []
    for number, block in enumerate(blocks):
        lines: list[RawLine] = []
        for count, line in enumerate(block.get("lines", ())):
            if line["dir"][0] > 0.99:
                _cut([char for span in line["spans"] for char in span["chars"]])
            words += _words(line, number, count)
            lines.append({"dir": line["dir"], "spans": [_with_text(span) for span in line["spans"]]})
        result.append({"lines": lines} if "lines" in block else {})
    return words, result


def _cut(chars: Sequence[RawChar]) -> None:
    """Let each letter end where the next one begins; the last one is as wide as most of them."""
    if not chars:
        return
    for char, after in pairwise(chars):
        x0, y0, x1, y1 = char["bbox"]
        char["bbox"] = (x0, y0, max(x0, min(x1, after["bbox"][0])), y1)
    x0, y0, x1, y1 = chars[-1]["bbox"]
    usual = median([char["bbox"][2] - char["bbox"][0] for char in chars[:-1]] or [x1 - x0])
    chars[-1]["bbox"] = (x0, y0, min(x1, x0 + usual), y1)


def _words(line: RawLine, block: int, number: int) -> Iterator[RawWord]:
    place = 0
    word: list[RawChar] = []
    for char in [*(char for span in line["spans"] for char in span["chars"]), None]:
        if char is not None and not (char["c"].isspace() or char["c"] < " "):
            word.append(char)
        elif word:
            x0, y0, x1, y1 = zip(*(letter["bbox"] for letter in word), strict=True)
            text = "".join(letter["c"] for letter in word)
            yield min(x0), min(y0), max(x1), max(y1), text, block, number, place
            word, place = [], place + 1


def _with_text(span: RawSpan) -> RawSpan:
    return {**span, "text": "".join(char["c"] for char in span["chars"])}
