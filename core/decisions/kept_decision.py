"""A decision as it is kept: what was voted, in which paper, and where on its pages that stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from core.antrag.antrag import PDF_NAME, keep
from core.decisions.sides import Decision
from core.errors import EingabeError
from core.programme.pdf import Box

FOLDER = "abstimmungen"
SUFFIXES = (".pdf", ".xml", ".txt", ".csv", ".xls", ".xlsx")

Marks = Mapping[int, tuple[Box, ...]]
"""Page → the boxes of the words there, in page coordinates."""


class PaperKind(StrEnum):
    """Where a decision is read; `stage` is who decided."""

    RECOMMENDATION = "Beschlussempfehlung"
    PROTOKOLL = "Plenarprotokoll"
    ROLL_CALL = "Namentliche Abstimmung"

    @property
    def stage(self) -> str:
        return "Ausschuss" if self is PaperKind.RECOMMENDATION else "Plenum"


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
    """Its SHA-256, by which it is found again."""
    if suffix not in SUFFIXES:
        raise EingabeError(f"Die Endung „{suffix[:10]}“ ist keine von {', '.join(SUFFIXES)}.")
    return keep(folder / FOLDER, data, suffix)


def find_paper(folder: Path, source: VoteSource) -> Path | None:
    """None where it is not on this machine."""
    if not PDF_NAME.fullmatch(source.sha256) or source.suffix not in SUFFIXES:
        return None
    path = folder / FOLDER / f"{source.sha256}{source.suffix}"
    return path if path.is_file() else None


def drop_paper(folder: Path, name: str) -> None:
    """For good, by its name in the folder; one that is not there is gone already."""
    digest, suffix = name[:64], name[64:]
    if PDF_NAME.fullmatch(digest) and suffix in SUFFIXES:
        (folder / FOLDER / name).unlink(missing_ok=True)
