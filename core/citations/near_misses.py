"""Near misses: is a quote that stands nowhere word for word a passage with a small slip, or something else?

Words are aligned in order; rapidfuzz does that in C++. Small is what leaves the meaning alone: another
article, another inflection, a dropped adjective, a filler. Numbers, negations and every other word must be
the same.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rapidfuzz.distance import Levenshtein

from core.citations.exact_match import LONG, Span, is_whole, unwrapped
from core.citations.quellen import Quelle
from core.citations.wording_diff import Slip, Wording, is_small, slips_of
from core.german.folding import spelled_out
from core.german.formats import numbers
from core.german.words import NEGATOR
from core.models import Chunk
from core.programme.sieve import lets_through

SENTENCE_BORDER = re.compile(r"[.!?…:;]\s|\n")

MIN_SHARE = 0.8
"""The share of a quote's words that must align, in order."""

CANDIDATES = 2
"""So many passages are aligned word by word; the rest shares less with the quote."""

MIN_WORDS = 5
MAX_SLIPS = 3


@dataclass(frozen=True, slots=True)
class Similarity:
    """The passage most like a quote, and in what they differ."""

    chunk: Chunk
    span: Span
    anteil: float
    same_numbers: bool
    same_negations: bool
    small: bool

    @property
    def is_repairable(self) -> bool:
        return self.small and self.same_numbers and self.same_negations and self.anteil >= MIN_SHARE


@dataclass(frozen=True)
class SearchText:
    """The keys of some Chunks of one source as one string, where each begins in it and in the source's key,
    and the short ones."""

    quelle: Quelle
    chunks: tuple[Chunk, ...]
    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]
    short: tuple[str, ...]

    @classmethod
    def of(cls, quelle: Quelle, chunks: Sequence[Chunk]) -> "SearchText":
        key = quelle.key
        places = tuple([key.at(chunk.start) for chunk in chunks])
        keys = [key.text[at : key.at(chunk.end)] for at, chunk in zip(places, chunks, strict=True)]
        starts = accumulate((len(part) + 1 for part in keys[:-1]), initial=0)
        short = tuple(part for part in keys if len(part) < LONG)
        return cls(quelle, tuple(chunks), "\n".join(keys), tuple(starts), places, short)

    def may_hold(self, text: str, borders: set[str]) -> bool:
        """False where no Chunk has a share in the quote: none has one of its ends, none lies within it."""
        if not borders or any(border in self.text for border in borders):
            return True
        key = spelled_out(text)
        return any(part in key for part in self.short)

    def place_in_source(self, needle: str) -> int:
        """Where in the source's key letters first stand in one of these Chunks; -1 where in none."""
        place = self.text.find(needle)
        if place < 0 or not needle:
            return -1
        index = bisect_right(self.starts, place) - 1
        return self.places[index] + place - self.starts[index]

    def most_alike(self, rows: Iterable[tuple[str, Sequence[int]]]) -> list[Chunk]:
        """The Chunks that share most rows of words with a quote."""
        find, starts, sieve = self.text.find, self.starts, self.quelle.sieve()
        hits: Counter[int] = Counter()
        for key, numbers_of_ends in rows:
            # What the whole source does not have, none of its Chunks has.
            place = find(key) if lets_through(sieve, numbers_of_ends) else -1
            while place >= 0:
                hits[bisect_right(starts, place) - 1] += 1
                place = find(key, place + 1)
        return [self.chunks[index] for index, _ in hits.most_common(CANDIDATES)]


def nearest(text: str, search_texts: Sequence[SearchText]) -> tuple[Quelle, Similarity] | None:
    """The passage of these sources that is most like the quote; None where no three words agree."""
    quote = Wording(unwrapped(text))
    if len(quote.words) < MIN_WORDS:
        return None
    rows = quote.keys_of_rows()
    candidates = [
        Candidate.of(quote, suchtext.quelle, chunk, source, window)
        for suchtext in search_texts
        for chunk in suchtext.most_alike(rows)
        if (window := _window(quote, source := _source_words(suchtext.quelle, chunk)))
    ]
    found: list[tuple[int, Quelle, Similarity]] = []
    best = -1.0
    # The most promising first; what cannot be as good as that is not looked at word by word.
    for place in sorted(range(len(candidates)), key=lambda i: -candidates[i].most):
        candidate = candidates[place]
        if candidate.most >= best or candidate.may_be_repaired:
            found.append((place, candidate.quelle, candidate.compared(quote, text)))
            best = max(best, found[-1][2].anteil)
    found.sort(key=lambda entry: entry[0])
    top = max(found, key=lambda entry: (entry[2].is_repairable, entry[2].anteil), default=None)
    return top and top[1:]


@lru_cache(maxsize=4096)
def _source_words(quelle: Quelle, chunk: Chunk) -> Wording:
    """The words of a Chunk and a little of its neighbours, into which a quote may run."""
    low, high = max(0, chunk.start - 200), min(len(quelle.strom.text), chunk.end + 200)
    return Wording(quelle.strom.text[low:high], low)


@dataclass(frozen=True, slots=True)
class Window:
    """A range of a source's words."""

    start: int
    end: int


def _window(quote: Wording, source: Wording) -> Window | None:
    """Where the source shares most rows of words with the quote, in order."""
    places: dict[tuple[str, str, str], list[int]] = {}
    for here, row in enumerate(quote.rows):
        places.setdefault(row, []).append(here)
    hits = [(there, here) for there, row in enumerate(source.rows) for here in places.get(row, ())]
    if not hits:
        return None
    diagonal = Counter(place - index for place, index in hits).most_common(1)[0][0]
    near = [(place, index) for place, index in hits if abs(place - index - diagonal) <= MAX_SLIPS]
    (first, at_first), (last, at_last) = near[0], near[-1]
    return Window(first - at_first, last + len(quote.words) - at_last)


# --- how they differ ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that shares words with a quote: its windows that differ least, and by how many words."""

    quelle: Quelle
    chunk: Chunk
    source: Wording
    windows: tuple[Span, ...]
    distance: int
    most: float

    @classmethod
    def of(cls, quote: Wording, quelle: Quelle, chunk: Chunk, source: Wording, window: Window) -> "Candidate":
        """Among the window itself, and up to two words wider or narrower on either side."""
        borders = {
            (max(0, window.start + left), min(len(source.words), window.end + right))
            for left in (0, -1, 1, -2, 2)
            for right in (0, 1, -1, 2, -2)
        }
        low, high = max(0, window.start - 2), window.end + 2
        signs = quote.in_signs(source.words[low:high])
        rated = [
            (Levenshtein.distance(signs[start - low : end - low], quote.signs), (start, end))
            for start, end in borders
            if end > start
        ]
        least = min(distance for distance, _ in rated)
        windows = tuple(span for distance, span in rated if distance == least)
        longest = max(end - start for start, end in windows)
        return cls(quelle, chunk, source, windows, least, _share(least, longest, quote))

    @property
    def may_be_repaired(self) -> bool:
        return self.distance <= MAX_SLIPS and self.most >= MIN_SHARE

    def compared(self, quote: Wording, text: str) -> Similarity:
        source, strom = self.source, self.quelle.strom
        start, end, slips = self._best_window(quote)
        span = source.start(start), source.end(end - 1)
        wording, emitted = strom.text[span[0] : span[1]], unwrapped(text)
        return Similarity(
            self.chunk,
            span,
            _share(len(slips), end - start, quote),
            sorted(numbers(emitted)) == sorted(numbers(wording)),
            _negators(emitted) == _negators(wording)
            and not _is_negated_beside(source, start, end, strom.text),
            len(slips) <= MAX_SLIPS
            and is_whole(strom.text, *span)
            and all(is_small(slip) for slip in slips)
            and len(SENTENCE_BORDER.findall(wording)) <= len(SENTENCE_BORDER.findall(emitted)),
        )

    def _best_window(self, quote: Wording) -> tuple[int, int, list[Slip]]:
        """Of equals the one whose slips are small: a dropped word, rather than a cut-off end."""
        found = [(start, end, slips_of(self.source, start, end, quote)) for start, end in self.windows]
        if len(found) == 1:
            return found[0]
        return min(found, key=lambda entry: ([is_small(slip) for slip in entry[2]].count(False), *entry[:2]))


def _share(distance: int, length: int, quote: Wording) -> float:
    return 1 - distance / max(length, len(quote.words))


def _is_negated_beside(source: Wording, start: int, end: int, text: str) -> bool:
    """A „nicht“ in the same sentence, right before or behind a repaired passage: too near to be left out."""
    low, high = source.start(max(0, start - 2)), source.end(min(len(source.words), end + 2) - 1)
    before = SENTENCE_BORDER.split(text[low : source.start(start)])[-1]
    behind = SENTENCE_BORDER.split(text[source.end(end - 1) : high])[0]
    return bool(NEGATOR.search(f"{before} {behind}"))


def _negators(text: str) -> Counter[str]:
    return Counter(match.casefold()[:4] for match in NEGATOR.findall(text))
