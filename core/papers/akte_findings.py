"""What a proof of a Prüfakte found: each in a German sentence, and what it means for the whole."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.errors import DashboardError
from core.papers.contents import HeadForm

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
    """`zahlen`: how much of what was looked at. `lauf`: what the file says it is of, None where nothing."""

    fingerprint: str
    lauf: HeadForm | None
    zahlen: dict[str, int]
    befunde: tuple[AkteFinding, ...]

    @property
    def ok(self) -> bool:
        return all(befund.weight is Weight.REMARK for befund in self.befunde)


Found = Iterable[AkteFinding]


def fault(wo: str, text: str) -> AkteFinding:
    return AkteFinding(Weight.FAULT, wo, text)


def looked_at(wo: str, check: Callable[[], Found]) -> Iterator[AkteFinding]:
    """What a check finds. What it stumbles over is a fault of the file: nothing of ours looks so."""
    try:
        yield from check()
    except DashboardError as error:
        yield fault(wo, str(error))
    except Exception as error:  # whatever was put into it: that is told, and all else is looked at
        LOG.exception("%s ließ sich nicht prüfen.", wo)
        yield fault(
            wo, f"Das ließ sich nicht prüfen, so ist keine Prüfakte gemacht ({type(error).__name__})."
        )
