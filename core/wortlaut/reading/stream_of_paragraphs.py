"""Paragraphs → the text stream of a Programm."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from core.wortlaut.german.words import end_of_row, vocabulary_of
from core.wortlaut.reading.pdf import RawSide, Zeile
from core.wortlaut.reading.reading_order import Paragraph, RowGroup
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Seite, Textstrom
from core.wortlaut.records import Box

LEADER = re.compile(r"[\x08.·…_]{4,}|\x08+(?=\d{1,3}$)")
INVISIBLE = re.compile(r"[\xad\x00-\x1f\x7f-\x9f]")
ODD = re.compile(r"[\ufffd\xad\xa0·…_▪■•●►\x00-\x1f\x7f-\x9f\ue000-\uf8ff]|\.{4}|^\.$")
"""What may have to be taken out of a word; most words have none of it."""

GLUED_BULLET = re.compile(r"[▪■•●►](?=\w)")
LEADER_DOTS = (".", "·", "_")
PRIVATE_BULLET = re.compile(r"^[\uf0a7\uf0b7\uf0d8]$")
"""Those of Word's lists."""


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
