"""Party names hidden from whoever judges a passage: what is known of a party must not tint what it says.

Hidden are the names of the register, in whatever form it has them. Manners of speech stay, and so do names
that it does not know. A party called by an everyday word (Linke, Brücke) is hidden only where the word is
used as a name: „Die Linke will“, „LINKE“, but not „eine Brücke bauen“.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.citations.exact_match import Span
from core.german.folding import transliterated
from core.programme.registry import Registry
from core.search.word_tags import ONLY_AS_NOUN, ONLY_AS_SUBJECT

HIDDEN = "[Partei]"
EVERYDAY = ONLY_AS_NOUN | ONLY_AS_SUBJECT | {"gruenen", "bund", "demo"}
AS_A_NAME = r"(?<=\b(?:[Dd]ie|[Dd]er|[Ww]ir|[Uu]ns) )"
NO_NOUN_BEHIND = r"(?! [A-ZÄÖÜ][a-zäöüß])"
"""„die Grüne Woche“ is no party."""


@dataclass(frozen=True, slots=True)
class Covert:
    """A text without names. `stellen`: where each was hidden, here and in the text as it was."""

    text: str
    stellen: tuple[tuple[Span, Span], ...]

    def original(self, span: Span) -> Span:
        """The range of the text as it was; a name that is touched belongs to it whole."""
        return self._place(span[0], at_end=False), self._place(span[1] - 1, at_end=True) + 1

    def _place(self, at: int, at_end: bool) -> int:
        shift = 0
        for (start, end), (begin, stop) in self.stellen:
            if at < start:
                break
            if at < end:
                return stop - 1 if at_end else begin
            shift = stop - end
        return at + shift


def hide_names(text: str, names: Sequence[str]) -> Covert:
    """„Wir, die SPD, wollen“ → „Wir, die [Partei], wollen“."""
    pieces, stellen, at, length = [], [], 0, 0
    for found in _pattern(tuple(names)).finditer(text):
        pieces += [text[at : found.start()], HIDDEN]
        length += found.start() - at
        stellen.append(((length, length + len(HIDDEN)), found.span()))
        length, at = length + len(HIDDEN), found.end()
    return Covert("".join([*pieces, text[at:]]), tuple(stellen))


def names_of(registry: Registry) -> tuple[str, ...]:
    """Every form the register has of a party's name."""
    return tuple(sorted({name for name in _names(registry) if len(name) > 1}))


def _names(registry: Registry) -> Iterable[str]:
    for partei in registry.parteien.values():
        yield from (partei.id, partei.name, *partei.aliase, *partei.name_in.values())
        for aliase in partei.aliase_in.values():
            yield from aliase


@lru_cache(maxsize=4)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """The longest first, so that „Bündnis 90/Die Grünen“ is one name; looked for only where one may begin."""
    ways = [way for name in sorted(names, key=len, reverse=True) for way in _ways(name)]
    firsts = "".join(sorted({letter for name in names for letter in (name[0], name[0].upper())}))
    return re.compile(rf"\b(?=[{re.escape(firsts)}])(?:{'|'.join(ways)})" if ways else r"(?!)")


def _ways(name: str) -> list[str]:
    """Inflected („Freien Demokraten“), and in capitals; an everyday word only where it is used as a name."""
    if transliterated(name) in EVERYDAY:
        capitals = rf"\b{re.escape(name.upper())}N?\b"
        return [capitals, rf"{AS_A_NAME}{re.escape(name.capitalize())}n?\b{NO_NOUN_BEHIND}"]
    inflected = r"\s+".join(f"{re.escape(word)}[nrs]?" for word in name.split())
    shouted = r"\s+".join(re.escape(word) for word in name.upper().split())
    return [rf"\b{inflected}\b", *([rf"\b{shouted}\b"] if len(name) > 3 else [])]
