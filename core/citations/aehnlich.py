"""Near misses: is a quote that stands nowhere word for word a passage with a small slip, or something else?

Words are aligned in order; rapidfuzz does that in C++. Small is what leaves the meaning alone: another
article, another inflection, a dropped adjective, a filler. Numbers, negations and every other word must be
the same.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, takewhile

from rapidfuzz.distance import Levenshtein

from core.citations.binden import LONG, Span, is_whole
from core.citations.quellen import Quelle
from core.citations.schluessel import letters, occurrences
from core.citations.zitattext import NEGATOR, numbers, unwrapped
from core.models import Chunk

WORD = re.compile(r"\w+")
SENTENCE_BORDER = re.compile(r"[.!?…:;]\s|\n")

MIN_SHARE = 0.8
"""The share of a quote's words that must align, in order."""

CANDIDATES = 2
"""So many passages are aligned word by word; the rest shares less with the quote."""

MIN_WORDS = 5
MAX_SLIPS = 3

ARTICLES = frozenset("der die das den dem des ein eine einen einem einer eines".split())
FILLERS = frozenset(
    """auch dabei hierbei bereits schon so weiterhin insbesondere künftig zukünftig stets ebenso zudem
    daher deshalb jedoch dazu dann hier also darüber hinaus außerdem gerade sehr ganz
    besonders""".split()
)
WEIGHTY = frozenset(
    """nur kaum fast weniger mehr höchstens mindestens maximal minimal bis ab vor nach gegen für mit aus
    von zu statt oder und wenn falls sofern soweit solange muss müssen soll sollen kann können darf
    dürfen will wollen erst frühestens spätestens teilweise alle allen aller jede jeden jeder jedes
    einige manche viele wenige beide sämtliche halb halbe doppelt doppelte null eins zwei drei vier fünf
    sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig
    neunzig hundert tausend million millionen milliarde milliarden ersten erste erster zweite zweiten
    dritte dritten abschaffen abzuschaffen verbieten verhindern stoppen beenden streichen
    senken erhöhen""".split()
)
"""Small words that carry the meaning: never dropped, never exchanged."""

ENDINGS = frozenset(
    " e en er es em n s r m t st te ten tes ter tem et est ste sten stes ster ern nen".split(" ")
)
"""What may differ at the end of two forms of one word, when the umlauts are taken off."""

ADJECTIVE = re.compile(r"(?:e|en|er|es|em|lich|ig|isch|sam|bar|haft|voll|los|iv|al|ell)$")
UMLAUTS = str.maketrans("äöüß", "aous")


@dataclass(frozen=True, slots=True, eq=False)
class Wortlaut:
    """Words in small letters, with their places."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]
    capitals: tuple[bool, ...]

    @classmethod
    def of(cls, text: str, offset: int = 0) -> "Wortlaut":
        found = list(WORD.finditer(text))
        spans = tuple([(match.start() + offset, match.end() + offset) for match in found])
        capitals = tuple([match[0][0].isupper() for match in found])
        return cls(tuple([match[0].casefold() for match in found]), spans, capitals)

    @property
    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Three words in a row: where they agree, a passage is looked at more closely."""
        return zip(self.words, self.words[1:], self.words[2:], strict=False)


@dataclass(frozen=True, slots=True)
class Aehnlichkeit:
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


@dataclass(frozen=True, slots=True)
class Suchtext:
    """The keys of some Chunks of one source as one string, where each begins in it, and the short ones."""

    quelle: Quelle
    chunks: tuple[Chunk, ...]
    text: str
    starts: tuple[int, ...]
    short: tuple[str, ...]

    @classmethod
    def of(cls, quelle: Quelle, chunks: Sequence[Chunk]) -> "Suchtext":
        key = quelle.key
        keys = [key.text[key.at(chunk.start) : key.at(chunk.end)] for chunk in chunks]
        starts = accumulate((len(part) + 1 for part in keys[:-1]), initial=0)
        short = tuple(part for part in keys if len(part) < LONG)
        return cls(quelle, tuple(chunks), "\n".join(keys), tuple(starts), short)

    def may_hold(self, text: str, borders: set[str]) -> bool:
        """False where no Chunk has a share in the quote: none has one of its ends, none lies within it."""
        if not borders or any(border in self.text for border in borders):
            return True
        key = letters(text)
        return any(part in key for part in self.short)

    def most_alike(self, quote: "Wortlaut") -> list[Chunk]:
        """The Chunks that share most rows of words with the quote."""
        hits: Counter[int] = Counter()
        for row in set(quote.rows):
            for place in occurrences(letters("".join(row)), self.text):
                hits[bisect_right(self.starts, place) - 1] += 1
        return [self.chunks[index] for index, _ in hits.most_common(CANDIDATES)]


def nearest(text: str, suchtexte: Sequence[Suchtext]) -> tuple[Quelle, Aehnlichkeit] | None:
    """The passage of these sources that is most like the quote; None where no three words agree."""
    quote = Wortlaut.of(unwrapped(text))
    if len(quote.words) < MIN_WORDS:
        return None
    found = [
        (suchtext.quelle, _compare(quote, text, suchtext.quelle, chunk, source, window))
        for suchtext in suchtexte
        for chunk in suchtext.most_alike(quote)
        if (window := _window(quote, source := _source_words(suchtext.quelle, chunk)))
    ]
    return max(found, key=lambda pair: (pair[1].is_repairable, pair[1].anteil), default=None)


@lru_cache(maxsize=4096)
def _source_words(quelle: Quelle, chunk: Chunk) -> Wortlaut:
    """The words of a Chunk and a little of its neighbours, into which a quote may run."""
    low, high = max(0, chunk.start - 200), min(len(quelle.strom.text), chunk.end + 200)
    return Wortlaut.of(quelle.strom.text[low:high], low)


@dataclass(frozen=True, slots=True)
class Window:
    """A range of a source's words."""

    start: int
    end: int


def _window(quote: Wortlaut, source: Wortlaut) -> Window | None:
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


def _compare(
    quote: Wortlaut, text: str, quelle: Quelle, chunk: Chunk, source: Wortlaut, window: Window
) -> Aehnlichkeit:
    start, end = _best_borders(quote, source, window)
    slips = _slips(source, start, end, quote)
    span = source.spans[start][0], source.spans[end - 1][1]
    wording, emitted = quelle.strom.text[span[0] : span[1]], unwrapped(text)
    return Aehnlichkeit(
        chunk,
        span,
        1 - len(slips) / max(end - start, len(quote.words)),
        sorted(numbers(emitted)) == sorted(numbers(wording)),
        _negators(emitted) == _negators(wording)
        and not _is_negated_beside(source, start, end, quelle.strom.text),
        len(slips) <= MAX_SLIPS
        and is_whole(quelle.strom.text, *span)
        and all(_is_small(slip) for slip in slips)
        and len(SENTENCE_BORDER.findall(wording)) <= len(SENTENCE_BORDER.findall(emitted)),
    )


def _best_borders(quote: Wortlaut, source: Wortlaut, window: Window) -> tuple[int, int]:
    """The window, up to two words wider or narrower on either side, that differs least from the quote."""
    candidates = {
        (max(0, window.start + left), min(len(source.words), window.end + right))
        for left in (0, -1, 1, -2, 2)
        for right in (0, 1, -1, 2, -2)
    }
    rated = [
        (Levenshtein.distance(source.words[start:end], quote.words), start, end)
        for start, end in candidates
        if end > start
    ]
    least = min(distance for distance, _, _ in rated)
    # Of equals the one whose slips are small: a dropped word, rather than a cut-off end.
    _, start, end = min(
        (sum(not _is_small(slip) for slip in _slips(source, start, end, quote)), start, end)
        for distance, start, end in rated
        if distance == least
    )
    return start, end


def _is_negated_beside(source: Wortlaut, start: int, end: int, text: str) -> bool:
    """A „nicht“ in the same sentence, right before or behind a repaired passage: too near to be left out."""
    low, high = source.spans[max(0, start - 2)][0], source.spans[min(len(source.words), end + 2) - 1][1]
    before = SENTENCE_BORDER.split(text[low : source.spans[start][0]])[-1]
    behind = SENTENCE_BORDER.split(text[source.spans[end - 1][1] : high])[0]
    return bool(NEGATOR.search(f"{before} {behind}"))


@dataclass(frozen=True, slots=True)
class Slip:
    """The source's word and the quote's, „“ where one side has none; does the source's have a capital?"""

    there: str
    here: str
    is_capital: bool


def _slips(source: Wortlaut, start: int, end: int, quote: Wortlaut) -> list[Slip]:
    return [
        Slip(
            source.words[start + op.src_pos] if op.tag != "insert" else "",
            quote.words[op.dest_pos] if op.tag != "delete" else "",
            op.tag != "insert" and source.capitals[start + op.src_pos],
        )
        for op in Levenshtein.editops(source.words[start:end], quote.words)
    ]


def _negators(text: str) -> Counter[str]:
    return Counter(match.casefold()[:4] for match in NEGATOR.findall(text))


def _is_small(slip: Slip) -> bool:
    there, here = slip.there, slip.here
    if any(letter.isdigit() for letter in there + here) or {there, here} & WEIGHTY:
        return False
    if not here:
        return there in ARTICLES | FILLERS or (not slip.is_capital and bool(ADJECTIVE.search(there)))
    if not there:
        return here in ARTICLES | FILLERS
    return {there, here} <= ARTICLES or _is_inflection(there, here)


def _is_inflection(one: str, other: str) -> bool:
    """„Programms“ and „Programmes“, „Land“ and „Länder“: the same beginning and two endings."""
    one, other = one.translate(UMLAUTS), other.translate(UMLAUTS)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= max(3, 0.6 * min(len(one), len(other))) and {one[shared:], other[shared:]} <= ENDINGS
