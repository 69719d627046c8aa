"""Times that a question names: years of elections, and the day as of which programmes are meant."""

import re
from datetime import date

from core.german.folding import transliterated
from core.german.words import MONTHS
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


# --- a day that a question names for the programmes ---------------------------------------------------------
# „Stand 1.3.2022“. Another date is part of its subject.

DAY = rf"(?P<tag>\d{{1,2}})\. ?(?:(?P<zahl>\d{{1,2}})\.|(?P<monat>{'|'.join(MONTHS)})) ?(?P<jahr>\d{{4}})"
STAND = re.compile(
    rf"\b(?:(?:(?:zum|am) )?(?:Stand|Stichtag)(?: (?:vom|am))?:? {DAY}"
    rf"|(?:am|zum) {DAY.replace('?P<', '?P<g')} (?:geltende?|gültige?)[nrsm]?\b)",
    re.IGNORECASE,
)

LONGEST = 1000


def read_day(eingabe: str) -> tuple[date | None, str]:
    """The day and the question without it; a day that no calendar has stays where it is."""
    found = STAND.search(eingabe[:LONGEST])
    if found is None:
        return None, eingabe
    parts = {name.removeprefix("g"): value for name, value in found.groupdict().items() if value}
    month = parts.get("zahl") or _number(parts["monat"])
    try:
        day = date(int(parts["jahr"]), int(month), int(parts["tag"]))
    except ValueError:
        return None, eingabe
    return day, f"{eingabe[: found.start()]} {eingabe[found.end() :]}".strip()


def _number(month: str) -> int:
    return [name.casefold() for name in MONTHS].index(month.casefold()) + 1
