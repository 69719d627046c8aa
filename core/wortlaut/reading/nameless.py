"""Letters that a font gives no name: told apart by their codes, and read by these where that makes German.

Some programs write a font without the names of its letters, for single signs („€“), a few lines or the whole
text. The codes they count the letters by follow old tables: the Macintosh's or Windows' codes, or the order
in which a TrueType font has them. One table that makes German of the words is the right one.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from core.wortlaut.reading.raw_words import NAMELESS, UNNAMED, RawBlock, RawChar, RawWord, is_nameless

HEART = Path(__file__).parents[1]
PLACES = (HEART, HEART.parent / "app" / "data" / "model", HEART.parents[1] / "data" / "model")
VOCABULARY = next((path for place in PLACES if (path := place / "tokenizer.json").is_file()), Path())
"""In the heart's own wheel it lies beside its modules, in the app's wheel as core/base/settings.py says."""

GERMAN = -2.6
"""The log probability per letter of a German word at least: „pflicht“ has -1.3, „abexd“ -4.8."""

RARE = -14.0
"""The log probability of a letter that the vocabulary does not explain."""


def is_german(word: str) -> bool:
    return plausible(word) >= GERMAN * len(word)


@cache
def plausible(word: str) -> float:
    """The log probability of the likeliest way to put the word's letters together from the vocabulary.

    „pflicht“ is one piece, about -9; „pfiicht“ falls into „pfi“, „ich“ and „t“, about -30.
    """
    pieces = _vocabulary()
    letters = "".join(letter for letter in word.casefold() if letter.isalpha() or letter == "-")[:60]
    best = [0.0]
    for end in range(1, len(letters) + 1):
        likeliest = best[-1] + RARE
        for start in range(max(0, end - 16), end):
            score = pieces.get(letters[start:end])
            if score is not None and best[start] + score > likeliest:
                likeliest = best[start] + score
        best.append(likeliest)
    return best[-1]


@cache
def _vocabulary() -> dict[str, float]:
    pieces = json.loads(VOCABULARY.read_text(encoding="utf-8"))["model"]["vocab"]
    return dict(pieces)


# --- which letters the codes of a font are ------------------------------------------------------------------


Names = Mapping[tuple[str, str], str]
"""A font and a letter of it by its code → which letter that is."""

Run = tuple[str, str]
"""A font, and letters of it that stand side by side."""

MAC, WINDOWS = (bytes(range(256)).decode(name, "replace") for name in ("mac_roman", "cp1252"))
ORDER = (
    UNNAMED * 3
    + MAC[32:127]
    + "".join(
        "€" if glyph == 188 else letter if letter.isalpha() else UNNAMED
        for glyph, letter in enumerate(MAC[128:], 98)
    )
)
"""Glyph 3 of a TrueType font is the space, and so on as in the Macintosh's codes; of the signs in which fonts
differ only the Euro is told: glyph 188 of Arial (cdu-bund-2002), in others a stroke between digits."""

TABLES = (MAC, WINDOWS, ORDER)

WORDS, SHARE, PROVED = 8, 0.6, 0.85
"""So many German words must a table make, and so many of each font's: of cdu-bund-2002 (with halves of
hyphenated words) 22 of 25, of its worst font 9 of 12; of diepartei-bund-2021 (names, puns) 519 of 565. Wrong
tables make none, but Windows' and the Macintosh's differ in what is not ASCII only: that is proved apart."""

FRACTION = re.compile(r"\d€\d")

ASCII = "".join(map(chr, range(32, 127)))
WITHIN = re.compile(r"^\W*(?:[^\W\d_]+\ufffd{1,2}|\ufffd{1,2}(?=[^\W\d_]))(?!.*\ufffd)")
RUN = re.compile("[\U000f0000-\U000fffff]+")
LONG = re.compile(r"[^\W\d_]{4,}")


def has_nameless(words: Sequence[RawWord]) -> bool:
    return any(UNNAMED in word[4] for word in words)


def is_odd(text: str) -> bool:
    return UNNAMED in text or has_code(text)


def few_with_codes(words: Sequence[RawWord], coded: Sequence[RawWord]) -> list[RawWord] | None:
    """A page's words with the codes of single letters without a name („P\ufffdicht“), if that is all.

    `coded`: the same words, in which PyMuPDF puts codes for such letters. None asks for the page's letters.
    """
    result: list[RawWord] = []
    if len(words) != len(coded):
        return None
    for word, other in zip(words, coded, strict=True):
        text = word[4]
        if UNNAMED in text:
            if len(text) != len(other[4]) or not (text == UNNAMED or WITHIN.search(text)):
                return None
            letters = zip(text, other[4], strict=True)
            text = "".join(chr(NAMELESS + ord(code)) if c == UNNAMED else c for c, code in letters)
        result.append((*word[:4], text, *word[5:]))
    return result


def has_code(text: str) -> bool:
    return not text.isascii() and RUN.search(text) is not None


def with_codes(plain: Sequence[RawBlock], coded: Sequence[RawBlock], names: Names) -> Sequence[RawBlock]:
    """A page's „rawdict“ with each letter without a name as what `names` says, else by its code.

    `coded`: the same page, in which PyMuPDF puts codes for such letters.
    """
    known: dict[tuple[float, float], list[str]] = defaultdict(list)
    for _, char in _chars(plain):
        known[char["origin"]].append(char["c"])
    for font, char in _chars(coded):
        here = known[char["origin"]]
        there = here.pop(0) if here else " "
        if there == UNNAMED or (there == " " and not char["c"].isspace()):
            letter = chr(NAMELESS + ord(char["c"]))
            char["c"] = names.get((font, letter), letter)
    return coded


def is_unreadable(words: Sequence[RawWord]) -> bool:
    """Has most of what stands on a page no name?"""
    letters = "".join(word[4] for word in words)
    return 2 * sum(map(is_nameless, letters)) > len(letters)


def _chars(blocks: Sequence[RawBlock]) -> Iterator[tuple[str, RawChar]]:
    for block in blocks:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for char in span["chars"]:
                    yield span["font"], char


def without_leaders(words: Sequence[RawWord]) -> list[RawWord]:
    """Leader dots are dots, whatever sign they are set with, be they few before the page's number."""
    runs = [(run, set(run)) for word in words for run in RUN.findall(word[4])]
    # One sign four times over or more, or two by turns.
    leaders = {code for run, kinds in runs if len(kinds) <= 2 and len(run) >= 4 * len(kinds) for code in run}
    if not leaders:
        return list(words)
    dots = re.compile(
        f"(?<![^\\W\\d_])[{''.join(sorted(leaders))}]+(?=\\d*$)|[{''.join(sorted(leaders))}]{{4,}}"
    )
    return [(*word[:4], dots.sub(lambda row: "." * len(row[0]), word[4]), *word[5:]) for word in words]


def runs_of(blocks: Sequence[RawBlock]) -> Iterator[Run]:
    """The letters without a name on a page, as far as they stand side by side in one font."""
    for block in blocks:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                yield from ((span["font"], run) for run in RUN.findall(span["text"]))


def names_of(runs: Sequence[Run]) -> Names:
    """What the letters without a name are; nothing where that is in doubt."""
    whole = [run for _, run in runs]
    (found, _, table), (rival, *_), *_ = sorted(
        ((_german(_words(whole, table)), -i, table) for i, table in enumerate(TABLES)), reverse=True
    )
    if found < WORDS:
        return {}
    beyond = [word for word in _words(whole, table) if not word.isascii()]
    is_sure = rival < 0.5 * found or _german(beyond) > max(2, PROVED * len(beyond))
    may_be = set(table if is_sure else ASCII) - {UNNAMED}
    if FRACTION.search(" ".join(_decoded(run, table) for run in whole)):
        may_be.discard("€")
    names: dict[tuple[str, str], str] = {}
    for font in {font for font, _ in runs}:
        of_font = [run for other, run in runs if other == font]
        words = _words(of_font, table)
        if words and _german(words) >= SHARE * len(words):
            names |= {(font, letter): _decoded(letter, table) for run in of_font for letter in run}
    return {of: name for of, name in names.items() if name in may_be}


def _words(runs: Sequence[str], table: str) -> set[str]:
    """The longer words that the table makes of these letters."""
    return {word for run in runs for word in LONG.findall(_decoded(run, table))}


def _german(words: Iterable[str]) -> int:
    return sum(map(is_german, words))


def _decoded(run: str, table: str) -> str:
    codes = (ord(letter) - NAMELESS for letter in run)
    names = (table[code] if code < len(table) else UNNAMED for code in codes)
    return "".join(name if name.isprintable() else UNNAMED for name in names)
