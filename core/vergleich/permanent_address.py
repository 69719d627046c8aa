"""The permanent address of a comparison: what was chosen, and what it was made of then.

Columns and Anträge are chosen, not Läufe: a new Lauf joins them, a deleted one leaves. So the address holds
how many Läufe there were and a sum over them, and says later that it is no longer the same.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from core.german import formats

STATE = re.compile(r"(\d{1,6})-([0-9a-f]{16})")
NAME = "stand"
"""Of the parameter that holds it."""


@dataclass(frozen=True, slots=True)
class VergleichState:
    """`laeufe`: how many; `digest`: over which."""

    laeufe: int
    digest: str

    @classmethod
    def of(cls, ids: Iterable[str]) -> Self:
        own = sorted(set(ids))
        return cls(len(own), hashlib.sha256("\n".join(own).encode()).hexdigest()[:16])

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None for what no address of ours holds."""
        found = STATE.fullmatch(text)
        return cls(int(found[1]), found[2]) if found else None

    def __str__(self) -> str:
        return f"{self.laeufe}-{self.digest}"


def changed_since(then: VergleichState, now: VergleichState) -> str:
    """„Damals 12 Läufe, heute 14“; „“ where it is still the same."""
    if then == now:
        return ""
    counted = formats.counted(then.laeufe, "Lauf", "Läufe")
    today = f"heute sind es {formats.number(now.laeufe)}"
    if then.laeufe == now.laeufe:
        today = "heute sind es ebenso viele, aber andere"
    return (
        "Dieser Vergleich ist nicht mehr, wie er war, als die Adresse weitergegeben wurde: Damals beruhte "
        f"er auf {counted}, {today}. Läufe kamen dazu oder wurden gelöscht."
    )
