"""Numbers in German text, in one spelling: „1.000“ and „1 000“ are 1000, „1,5“ and „1.5“ are 1.5."""

import re
from collections.abc import Iterator

from core.german.folding import SOFT_HYPHEN, ZERO_WIDTH
from core.german.words import SMALL_NUMBERS, TENS

INVISIBLE = re.compile(f"[{SOFT_HYPHEN}{ZERO_WIDTH}]")
THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:[. \u00a0\u202f']\d{3})+(?!\d)")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")

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
    line = " ".join(INVISIBLE.sub("", text).split())
    found = (_decimal_point(match) for match in NUMBER.findall(_ungrouped(line)))
    return [number for match in found for number in ([match] if match.count(".") == 1 else match.split("."))]


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
