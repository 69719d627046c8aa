"""Sentences of the sources under numbers: a model points at what it would else copy, and writes no letters.

„[Q3:2]“ stands before the second sentence of the third source; „Q3:2-4“ means three of them. Numbers are
given to what may be quoted alone: a sentence, or a short one together with its neighbour.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.wortlaut.binding.exact_match import is_too_short
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk, Span

REFERENCE = re.compile(
    r"\[?Q ?(\d{1,4}) ?[:.] ?(\d{1,4})\]?(?: ?(?:[-–—]|bis) ?(?:\[?Q ?(\d{1,4}) ?[:.] ?)?(\d{1,4}))?\]?",
    re.IGNORECASE,
)
"""„Q3:2“, „[Q3:2-4]“, „Q3:2 – Q3:4“."""

MOST_SENTENCES = 8
"""A passage has some six; who points at more copies it out."""

MALFORMED = "Die Angabe „{}“ ist kein Verweis wie Q3:2 oder Q3:2-4."
NO_SOURCE = "Eine Quelle Q{} wurde nicht vorgelegt."
NO_SENTENCE = "Die Quelle Q{} hat keinen Satz {}; ihr letzter ist Satz {}."
BACKWARDS = "Der Verweis „{}“ endet vor seinem Anfang."
TWO_SOURCES = "Der Verweis „{}“ reicht von einer Quelle in eine andere."
TOO_MANY = "Der Verweis „{}“ meint {} Sätze; möglich sind {}."
OVER_A_GAP = "Der Verweis „{}“ reicht über eine Stelle, die nicht sicher gelesen wurde."


class NoReference(ValueError):
    """Why a reference points at nothing, as an analyst reads it."""


@dataclass(frozen=True, slots=True)
class NumberedPassage:
    """`sentences`: what has a number, as ranges of the passage's text; `gaps`: behind which of them (from 0)
    something stands that was not read with certainty."""

    text: str
    sentences: tuple[Span, ...]
    gaps: frozenset[int]
    unsure: tuple[Span, ...]

    @classmethod
    def of(cls, chunk: Chunk, strom: Textstrom) -> "NumberedPassage":
        low, high = chunk.start, chunk.end
        unsure = [span for span in strom.unsicher if span[0] < high and low < span[1]]
        kept: list[Span] = []
        gaps: set[int] = set()
        for paragraph in _paragraphs(strom, low, high):
            waiting: int | None = None
            begin = len(kept)
            for start, end in paragraph:
                if any(a < end and start < b for a, b in unsure):
                    waiting = None
                    gaps |= {len(kept) - 1}
                    continue
                first = start if waiting is None else waiting
                if not is_too_short(strom.text[first:end]):
                    kept.append((first, end))
                    waiting = None
                else:
                    waiting = first
            if waiting is not None and len(kept) > begin and len(kept) - 1 not in gaps:
                kept[-1] = kept[-1][0], paragraph[-1][1]
        # What was not read with certainty may be the space between two paragraphs alone.
        for place, (one, two) in enumerate(pairwise(kept)):
            if any(a < two[0] and one[1] < b for a, b in unsure):
                gaps.add(place)
        return cls(
            chunk.text,
            tuple((start - low, end - low) for start, end in kept),
            frozenset(gaps),
            tuple((max(0, start - low), min(end, high) - low) for start, end in unsure),
        )

    def told(self, number: int, shown: Sequence[str]) -> str:
        """All of it, each sentence behind its number. `shown`: the sentences and what stands between them, as
        they may stand in a prompt."""
        parts = []
        for place, part in enumerate(shown):
            parts.append(f"[Q{number}:{place // 2 + 1}] {part}" if place % 2 else part)
        return "\n".join(part.strip() for part in parts if part.strip())

    def pieces(self, omitted: str) -> Iterator[str]:
        """What stands before the first sentence, that, what stands behind it, the second …

        `omitted`: for what was not read with certainty.
        """
        at = 0
        for start, end in self.sentences:
            yield self._proved(at, start, omitted)
            yield self.text[start:end]
            at = end
        yield self._proved(at, len(self.text), omitted)

    def _proved(self, low: int, high: int, omitted: str) -> str:
        is_unsure = any(
            a < high and low < b and self.text[max(a, low) : min(b, high)].strip() for a, b in self.unsure
        )
        return omitted if is_unsure else self.text[low:high]


def _paragraphs(strom: Textstrom, low: int, high: int) -> Iterator[list[Span]]:
    """The whole sentences in a range, paragraph by paragraph."""
    at = low
    while at < high:
        teil = strom.paragraph_at(at)
        yield [(start, end) for start, end in strom.sentences_of(teil) if low <= start and end <= high]
        at = max(at, teil.end) + 1
        while at < high and strom.paragraph_at(at).start == teil.start:  # whatever parts two paragraphs
            at += 1


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a reference means: `source` counts from 0, `text` is what is printed there."""

    source: int
    text: str


def follow(reference: str, passages: Sequence[NumberedPassage]) -> Pointed:
    """The printed words that a reference points at; NoReference where it points at none."""
    said = " ".join(reference.split()).strip("„“”\"'()")
    found = REFERENCE.fullmatch(said)
    if found is None:
        raise NoReference(MALFORMED.format(said[:60]))
    source, first = int(found[1]), int(found[2])
    last = int(found[4]) if found[4] else first
    if found[3] and int(found[3]) != source:
        raise NoReference(TWO_SOURCES.format(said))
    if not 1 <= source <= len(passages):
        raise NoReference(NO_SOURCE.format(source))
    passage = passages[source - 1]
    for number in (first, last):
        if not 1 <= number <= len(passage.sentences):
            raise NoReference(NO_SENTENCE.format(source, number, len(passage.sentences)))
    if last < first:
        raise NoReference(BACKWARDS.format(said))
    if last - first >= MOST_SENTENCES:
        raise NoReference(TOO_MANY.format(said, last - first + 1, MOST_SENTENCES))
    if not passage.gaps.isdisjoint(range(first - 1, last - 1)):
        raise NoReference(OVER_A_GAP.format(said))
    return Pointed(source - 1, passage.text[passage.sentences[first - 1][0] : passage.sentences[last - 1][1]])
