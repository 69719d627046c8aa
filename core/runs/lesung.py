"""Reading a Lauf blind, and settling afterwards where two readers differ: as plain values."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.german import formats
from core.support.verdict import WORT, Verdict


@dataclass(frozen=True, slots=True)
class Lesung:
    """That a person has read a Lauf to the end: from then on it sees what others said of it."""

    lauf_id: str
    name: str
    id: str = ""
    created: datetime | None = None


@dataclass(frozen=True, slots=True)
class Festlegung:
    """What people settled on where two readers differ: one of the three values, by whom and why.

    It stands beside the readings and changes none of them; a later one on the same counts before it.
    """

    lauf_id: str
    partei: str
    typ: str
    grund: str
    name: str
    zitat: int | None = None
    forderung: str | None = None
    zustimmung: bool | None = None
    traegt: Verdict | None = None
    punkte: float | None = None
    id: str = ""
    created: datetime | None = None


class _Read(Protocol):
    @property
    def lesungen(self) -> tuple[Lesung, ...]: ...


def finished_at(lesungen: Iterable[Lesung], lauf_id: str, name: str) -> datetime | None:
    """When this person finished reading the Lauf; None while its reading goes on, or where it has no name."""
    moments = [one.created for one in lesungen if name and (one.lauf_id, one.name) == (lauf_id, name)]
    return min((moment for moment in moments if moment), default=None)


def has_read(lauf: _Read, name: str) -> bool:
    return any(name and one.name == name for one in lauf.lesungen)


def settled_told(one: Festlegung) -> str:
    """„Festgelegt: zu Forderung 2: widerspricht: Der Satz davor sagt es. (Eva, 24.11.2026)“."""
    word = WORT[one.traegt] if one.traegt else ""
    if one.zustimmung is not None:
        word = "Stimmt" if one.zustimmung else "Stimmt nicht"
    about = f"zu Forderung {one.forderung}: " if one.forderung else ""
    value = word or f"{formats.score(one.punkte)} von 10 Punkten"
    whose = ", ".join(filter(None, [one.name, formats.day(one.created) if one.created else ""]))
    return f"Festgelegt: {about}{value}: {one.grund} ({whose})"
