"""Hyphens at the ends of lines: which of them only break a word, and which belong to it."""

import re
from collections.abc import Iterable, Set

from core.programme.text_rows import HYPHENS, Absatz

TWO_ADJECTIVES = re.compile(r"(?:isch|lich|iös|zivil|deutsch) [a-zäöüß]{3,}(?:isch|lich)(?:e[nmrs]?)?\W*$")
"""„zivil-/militärische“: here the hyphen is real, although the second word is small."""

SUSPENDED = frozenset("und oder bzw. sowie wie als bis noch aber statt beziehungsweise u. & /".split())
"""„Bundes- und Landesmittel“: before these words a hyphen at a line's end is real."""


def vocabulary_of(absaetze: Iterable[Absatz]) -> set[str]:
    """Words that stand whole within a line: they decide which hyphens at line ends are real."""
    words: set[str] = set()
    for absatz in absaetze:
        for row in absatz.reihen:
            words.update(row.text.split()[1:-1])
    return {core for word in words if (core := _core(word))}


def _core(word: str) -> str:
    return word.replace("\xad", "").strip('.,;:!?()[]„“”"»«…–—/').casefold()


def end_of_row(word: str, tail: str, vocabulary: Set[str]) -> tuple[str, str]:
    """The last word of a row as it goes into the text, and what stands between it and the next row."""
    bare = word.rstrip()
    if bare.endswith("/") and len(bare) > 1:
        return bare, ""
    if not bare.endswith(HYPHENS) or len(bare) < 2 or not (bare[-2].isalnum() or bare[-2] in HYPHENS):
        return word, " "
    head, is_soft, tail = bare[:-1], tail.startswith("\xad"), tail.lstrip("\xad")
    if bare[-1] in "\xad¬" or is_soft:
        # „Fünf-Prozent¬/Sperrklausel“: within a word there is no capital, unless the document has it so.
        is_compound = head[-1:].islower() and tail[:1].isupper() and _core(head + tail) not in vocabulary
        return (f"{head}-" if is_compound else head), ""
    if _core(tail) in SUSPENDED or tail in SUSPENDED:
        return bare, " "
    return (head, "") if _is_broken(head, tail, vocabulary) else (bare, "")


def _is_broken(head: str, tail: str, vocabulary: Set[str]) -> bool:
    """Was the hyphen set only to break the line („Kli-/ma“), or is it a real one („Ost-/West“)?"""
    joined, kept = _core(head + tail), _core(f"{head}-{tail}")
    if (joined in vocabulary) != (kept in vocabulary):
        return joined in vocabulary
    if TWO_ADJECTIVES.search(f"{head} {tail}") or head.endswith("-zu"):
        return False
    stem = re.split(r"[-/(]", head)[-1]
    abbreviation = len(stem) < 2 or stem.isupper() or stem[-1].isdigit()
    return tail[:1].islower() and not abbreviation
