"""Which side each Fraktion took, on what, and the words that say so."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Side(StrEnum):
    YES = "dafür"
    NO = "dagegen"
    ABSTAINED = "Enthaltung"
    SPLIT = "gespalten"
    UNKNOWN = "nicht feststellbar"

    @property
    def turned(self) -> "Side":
        """The side on a motion of who took this one on a recommendation to reject it."""
        return {Side.YES: Side.NO, Side.NO: Side.YES}.get(self, self)


class VotedOn(StrEnum):
    """What was put to the vote, seen from one Drucksache."""

    ITSELF = "die Vorlage selbst"
    REJECTION = "die Empfehlung, sie abzulehnen"
    ADOPTION = "die Empfehlung, sie anzunehmen"
    AMENDED = "eine geänderte Fassung"
    PART = "einzelne Teile"
    OTHER = "etwas anderes"
    UNKNOWN = "nicht feststellbar"

    def on_motion(self, side: Side) -> Side:
        """What a side in this vote means for the Drucksache itself."""
        if self in (VotedOn.ITSELF, VotedOn.ADOPTION):
            return side
        return side.turned if self is VotedOn.REJECTION else Side.UNKNOWN


@dataclass(frozen=True, slots=True)
class FraktionSide:
    """`side` is that on the Drucksache itself, `cast` that in the vote as it was put; `words` say it."""

    partei: str
    side: Side
    cast: Side
    words: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sentence as it is printed, in which document and on which of its pages; none where it has none.

    `start`: where it stands in the document's text; `spans`: which letters of that are on its pages.
    `note`: why it is bound to no page.
    """

    document: str
    text: str
    start: int
    seiten: tuple[int, ...] = ()
    printed: tuple[str, ...] = ()
    note: str = ""
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one Drucksache in one vote. `rule`: what was matched; `reason`: what is not certain."""

    drucksache: str
    voted_on: VotedOn
    adopted: bool | None
    sides: tuple[FraktionSide, ...]
    evidence: tuple[Evidence, ...]
    rule: str
    reason: str = ""

    @property
    def is_certain(self) -> bool:
        """Is it a vote on the Drucksache itself, or on a recommendation that means it as a whole?"""
        return not self.reason and self.voted_on in (VotedOn.ITSELF, VotedOn.REJECTION, VotedOn.ADOPTION)

    def doubted(self, reason: str) -> "Decision":
        """The same with no side on the Drucksache, and why."""
        sides = tuple(replace(one, side=Side.UNKNOWN) for one in self.sides)
        return replace(self, sides=sides, reason=reason)
