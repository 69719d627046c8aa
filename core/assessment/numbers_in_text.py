"""Numbers and dates in a text, and those of them that its source does not have."""

import re
import unicodedata
from collections.abc import Iterator

WOERTER = (
    *("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
"""From 2 on: „ein“ is rarely a number."""

ZEHNER = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "hundert")
WERT = {word: str(n) for n, word in enumerate(WOERTER, 2)} | {w: f"{n}0" for n, w in enumerate(ZEHNER, 2)}

MONATE = (
    *("januar", "februar", "märz", "april", "mai", "juni", "juli"),
    *("august", "september", "oktober", "november", "dezember"),
)
MONAT = "|".join(MONATE)
DATUM = re.compile(
    rf"(?:(?P<tag>\d{{1,2}})\.\s*)?(?P<monat>\b(?:{MONAT})\b)(?:\s+(?P<jahr>\d{{4}}))?"
    r"|(?<![\d.])(?P<tag2>\d{1,2})\.\s?(?P<monat2>\d{1,2})\.\s?(?P<jahr2>\d{4})?(?!\d)"
)

MASS = r"%|prozent|tausend|mio|million|mrd|milliarde|billion"
MASSE = {"%": "prozent", "million": "mio", "milliarde": "mrd"}
ZAHL = re.compile(rf"(?:(\d+(?:[.,]\d+)*)|\b({'|'.join(WERT)})\b)(?:[\s-]*({MASS}))?")
GRUPPEN = re.compile(r"(?<!\d)\d{1,3}(?:[. ]\d{3})+(?!\d)")
"""„12.500“ and „12 500“."""

Date = tuple[str, str, str]
"""Day, month and year as digits; empty where not told."""

Number = tuple[str, str]
"""Its digits and what they measure: Prozent, mio, mrd … or nothing."""


def unfounded(text: str, source: str) -> list[str]:
    """The numbers and dates of a text that do not occur in its source, in small letters.

    „3 Mio.“, „3 Millionen“ and „drei Millionen“ are one, „3 Milliarden“ is another, and so is „3 Prozent“.
    """
    dates = dict(_dates(source))
    numbers = {*dict(_numbers(source)), *((year, "") for _, _, year in dates)}
    bare = {number for number, _ in numbers}
    wrong = [told for date, told in _dates(text) if not any(_fits(date, other) for other in dates)]
    for (number, mass), told in _numbers(text):
        if number not in bare or (mass and (number, mass) not in numbers):
            wrong.append(told)
    return list(dict.fromkeys(wrong))


def _dates(text: str) -> Iterator[tuple[Date, str]]:
    for found in DATUM.finditer(_plain(text)):
        if date := _date(found):
            yield date, found[0].strip()


def _date(found: re.Match[str]) -> Date | None:
    """None for what only looks like one: a month alone, „3.14.“."""
    if name := found["monat"]:
        date = _day(found["tag"]), str(MONATE.index(name) + 1), found["jahr"] or ""
        return date if date[0] or date[2] else None
    if not 1 <= int(found["monat2"]) <= len(MONATE):
        return None
    return _day(found["tag2"]), _day(found["monat2"]), found["jahr2"] or ""


def _day(digits: str | None) -> str:
    return (digits or "").lstrip("0")


def _fits(date: Date, other: Date) -> bool:
    """The other tells at least the same."""
    return all(told in ("", known) for told, known in zip(date, other, strict=True))


def _numbers(text: str) -> Iterator[tuple[Number, str]]:
    """All but those of dates."""
    text = DATUM.sub(lambda found: " " if _date(found) else found[0], _plain(text))
    text = GRUPPEN.sub(lambda found: re.sub(r"\D", "", found[0]), text)
    for found in ZAHL.finditer(text):
        digits, word, mass = found.groups()
        number = (digits.lstrip("0") or "0") if digits else WERT[word]
        yield (number, MASSE.get(mass, mass or "")), " ".join(found[0].split())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).lower())
