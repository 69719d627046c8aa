"""What a support checker is measured on: theses, what parties gave as their reasons, and what is right."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from core.calibration.items import Eichsatz, EichungItem
from core.errors import EingabeError
from core.support.forderung_pairs import BelegPair
from core.support.verdict import Verdict

LONGEST = 2_000
"""Characters of a reason: a passage of a Programm is no longer."""


class CaseKind(StrEnum):
    BEGRUENDUNG = "begruendung"
    VERNEINT = "verneint"
    FREMD = "fremd"

    def richtig(self, position: int) -> Verdict:
        """`position`: of the party, to the thesis as it stands in this case."""
        if self is CaseKind.FREMD:
            return Verdict.ANDERES
        return Verdict.STUETZT if position > 0 else Verdict.WIDERSPRICHT


@dataclass(frozen=True, slots=True)
class CheckerCase:
    """One question to the checker: does this reason carry this thesis?"""

    these: int
    item: EichungItem
    art: CaseKind
    frage: str
    begruendung: str

    @property
    def key(self) -> tuple[int, str, str, int]:
        return self.these, self.item.partei, str(self.art), 1

    @property
    def position(self) -> int:
        return -self.item.position if self.art is CaseKind.VERNEINT else self.item.position

    @property
    def paar(self) -> BelegPair:
        text = self.begruendung[:LONGEST]
        return BelegPair(self.item.partei, 0, text, text, str(self.these + 1), self.frage)


def checker_cases(satz: Eichsatz) -> list[CheckerCase]:
    """Of every party that takes a side and says why; in an order that tells nothing of what is right."""
    items = [item for item in satz.items if item.position and item.begruendung]
    if not items:
        raise EingabeError(
            f"{satz.name} nennt keine Begründungen von Parteien; daran wird ein Prüfmodell gemessen. Nehmen "
            "Sie eine Datei mit dem Feld „begruendung“."
        )
    found = [case for item in items for case in _cases(satz.thesen(), item)]
    return sorted([*found, *_others(satz, items)], key=_shuffled)


def _cases(thesen: dict[tuple[str, int, str], int], item: EichungItem) -> Iterator[CheckerCase]:
    number = thesen[item.wahl, item.jahr, item.these]
    yield CheckerCase(number, item, CaseKind.BEGRUENDUNG, item.these, item.begruendung)
    if item.verneint:
        yield CheckerCase(number, item, CaseKind.VERNEINT, item.verneint, item.begruendung)


def _others(satz: Eichsatz, items: Sequence[EichungItem]) -> Iterator[CheckerCase]:
    """Each thesis with what the same party says to another one of that election."""
    own: dict[tuple[str, int, str], list[EichungItem]] = defaultdict(list)
    for item in items:
        own[item.wahl, item.jahr, item.partei].append(item)
    thesen = satz.thesen()
    for (wahl, jahr, partei), said in own.items():
        if len(said) > 1:
            step = Random(f"{wahl} {jahr} {partei}").randrange(1, len(said))
            for place, item in enumerate(said):
                reason = said[(place + step) % len(said)].begruendung
                yield CheckerCase(thesen[wahl, jahr, item.these], item, CaseKind.FREMD, item.these, reason)


def _shuffled(case: CheckerCase) -> str:
    return hashlib.sha256(str(case.key).encode()).hexdigest()
