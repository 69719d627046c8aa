"""Near misses: a passage with a small slip, or something else? And in which words two texts differ.

Words are aligned in order; rapidfuzz does that in C++. Small is what leaves the meaning alone: another
article, another inflection, a dropped adjective, a filler. Numbers, negations and every other word must be
the same.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, takewhile
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Levenshtein

from core.wortlaut.binding.emitted_quote import unwrapped
from core.wortlaut.binding.exact_match import LONG, is_whole, same_stops, with_signs
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters, plain_words, small_words, spelled_out, visible
from core.wortlaut.german.numbers_and_dates import signed_numbers
from core.wortlaut.german.quantities import cuts_range
from core.wortlaut.german.spelling import TWO_WORDS
from core.wortlaut.german.words import ARTICLES, FILLERS, NEGATOR, STOP_WORDS, WEIGHTY
from core.wortlaut.reading.sieve import GRAM, lets_through, runs
from core.wortlaut.records import Chunk, Span

WORD = re.compile(r"\w+")

ENDINGS = frozenset(" e en er es em n s r m t et tes ter tem ern nen".split(" "))
"""What may differ at the end of two forms of one word. „-te“ is another tense or another word, „-ste“ the
superlative."""

ANOTHER_NOUN = ({"", "en"}, {"", "er"}, {"", "ern"}, {"", "r"}, {"n", "r"}, {"n", "rn"})
"""„Bank“ and „Banken“, „Kind“ and „Kinder“, „Lehre“ and „Lehrer“, „Unternehmen“ and „Unternehmer“: of a noun
these ends tell how many are meant, or somebody else."""

INFLECTED = re.compile(r"e[nmrs]?$")
"""Ends of an adjective before its noun; of verbs and prepositions too: its place tells them apart."""

SUBJECT_OR_OBJECT = frozenset(("der", "den"))
"""Between these two it is turned round who does it and whom it is done to."""


@dataclass(frozen=True, eq=False)
class Wording:
    """The words of a text in small letters; where each stands is known where it is asked for."""

    text: str
    offset: int = 0

    @cached_property
    def tokens(self) -> list[str]:
        return WORD.findall(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        folded = small_words(self.text)
        if TWO_WORDS.isdisjoint(folded):
            return tuple(folded)
        pairs = zip(self.tokens, folded, strict=True)
        return tuple([token.lower() if word in TWO_WORDS else word for token, word in pairs])

    @cached_property
    def _borders(self) -> list[int]:
        """Where each word begins and where it ends, by turns."""
        if (plain := plain_words(self.text)) is None:
            return [border for match in WORD.finditer(self.text) for border in match.span()]
        is_letter = np.frombuffer(b" " + plain + b" ", np.uint8) != ord(" ")
        return np.flatnonzero(is_letter[1:] != is_letter[:-1]).tolist()

    def start(self, index: int) -> int:
        return self._borders[2 * index] + self.offset

    def end(self, index: int) -> int:
        return self._borders[2 * index + 1] + self.offset

    def begins_large(self, index: int) -> bool:
        """Has this word a capital?"""
        return self.text[self._borders[2 * index]].isupper()

    def is_attribute(self, index: int) -> bool:
        """Does it stand where an adjective does, before a noun or before another adjective?

        „Steuern kürzen und“ is a verb, „mit unter 3 Kindern“ a preposition, „freiwillig zahlen“ an adverb.
        """
        noun = index + 1
        if noun < len(self.words) and not self.begins_large(noun):
            second = self.words[noun]
            noun += bool(INFLECTED.search(second)) and second not in STOP_WORDS
        if noun >= len(self.words) or not self.begins_large(noun):
            return False
        between = self.text[self._borders[2 * index + 1] : self._borders[2 * index + 2]]
        return between.isspace() and bool(INFLECTED.search(self.words[index]))

    @property
    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Three words in a row: where they agree, a passage is looked at more closely."""
        return zip(self.words, self.words[1:], self.words[2:], strict=False)

    def keys_of_rows(self) -> list[tuple[str, Sequence[int]]]:
        """The letters of each different row, and the numbers of the runs it begins and ends with, if any."""
        keys = [spelled_out("".join(row)) for row in dict.fromkeys(self.rows)]
        long = [key for key in keys if len(key) >= GRAM]
        ends = runs("".join([key[:GRAM] + key[-GRAM:] for key in long]))[::GRAM]
        numbers_of = dict(zip(long, zip(ends[::2], ends[1::2], strict=True), strict=True))
        return [(key, numbers_of.get(key, ())) for key in keys if key]

    @cached_property
    def _signs(self) -> dict[str, str]:
        return {word: chr(number) for number, word in enumerate(dict.fromkeys(self.words), start=1)}

    def in_signs(self, words: Iterable[str]) -> str:
        """With one sign for each word of this text and one for all others: to align signs is far quicker."""
        return "".join([self._signs.get(word, "\0") for word in words])

    @cached_property
    def signs(self) -> str:
        return self.in_signs(self.words)


class Slip(NamedTuple):
    """The source's word and the quote's, „“ where one side has none; does the source's have a capital?

    `is_attribute`: the source's word stands before a noun. `is_outside`: the quote's is before or behind all
    of the source's, and there is another: „wir stellen die Förderung sicher“, „… ein“.
    """

    there: str
    here: str
    is_capital: bool = False
    is_attribute: bool = False
    is_outside: bool = False


def slips_of(source: Wording, start: int, end: int, quote: Wording) -> list[Slip]:
    found = []
    for op in Levenshtein.editops(quote.in_signs(source.words[start:end]), quote.signs):
        at = start + op.src_pos
        if op.tag == "insert":
            found.append(Slip("", quote.words[op.dest_pos], is_outside=at in (start, end)))
        elif op.tag == "delete":
            found.append(Slip(source.words[at], "", source.begins_large(at), source.is_attribute(at)))
        else:
            found.append(Slip(source.words[at], quote.words[op.dest_pos], source.begins_large(at)))
    return found


@lru_cache(maxsize=4096)
def is_small(slip: Slip) -> bool:
    there, here = slip.there, slip.here
    both = there + here
    if (not both.isalpha() and any(letter.isdigit() for letter in both)) or {there, here} & WEIGHTY:
        return False
    if not here:
        return there in ARTICLES | FILLERS or (slip.is_attribute and not slip.is_capital)
    if not there:
        return here in ARTICLES | FILLERS and not slip.is_outside
    if {there, here} <= ARTICLES:
        return {there, here} != SUBJECT_OR_OBJECT
    return _is_inflection(there, here, slip.is_capital)


def _is_inflection(one: str, other: str, is_noun: bool) -> bool:
    """„Programms“ and „Programmes“, „gute“ and „guter“: the same beginning and two endings.

    An umlaut more makes another word of it, „fordern“ and „fördern“, or another number, „Land“ and „Länder“.
    """
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    ends = {one[shared:], other[shared:]}
    if is_noun and ends in ANOTHER_NOUN:
        return False
    # „schnell“ and „schneller“, „macht“ and „machte“.
    is_past = one[shared - 1 : shared] == "t" and ends in ({"", "e"}, {"", "en"})
    if not is_noun and (ends in ({"", "er"}, {"", "ern"}) or is_past):
        return False
    return shared >= max(3, 0.6 * min(len(one), len(other))) and ends <= ENDINGS


# --- the passage most like a quote --------------------------------------------------------------------------


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


def _window(quote: Wording, source: Wording) -> Span | None:
    """The source's words that share most rows of words with the quote, in order."""
    places: dict[tuple[str, str, str], list[int]] = {}
    for here, row in enumerate(quote.rows):
        places.setdefault(row, []).append(here)
    hits = [(there, here) for there, row in enumerate(source.rows) for here in places.get(row, ())]
    if not hits:
        return None
    diagonal = Counter(place - index for place, index in hits).most_common(1)[0][0]
    near = [(place, index) for place, index in hits if abs(place - index - diagonal) <= MAX_SLIPS]
    (first, at_first), (last, at_last) = near[0], near[-1]
    return first - at_first, last + len(quote.words) - at_last


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
    def of(cls, quote: Wording, quelle: Quelle, chunk: Chunk, source: Wording, window: Span) -> "Candidate":
        """Among the window itself, and up to two words wider or narrower on either side."""
        first, last = window
        borders = {
            (max(0, first + left), min(len(source.words), last + right))
            for left in (0, -1, 1, -2, 2)
            for right in (0, 1, -1, 2, -2)
        }
        low, high = max(0, first - 2), last + 2
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
        """By the window whose slips are small, where several differ as little.

        A word was dropped there, rather than an end cut off.
        """
        source, strom = self.source, self.quelle.strom
        found = [(start, end, slips_of(source, start, end, quote)) for start, end in self.windows]
        if len(found) > 1:
            found.sort(key=lambda one: ([is_small(slip) for slip in one[2]].count(False), *one[:2]))
        start, end, slips = found[0]
        emitted = unwrapped(text)
        span = with_signs(source.start(start), source.end(end - 1), emitted, strom.text)
        wording = strom.text[span[0] : span[1]]
        cut = cuts_range(strom.text, *span)
        return Similarity(
            self.chunk,
            (min(span[0], cut[0]), max(span[1], cut[1])) if cut else span,
            _share(len(slips), end - start, quote),
            not cut and sorted(signed_numbers(emitted)) == sorted(signed_numbers(wording)),
            _negators(emitted) == _negators(wording)
            and same_stops(wording, emitted)
            and not _is_negated_beside(source, start, end, strom.text),
            len(slips) <= MAX_SLIPS
            and is_whole(strom.text, *span)
            and all(is_small(slip) for slip in slips)
            and len(SENTENCE_BORDER.findall(wording)) <= len(SENTENCE_BORDER.findall(emitted)),
        )


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


# --- the difference between what a model emitted and what the source says, word by word --------------------


TOLD = 3
"""So many differences are told in words; who wants to see all sees both texts."""

SHOWN_LONG = 40
MARKS = re.compile(r"^[^\w%€§]+|[^\w%€]+$")


class PieceKind(StrEnum):
    GLEICH = "gleich"
    ONLY_ZITAT = "nur im Zitat"
    ONLY_QUELLE = "nur in der Quelle"


@dataclass(frozen=True, slots=True)
class TextPiece:
    text: str
    art: PieceKind


def differences(
    emittiert: str, quelle: str, exact: bool = False, key: Callable[[str], str] = spelled_out
) -> list[TextPiece]:
    """Both texts in one, in order. Words with the same `key` are the same: unless `exact`, case and
    punctuation make no difference, as in binding."""
    one, two = emittiert.split(), quelle.split()
    a, b = ([word if exact else key(word) or word for word in words] for words in (one, two))
    found: list[TextPiece] = []
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        here, there = " ".join(one[i:j]), " ".join(two[k:m])
        if tag == "equal":
            found.append(TextPiece(there, PieceKind.GLEICH))
        else:
            found += [TextPiece(here, PieceKind.ONLY_ZITAT)] if here else []
            found += [TextPiece(there, PieceKind.ONLY_QUELLE)] if there else []
    return found


def in_words(emittiert: str, quelle: str, where: str) -> str:
    """„Modell: ‚ausbaute‘, Programm: ‚ausgebaute‘“: what differs, the first few; `where`: of the source."""
    one, two = ([word for word in visible(text).split() if letters(word)] for text in (emittiert, quelle))
    every = (_unequal(one, two, key) for key in (spelled_out, letters))
    found = next(filter(None, every), [])
    told = [
        f"Modell: {_quoted(here)}, {where}: {_quoted(there) if there else 'nichts'}"
        if here
        else f"beim Modell fehlt {_quoted(there)}"
        for here, there in found[:TOLD]
    ]
    more = len(found) - len(told)
    return "; ".join(told) + (f"; und {more} weitere" if more else "") + "." if told else ""


def _unequal(one: list[str], two: list[str], key: Callable[[str], str]) -> list[tuple[list[str], list[str]]]:
    found: list[tuple[list[str], list[str]]] = []
    is_apart = True
    for op in Levenshtein.opcodes([key(word) for word in one], [key(word) for word in two]):
        here, there = one[op.src_start : op.src_end], two[op.dest_start : op.dest_end]
        if op.tag == "equal":
            is_apart = True
        elif is_apart:
            found.append((here, there))
            is_apart = False
        else:
            found[-1] = found[-1][0] + here, found[-1][1] + there
    return found


def _quoted(words: list[str]) -> str:
    text = " ".join(MARKS.sub("", word) for word in words)
    return f"‚{text if len(text) <= SHOWN_LONG else text[:SHOWN_LONG].rstrip() + ' …'}‘"
