"""Which words of a passage are those of the question, as the search's 4-letter windows see them."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from core.german.folding import folded
from core.german.words import STOP_WORDS
from core.index.wording_index import LETTERS, grams

TEXTWORD = re.compile(r"[^\W_]+(?:\u00ad[^\W_]+)*")
STEM = 5
"""So many first letters of a question's word tell it: „Kohleausstieg“ in „Kohleverstromung“."""
PART = 6
"""So many letters from its middle or end do: „Ausstieg“, not „Einstieg“."""
SHARE = 0.6
"""Fewer first letters do where they are this much of a short word: „Mieten“ in „Mietpreisbremse“."""


class PassagePiece(NamedTuple):
    text: str
    gesucht: bool


def mark_terms(frage: str, text: str) -> list[PassagePiece]:
    """The text in pieces, in order and complete; `gesucht` are whole words, inflected and compound too."""
    wanted = {folded(word) for word in TEXTWORD.findall(frage)} - STOP_WORDS
    pieces, done = [], 0
    for found in TEXTWORD.finditer(text):
        word = folded(found[0])
        if word not in STOP_WORDS and any(_is_akin(one, word) for one in wanted):
            pieces += [PassagePiece(text[done : found.start()], False), PassagePiece(found[0], True)]
            done = found.end()
    return [piece for piece in (*pieces, PassagePiece(text[done:], False)) if piece.text]


@lru_cache(maxsize=50_000)
def _is_akin(gesucht: str, word: str) -> bool:
    if gesucht == word or set(grams(gesucht)).isdisjoint(grams(word)):
        return gesucht == word
    run = SequenceMatcher(None, gesucht, word, autojunk=False).find_longest_match()
    if run.size == len(word) or run.size >= PART:
        return True
    is_start = run.a == 0 and run.size >= LETTERS
    return is_start and (run.size >= STEM or run.size >= SHARE * len(gesucht))
