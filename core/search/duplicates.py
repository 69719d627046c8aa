"""One wording is shown once, however often a party printed it; the other places are kept with it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from core.german.folding import words as words_of
from core.models import Chunk, Fundstelle

WORDS = 4
SHARED = 0.6
"""So much of the shorter passage stands in the longer one, in runs of four words, where it is a copy."""


def distinct(found: Iterable[Fundstelle], count: int, partei_of: Callable[[Chunk], str]) -> list[Fundstelle]:
    """The first `count` that are no copies; a copy joins the `weitere` of the one that came before it."""
    kept: list[Fundstelle] = []
    runs: list[set[tuple[str, ...]]] = []
    for fundstelle in found:
        own = _runs(fundstelle.chunk.text)
        partei = partei_of(fundstelle.chunk)
        for place, other in enumerate(kept):
            if partei_of(other.chunk) == partei and _is_copy(own, runs[place]):
                kept[place] = replace(other, weitere=(*other.weitere, fundstelle.chunk))
                break
        else:
            if len(kept) == count:
                break
            kept.append(fundstelle)
            runs.append(own)
    return kept


def _runs(text: str) -> set[tuple[str, ...]]:
    words = words_of(text)
    return {tuple(words[start : start + WORDS]) for start in range(max(1, len(words) - WORDS + 1))}


def _is_copy(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> bool:
    return len(one & other) >= SHARED * min(len(one), len(other))
