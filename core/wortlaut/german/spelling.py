"""May one wording be another one that was typed without German keys? „fuer“ for „für“, „gross“ for „groß“.

The source decides: where it has an umlaut, a quote may have the two letters that stand for it. The other way
round no quote may have an umlaut where the source has two letters: „Goethe“ is not „Göthe“. Where „ss“ and
„ß“ make two words of it, it must be plain that all of the quote is typed so.
"""

import re

from core.wortlaut.german.folding import WORD, composed, letters, places

UMLAUTS, SHARP = frozenset("äöüÄÖÜ"), frozenset("ßẞ")
GERMAN_LETTERS = UMLAUTS | SHARP
GERMAN = re.compile("[äöüßÄÖÜẞ]")
NO_LETTER = re.compile(r"[\W_]+")

TWO_WORDS = frozenset("masse massen masses busse bussen flosse flossen flosses".split())
"""Folded words that are two: „Masse“ and „Maße“, „Busse“ and „Buße“, „Flosse“ and „Floße“."""


def same_spelling(quote: str, source: str) -> bool:
    """Of two texts with one key: do they have the same words?"""
    if quote.split() == source.split() or _bare(quote) == _bare(source):
        return True
    quote = composed(quote)
    pairs = dict.fromkeys(
        (one, two)
        for one, two in zip(places(quote), places(source), strict=True)
        if quote[one] in GERMAN_LETTERS or source[two] in GERMAN_LETTERS
    )
    return not any(
        (quote[one] in UMLAUTS and source[two] not in UMLAUTS)
        or ((quote[one] in SHARP) != (source[two] in SHARP) and not _is_one_word(quote, one, source, two))
        for one, two in pairs
    )


def _bare(text: str) -> str:
    """Letters and digits as they are, but for capitals."""
    return NO_LETTER.sub("", composed(text).lower())


def _is_one_word(quote: str, one: int, source: str, two: int) -> bool:
    """„ss“ for „ß“ where that is the same word, or all is typed so: in capitals, or without one umlaut."""
    if letters(_word_at(source, two)) not in TWO_WORDS:
        return True
    typed_so = _word_at(quote, one).isupper() or (
        not GERMAN.search(quote) and len(GERMAN.findall(source)) > 1
    )
    return quote[one] not in SHARP and typed_so


def _word_at(text: str, place: int) -> str:
    return next((found[0] for found in WORD.finditer(text) if found.start() <= place < found.end()), "")
