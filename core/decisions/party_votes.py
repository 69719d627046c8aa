"""How each party voted at last, and whether that fits what was found in its Programm: an aid, no verdict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.decisions.kept_decision import KeptDecision
from core.decisions.roster import Roster
from core.decisions.sides import FraktionSide, Side
from core.programme.registry import Registry, known_partei

APPROVAL_FROM, REJECTION_UNTIL = 6.0, 4.0
"""Points from which a judgement agrees, and up to which it rejects: the prompts call 6 „gleiche Richtung“, 4
„andere Richtung“ and 5 neither."""

CONTRADICTING = "Zwei Quellen sagen Verschiedenes."
UNNAMED = "Zu dieser Fraktion steht in der Quelle nichts."
DISCIPLINE = (
    "Bekannter Grund: Regierungsfraktionen stimmen nach ihrem Koalitionsvertrag meist geschlossen, auch wenn "
    "ein Antrag der Opposition dem eigenen Programm entspricht."
)
AID = (
    "Nur eine Lesehilfe: Ab 6 Punkten gilt ein Programm als dafür, bis 4 als dagegen. Die Punkte gab ein "
    "Modell; warum eine Fraktion so stimmte, steht nicht in dieser Zahl."
)


class Fit(StrEnum):
    """What a side is beside the points of a Programm."""

    MATCHES = "stimmt mit dem Programm überein"
    DEVIATES = "weicht vom Programm ab"
    UNKNOWN = "nicht feststellbar"


@dataclass(frozen=True, slots=True)
class PartyVote:
    """The side on the Drucksache itself. `told`: what the source says of the Fraktion; none where nothing."""

    partei: str
    side: Side
    kept: KeptDecision
    told: FraktionSide | None
    is_coalition: bool
    note: str = ""

    @property
    def stage(self) -> str:
        return self.kept.source.art.stage


def fit(score: float | None, side: Side) -> Fit:
    """Without points of a model there is nothing to compare; a side may be one that is neither yes nor no."""
    if score is None or side not in (Side.YES, Side.NO) or REJECTION_UNTIL < score < APPROVAL_FROM:
        return Fit.UNKNOWN
    return Fit.MATCHES if (score >= APPROVAL_FROM) == (side is Side.YES) else Fit.DEVIATES


def party_votes(
    registry: Registry, decisions: Sequence[KeptDecision], parteien: Iterable[str]
) -> dict[str, PartyVote]:
    """Each party's last known vote: in the plenary, else in a committee. Nobody has one without decisions."""
    found = (_vote(registry, decisions, partei) for partei in parteien)
    return {vote.partei: vote for vote in found if vote}


def _vote(registry: Registry, decisions: Sequence[KeptDecision], partei: str) -> PartyVote | None:
    by_stage: dict[str, list[PartyVote]] = {}
    for kept in decisions:
        vote = _in_one(registry, kept, partei)
        by_stage.setdefault(vote.stage, []).append(vote)
    stages = [by_stage[stage] for stage in ("Plenum", "Ausschuss") if stage in by_stage]
    settled = [_settled(votes) for votes in stages]
    known = [vote for vote in settled if vote.side is not Side.UNKNOWN or vote.note == CONTRADICTING]
    return next(iter([*known, *settled]), None)


def _settled(votes: Sequence[PartyVote]) -> PartyVote:
    """Of several sources of one stage those that say a side must say the same."""
    known = [vote for vote in votes if vote.side is not Side.UNKNOWN]
    if len({vote.side for vote in known}) > 1:
        one = known[0]
        return PartyVote(one.partei, Side.UNKNOWN, one.kept, one.told, one.is_coalition, CONTRADICTING)
    return (known or votes)[0]


def _in_one(registry: Registry, kept: KeptDecision, partei: str) -> PartyVote:
    own = _in_parliament(registry, partei, kept.bundesland)
    told = next((one for one in kept.decision.sides if one.partei == own), None)
    side = told.side if told and kept.decision.is_certain else Side.UNKNOWN
    note = kept.decision.reason or (told.note if told else UNNAMED)
    coalition = Roster(registry, kept.bundesland, kept.source.datum).coalition
    return PartyVote(partei, side, kept, told, own in coalition, note)


def _in_parliament(registry: Registry, partei: str, land: str) -> str:
    """In the Bundestag the CSU votes in one Fraktion with the CDU."""
    known = known_partei(registry, partei, land)
    return known.id if known else partei
