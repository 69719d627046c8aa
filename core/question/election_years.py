"""A year by itself in a question: of an election whose programmes are meant, or a part of the subject."""

import re

from core.german.folding import transliterated
from core.models import Programm, Typ
from core.programme.registry import Registry
from core.question.word_tags import FrageSentence

NAMED_BY_YEAR = re.compile(
    "(agenda|haushalt|haushaltsplan|jahrgang|vision|plan|ziele?|strategie|olympia|spiele|expo|meisterschaft"
    "|krise|katastrophe|flut|pandemie|krieg|inflation|stand)(en|s|es)?$"
)
"""What a year belongs to as its name: „Agenda 2010“, „Haushalt 2022“ ask for no programmes of that year."""

COUNTED = re.compile("euro|prozent|km|mark|stellen|wohnungen|menschen|jahre")
"""Before these a number of four digits is an amount."""

PARTICIPLE = re.compile("(te|ene|nde|ige)[mnrs]?$")
"""„2013 beschlossene Energiewende“: it says when something was."""


def election_years(registry: Registry, laender: set[str], parteien: set[str]) -> frozenset[int]:
    """Years in which those Länder voted or those parties wrote for an election; else those of the Bund."""
    where = laender or (set() if parteien else {"BUND"})
    elections = [w.wahl.year for code in where for w in registry.parlamente[code].wahlperioden]
    programme = [p.jahr for p in registry.programme.values() if _is_meant(p, where, parteien)]
    return frozenset([*elections, *programme])


def _is_meant(programm: Programm, where: set[str], parteien: set[str]) -> bool:
    """A Land named says more than a party."""
    is_there = programm.bundesland in where if where else programm.partei in parteien
    return programm.typ is Typ.WAHLPROGRAMM and is_there


def names_election(satz: FrageSentence, start: int, end: int) -> bool:
    """Does the year that ends before word `end` stand for itself?"""
    if int(satz.text(end - 1, end)) not in satz.wahljahre:
        return False
    noun = len(satz.arten[:start].rstrip("LAPaos"))  # „Haushalt NRW 2022“
    before = transliterated(satz.text(noun - 1, noun)) if noun else ""
    after = transliterated(satz.text(end, end + 1)) if end < len(satz.arten) else ""
    is_dated = satz.arten[end : end + 1] == "x" and PARTICIPLE.search(after)
    return not (is_dated or NAMED_BY_YEAR.search(before) or COUNTED.fullmatch(after))
