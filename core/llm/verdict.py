"""Whether a quote carries the Forderung it stands for: the verdicts, and what a second model said."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Verdict(StrEnum):
    STUETZT = "stuetzt"
    WIDERSPRICHT = "widerspricht"
    ANDERES = "anderes"
    OFFEN = "offen"

    @staticmethod
    def of_score(score: float | None) -> "Verdict | None":
        """What these points say of a Programm and the Antrag; None between yes and no, or without any."""
        if score is None or LOW < score < HIGH:
            return None
        return Verdict.STUETZT if score >= HIGH else Verdict.WIDERSPRICHT


HIGH, LOW = 6, 4
"""Points from which, and up to which, a score says yes or no: the prompts call 6 „gleiche Richtung“, 4
„andere Richtung“ and 5 neither."""

WORT = {
    Verdict.STUETZT: "stützt",
    Verdict.WIDERSPRICHT: "widerspricht",
    Verdict.ANDERES: "spricht von anderem",
    Verdict.OFFEN: "offen",
}


@dataclass(frozen=True, slots=True)
class Stance:
    """What the model that emitted a quote says of it: how it speaks to the Forderung of this number.

    „“: to the Antrag as a whole. Nobody has checked it.
    """

    forderung: str
    verdict: Verdict


# --- what a second model said of a bound quote: does it carry the Forderung it stands for? ------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Traegt:
    """One verdict on the quote number `zitat` (from 0, per party) of a Lauf, about one Forderung.

    `words`: what of the passage it relies on, as our binder found it there; empty where the verdict is open,
    and then `reason` says why. `gewaehlt`: we chose the Forderung, by nearness, for the search
    named none or several. `rang`: 0 for the Forderung that the quote stands for, then those it may answer
    too. `created`: when the check was planned, the same for all of it. `schluessel` is made of all that was
    asked, „“ where that is to be asked again.
    `kosten`: its share of the request's, in USD, None where that is unknown.
    """

    lauf_id: str
    partei: str
    zitat: int
    forderung: str
    verdict: Verdict
    words: str
    model: str
    prompt_version: str
    created: datetime
    reason: str = ""
    gewaehlt: bool = False
    rang: int = 0
    schluessel: str = ""
    kosten: float | None = None

    @property
    def id(self) -> str:
        """The same for whatever this checker says of this quote and Forderung."""
        place = (self.lauf_id, self.partei, self.zitat, self.model, self.prompt_version, self.forderung)
        return hashlib.sha256("\n".join(map(str, place)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


Place = tuple[str, int]
"""A party, and the number of a quote, from 0, among all that were emitted for it."""

SIDES = (Verdict.STUETZT, Verdict.WIDERSPRICHT)


def latest(rows: Iterable[Traegt]) -> dict[Place, Traegt]:
    """What was said of each quote last, by whatever checker; rows the oldest first.

    Of what one check says on several Forderungen, yes or no counts before „anderes“ and „offen“: a quote that
    answers one of them is about something. Then the one it stands for.
    """
    found: dict[Place, Traegt] = {}
    for row in rows:
        place = row.partei, row.zitat
        if place not in found or _weight(row) >= _weight(found[place]):
            found[place] = row
    return found


def _weight(row: Traegt) -> tuple[datetime, bool, int]:
    return row.created, row.verdict in SIDES, -row.rang


def by_forderung(rows: Iterable[Traegt]) -> dict[Place, dict[str, Traegt]]:
    """The last word on each quote and each Forderung it was asked about, that which counts for it first."""
    whole = list(rows)
    found = {place: {row.forderung: row} for place, row in latest(whole).items()}
    for row in whole:
        found[row.partei, row.zitat][row.forderung] = row
    return found
