"""Numbers, shares, days and costs as they are shown in German, on pages, in reports and in the terminal."""

from datetime import date, datetime

from core.base.clock import HERE

NOTHING = "–"
MINUS = "\N{MINUS SIGN}"
SWAPPED = str.maketrans({",": ".", ".": ",", "-": MINUS})
SIZES = ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB"))


def number(value: float, places: int = 0, sign: bool = False) -> str:
    """1234.5 with one place → „1.234,5“; below zero with a minus sign, zero with none."""
    rounded = round(value, places) or 0.0
    return f"{rounded:{'+' if sign and rounded else ''},.{places}f}".translate(SWAPPED)


def shortest(value: float) -> str:
    """As many places as it has: 7.0 → „7“, 6.5 → „6,5“, 12500.0 → „12500“."""
    return f"{value:g}".replace(".", ",")


def parsed(number: str) -> float:
    """The other way round: „7,5“ → 7.5."""
    return float(number.replace(",", "."))


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
