"""Near misses: is a quote that stands nowhere word for word a passage with a small slip, or something else?

Words are aligned in order; rapidfuzz does that in C++. Small is what leaves the meaning alone: another
article, another inflection, a dropped adjective, a filler. Numbers, negations and every other word must be
the same.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from core.citations.binden import Span
from core.citations.quellen import Quelle
from core.citations.schluessel import letters
from core.citations.zitattext import NEGATOR, numbers, unwrapped
from core.models import Chunk

WORD = re.compile(r"\w+")
SEED = 3
"""So many words in a row must be the same for a passage to be looked at more closely."""

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

SUFFIXES = re.compile(r"(?:esten|sten|ern|est|tem|ten|ter|tes|em|en|er|es|et|st|te|e|n|s|t)$")
ADJECTIVE = re.compile(r"(?:e|en|er|es|em|lich|ig|isch|sam|bar|haft|voll|los|iv|al|ell)$")
UMLAUTS = str.maketrans("äöüß", "aous")


@dataclass(frozen=True, slots=True, eq=False)
class Wortlaut:
    """Words as keys with their places, and where each row of SEED words begins."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]
    seeds: Mapping[tuple[str, ...], list[int]]

    @classmethod
    def of(cls, text: str, offset: int = 0) -> "Wortlaut":
        found = list(WORD.finditer(text))
        words = tuple(letters(match[0]) for match in found)
        seeds: dict[tuple[str, ...], list[int]] = {}
        for index in range(len(words) - SEED + 1):
            seeds.setdefault(words[index : index + SEED], []).append(index)
        return cls(words, tuple((m.start() + offset, m.end() + offset) for m in found), seeds)


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


def nearest(text: str, quelle: Quelle, chunks: Sequence[Chunk]) -> Aehnlichkeit | None:
    """The passage of these Chunks that is most like the quote; None where no three words agree."""
    quote = Wortlaut.of(unwrapped(text))
    if len(quote.words) < MIN_WORDS:
        return None
    windows = [(chunk, w) for chunk in chunks if (w := _window(quote, _source_words(quelle, chunk)))]
    windows.sort(key=lambda found: -found[1].hits)
    found = [_compare(quote, text, quelle, chunk, window) for chunk, window in windows[:CANDIDATES]]
    return max(found, key=lambda a: (a.is_repairable, a.anteil), default=None)


@lru_cache(maxsize=4096)
def _source_words(quelle: Quelle, chunk: Chunk) -> Wortlaut:
    """The words of a Chunk and a little of its neighbours, into which a quote may run."""
    low, high = max(0, chunk.start - 200), min(len(quelle.strom.text), chunk.end + 200)
    return Wortlaut.of(quelle.strom.text[low:high], low)


# --- where to look ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Window:
    """A range of a source's words, and how many rows of words it shares with the quote."""

    start: int
    end: int
    hits: int


def _window(quote: Wortlaut, source: Wortlaut) -> Window | None:
    """Where the source shares most rows of words with the quote, in order."""
    shared = ((places, source.seeds.get(row, ())) for row, places in quote.seeds.items())
    hits = sorted((there, here) for places, found in shared for here in places for there in found)
    if not hits:
        return None
    diagonal = Counter(place - index for place, index in hits).most_common(1)[0][0]
    near = [(place, index) for place, index in hits if abs(place - index - diagonal) <= MAX_SLIPS]
    (first, at_first), (last, at_last) = near[0], near[-1]
    return Window(first - at_first, last + len(quote.words) - at_last, len(near))


# --- how they differ ----------------------------------------------------------------------------------------


def _compare(quote: Wortlaut, text: str, quelle: Quelle, chunk: Chunk, window: Window) -> Aehnlichkeit:
    source = _source_words(quelle, chunk)
    start, end = _best_borders(quote.words, source.words, window)
    words = source.words[start:end]
    slips = _slips(words, quote.words)
    span = source.spans[start][0], source.spans[end - 1][1]
    wording = quelle.strom.text[span[0] : span[1]]
    emitted = unwrapped(text)
    return Aehnlichkeit(
        chunk,
        span,
        1 - len(slips) / max(len(words), len(quote.words)),
        sorted(numbers(emitted)) == sorted(numbers(wording)),
        _negators(emitted) == _negators(wording) and not _is_negated_beside(source, start, end),
        len(slips) <= MAX_SLIPS and all(_is_small(there, here) for there, here in slips),
    )


def _best_borders(quote: tuple[str, ...], source: tuple[str, ...], window: Window) -> tuple[int, int]:
    """The window, up to two words wider or narrower on either side, that differs least from the quote."""
    candidates = {
        (max(0, window.start + left), min(len(source), window.end + right))
        for left in (0, -1, 1, -2, 2)
        for right in (0, 1, -1, 2, -2)
    }
    rated = [
        (Levenshtein.distance(source[start:end], quote), start, end)
        for start, end in candidates
        if end > start
    ]
    least = min(distance for distance, _, _ in rated)
    # Of equals the one whose slips are small: a dropped word, rather than a cut-off end.
    _, start, end = min(
        (sum(not _is_small(*slip) for slip in _slips(source[start:end], quote)), start, end)
        for distance, start, end in rated
        if distance == least
    )
    return start, end


def _is_negated_beside(source: Wortlaut, start: int, end: int) -> bool:
    """A „nicht“ right before or behind a repaired passage: too near to be left out of it."""
    beside = (*source.words[max(0, start - 2) : start], *source.words[end : end + 2])
    return any(NEGATOR.fullmatch(word) for word in beside)


def _slips(source: tuple[str, ...], quote: tuple[str, ...]) -> list[tuple[str, str]]:
    """Pairs (source's word, quote's word) that differ; an empty word where one side has none."""
    return [
        (
            source[op.src_pos] if op.tag != "insert" else "",
            quote[op.dest_pos] if op.tag != "delete" else "",
        )
        for op in Levenshtein.editops(source, quote)
    ]


def _negators(text: str) -> Counter[str]:
    return Counter(match.casefold()[:4] for match in NEGATOR.findall(text))


def _is_small(there: str, here: str) -> bool:
    if any(letter.isdigit() for letter in there + here) or {there, here} & WEIGHTY:
        return False
    if not here:
        return there in ARTICLES | FILLERS or bool(ADJECTIVE.search(there))
    if not there:
        return here in ARTICLES | FILLERS
    return {there, here} <= ARTICLES or _stem(there) == _stem(here)


def _stem(word: str) -> str:
    folded = word.translate(UMLAUTS)
    stem = SUFFIXES.sub("", folded)
    return stem if len(stem) >= 3 else folded
