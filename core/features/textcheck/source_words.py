"""Does a piece of text read as a source, with every word: party, Land, programme, year, page?"""

import re
from collections.abc import Iterator
from functools import lru_cache

from core.base.models import EUROPA
from core.programme.registry import Registry
from core.wortlaut.german.folding import folded
from core.wortlaut.german.words import MONTHS

PAGES = re.compile(
    r"\b(?:s\.|seiten?|pp?\.|page|pages)\s*+\d{1,4}(?:\s*+(?:[-–—,/]|und|u\.)\s*+(?:s\.\s*+)?\d{1,4})*+\s*+(?:ff?\b)?"
)
YEAR = re.compile(
    r"(?<![\d.,])(?:19|20)\d\d(?:\s*+(?:[-–—/]|bis)\s*+(?:(?:19|20)?\d\d))?(?!\d)(?::\s*+\d{1,3}\b)?"
)
DAY = re.compile(r"(?<!\d)\d{1,2}\.\s*+(?:\d{1,2}\.|" + "|".join(one.lower() for one in MONTHS) + r")")
NUMBERED = re.compile(
    r"\b(?:kapitel|kap|abschnitt|abs|absatz|punkt|nr|nummer|ziffer|zeilen?|z|spalte|fn|anm|drucksache|beschluss)\b"
    r"\.?\s*+\d{1,4}(?:[.,/–-]\d{1,5})*+"
)
ADDRESS = re.compile(r"\b(?:https?://|www\.)\S++|\[\^?\d{1,3}\]|[⁰¹²³⁴-⁹]++")
KIND = re.compile(r"\b(?:[a-zäöü]+)?(?:wahl|partei|grundsatz|regierungs|kurz|zukunfts)?programms?\b")
"""All these of folded text. What they leave must be one of the words below."""

LINKING = frozenset(
    "a abgerufen abruf am an anm auf aus bei bundespartei bundestagsfraktion bundestagswahl d das datei "
    "dem den der des die druckseite e ebd ebenda entwurf europawahl f fassung ff fraktion fn für fuer "
    "gedruckte gedruckt hervorhebung hervorhebungen hrsg i im in kurzfassung landesverband "
    "landtagsfraktion landtagswahl langfassung laut n nach o online original p partei pdf pp quelle s "
    "seite seiten siehe so stand steht u und v verf verfasser verfassers vgl vom von wahl zit zitat "
    "zitiert zum zur z".split()
)
"""These change nothing of what a quote says."""

LONGEST = 250
WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=8)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")(?:s|n|en)?\b")


def _names(registry: Registry) -> tuple[str, ...]:
    """Of all parties, Länder and programmes, folded, the longest first."""

    def told() -> Iterator[str]:
        for partei in registry.parteien.values():
            yield from (partei.id, partei.name, *partei.aliase, *partei.name_in.values())
            yield from (name for own in partei.aliase_in.values() for name in own)
        for code, parlament in registry.parlamente.items():
            yield from (code, *(() if code == EUROPA else (parlament.land,)))
        yield from (programm.name for programm in registry.programme.values())

    return tuple(sorted({folded(name) for name in told() if name}, key=lambda name: (-len(name), name)))


class SourceReader:
    """Knows the names of one register."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._pattern = _pattern(_names(registry))
        self._years = {programm.jahr for programm in registry.programme.values()}

    def is_source(self, words: str) -> bool:
        """At least a party, programme, year or page, and beside these no word that could say something."""
        if len(words) > LONGEST:
            return False
        left = ADDRESS.sub(" ", folded(words))
        told = 0
        for pattern in (self._pattern, PAGES, NUMBERED, DAY, YEAR, KIND):
            left, count = pattern.subn(self._gone, left)
            told += count if pattern not in (NUMBERED, DAY) else 0
        return bool(told) and all(
            word in LINKING or (not word.isdigit() and self._registry.known_partei(word))
            for word in WORD.findall(left)
        )

    def _gone(self, found: re.Match[str]) -> str:
        """A year in which nobody wrote a programme says something of the quote: „(erst 2040)“."""
        is_year = found.re is YEAR
        return found[0] if is_year and int(found[0][:4]) > max(self._years, default=0) + 1 else " · "
