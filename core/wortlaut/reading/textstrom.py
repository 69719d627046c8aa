"""The text stream of a Programm, in which every character knows the word box it came from."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import Span


class ParagraphKind(StrEnum):
    HEADING = "überschrift"
    TEXT = "text"
    LISTE = "liste"
    FOOTNOTE = "fußnote"
    RANDNOTE = "randnote"
    INHALT = "inhalt"
    TITEL = "titel"

    @property
    def is_prose(self) -> bool:
        return self in (
            ParagraphKind.TEXT,
            ParagraphKind.LISTE,
            ParagraphKind.FOOTNOTE,
            ParagraphKind.RANDNOTE,
        )

    @property
    def is_beside(self) -> bool:
        """Stands beside the text, which goes on after it."""
        return self in (ParagraphKind.FOOTNOTE, ParagraphKind.RANDNOTE)


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
    never quoted, since a second reading did not prove them (core/wortlaut/reading/second_reading.py).
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
