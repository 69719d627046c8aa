"""The passages with votes that we wrote, and what the rules make of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from core.base.settings import ROOT
from core.features.decisions.decision import Decision, Side
from core.features.decisions.fraktionen import Roster
from core.features.decisions.landtag_recommendations import recommendation_votes
from core.features.decisions.protokoll_votes import settled, votes_on
from core.programme.registry import Registry, load_registry

HERE = Path(__file__).parent
KNOWN, HELD_OUT = HERE / "satzformen.txt", HERE / "satzformen_probe.txt"
LOOKED_UP = HERE / "satzformen_gesucht.txt"
LANDTAGE, LANDTAGE_HELD_OUT = HERE / "satzformen_landtage.txt", HERE / "satzformen_landtage_probe.txt"
LANDTAGE_MISLEADING = HERE / "satzformen_landtage_irrefuehrend.txt"
MISLEADING = HERE / "satzformen_irrefuehrend.txt"


@cache
def registry() -> Registry:
    return load_registry(ROOT / "data" / "registry")


def roster(land: str = "BUND", day: date | None = date(2015, 3, 5)) -> Roster:
    return Roster(registry(), land, day)


@dataclass(frozen=True)
class Passage:
    land: str
    day: date
    drucksache: str
    of_committee: bool
    text: str
    expected: dict[str, str]

    @property
    def decision(self) -> Decision | None:
        there = roster(self.land, self.day)
        if self.of_committee:
            found = recommendation_votes(self.text, there, "Papier")
            return settled([one for one in found if one.drucksache == self.drucksache])
        return settled(votes_on(self.drucksache, self.text, there, "Protokoll"))

    @property
    def claimed(self) -> dict[str, str]:
        return sides_of(self.decision)


def sides_of(decision: Decision | None) -> dict[str, str]:
    sides = decision.sides if decision else ()
    return {one.partei: str(one.side) for one in sides if one.side is not Side.UNKNOWN}


def read_passages(path: Path) -> Iterator[Passage]:
    for block in path.read_text(encoding="utf-8").split("\n@ ")[1:]:
        head, *lines = block.strip().split("\n")
        land, day, drucksache, *kind = head.split()
        expected = next(line for line in lines if line.startswith("="))[1:].split(",")
        yield Passage(
            land,
            date.fromisoformat(day),
            drucksache,
            bool(kind),
            "\n".join(line for line in lines if not line.startswith("=")),
            dict(one.strip().rsplit(" ", 1) for one in expected if one.strip()),  # type: ignore[misc]
        )


def score(passages: list[Passage]) -> tuple[int, int, int]:
    """How many sides there are to tell, how many are told rightly, how many wrongly."""
    told = [(one.expected, one.claimed) for one in passages]
    right = sum(claimed.get(p) == side for expected, claimed in told for p, side in expected.items())
    wrong = sum(expected.get(p) != side for expected, claimed in told for p, side in claimed.items())
    return sum(len(expected) for expected, _ in told), right, wrong
