"""An Antrag in its own words: its most central sentences, and the nouns it turns on."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from core.programme.saetze import FIRST_WORDS, sentences
from core.retrieval.embedding import Embedder

MOST_WORDS = 100
SHORTEST = 25
"""A sentence shorter than that is a heading or a number."""

GAP = " […] "
MOST_THEMEN, FEWEST_THEMEN = 10, 5
TITLE_WEIGHT = 3
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
WITHIN = re.compile(r"[a-zäöüß,–] $")
"""What stands before a word that does not open a sentence."""

ENDINGS = "ens"
"""Letters that inflect a noun; without them „Schulen“ and „Schule“ are one."""

COMMON = frozenset(
    """absatz abgeordnete anfang anspruch antrag antragsteller artikel aufgabe ausschuss bedarf begründung
    beispiel bereich bericht beschluss bund bundesland bundesregierung bundestag drucksache entwurf ende euro
    fraktion fraktionen gesetz gesetzes grund hinblick ihnen ihre ihrem ihren ihrer jahr jahre jahren land
    landes landesregierung landtag milliarden millionen ministerium mitte monat nummer partei prozent punkt
    rahmen regelung regierung satz seite staatsregierung stelle teil verfügung wahlperiode woche ziel
    januar februar märz april juni juli august september oktober november dezember""".split()
)
"""Nouns that any Antrag has."""


def zusammenfassung(texts: Sequence[str], embedder: Embedder) -> str:
    """The sentences nearest to what all have in common, word for word and in their order."""
    found = [line[a:b] for text in texts for line in text.split("\n") for a, b in sentences(line)]
    saetze = list(dict.fromkeys(satz for satz in found if len(satz) >= SHORTEST)) or found
    if not saetze:
        return ""
    vectors = embedder.embed_documents(saetze)
    central = (vectors @ vectors.mean(axis=0)).round(6)
    chosen: list[int] = []
    room = MOST_WORDS
    for row in np.argsort(-central, kind="stable"):
        room -= len(saetze[row].split()) + len(GAP.split())
        if room < 0:
            break
        chosen.append(int(row))
    if not chosen:
        return " ".join(saetze[int(central.argmax())].split()[: MOST_WORDS - 1]) + " …"
    return GAP.join(saetze[row] for row in sorted(chosen))


def themen(texts: Sequence[str]) -> list[str]:
    """The nouns that come most often, the first text's most of all; long ones are compounds and tell more."""
    weights: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    sure: set[str] = set()
    for place, text in enumerate(texts):
        for word, is_noun in _capitalized(text):
            key = word.casefold().rstrip(ENDINGS)
            weights[key] += 1 if place else TITLE_WEIGHT
            forms.setdefault(key, Counter())[word] += 1
            sure |= {key} if is_noun else set()
    ranked = sorted(weights, key=lambda key: (-weights[key] * len(key) ** 0.5, key))
    nouns = [key for key in ranked if key in sure][:MOST_THEMEN]
    doubtful = [key for key in ranked if key not in sure][: max(FEWEST_THEMEN - len(nouns), 0)]
    return [forms[key].most_common(1)[0][0] for key in nouns + doubtful]


def _capitalized(text: str) -> Iterator[tuple[str, bool]]:
    """Capitalized words, and whether it is the word itself that asks for it, not the start of a sentence."""
    for match in WORD.finditer(text):
        word = match[0]
        ordinary = len(word) <= 3 or word in FIRST_WORDS or word.casefold() in COMMON
        if word[0].isupper() and not ordinary:
            yield word, WITHIN.search(text, max(match.start() - 2, 0), match.start()) is not None
