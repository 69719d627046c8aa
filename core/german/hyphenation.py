"""Hyphens at the ends of lines: which of them only break a word, and which belong to it."""

import re
from collections.abc import Iterable, Set

from core.german.folding import bare_word
from core.german.words import SUSPENDED

HYPHENS = ("-", "\xad", "‐", "¬")

TWO_ADJECTIVES = re.compile(r"(?:isch|lich|iös|zivil|deutsch) [a-zäöüß]{3,}(?:isch|lich)(?:e[nmrs]?)?\W*$")
"""„zivil-/militärische“: here the hyphen is real, although the second word is small."""

BROKEN = frozenset(("sowie", "anstatt", "dennoch", "werkstatt"))
"""„so-/wie“: the whole words that end like one before which a hyphen is real."""


def vocabulary_of(rows: Iterable[str]) -> set[str]:
    """Words that stand whole within a line: they decide which hyphens at line ends are real."""
    words: set[str] = set()
    for row in rows:
        words.update(row.split()[1:-1])
    return {bare for word in words if (bare := bare_word(word))}


def joint(text: str, line: str) -> tuple[str, str]:
    """A text and its next line with what stands between them: „Kli-“, „ma und“ → „Kli“, „ma und“.

    By the rule for programmes, without a vocabulary: an Antrag is too short to have one. So the few words are
    told by name that a programme's own vocabulary would not tell either.
    """
    start = text.rfind(" ") + 1
    last, first = text[start:], line.split(" ", 1)[0]
    if last.endswith(HYPHENS) and bare_word(last[:-1] + first) in BROKEN:
        return text[:-1], line
    end, between = end_of_row(last, first, frozenset())
    return text[:start] + end, between + line


def end_of_row(word: str, tail: str, vocabulary: Set[str]) -> tuple[str, str]:
    """The last word of a row as it goes into the text, and what stands between it and the next row.

    „Kli-“ before „ma“ → „Kli“ and nothing, „Bundes-“ before „und“ → itself and a space, „Ost-“
    before „West“ → itself and nothing.
    """
    bare = word.rstrip()
    if bare.endswith("/") and len(bare) > 1:
        return bare, ""
    if not bare.endswith(HYPHENS) or len(bare) < 2 or not (bare[-2].isalnum() or bare[-2] in HYPHENS):
        return word, " "
    head, is_soft, tail = bare[:-1], tail.startswith("\xad"), tail.lstrip("\xad")
    if bare[-1] in "\xad¬" or is_soft:
        # „Fünf-Prozent¬/Sperrklausel“: within a word there is no capital, unless the document has it so.
        is_compound = head[-1:].islower() and tail[:1].isupper() and bare_word(head + tail) not in vocabulary
        return (f"{head}-" if is_compound else head), ""
    if bare_word(tail) in SUSPENDED or tail in SUSPENDED:
        return bare, " "
    return (head, "") if _is_broken(head, tail, vocabulary) else (bare, "")


def _is_broken(head: str, tail: str, vocabulary: Set[str]) -> bool:
    """Was the hyphen set only to break the line („Kli-/ma“), or is it a real one („Ost-/West“)?"""
    joined, kept = bare_word(head + tail), bare_word(f"{head}-{tail}")
    if (joined in vocabulary) != (kept in vocabulary):
        return joined in vocabulary
    if TWO_ADJECTIVES.search(f"{head} {tail}") or head.endswith("-zu"):
        return False
    stem = re.split(r"[-/(]", head)[-1]
    abbreviation = len(stem) < 2 or stem.isupper() or stem[-1].isdigit()
    return tail[:1].islower() and not abbreviation
