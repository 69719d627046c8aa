"""Paragraphs → the text stream of a Programm, in which every character knows the word box it came from."""

import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.programme import beiwerk
from core.programme.gliederung import paragraphs
from core.programme.pdf import Box, Rohseite, Zeile, read_pages
from core.programme.reihen import HYPHENS, Absatz, Art, Zeilenreihe
from core.programme.saetze import sentences

LEADER = re.compile(r"[\ufffd\x08.·…_]{4,}|[\ufffd\x08]+(?=\d{1,3}$)")
INVISIBLE = re.compile(r"[\xad\x00-\x1f\x7f-\x9f]")
ODD = re.compile(r"[\ufffd\xad\xa0·…_▪■•●►\x00-\x1f\x7f-\x9f\ue000-\uf8ff]|\.{4}|^\.$")
"""What may have to be taken out of a word; most words have none of it."""

GLUED_BULLET = re.compile(r"[▪■•●►](?=\w)")
LEADER_DOTS = (".", "·", "_")
PRIVATE_BULLET = re.compile(r"^[\uf000-\uf0ff\x01-\x1f]$")
TWO_ADJECTIVES = re.compile(r"(?:isch|lich|iös|zivil|deutsch) [a-zäöüß]{3,}(?:isch|lich)(?:e[nmrs]?)?\W*$")
"""„zivil-/militärische“: here the hyphen is real, although the second word is small."""

SUSPENDED = frozenset("und oder bzw. sowie wie als bis noch aber statt beziehungsweise u. & /".split())
"""„Bundes- und Landesmittel“: before these words a hyphen at a line's end is real."""


@dataclass(frozen=True, slots=True)
class Seite:
    """One page: its number in the file, the number printed on it (two on a double page), size and health."""

    nummer: int
    gedruckt: tuple[str, ...]
    breite: float
    hoehe: float
    zeichen: int
    ocr: bool
    bild_ohne_text: bool


@dataclass(frozen=True, slots=True)
class Abschnittsteil:
    """A paragraph as a range of the stream, with the headings above it."""

    start: int
    end: int
    art: Art
    ebene: int
    abschnitt: tuple[str, ...]


@dataclass(frozen=True)
class Textstrom:
    """The text of a Programm as it is read. Word `i`: `text[starts[i]:ends[i]]`, `seiten_nr[i]`, `boxes[i]`.

    A word that was hyphenated over two lines is two entries.
    """

    text: str
    absaetze: tuple[Abschnittsteil, ...]
    seiten: tuple[Seite, ...]
    starts: np.ndarray[Any, np.dtype[np.int32]]
    ends: np.ndarray[Any, np.dtype[np.int32]]
    seiten_nr: np.ndarray[Any, np.dtype[np.int32]]
    boxes: np.ndarray[Any, np.dtype[np.float32]]
    ohne_unicode: int = 0

    def sentences_of(self, teil: Abschnittsteil) -> list[tuple[int, int]]:
        """The sentences of a paragraph as ranges of the stream."""
        found = sentences(self.text[teil.start : teil.end])
        return [(teil.start + start, teil.start + end) for start, end in found]

    def words_in(self, start: int, end: int) -> range:
        """Indices of the words that the characters `start` to `end` touch."""
        # As int32: a Python int would make numpy copy the whole table to int64 first.
        first = int(np.searchsorted(self.ends, np.int32(start), side="right"))
        last = int(np.searchsorted(self.starts, np.int32(end), side="left"))
        return range(first, max(first, last))

    def word_boxes(self, start: int, end: int) -> list[tuple[int, Box]]:
        """(page, box) of every word in a range, in reading order."""
        return [(int(self.seiten_nr[i]), tuple(map(float, self.boxes[i]))) for i in self.words_in(start, end)]  # type: ignore[misc]

    def pages_of(self, start: int, end: int) -> tuple[int, ...]:
        """The pages a range stands on, counted from 1 in the file."""
        words = self.words_in(start, end)
        return tuple(sorted({int(n) for n in self.seiten_nr[words.start : words.stop]}))

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


def read_strom(path: Path) -> Textstrom:
    """Read a PDF as one text stream."""
    with _collector_at_rest():
        seiten, gedruckt = beiwerk.strip(read_pages(path))
        absaetze = paragraphs(seiten)
        builder = _Builder(_vocabulary(absaetze))
        for absatz in absaetze:
            builder.add(absatz)
        return builder.build(_pages(seiten, gedruckt))


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """A PDF is hundred thousands of tuples and no cycle; looking for cycles takes a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _pages(seiten: Sequence[Rohseite], gedruckt: Sequence[tuple[str, ...]]) -> tuple[Seite, ...]:
    return tuple(
        Seite(
            s.nummer,
            g,
            s.breite,
            s.hoehe,
            sum(len(w.text) for z in s.zeilen for w in z.woerter),
            s.ocr,
            s.bild_ohne_text,
        )
        for s, g in zip(seiten, gedruckt, strict=True)
    )


def _vocabulary(absaetze: Iterable[Absatz]) -> set[str]:
    """Words that stand whole within a line: they decide which hyphens at line ends are real."""
    return {
        core
        for absatz in absaetze
        for row in absatz.reihen
        for word in row.text.split()[1:-1]
        if (core := _core(word))
    }


def _core(word: str) -> str:
    return word.replace("\xad", "").strip('.,;:!?()[]„“”"»«…–—/').casefold()


def _is_drop_cap(zeile: Zeile, row: Zeilenreihe) -> bool:
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
        self.absaetze: list[Abschnittsteil] = []
        self.headings: list[tuple[int, str]] = []
        self.ohne_unicode = 0

    def add(self, absatz: Absatz) -> None:
        start, first_part = self.length, len(self.parts)
        rows = absatz.reihen
        for index, row in enumerate(rows):
            self._add_row(row, rows[index + 1] if index + 1 < len(rows) else None)
        if self.length == start:
            return
        self._trim()
        is_heading = absatz.art is Art.UEBERSCHRIFT
        if is_heading:
            self.headings = [(level, title) for level, title in self.headings if level < absatz.ebene]
        above = tuple(title for _, title in self.headings)
        if is_heading:
            self.headings.append((absatz.ebene, "".join(self.parts[first_part:])))
        self.absaetze.append(Abschnittsteil(start, self.length, absatz.art, absatz.ebene, above))
        self.parts.append("\n")
        self.length += 1

    def _trim(self) -> None:
        while self.parts and self.parts[-1] == " ":
            self.parts.pop()
            self.length -= 1

    def _add_row(self, row: Zeilenreihe, after: Zeilenreihe | None) -> None:
        last = row.reihe[-1].woerter[-1]
        is_level = row.seite.drehung == 0
        for zeile in row.reihe:
            for wort in zeile.woerter:
                box = wort[:4] if is_level else row.seite.page_box(wort[:4])
                text, joint = (
                    self._end_of_row(wort.text, after) if wort is last and after else (wort.text, " ")
                )
                for piece in self._clean(text) if ODD.search(text) else (text,):
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
            if part.strip("\ufffd") and part not in LEADER_DOTS:
                yield part

    def _end_of_row(self, word: str, after: Zeilenreihe) -> tuple[str, str]:
        """The last word of a row as it goes into the text, and what stands between it and the next row."""
        bare = word.rstrip()
        if bare.endswith("/") and len(bare) > 1:
            return bare, ""
        if not bare.endswith(HYPHENS) or len(bare) < 2 or not (bare[-2].isalnum() or bare[-2] in HYPHENS):
            return word, " "
        head, tail = bare[:-1], after.reihe[0].woerter[0].text
        if bare[-1] in "\xad¬" or tail.startswith("\xad"):
            return head, ""
        if _core(tail) in SUSPENDED or tail in SUSPENDED:
            return bare, " "
        return (head, "") if self._is_broken(head, tail) else (bare, "")

    def _is_broken(self, head: str, tail: str) -> bool:
        """Was the hyphen set only to break the line („Kli-/ma“), or is it a real one („Ost-/West“)?"""
        joined, kept = _core(head + tail), _core(f"{head}-{tail}")
        if (joined in self.vocabulary) != (kept in self.vocabulary):
            return joined in self.vocabulary
        if TWO_ADJECTIVES.search(f"{head} {tail}") or head.endswith("-zu"):
            return False
        stem = re.split(r"[-/(]", head)[-1]
        abbreviation = len(stem) < 2 or stem.isupper() or stem[-1].isdigit()
        return tail[:1].islower() and not abbreviation

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
