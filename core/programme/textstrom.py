"""Paragraphs → the text stream of a Programm, in which every character knows the word box it came from."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from core.german.sentences import sentences
from core.german.words import end_of_row, vocabulary_of
from core.models import Span
from core.programme.pdf import Box, RawSide, Zeile
from core.programme.reading_order import Paragraph, ParagraphKind, RowGroup

LEADER = re.compile(r"[\x08.·…_]{4,}|\x08+(?=\d{1,3}$)")
INVISIBLE = re.compile(r"[\xad\x00-\x1f\x7f-\x9f]")
ODD = re.compile(r"[\ufffd\xad\xa0·…_▪■•●►\x00-\x1f\x7f-\x9f\ue000-\uf8ff]|\.{4}|^\.$")
"""What may have to be taken out of a word; most words have none of it."""

GLUED_BULLET = re.compile(r"[▪■•●►](?=\w)")
LEADER_DOTS = (".", "·", "_")
PRIVATE_BULLET = re.compile(r"^[\uf0a7\uf0b7\uf0d8]$")
"""Those of Word's lists."""


@dataclass(frozen=True, slots=True)
class Seite:
    """One page: its number in the file, the number printed on it (two on a double page), size and health.

    `label` is the name that the file gives it; `of_label`: none is printed, so `gedruckt` is it.
    """

    nummer: int
    gedruckt: tuple[str, ...]
    breite: float
    hoehe: float
    zeichen: int
    ocr: bool
    bild_ohne_text: bool
    label: str = ""
    of_label: bool = False


@dataclass(frozen=True, slots=True)
class AbschnittPart:
    """A paragraph as a range of the stream, with the headings above it."""

    start: int
    end: int
    art: ParagraphKind
    ebene: int
    abschnitt: tuple[str, ...]


class StoredParts(Sequence[AbschnittPart]):
    """Paragraphs as they are stored, column by column; one is made where it is asked for, and then kept."""

    def __init__(
        self,
        starts: Sequence[int],
        ends: Sequence[int],
        arten: Sequence[str],
        ebenen: Sequence[int],
        abschnitte: Sequence[Sequence[str]],
    ) -> None:
        self.starts, self._ends = starts, ends
        self._arten, self._ebenen, self._abschnitte = arten, ebenen, abschnitte
        self._made: dict[int, AbschnittPart] = {}

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> AbschnittPart: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AbschnittPart, ...]: ...
    def __getitem__(self, index: int | slice) -> AbschnittPart | tuple[AbschnittPart, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        if index < 0:
            index += len(self)
        if (part := self._made.get(index)) is None:
            span, art = (self.starts[index], self._ends[index]), ParagraphKind(self._arten[index])
            part = AbschnittPart(*span, art, self._ebenen[index], tuple(self._abschnitte[index]))
            part = self._made.setdefault(index, part)  # one for all threads: it is told by its identity
        return part


@dataclass(frozen=True)
class Textstrom:
    """The text of a Programm as it is read. Word `i`: `text[starts[i]:ends[i]]`, `seiten_nr[i]`, `boxes[i]`.

    A word that was hyphenated over two lines is two entries. `unsicher`: ranges, in order, that are shown but
    never quoted, since a second reading did not prove them (core/programme/second_reading.py).
    """

    text: str
    absaetze: Sequence[AbschnittPart]
    seiten: tuple[Seite, ...]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    seiten_nr: NDArray[np.int32]
    boxes: NDArray[np.float32]
    ohne_unicode: int = 0
    unsicher: tuple[Span, ...] = ()

    def is_unsure(self, start: int, end: int) -> bool:
        """Does a range touch one that the second reading did not prove?"""
        at = bisect_right(self.unsicher, start, key=lambda span: span[1])
        return at < len(self.unsicher) and self.unsicher[at][0] < end

    @property
    def unsure_sentences(self) -> list[Span]:
        """The sentences among these ranges; the others are the white space between two sentences."""
        return [(start, end) for start, end in self.unsicher if not self.text[start:end].isspace()]

    def sentences_of(self, teil: AbschnittPart) -> list[Span]:
        """The sentences of a paragraph as ranges of the stream."""
        found = sentences(self.text[teil.start : teil.end])
        return [(teil.start + start, teil.start + end) for start, end in found]

    def paragraph_at(self, position: int) -> AbschnittPart:
        """The paragraph that a character stands in, or behind which it stands."""
        return self.absaetze[max(0, bisect_right(self._paragraph_starts, position) - 1)]

    @cached_property
    def _paragraph_starts(self) -> Sequence[int]:
        absaetze = self.absaetze
        return absaetze.starts if isinstance(absaetze, StoredParts) else [teil.start for teil in absaetze]

    def words_in(self, start: int, end: int) -> range:
        """Indices of the words that the characters `start` to `end` touch."""
        # In a view of memory Python looks one number up several times as fast as numpy does in an array.
        first = bisect_right(self.ends.data, start)
        last = bisect_left(self.starts.data, end)
        return range(first, max(first, last))

    def pages_of(self, start: int, end: int) -> tuple[int, ...]:
        """The pages a range stands on, counted from 1 in the file."""
        words = self.words_in(start, end)
        return tuple(sorted(set(self.seiten_nr[words.start : words.stop].tolist())))

    def printed_page(self, position: int) -> str | None:
        """The page number printed beside a character; on a double page that of its half."""
        words = self.words_in(position, position + 1)
        if not words:
            return None
        seite = self.seiten[int(self.seiten_nr[words.start]) - 1]
        if len(seite.gedruckt) < 2:
            return seite.gedruckt[0] if seite.gedruckt else None
        x0, _, x1, _ = self.boxes[words.start]
        return seite.gedruckt[int((x0 + x1) / 2 > seite.breite / 2)]


def of_paragraphs(
    absaetze: Sequence[Paragraph],
    seiten: Sequence[RawSide],
    gedruckt: Sequence[tuple[str, ...]],
    of_label: Sequence[bool],
) -> Textstrom:
    """The text stream of these paragraphs; `gedruckt`: the numbers of each page, printed or `of_label`."""
    builder = _Builder(vocabulary_of(reihe.text for paragraph in absaetze for reihe in paragraph.reihen))
    for paragraph in absaetze:
        builder.add(paragraph)
    letters = (sum(len(w.text) for z in seite.zeilen for w in z.woerter) for seite in seiten)
    return builder.build(
        tuple(
            Seite(s.nummer, numbers, s.breite, s.hoehe, count, s.ocr, s.bild_ohne_text, s.label, is_label)
            for s, numbers, count, is_label in zip(seiten, gedruckt, letters, of_label, strict=True)
        )
    )


def _is_drop_cap(zeile: Zeile, row: RowGroup) -> bool:
    """A first letter over several lines: „D“ + „ie Menschen“."""
    following = [z for z in row.reihe if z.x0 > zeile.x0]
    return (
        bool(following)
        and len(zeile.text) == 1
        and zeile.text.isupper()
        and zeile.groesse >= 1.8 * following[0].groesse
        and following[0].text[:1].islower()
    )


class _Builder:
    """Grows the text and the word table side by side."""

    def __init__(self, vocabulary: set[str]) -> None:
        self.vocabulary = vocabulary
        self.parts: list[str] = []
        self.length = 0
        self.words: list[tuple[int, int, int, Box]] = []
        self.absaetze: list[AbschnittPart] = []
        self.headings: list[tuple[int, str]] = []
        self.ohne_unicode = 0

    def add(self, paragraph: Paragraph) -> None:
        start, first_part = self.length, len(self.parts)
        rows = paragraph.reihen
        for index, row in enumerate(rows):
            self._add_row(row, rows[index + 1] if index + 1 < len(rows) else None)
        if self.length == start:
            return
        self._trim()
        is_heading = paragraph.art is ParagraphKind.HEADING
        if is_heading:
            self.headings = [(level, title) for level, title in self.headings if level < paragraph.ebene]
        above = tuple(title for _, title in self.headings)
        if is_heading:
            self.headings.append((paragraph.ebene, "".join(self.parts[first_part:])))
        self.absaetze.append(AbschnittPart(start, self.length, paragraph.art, paragraph.ebene, above))
        self.parts.append("\n")
        self.length += 1

    def _trim(self) -> None:
        while self.parts and self.parts[-1] == " ":
            self.parts.pop()
            self.length -= 1

    def _add_row(self, row: RowGroup, after: RowGroup | None) -> None:
        last = row.reihe[-1].woerter[-1]
        is_level = row.seite.drehung == 0
        for zeile in row.reihe:
            for wort in zeile.woerter:
                box = wort[:4] if is_level else row.seite.page_box(wort[:4])
                text, joint = (
                    end_of_row(wort.text, after.reihe[0].woerter[0].text, self.vocabulary)
                    if wort is last and after
                    else (wort.text, " ")
                )
                is_odd = not text.isalnum() and ODD.search(text)
                for piece in self._clean(text) if is_odd else (text,):
                    end = self.length + len(piece)
                    self.words.append((self.length, end, row.seite.nummer, box))
                    self.parts += (piece, " ")
                    self.length = end + 1
                if joint == "":
                    self._trim()
            if _is_drop_cap(zeile, row):
                self._trim()

    def _clean(self, text: str) -> Iterator[str]:
        """What of a word goes into the stream: leader dots and invisible characters do not."""
        if PRIVATE_BULLET.match(text):
            yield "•"
            return
        self.ohne_unicode += text.count("\ufffd")
        for part in LEADER.split(text):
            part = INVISIBLE.sub("", part).replace("\xa0", " ").strip()
            bullet = GLUED_BULLET.match(part)
            if bullet:
                yield bullet[0]
                part = part[1:]
            if part and part not in LEADER_DOTS:
                yield part

    def build(self, seiten: tuple[Seite, ...]) -> Textstrom:
        columns = list(zip(*self.words, strict=True)) or [(), (), (), ()]
        return Textstrom(
            "".join(self.parts),
            tuple(self.absaetze),
            seiten,
            np.array(columns[0], np.int32),
            np.array(columns[1], np.int32),
            np.array(columns[2], np.int32),
            np.array(columns[3], np.float32).reshape(-1, 4),
            self.ohne_unicode,
        )
