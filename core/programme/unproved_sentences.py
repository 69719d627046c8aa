"""Which sentences of a stream are not proved: those that faults of the reading touch, and torn ones."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.german.sentences import ends_sentence
from core.programme.raw_page import LABEL
from core.programme.text_rows import ParagraphKind

if TYPE_CHECKING:
    from core.programme.textstrom import Textstrom

Span = tuple[int, int]

LEADS_ON = re.compile(r"[:;,–]\W*$")
"""After these a paragraph may begin in small letters."""


FLOWING = (ParagraphKind.TEXT, ParagraphKind.LISTE)
BROKEN_OFF = re.compile(r"[\w,-]$")


def torn(strom: "Textstrom") -> list[Span]:
    """Where a paragraph goes on in small letters what has begun elsewhere: „… und“, a chart, „nutzen sie.“"""
    found = []
    for before, teil in pairwise(strom.absaetze):
        text = strom.text[before.start : before.end]
        if teil.art is not ParagraphKind.TEXT or not _goes_on(strom, teil.start) or LEADS_ON.search(text):
            continue
        if before.art in FLOWING and ends_sentence(text) and not _is_open_near(strom, teil.start):
            continue  # who begins sentences small has broken nothing off
        found.append((teil.start, teil.start + 1))
        if before.art.is_prose and text[-1].isalnum():
            found.append((before.end - 1, before.end))
    return found


def _is_open_near(strom: "Textstrom", start: int) -> bool:
    """Does a text break off on this page or the one before, whose rest what begins here may be?"""
    page = strom.pages_of(start, start + 1)[0]
    ends = (teil.end for teil in strom.absaetze if teil.art is ParagraphKind.TEXT and teil.end > teil.start)
    near = (end for end in ends if strom.pages_of(end - 1, end)[0] in (page - 1, page))
    return any(BROKEN_OFF.search(strom.text[end - 3 : end]) for end in near)


def _goes_on(strom: "Textstrom", start: int) -> bool:
    """Does it begin in small letters, and neither as „a. Schulen“ nor as „e-Autos“ do?"""
    word = strom.text[start : start + 12].split()[0]
    is_label = word[-1] in ".)" and LABEL.fullmatch(word)
    return word[0].islower() and word[1:2] != "-" and not is_label


def sentences_at(strom: "Textstrom", faults: Iterable[Span]) -> set[Span]:
    """The sentences that these ranges touch, and the gaps between sentences that they lie across.

    In „Ein Satz. Noch einer.“ a fault at (8, 10), from word to word, gives the gap (9, 10) alone.
    """
    found: set[Span] = set()
    starts = [teil.start for teil in strom.absaetze]
    for start, end in faults:
        first = max(0, int(np.searchsorted(starts, start, side="right")) - 1)
        last = int(np.searchsorted(starts, end, side="left"))
        parts = [part for teil in strom.absaetze[first:last] for part in strom.sentences_of(teil)]
        gaps = [(a[1], b[0]) for a, b in pairwise(parts)]
        gap = [g for g in gaps if start <= g[0] and g[1] <= end]
        touched = [part for part in parts if part[0] < end and start < part[1]]
        if gap:  # what goes on in small letters has begun elsewhere
            touched = [part for part in touched[1:] if _goes_on(strom, part[0])]
        found |= {*gap, *touched}
    return found
