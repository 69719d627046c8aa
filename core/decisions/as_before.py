"""„Mit dem gleichen Stimmenverhältnis angenommen“: the sides of the vote before, where only one is meant.

That is the vote whose result was said last, on the same kind of paper, with the same outcome, in which
every Fraktion has one side. In all other cases nobody knows.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.decisions.roster import Roster
from core.decisions.sides import Side
from core.decisions.vote_phrases import Told

SAME = re.compile(
    r"\b(?:mit|bei|in) (?:genau )?(?:dem )?(?:gleiche[nm]|selben|demselben|identische[nm]) "
    r"(?:Stimm(?:en)?verhältnis(?:se)?|Abstimmungsverhältnis|Stimmverhalten|Abstimmungsverhalten)\b"
    r"(?P<as>(?: wie \w+(?: \w+){0,4})?)",
    re.IGNORECASE,
)
JUST = re.compile(
    r"(?: wie (?:zuvor|vorher|eben|soeben|gerade(?: eben)?|die vorherige \w+"
    r"|(?:bei|in) der (?:vorherigen|letzten|vorangegangenen) Abstimmung))?"
    r"(?: (?:wiederum|ebenfalls|auch|so|ist|sind|wird|wurde|angenommen|abgelehnt|beschlossen|zugestimmt))*"
)
SAME_WORDS = "wie in der Abstimmung davor: "


@dataclass(frozen=True, slots=True)
class LastVote:
    """The vote before: what kind of paper was put, what came of it, who was on which side.

    `start`, `end`: where that is said; `heard`: where the last result ended that was like it.
    """

    kind: str
    adopted: bool | None
    sides: Mapping[str, Told]
    start: int
    end: int
    heard: int


def is_as_before(sentence: str) -> bool:
    """Does it mean the vote right before, and no other?"""
    found = SAME.search(sentence)
    return found is not None and JUST.fullmatch(found["as"]) is not None


def repeated(
    sentence: str, kind: str, adopted: bool | None, last: LastVote | None, roster: Roster
) -> tuple[Told, ...]:
    """How each Fraktion voted, by the vote before; empty where that is not certain."""
    if last is None or not is_as_before(sentence):
        return ()
    if adopted is None or (kind, adopted) != (last.kind, last.adopted) or not is_whole(last, roster):
        return ()
    return tuple(Told(one.partei, one.side, f"{SAME_WORDS}{one.words}") for one in last.sides.values())


def is_whole(vote: LastVote, roster: Roster) -> bool:
    """Has every Fraktion of that day a side in it?"""
    known = {partei for partei, one in vote.sides.items() if one.side is not Side.UNKNOWN}
    return bool(roster.fraktionen) and known >= set(roster.fraktionen)


def agreed(*readings: Iterable[Told]) -> dict[str, Told]:
    """What the readings of one vote tell together; where two differ, nobody knows."""
    sides: dict[str, Told] = {}
    for one in (told for reading in readings for told in reading if told.side is not Side.UNKNOWN):
        known = sides.get(one.partei)
        sides[one.partei] = (
            one if known is None or known.side is one.side else Told(one.partei, Side.UNKNOWN, "")
        )
    return sides
