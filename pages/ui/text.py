"""Texts, numbers and dates as pages show them: German, and nothing that others wrote is ever markup."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

MARKUP = frozenset(r"\`*_{}[]()<>#+-.!|$:~&=^@/")

ACTIVE = re.compile(r"(?i:(?<=http)|(?<=https)):(?=//)|(?i:(?<=www))\.|@|:(?=[\w+-]+:)|[<>=~-]{2,}")
"""What Streamlit still acts on in a finished text, where no backslash is left: it makes links of addresses,
pictures of `:smile:` and `:material_home:`, arrows of `->`. It looks at one piece of text at a time."""

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of writing, of all that follows in the paragraph too."""
HERE = ZoneInfo("Europe/Berlin")


def plain(text: str) -> str:
    """What files and models wrote, on one line, for a place that reads Markdown: nothing in it is markup."""
    line = " ".join(text.split())
    parts, end = [], 0
    for found in ACTIVE.finditer(line):
        parts += [_escaped(line[end : found.start()]), *map(_apart, found[0])]
        end = found.end()
    whole = "".join([*parts, _escaped(line[end:])])
    return _piece(whole) if TURNING.search(line) else whole


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in MARKUP else letter for letter in text)


def _apart(letter: str) -> str:
    return _piece(f"\\{letter}")


def _piece(markdown: str) -> str:
    """A piece of text of its own, that looks and is copied as if it were none (an unnamed colour)."""
    return f":color[{markdown}]{{}}"


def zahl(value: float, stellen: int = 0) -> str:
    """1234.5 → „1.234,5“."""
    return f"{value:,.{stellen}f}".translate(str.maketrans(",.", ".,"))


def anteil(part: int, whole: int) -> str:
    """„92 %“, „–“ of nothing; never rounded up to all, nor down to none."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    if 0 < percent < 1 or 99 < percent < 100:
        return f"{zahl(min(max(percent, 0.1), 99.9), 1)} %"
    return f"{zahl(percent)} %"


def punkte(score: float | None) -> str:
    """A score without its scale: „7“, „6,5“, „–“."""
    return "–" if score is None else f"{score:g}".replace(".", ",")


def tag(day: date | None) -> str:
    return f"{day:%d.%m.%Y}" if day else "–"


def zeitpunkt(moment: datetime | None) -> str:
    """In German time, whatever clock the machine has."""
    return f"{moment.astimezone(HERE):%d.%m.%Y, %H:%M} Uhr" if moment else "–"


def dauer(seconds: float) -> str:
    """„0,4 s“, „11 s“, „2:05 min“."""
    if seconds < 60:
        return f"{zahl(seconds, 1 if seconds < 10 else 0)} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min"


def kosten(usd: float | None) -> str:
    """„kostenlos“, „0,42 US-Cent“, „1,20 US-Dollar“; what is not known is said to be."""
    if usd is None:
        return "Kosten unbekannt"
    if not usd:
        return "kostenlos"
    return f"{zahl(usd, 2)} US-Dollar" if usd >= 1 else f"{zahl(100 * usd, 2)} US-Cent"


def anzahl(number: int, einzahl: str, mehrzahl: str) -> str:
    """„1 Zitat“, „14 Zitate“."""
    return f"{zahl(number)} {einzahl if number == 1 else mehrzahl}"


def joined(parts: Iterable[str | None]) -> str:
    """What is there, with middle dots between."""
    return " · ".join(part for part in parts if part)
