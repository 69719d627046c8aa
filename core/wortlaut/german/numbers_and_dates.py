"""Numbers and dates told in German texts, in one spelling: „1.000“ and „1 000“ are 1000, „1,5“ is 1.5."""

import re
import unicodedata
from collections.abc import Iterator

from core.wortlaut.german.folding import SOFT_HYPHEN, ZERO_WIDTH, lowered
from core.wortlaut.german.words import MONTHS, SMALL_NUMBERS, TENS

INVISIBLE = re.compile(f"[{SOFT_HYPHEN}{ZERO_WIDTH}]")
THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:[. \u00a0\u202f']\d{3})+(?!\d)")
DIGIT = re.compile(r"[\d²³¹⁰⁴-⁹₀-₉]")
RAISED = re.compile(r"(?:(?<=[^\W\d_²³¹⁰⁴-⁹₀-₉])|(?<=[^\W\d_]\s))[²³¹⁰⁴-⁹₀-₉]+")
"""The digits of „CO₂“ and „m²“, which „CO2“ and „m2“ have; those of „10²“ are no such."""

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
DASHES = r"-\u2010-\u2014\u2212\u207b\ufe63\uff0d"
"""As they stand in a pattern's [ ]; a model writes „‑94“ with the hyphen at which no line breaks."""

BESIDE_NUMBERS = "<>≤≥±≈~+×÷√¬"
DASH = re.compile(f"[{DASHES}]")
SIGNS = re.compile(f"[{DASHES}{BESIDE_NUMBERS}%‰€$£°]")
SIGNED = re.compile(
    rf"((?<![\w)])(?<!\d )[{DASHES}](?=\d)|[{BESIDE_NUMBERS}](?= ?\d))? ?({NUMBER.pattern})"
    rf"(?: ?([%‰€$£°{BESIDE_NUMBERS}]))?"
)
"""A dash between two numbers, or before a blank, is no minus."""

UNLETTERED = re.compile(
    r"(?<!\d)\d++(?:[.,:]\d++)+"  # „1,5“ and „15“ have the same letters
    r"|[%‰€$£¥§°<>≤≥=±+×²³¹⁰⁴-⁹¼-¾]"  # so have „10 %“ and „10 €“, „10²“ and „102“
    r"|(?<![\w%])(?<![\d%]\s)[-\u2212–](?=\d)"  # and „-5“ and „5“
)
"""What is no letter and yet changes what is said. Other marks, case, hyphens and line breaks count for
nothing: whether a word was parted at the end of a line nobody can tell."""

LINE_MARK = re.compile(r"^[ \t*_`]*(?:>|\+(?= ))|~~", re.MULTILINE)
"""As Markdown marks a line of a block quote or a list, and what is struck out."""

VALUES = {word: str(n) for n, word in enumerate(SMALL_NUMBERS, 2)} | {
    word: f"{n}0" for n, word in enumerate(TENS, 2)
}
UNIT = r"%|prozent|tausend|mio|million|mrd|milliarde|billion"
UNITS = {"%": "prozent", "million": "mio", "milliarde": "mrd"}
MEASURED = re.compile(rf"(?:({NUMBER.pattern})|\b({'|'.join(VALUES)})\b)(?:[\s-]*({UNIT}))?")

Number = tuple[str, str]
"""Its digits and what they measure: prozent, mio, mrd … or nothing."""


def numbers(text: str) -> list[str]:
    """The numbers in digits: „§ 14, 2,5 % von 12.000“ → 14, 2.5, 12000. What is no decimal falls apart."""
    if not DIGIT.search(text):
        return []
    text = RAISED.sub(lambda digits: unicodedata.normalize("NFKC", digits[0]), text)
    line = " ".join(INVISIBLE.sub("", text).split())
    found = (_decimal_point(match) for match in NUMBER.findall(_ungrouped(line)))
    return [number for match in found for number in ([match] if match.count(".") == 1 else match.split("."))]


def signed_numbers(text: str) -> list[str]:
    """The same, and those with a sign once more with it: „von -5 auf 2,5 %“ → 5, 2.5, -5, 2.5%."""
    if not SIGNS.search(text):
        return numbers(text)
    line = _ungrouped(" ".join(INVISIBLE.sub("", LINE_MARK.sub("", text)).split()))
    found = [
        f"{DASH.sub('-', before)}{_decimal_point(number)}{unit}"
        for before, number, unit in SIGNED.findall(line)
        if before or unit
    ]
    return [*numbers(text), *found]


def measured(text: str) -> Iterator[tuple[Number, str]]:
    """The numbers of a text in small letters, in digits and in words, with their unit and as told.

    „drei Millionen“ → (3, mio), „3 Mio.“ too; „2,5 %“ → (2.5, prozent).
    """
    for found in MEASURED.finditer(_ungrouped(text)):
        digits, word, unit = found.groups()
        number = (_decimal_point(digits).lstrip("0") or "0") if digits else VALUES[word]
        yield (number, UNITS.get(unit, unit or "")), " ".join(found[0].split())


def _ungrouped(text: str) -> str:
    return THOUSANDS.sub(lambda match: re.sub(r"\D", "", match[0]), text)


def _decimal_point(number: str) -> str:
    return number.replace(",", ".")


# --- dates in German text: „1. März 2031“, „01.03.2031“, „März 2031“, „1. März“ -----------------------------

NAMES = tuple(month.lower() for month in MONTHS)
DATE = re.compile(
    rf"(?:(?P<day>\d{{1,2}})\.\s*)?(?P<name>\b(?:{'|'.join(NAMES)})\b)(?:\s+(?P<year>\d{{4}}))?"
    r"|(?<![\d.])(?P<day2>\d{1,2})\.\s?(?P<month2>\d{1,2})\.\s?(?P<year2>\d{4})?(?!\d)"
)

Date = tuple[str, str, str]
"""Day, month and year as digits; empty where not told."""


def dates(text: str) -> Iterator[tuple[Date, str]]:
    """Those of a text in small letters, with how they stand there: „1. märz 2031“ → 1, 3, 2031."""
    for found in DATE.finditer(text):
        if date := _date(found):
            yield date, found[0].strip()


def without_dates(text: str) -> str:
    return DATE.sub(lambda found: " " if _date(found) else found[0], text)


def _date(found: re.Match[str]) -> Date | None:
    """None for what only looks like one: a month alone, „3.14.“."""
    if name := found["name"]:
        date = _digits(found["day"]), str(NAMES.index(name) + 1), found["year"] or ""
        return date if date[0] or date[2] else None
    if not 1 <= int(found["month2"]) <= len(NAMES):
        return None
    return _digits(found["day2"]), _digits(found["month2"]), found["year2"] or ""


def _digits(number: str | None) -> str:
    return (number or "").lstrip("0")


# --- numbers and dates of a text that its source does not have ----------------------------------------------


def unfounded(text: str, source: str) -> list[str]:
    """The numbers and dates of a text that do not occur in its source, in small letters.

    „3 Mio.“, „3 Millionen“ and „drei Millionen“ are one, „3 Milliarden“ is another, and so is „3 Prozent“.
    """
    text, source = lowered(text), lowered(source)
    known = dict(dates(source))
    numbers = {*dict(measured(without_dates(source))), *((year, "") for _, _, year in known)}
    bare = {number for number, _ in numbers}
    wrong = [told for date, told in dates(text) if not any(_fits(date, other) for other in known)]
    for (number, unit), told in measured(without_dates(text)):
        if number not in bare or (unit and (number, unit) not in numbers):
            wrong.append(told)
    return list(dict.fromkeys(wrong))


def _fits(date: Date, other: Date) -> bool:
    """The other tells at least the same."""
    return all(told in ("", known) for told, known in zip(date, other, strict=True))
