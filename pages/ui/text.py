"""Texts, numbers and dates as pages show them: German, and nothing that others wrote is ever markup."""

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

MARKUP = frozenset(r"\`*_{}[]()<>#+-.!|$:~&=^@/")
HERE = ZoneInfo("Europe/Berlin")


def plain(text: str) -> str:
    """What files and models wrote, on one line, for a place that reads Markdown: nothing in it is markup."""
    return "".join(f"\\{letter}" if letter in MARKUP else letter for letter in " ".join(text.split()))


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
