"""Numbers, shares, days and costs as they are shown in German, on pages, in reports and in the terminal."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

from core.wortlaut.german.folding import SOFT_HYPHEN, ZERO_WIDTH, lowered
from core.wortlaut.german.words import MONTHS, SMALL_NUMBERS, TENS

NOTHING = "–"
MINUS = "\N{MINUS SIGN}"
SWAPPED = str.maketrans({",": ".", ".": ",", "-": MINUS})
HERE = ZoneInfo("Europe/Berlin")
SIZES = ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB"))


def number(value: float, places: int = 0, sign: bool = False) -> str:
    """1234.5 with one place → „1.234,5“; below zero with a minus sign, zero with none."""
    rounded = round(value, places) or 0.0
    return f"{rounded:{'+' if sign and rounded else ''},.{places}f}".translate(SWAPPED)


def shortest(value: float) -> str:
    """As many places as it has: 7.0 → „7“, 6.5 → „6,5“, 12500.0 → „12500“."""
    return f"{value:g}".replace(".", ",")


def score(value: float | None) -> str:
    """A score without its scale: „7“, „6,5“, „–“."""
    return NOTHING if value is None else shortest(value)


def percent(part: float, whole: float, places: int = 0) -> str:
    """„92 %“, „–“ of nothing; never rounded up to all, nor down to none."""
    if not whole:
        return NOTHING
    share = 100 * part / whole
    if 0 < share < 1 or 99 < share < 100:
        return f"{number(min(max(share, 0.1), 99.9), max(places, 1))} %"
    return f"{number(share, places if 0 < share < 100 else 0)} %"


def counted(count: int, one: str, many: str) -> str:
    """„1 Zitat“, „14 Zitate“, „1.200 Zitate“."""
    return f"{number(count)} {one if count == 1 else many}"


def size(count: int) -> str:
    """Bytes: „1,5 GB“, „200 MB“, „12 KB“."""
    unit, name = next(((unit, name) for unit, name in SIZES if count >= unit), SIZES[-1])
    return f"{number(count / unit, 1).removesuffix(',0')} {name}"


def day(value: date | None) -> str:
    """„05.06.2032“; the day of a moment is the one it had here."""
    if value is None:
        return NOTHING
    return f"{value.astimezone(HERE) if isinstance(value, datetime) else value:%d.%m.%Y}"


def moment(value: datetime | None) -> str:
    """„05.06.2032, 14:05 Uhr“, in German time, whatever clock the machine has."""
    return f"{value.astimezone(HERE):%d.%m.%Y, %H:%M} Uhr" if value else NOTHING


def stamp(value: datetime) -> str:
    """„2032-06-05T14:05:00+02:00“, for tables: German time that programs read too."""
    return value.astimezone(HERE).isoformat(timespec="seconds")


def duration(seconds: float) -> str:
    """„0,4 s“, „11 s“, „2:05 min“."""
    if seconds < 60:
        return f"{number(seconds, 1 if seconds < 10 else 0)} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min"


def remaining(seconds: float | None) -> str | None:
    """„noch etwa 11 s“, „gleich fertig“; None where nobody can say."""
    if seconds is None:
        return None
    return f"noch etwa {duration(seconds)}" if seconds >= 1 else "gleich fertig"


def cost(usd: float | None) -> str:
    """„kostenlos“, „0,42 US-Cent“, „1,20 US-Dollar“; what is not known is said to be."""
    if usd is None:
        return "Kosten unbekannt"
    if not usd:
        return "kostenlos"
    return f"{number(usd, 2)} US-Dollar" if usd >= 1 else f"{number(100 * usd, 2)} US-Cent"


# --- numbers and dates in German text, in one spelling: „1.000“ and „1 000“ are 1000, „1,5“ is 1.5 ---------


INVISIBLE = re.compile(f"[{SOFT_HYPHEN}{ZERO_WIDTH}]")
THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:[. \u00a0\u202f']\d{3})+(?!\d)")
DIGIT = re.compile(r"[\d²³¹⁰⁴-⁹₀-₉]")
RAISED = re.compile(r"(?:(?<=[^\W\d_²³¹⁰⁴-⁹₀-₉])|(?<=[^\W\d_]\s))[²³¹⁰⁴-⁹₀-₉]+")
"""The digits of „CO₂“ and „m²“, which „CO2“ and „m2“ have; those of „10²“ are no such."""

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
DASHES = "-\N{MINUS SIGN}–"
BESIDE_NUMBERS = "<>≤≥±≈~+×÷√¬"
SIGNS = re.compile(f"[{DASHES}{BESIDE_NUMBERS}%‰€$£°]")
SIGNED = re.compile(
    rf"((?<![\w)])(?<!\d )[{DASHES}](?=\d)|[{BESIDE_NUMBERS}](?= ?\d))? ?({NUMBER.pattern})"
    rf"(?: ?([%‰€$£°{BESIDE_NUMBERS}]))?"
)
"""A dash between two numbers, or before a blank, is no minus."""

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
        f"{'-' if before and before in DASHES else before}{_decimal_point(number)}{unit}"
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


def parsed(number: str) -> float:
    """„7,5“ → 7.5."""
    return float(_decimal_point(number))


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
