"""What papers and sheets show of one Drucksache: committees first, then the plenary, then roll calls."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.decisions.committee_votes import committee_votes
from core.decisions.protokoll_votes import settled, votes_on
from core.decisions.roll_calls import read_head, read_roll_call, roll_call_decision
from core.decisions.roster import Roster
from core.decisions.sides import Decision, VotedOn
from core.decisions.vote_papers import VotePaper, read_vote_paper
from core.errors import EingabeError
from core.programme.registry import Registry, find_bundesland

WANTED = re.compile(r"(\d{1,2}) ?/ ?0*(\d{1,6})(?: ?\(neu\))?")


@dataclass(frozen=True, slots=True)
class VoteSources:
    """Where to look. Each sheet goes with the head of its official result, as text.

    `day`: who sat and governed then; without it that of each paper.
    """

    land: str
    typ: str
    day: date | None
    recommendations: Sequence[Path] = ()
    protokolle: Sequence[Path] = ()
    sheets: Sequence[tuple[Path, Path]] = ()


def drucksache_of(text: str) -> str:
    match = WANTED.fullmatch(text.strip())
    if match is None:
        raise EingabeError(f"„{text[:40]}“ ist keine Drucksache. Erwartet wird eine Nummer wie 18/1234.")
    return f"{match[1]}/{match[2]}"


def decisions_on(drucksache: str, sources: VoteSources, registry: Registry) -> list[Decision]:
    land = find_bundesland(registry, sources.land)
    of_committees = [
        decision
        for path in sources.recommendations
        for decision in _of_committee(drucksache, read_vote_paper(path), registry, land, sources.day)
    ]
    advice = next((one.voted_on for one in of_committees), None)
    in_plenary = [_in_plenary(drucksache, path, registry, land, sources.day) for path in sources.protokolle]
    called = [
        _called(drucksache, sheet, head, sources.typ, advice, Roster(registry, land, sources.day))
        for sheet, head in sources.sheets
    ]
    return [*of_committees, *(one for one in in_plenary if one), *called]


def _of_committee(
    drucksache: str, paper: VotePaper, registry: Registry, land: str, day: date | None
) -> Iterator[Decision]:
    roster = Roster(registry, land, day or paper.day)
    for one in committee_votes(paper.text, roster, paper.name):
        if one.drucksache == drucksache:
            yield paper.bound(one)


def _in_plenary(
    drucksache: str, path: Path, registry: Registry, land: str, day: date | None
) -> Decision | None:
    paper = read_vote_paper(path)
    found = votes_on(drucksache, paper.text, Roster(registry, land, day or paper.day), paper.name)
    return settled([paper.bound(one) for one in found])


def _called(
    drucksache: str, sheet: Path, head: Path, typ: str, advice: VotedOn | None, roster: Roster
) -> Decision:
    words = read_vote_paper(head).text
    return roll_call_decision(read_roll_call(sheet, roster), read_head(words), drucksache, typ, advice)
