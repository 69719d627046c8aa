"""How German a word looks to the bundled model's vocabulary."""

import json
from functools import cache

from core.settings import ROOT

VOCABULARY = ROOT / "data" / "model" / "tokenizer.json"

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
    best = [0.0] + [float("-inf")] * len(letters)
    for end in range(1, len(letters) + 1):
        best[end] = best[end - 1] + RARE
        for start in range(max(0, end - 16), end):
            score = pieces.get(letters[start:end])
            if score is not None and best[start] + score > best[end]:
                best[end] = best[start] + score
    return best[-1]


@cache
def _vocabulary() -> dict[str, float]:
    pieces = json.loads(VOCABULARY.read_text(encoding="utf-8"))["model"]["vocab"]
    return dict(pieces)
