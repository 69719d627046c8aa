"""A decision: which side each Fraktion took, on what, the words that say so, and the paper that told it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from pathlib import Path

from core.antrag.antrag import PDF_NAME, keep
from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError
from core.wortlaut.records import Box


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

    @property
    def advice(self) -> VotedOn:
        """What a committee that decided so wants the plenary to do; it may have voted on the paper itself."""
        if self.voted_on is VotedOn.ITSELF and self.adopted is not None:
            return VotedOn.ADOPTION if self.adopted else VotedOn.REJECTION
        return self.voted_on

    def doubted(self, reason: str) -> "Decision":
        """The same with no side on the Drucksache, and why."""
        sides = tuple(replace(one, side=Side.UNKNOWN) for one in self.sides)
        return replace(self, sides=sides, reason=reason)


# --- a decision as it is kept: what was voted, in which paper, and where on its pages that stands ----------

FOLDER = "abstimmungen"
SUFFIXES = (".pdf", ".xml", ".txt", ".csv", ".xls", ".xlsx")
BACKUP_FOLDERS = {FOLDER: rf"[0-9a-f]{{64}}({'|'.join(map(re.escape, SUFFIXES))})"}

Marks = Mapping[int, tuple[Box, ...]]
"""Page → the boxes of the words there, in page coordinates."""


@dataclass(frozen=True, slots=True)
class VoteSource:
    """The paper: its content by SHA-256, where it comes from, of which day it is, who may use it."""

    art: PaperKind
    name: str
    sha256: str
    suffix: str
    url: str = ""
    datum: date | None = None
    lizenz: str = ""


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """`marks`: where each of its sentences stands."""

    id: str
    bundesland: str
    source: VoteSource
    decision: Decision
    marks: tuple[Marks, ...]

    @property
    def result(self) -> str:
        """„abgelehnt“: what became of what was put to the vote, which may be a recommendation."""
        adopted = self.decision.adopted
        return {True: "angenommen", False: "abgelehnt", None: "Ergebnis nicht feststellbar"}[adopted]


def keep_paper(folder: Path, data: bytes, suffix: str) -> str:
    """Keep it; returns its SHA-256, by which it is found again."""
    if suffix not in SUFFIXES:
        raise EingabeError(f"Die Endung „{suffix[:10]}“ ist keine von {', '.join(SUFFIXES)}.")
    return keep(folder / FOLDER, data, suffix)


def find_paper(folder: Path, source: VoteSource) -> Path | None:
    """The paper's file; None where it is not on this machine."""
    if not PDF_NAME.fullmatch(source.sha256) or source.suffix not in SUFFIXES:
        return None
    path = folder / FOLDER / f"{source.sha256}{source.suffix}"
    return path if path.is_file() else None


def drop_paper(folder: Path, name: str) -> None:
    """Delete it for good, by its name in the folder; one that is not there is gone already."""
    digest, suffix = name[:64], name[64:]
    if PDF_NAME.fullmatch(digest) and suffix in SUFFIXES:
        (folder / FOLDER / name).unlink(missing_ok=True)
