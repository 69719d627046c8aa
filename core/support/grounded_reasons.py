"""Whether the sentences of a reason stand on what was shown: by their words, so far as words can tell."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from core.german.folding import without_umlauts
from core.german.numbers import unfounded
from core.german.sentences import sentences
from core.models import Typ
from core.support.measures import BelegCase, BelegMeasure

WORD = re.compile(r"[^\W\d_]{4,}")
STEM = 6
"""Letters by which words of one family are told, whatever their umlauts („erhält“, „erhalten“)."""

NUMBER = re.compile(r"Forderung(?:en)?\s+\d+(?:(?:,|\s+und|\s+bis)\s+\d+)*")
"""Which Forderung is meant is no number of the passages."""

FEWEST = 3
"""A sentence of fewer words with a content of their own asserts nothing that a passage could carry."""

TASK = frozenset(
    """aber alle also andere antrag antrags auch dabei dafür dagegen damit dann darin dasselbe dazu deren
    diese diesem diesen dieser dieses ebenfalls eine einem einen einer eines entspricht etwas fordert
    forderung forderungen gegen genau gibt haben hier ihre ihren ihrer jedoch kann kein keine keinen
    lehnt lässt mehr nach nennt nicht nichts noch nur oder partei parteiprogramm passage passagen passt
    programm programms punkte quelle quellen richtung sagt schon sehr sich sind sodass sondern sowie
    steht stimmt stützt text unter verlangt wahlprogramm weder weil weitgehend wenn werden widerspricht
    wie will wird wurde ziel zwar über""".split()
)
"""What reasons are made of whatever they are about."""


Reason: TypeAlias = tuple[str, str, Typ, str, Sequence[str], str]
"""Lauf, party, kind of Programm, the reason, the passages shown, the Antrag."""


def is_trivial(satz: str) -> bool:
    return len(_words(satz)) < FEWEST


def is_grounded(satz: str, shown: Sequence[str], antrag: str) -> bool:
    """Every word with a content of its own stands in one shown passage or in the Antrag, every number too.

    It is a lower bound: a sentence in other words is not found by them. „Brunnen an jeder
    Schule, auch für Gäste“ is found in „An jeder Schule steht ein Brunnen, den auch Gäste nutzen.“
    """
    words = {word[:STEM] for word in _words(satz)}
    claim, asked = NUMBER.sub("", satz), _stems(antrag)
    return any(
        words & own and words <= own | asked and not unfounded(claim, f"{text} {antrag}")
        for text in shown
        if (own := _stems(text))
    )


def saetze(text: str) -> list[str]:
    return [line[start:end] for line in text.split("\n") for start, end in sentences(line)]


def begruendung_fidelity(reasons: Iterable[Reason]) -> BelegMeasure:
    """Sentences found in what was shown, of those that assert something."""
    faelle, trivial = [], 0
    for lauf_id, partei, typ, reason, shown, antrag in reasons:
        for satz in saetze(reason):
            if is_trivial(satz):
                trivial += 1
                continue
            found = is_grounded(satz, shown, antrag)
            faelle.append(BelegCase(lauf_id, partei, typ, found, satz=satz))
    return BelegMeasure(tuple(faelle), {"Sätze ohne eigene Aussage": trivial})


def _words(text: str) -> set[str]:
    return {without_umlauts(word) for word in WORD.findall(text.casefold()) if word not in TASK}


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in WORD.findall(without_umlauts(text.casefold())))
