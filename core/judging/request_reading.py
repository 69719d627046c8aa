"""What a person should read: quotes that say something other than the points they stand for, and the like.

A high score with a quote that contradicts the Forderung, a low one with a quote that supports it, and quotes
about something else. It is a list to read, and no correction: the checker may be the one that is wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.citations.verdict import HIGH, LOW, Traegt, Verdict, latest
from core.runs.lauf import Lauf


class ReadingReason(StrEnum):
    HOCH_GEGEN = "Hohe Punkte, aber das Zitat widerspricht der Forderung"
    NIEDRIG_FUER = "Niedrige Punkte, aber das Zitat stützt die Forderung"
    ANDERES = "Das Zitat spricht von anderem als die Forderung"


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """Quote number `zitat` (from 0, per party) and why it should be read. `score`: that of its Programm."""

    partei: str
    typ: str
    zitat: int
    text: str
    grund: ReadingReason
    score: float | None


def reading_reason(verdict: Verdict, score: float | None) -> ReadingReason | None:
    """Why a quote of this verdict should be read beside these points; None where nothing jars."""
    if verdict is Verdict.ANDERES:
        return ReadingReason.ANDERES
    if score is None:
        return None
    if verdict is Verdict.WIDERSPRICHT and score >= HIGH:
        return ReadingReason.HOCH_GEGEN
    return ReadingReason.NIEDRIG_FUER if verdict is Verdict.STUETZT and score <= LOW else None


def read_request(lauf: Lauf, rows: Iterable[Traegt]) -> list[ReadingNote]:
    """In the order of the quotes; one from another party's Programm is no evidence, and is left out."""
    said, scores = latest(rows), {(one.partei, one.typ): one.score for one in lauf.scores}
    numbers: dict[str, int] = {}
    found = []
    for zitat in lauf.zitate:
        number = numbers[zitat.partei] = numbers.get(zitat.partei, -1) + 1
        row = said.get((zitat.partei, number))
        if row is None or not zitat.status.is_bound or zitat.is_foreign:
            continue
        score = scores.get((zitat.partei, zitat.typ))
        if grund := reading_reason(row.verdict, score):
            found.append(ReadingNote(zitat.partei, zitat.typ, number, zitat.beleg.text, grund, score))
    return found
