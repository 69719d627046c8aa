"""What a proof of a Prüfakte found: each in a German sentence, and what it means for the whole."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.features.papers.contents import FOR_PEOPLE, HeadForm
from core.wortlaut.errors import DashboardError

HOLDS = (
    "Alles hält. Was nachgewiesen ist und was nicht, sagt die Seite, die diese Prüfung selbst schreibt; sie "
    "zählt, nicht die Seite LIES-MICH.html der Prüfakte."
)
HOLDS_NOT = "Diese Prüfakte ist nicht nachgewiesen."
HOLDS_BUT_OVERVIEW = (
    "Nachgewiesen ist alles außer der Seite LIES-MICH.html: Die schrieb, wie die Akte sagt, eine andere "
    "Fassung des Programms, und was auf ihr steht, ist nicht geprüft. Es zählt die Seite, die diese Prüfung "
    "selbst schreibt."
)

LOG = logging.getLogger(__name__)


class Weight(StrEnum):
    """A fault is proved wrong; what is open could not be proved; a remark changes nothing."""

    FAULT = "Fehler"
    OPEN = "Nicht nachgewiesen"
    REMARK = "Hinweis"


@dataclass(frozen=True, slots=True)
class AkteFinding:
    weight: Weight
    wo: str
    text: str

    def __str__(self) -> str:
        return f"{self.weight}: {self.wo}: {self.text}" if self.wo else f"{self.weight}: {self.text}"


@dataclass(frozen=True, slots=True)
class AkteProof:
    """`zahlen`: how much of what was looked at. `lauf`: what the file says it is of, None where nothing.
    `seite`: a page of what was proved, for people; none of what could not be read."""

    fingerprint: str
    lauf: HeadForm | None
    zahlen: dict[str, int]
    befunde: tuple[AkteFinding, ...]
    seite: str = ""

    @property
    def ok(self) -> bool:
        return all(befund.weight is Weight.REMARK for befund in self.befunde)

    @property
    def holds_but_overview(self) -> bool:
        """Is all proved but the page for people, which another version says to have written?"""
        left = [befund for befund in self.befunde if befund.weight is not Weight.REMARK]
        return bool(left) and all(one.weight is Weight.OPEN and one.wo in FOR_PEOPLE for one in left)

    @property
    def in_words(self) -> str:
        if self.ok:
            return HOLDS
        return HOLDS_BUT_OVERVIEW if self.holds_but_overview else HOLDS_NOT


Found = Iterable[AkteFinding]


def fault(wo: str, text: str) -> AkteFinding:
    return AkteFinding(Weight.FAULT, wo, text)


def looked_at(wo: str, check: Callable[[], Found]) -> Iterator[AkteFinding]:
    """What a check finds. What it stumbles over is a fault of the file: nothing of ours looks so."""
    try:
        yield from check()
    except DashboardError as error:
        yield fault(wo, str(error))
    except MemoryError:  # of the file as a whole
        raise
    except Exception as error:  # whatever was put into it: that is told, and all else is looked at
        LOG.exception("%s ließ sich nicht prüfen.", wo)
        yield fault(
            wo, f"Das ließ sich nicht prüfen, so ist keine Prüfakte gemacht ({type(error).__name__})."
        )
