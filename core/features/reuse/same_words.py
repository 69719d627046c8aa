"""Of a run of shared letters what says the same: whole words, and no figure that is another one there."""

import re
from collections.abc import Iterator

from core.features.reuse.kept_texts import KeptText
from core.features.reuse.shared_letters import Run
from core.wortlaut.german.numbers_and_dates import UNLETTERED
from core.wortlaut.records import Span

PARTED = re.compile("[-\xad\u2010¬]\\s*\\n")
"""A word goes on in the next line."""

ONE_DASH = str.maketrans("\u2212–", "--")


def same_parts(one: KeptText, other: KeptText, run: Run) -> Iterator[Run]:
    """The run, cut where a mark that is no letter differs: „1,5“ and „15“, „10 %“ and „10 €“."""
    start, end, shift = run.start, run.start + run.length, run.there - run.start
    for low, high in [*_unlike(one, other, run), (end, end)]:
        if part := _whole_words(one, other, (start, low), shift):
            yield Run(part[0], run.number, part[0] + shift, part[1] - part[0])
        start = max(start, high)


def is_same(one: KeptText, other: KeptText) -> bool:
    """Of texts that have the same letters: do they have the same figures, too?"""
    return not _unlike(one, other, Run(0, 0, 0, len(one.quelle.key.text)))


def _unlike(one: KeptText, other: KeptText, run: Run) -> list[Span]:
    """Letters of the run that are parts of another figure there, in order."""
    here, there = _figures(one, run.start, run.length), _figures(other, run.there, run.length)
    found = []
    for low, high, _ in here ^ there:
        low, high = max(low, 0), min(high, run.length)
        if low >= high:  # the mark has no letters: it goes with the figure beside it
            low, high = _with_figure(one.quelle.key.text[run.start : run.start + run.length], high)
        found.append((run.start + low, run.start + high))
    return sorted(found)


def _figures(kept: KeptText, start: int, length: int) -> set[tuple[int, int, str]]:
    """What is no letter and counts, with its letters, counted from the run's first one."""
    key, text, end = kept.quelle.key, kept.quelle.strom.text, start + length
    first = key.place(start - 1) + 1 if start else 0
    behind = key.place(end) + 1 if end < len(key.text) else len(text)
    return {
        (key.at(found.start()) - start, key.at(found.end()) - start, found[0].translate(ONE_DASH))
        for found in UNLETTERED.finditer(text, first, behind)
    }


def _with_figure(letters: str, at: int) -> Span:
    is_behind, is_before = letters[max(0, at - 1) : at].isdigit(), letters[at : at + 1].isdigit()
    return at - is_behind, at + is_before


def _whole_words(one: KeptText, other: KeptText, span: Span, shift: int) -> Span | None:
    start, end = span

    def is_border(at: int) -> bool:
        return _parts_words(one, at) and _parts_words(other, at + shift)

    while start < end and not is_border(start):
        start += 1
    while start < end and not is_border(end):
        end -= 1
    return (start, end) if start < end else None


def _parts_words(kept: KeptText, at: int) -> bool:
    """Is there white space between this letter and the one before it?"""
    key, text = kept.quelle.key, kept.quelle.strom.text
    if at in (0, len(key.text)):
        return True
    before, behind = key.place(at - 1), key.place(at)
    gap = text[before + 1 : behind]
    return any(map(str.isspace, gap)) and not PARTED.search(gap)
