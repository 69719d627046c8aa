"""What people said of a score or a quote, in words: on the page, in the report, in the table."""

from core.german import formats
from core.runs.lauf import Lauf, Urteil
from core.support.verdict import WORT


def urteile_on(lauf: Lauf, partei: str, typ: str, zitat: int | None) -> list[Urteil]:
    """The oldest first. `zitat`: from 0, per party; None for the points, and then those on any quote are left
    out."""
    return [one for one in lauf.urteile if (one.partei, one.typ, one.zitat) == (partei, typ, zitat)]


def meinung(urteil: Urteil) -> str:
    """„Stimmt nicht, zu Forderung 2: spricht von anderem“, „Stimmt nicht, eigene Punkte: 7 von 10“."""
    about = f"zu Forderung {urteil.forderung}" if urteil.forderung else ""
    word = WORT[urteil.traegt] if urteil.traegt else ""
    carried = ": ".join(filter(None, [about, word]))
    parts = ["Stimmt" if urteil.zustimmung else "Stimmt nicht", *filter(None, [carried])]
    if urteil.punkte is not None:
        parts.append(f"eigene Punkte: {formats.score(urteil.punkte)} von 10")
    return ", ".join(parts)


def told(urteil: Urteil) -> str:
    """With whose it is, and when."""
    day = formats.day(urteil.created) if urteil.created else ""
    whose = ", ".join(filter(None, [urteil.name, day]))
    note = f": {urteil.notiz}" if urteil.notiz else ""
    return f"{meinung(urteil)}{note} ({whose})" if whose else f"{meinung(urteil)}{note}"
