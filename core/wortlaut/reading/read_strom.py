"""PDF → the text stream of a Programm, with what a second reading does not prove."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.wortlaut.garbage import at_rest
from core.wortlaut.reading import glyphs, running_heads, stream_of_paragraphs
from core.wortlaut.reading.paragraphs_of_rows import paragraphs
from core.wortlaut.reading.pdf import RawSide, read_pages
from core.wortlaut.reading.raw_words import RawReading
from core.wortlaut.reading.reading_order import PageOrders, Paragraph
from core.wortlaut.reading.second_reading import FLOWING, looks_of, unproved
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom

UNREADABLE = 1 / 4
"""Of a page of which more words are doubtful nothing is quoted: the others are right by luck. Of the worst
scan at hand (400 by 600 pixels a page) an eighth is doubtful."""


def read_strom(path: Path, erkannt: Path | None = None, distrusted: Collection[int] = ()) -> Textstrom:
    """Read a PDF as one text stream; `erkannt` is where recognised pages lie, as those of a scan."""
    # A PDF is hundred thousands of tuples and no cycle; looking for cycles takes a fifth of the time.
    with at_rest():
        return strom_of(read_mended(path, erkannt, distrusted))


def read_mended(path: Path, erkannt: Path | None = None, distrusted: Collection[int] = ()) -> list[RawSide]:
    """The pages as they stand in the file, with the letters that it names wrongly."""
    seiten = read_pages(path, erkannt, distrusted=distrusted)
    glyphs.recover(seiten)
    return seiten


def strom_of(roh: Sequence[RawSide]) -> Textstrom:
    """The text stream of these pages, with what a second reading does not prove.

    Where it does not prove all of a page, the order of the file is tried, and kept where more is proved. Both
    orders are judged by the same guard, which knows neither.
    """
    seiten, numbers = running_heads.strip(roh)
    reading, looks, orders = RawReading([seite.roh for seite in roh]), looks_of(roh), PageOrders(seiten)

    def read(absaetze: Sequence[Paragraph]) -> Textstrom:
        strom = stream_of_paragraphs.of_paragraphs(absaetze, seiten, numbers.gedruckt, numbers.of_label)
        return replace(strom, unsicher=unproved(strom, reading, _doubtful(strom, roh), looks))

    strom = read(paragraphs(orders))
    # Where letters are in doubt, another order proves nothing: it would take them out of their sentence.
    faults = Counter({page: n for page, n in _faults(strom).items() if not _is_unread(roh[page - 1])})
    if not faults:
        return strom
    words = _judged_words(strom)
    # Paragraphs run on over pages: those beside are read with them.
    near = {page + step for page in faults for step in (-1, 0, 1)}
    filed = [p for p in paragraphs(orders, faults) if any(row.seite.nummer in near for row in p.reihen)]
    other = read(filed)
    otherwise, others = _faults(other), _judged_words(other)
    better = {page for page in faults if otherwise[page] < faults[page] and others[page] >= words[page]}
    if not better:
        return strom
    chosen = read(paragraphs(orders, better))
    return chosen if _faults(chosen).total() < faults.total() else strom


BROKEN = re.compile(r"(?:(?<!\S)[a-zäöüß]\S*|,)$")
"""So ends no text, but a piece of one."""


def _faults(strom: Textstrom) -> Counter[int]:
    """Page → its sentences that are not proved, and texts on it that break off."""
    spans = [
        (teil.end - 1, teil.end)
        for teil in strom.absaetze
        if teil.art in FLOWING and BROKEN.search(strom.text, max(teil.start, teil.end - 40), teil.end)
    ]
    return Counter(page for span in [*strom.unsure_sentences, *spans] for page in strom.pages_of(*span))


def _judged_words(strom: Textstrom) -> Counter[int]:
    """Page → how many of its words the guard looks at: those of covers and contents prove nothing."""
    inner = [teil for teil in strom.absaetze if teil.art not in (ParagraphKind.INHALT, ParagraphKind.TITEL)]
    ranges = [strom.words_in(teil.start, teil.end) for teil in inner]
    return Counter(page for words in ranges for page in strom.seiten_nr[words.start : words.stop].tolist())


def _is_unread(seite: RawSide) -> bool:
    return bool(seite.doubtful) or any("\ufffd" in zeile.text for zeile in seite.zeilen)


def _doubtful(strom: Textstrom, seiten: Sequence[RawSide]) -> Iterator[tuple[int, int]]:
    """The words at doubtful places; where they are many, all of the page."""
    for seite in seiten:
        if not seite.doubtful:
            continue
        words = np.flatnonzero(strom.seiten_nr == seite.nummer)
        x, y = (strom.boxes[words, i] / 2 + strom.boxes[words, i + 2] / 2 for i in (0, 1))
        x0, y0, x1, y1 = np.array(seite.doubtful).T[:, :, None]
        inside = ((x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1)).any(axis=0)
        if inside.sum() > UNREADABLE * len(words):
            inside[:] = True
        for word in words[inside].tolist():
            yield int(strom.starts[word]), int(strom.ends[word])
