"""Numbers with what belongs to them: a range, a unit, a word that says how they are meant.

„10 bis 15 Prozent“, „zwischen zwei und drei“, „von 100 auf 50“, „mindestens 500“: whoever cuts them
says another number.
"""

import re
from collections.abc import Iterator

from core.wortlaut.german.words import BOUND, MEASURE, MONTHS, MORE_OR_LESS, NUMBER_WORD, PER

B = "[ \xa0\u2009\u202f]"
WORD = r"[^\s.;:!?,()]{1,30}"
COUNTED = rf"(?:\d(?:[\d.,]{{0,13}}\d)?|(?<![^\W\d_]){NUMBER_WORD})"
FIRST = rf"(?P<first>{COUNTED}|(?<![^\W\d_])eine?[nmrs]?(?={B}bis{B}|{B}und{B}))(?P<dot>(?<!\.)\.)?-?"
UNIT = (
    rf"(?:{B}?(?:[%‰€$°]|Prozent\w{{0,8}}|Promille|Euros?\b|Cents?\b|Mio\b\.?|Mrd\b\.?|Tsd\b\.?|Millionen|Milliarden|Billionen"
    rf"|Million|Milliarde|Tausend\b|{MEASURE}|Jahrhundert|Lebensjahr))"
)
YEAR = re.compile(r"(?:19|20)\d\d(?![\d,]|\.\d)")
DAY = re.compile(rf"\d{{1,2}}\.\s(?:{'|'.join(MONTHS)})\b")

RANGES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\d.,]){FIRST}{UNIT}{{0,2}}{B}?[–—\u2212×÷]{B}?(?P<second>{COUNTED})",
        rf"(?<![\d.,]){FIRST}{UNIT}{{0,2}}{B}(?P<by>bis|von|zu|mal|x|plus|minus)"
        rf"(?:{B}(?:zu[mr]?|einschließlich))?{B}(?P<second>{COUNTED})",
        rf"(?P<all>[Zz]wischen){B}(?:{WORD}{B}){{0,3}}?{FIRST}(?:{UNIT}|{B}{WORD}){{0,3}}?{B}und{B}"
        rf"(?:{WORD}{B}){{0,2}}?(?P<second>{COUNTED})",
        rf"\b[Vv]o[nm]{B}(?:{WORD}{B}){{0,2}}?{FIRST}(?:{UNIT}|{B}{WORD}){{0,4}}?{B}(?P<to>auf|bis){B}"
        rf"(?:{WORD}{B}){{0,2}}?(?P<second>{COUNTED})",
    )
)
LISTED = re.compile(
    rf"(?<![\d.,]){FIRST}{UNIT}{{0,2}}{B}(?:und|oder|sowie|bzw\.|beziehungsweise){B}(?P<second>{COUNTED})"
)
"""„§ 3 oder 4“, „1. und 2. August“: each of them holds for itself, and there are more."""

BOUNDED = re.compile(
    rf"\b(?P<bound>(?:{BOUND}{B}(?:d(?:ie|er|en|em|as){B})?){{1,4}})(?P<number>{COUNTED})", re.IGNORECASE
)
"""A word that says how the number behind it is meant."""

BOUNDED_ONE = re.compile(
    rf"\b(?P<bound>mindestens|wenigstens|höchstens|maximal|bis{B}zu|(?:mehr|weniger){B}als){B}(?P<number>eine?[nmrs]?)(?!\w)",
    re.IGNORECASE,
)
"""Elsewhere „ein“ is an article."""

ENDS_COUNTED = re.compile(rf"{COUNTED}{UNIT}{{0,2}}(?:{B}{WORD})?\Z")
BOUND_BEHIND = re.compile(rf"(?:{B}{WORD})?{B}(?P<bound>{MORE_OR_LESS})|{B}(?P<per>{PER})")
FRACTION_BEFORE = re.compile(
    rf"(?:\b(?P<share>eine?[nmrs]?|{COUNTED}|[Jj]ede[nmrs]?)|(?<![\d.])(?P<day>\d{{1,2}}\.)){B}\Z"
)
PART = re.compile(r"(?:Drittel|Viertel|Fünftel|Sechstel|Achtel|Zehntel)n?\b")
NTH = re.compile(r"(?:zweite|dritte|vierte|fünfte|sechste|siebte|achte|zehnte)[nrs]?\b")
MONTH = re.compile(rf"(?:{'|'.join(MONTHS)})\b")
"""„zwei | Drittel“, „jede | zweite“, „31. | Dezember“"""
ROMAN_BEHIND = re.compile(rf"{B}(?P<roman>(?:I{{1,3}}|IV|VI{{0,3}}|IX|XI{{0,2}}))\b(?!\.)")
NAMED = re.compile(r"\b(?:[A-ZÄÖÜ]{2,5}|Hartz|Artikel|Stufe|Klasse|Steuerklassen?|Kapitel)\Z")
"""„SGB | II“: another law."""
UNIT_BEHIND = re.compile(rf"-?{UNIT}", re.IGNORECASE)
ENDS_IN_NUMBER = re.compile(rf"(?:\d|(?<![^\W\d_]){NUMBER_WORD})\Z")
HAS_NUMBER = re.compile(
    r"\d|[zZ]w(?:ei|ö|an)|[dD]rei|[vV]ier|[fF]ünf|[sS]ech|[sS]ieb|[aA]cht|[nN]eun|[zZ]ehn|[eE]lf|hundert|tausend"
    r"|Hälfte|Dritt|Zehnt|Dutz"
)
"""Most windows have none: then nothing more is asked."""

BEFORE, BEHIND = 70, 50
"""Characters around a cut that are looked at."""


def cuts_range(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The range of numbers amid which a quote of these characters begins or ends."""
    for at, is_start in ((start, True), (end, False)):
        if _is_border(text, at):
            continue
        for found, low in _around(text, at, RANGES):
            second = low + found.start("to" if found.groupdict().get("to") == "auf" else "second")
            first = low + found.start("all" if "all" in found.re.groupindex else "first")
            if not _is_range(found):
                continue
            is_new_value = "to" in found.re.groupindex and found["to"] == "auf" and is_start and at <= second
            if first < at < low + found.end() and not is_new_value:
                return first, low + found.end()
    return None


def _is_border(text: str, at: int) -> bool:
    """Does a sentence or a clause end here? There no number goes on; „1.“ may be a day."""
    if at in (0, len(text)):
        return True
    before, behind = text[max(0, at - 9) : at].rstrip(" \xa0„»(“«)"), text[at : at + 2].lstrip("“«)")
    mark = before[-1:]
    ends = mark in ENDS and not (mark == "." and GOES_ON.search(before))
    return ends or (behind[:1] in ENDS and not mark.isdigit())


GOES_ON = re.compile(r"(?:\d|\b(?:ca|max|min|mind|Mio|Mrd|Tsd|bzw))\.\Z")
ENDS = frozenset(".!?;:\n•")


def _around(text: str, at: int, patterns: tuple[re.Pattern[str], ...]) -> Iterator[tuple[re.Match[str], int]]:
    low = max(0, at - BEFORE)
    window = text[low : at + BEHIND]
    if HAS_NUMBER.search(window):
        for pattern in patterns:
            for found in pattern.finditer(window):
                yield found, low


def _is_range(found: re.Match[str]) -> bool:
    """„500 Stellen bis 2030“, „2030 zu 100 Prozent“ and „5 Euro bis 31. Mai“ are none."""
    groups = found.groupdict()
    by = groups.get("by") or groups.get("to")
    if by in (None, "auf"):
        return True
    ends = found.string[found.start("second") :]
    first_is_year, second_is_year = bool(YEAR.fullmatch(found["first"])), bool(YEAR.match(ends))
    if by != "bis":
        return not first_is_year
    is_day = not found["dot"] and bool(DAY.match(ends))
    return first_is_year == second_is_year and not is_day


def cuts_unit(text: str, end: int) -> bool:
    """Does a quote end in a number, and its unit stands behind it?"""
    return bool(UNIT_BEHIND.match(text, end) and ENDS_IN_NUMBER.search(text[max(0, end - 30) : end]))


def cut_bounds(text: str, start: int, end: int) -> Iterator[str]:
    """What says how the number is meant with which a quote begins or ends, where that is cut off."""
    before = () if _is_border(text, start) else _around(text, start, (BOUNDED, RANGES[-1]))
    for found, low in before:
        if found.re is BOUNDED:
            if low + found.start() < start <= low + found.start("number"):
                yield found["bound"].strip()
        elif found["to"] == "auf" and low + found.start("first") < start <= low + found.start("second"):
            yield text[low + found.start() : start].strip()
    if text[start : start + 3] == "ein":
        for one in BOUNDED_ONE.finditer(text, max(0, start - BEFORE), start + BEHIND):
            if one.start("number") == start:
                yield one["bound"]
    yield from _cut_part(text, start)
    if _is_border(text, end):
        return
    ended = text[max(0, end - BEFORE) : end]
    if (behind := BOUND_BEHIND.match(text, end)) and ENDS_COUNTED.search(ended):
        yield behind["bound"] or behind["per"]
    if (roman := ROMAN_BEHIND.match(text, end)) and NAMED.search(ended):
        yield roman["roman"]


def _cut_part(text: str, start: int) -> Iterator[str]:
    """What a fraction, an ordinal or a month has lost that a quote begins with."""
    if found := FRACTION_BEFORE.search(text[max(0, start - BEFORE) : start]):
        if found["day"]:
            goes_on = MONTH
        elif found["share"].lower().startswith("jede"):
            goes_on = NTH
        else:
            goes_on = PART
        if goes_on.match(text, start):
            yield found[0].strip()


def cut_lists(text: str, start: int, end: int) -> Iterator[str]:
    """„§ 3 oder 4“: the numbers amid which the quote begins or ends."""
    for at in (start, end):
        for found, low in () if _is_border(text, at) else _around(text, at, (LISTED,)):
            if low + found.start() < at < low + found.end():
                yield found[0]
