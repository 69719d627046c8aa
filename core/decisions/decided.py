"""What papers and sheets show of one Drucksache: committees first, then the plenary, then roll calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.antrag.antrag import number_of
from core.decisions.committee_votes import READ_SECONDS, VotePaper, committee_votes, read_vote_paper
from core.decisions.kept_decision import PaperKind
from core.decisions.protokoll_votes import settled, votes_on
from core.decisions.roll_calls import read_head, read_roll_call, roll_call_decision
from core.decisions.roster import Roster
from core.decisions.sides import Decision, VotedOn
from core.errors import EingabeError
from core.programme.pdf_processes import Aim, apart
from core.programme.registry import Registry, find_bundesland


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
    number = number_of(text)
    if not number:
        raise EingabeError(f"„{text[:40]}“ ist keine Drucksache. Erwartet wird eine Nummer wie 18/1234.")
    return number


def decisions_on(drucksache: str, sources: VoteSources, registry: Registry) -> list[Decision]:
    land = find_bundesland(registry, sources.land)
    of_committees = [
        decision
        for path in sources.recommendations
        for decision in of_committee(drucksache, read_vote_paper(path), registry, land, sources.day)
    ]
    advice = next((one.voted_on for one in of_committees), None)
    told_there = [
        decision
        for path in sources.protokolle
        for decision in in_plenary(drucksache, read_vote_paper(path), registry, land, sources.day)
    ]
    roster = Roster(registry, land, sources.day)
    called = [
        by_roll_call(drucksache, sheet, read_vote_paper(head).text, sources.typ, advice, roster)
        for sheet, head in sources.sheets
    ]
    return [*of_committees, *told_there, *called]


def of_committee(
    drucksache: str, paper: VotePaper, registry: Registry, land: str, day: date | None
) -> list[Decision]:
    roster = Roster(registry, land, day or paper.day)
    found = apart(
        Aim.READ, paper.name, _told_by_committee, paper.text, roster, paper.name, seconds=READ_SECONDS
    )
    return [paper.bound(one) for one in found if one.drucksache == drucksache]


def _told_by_committee(text: str, roster: Roster, name: str) -> list[Decision]:
    """In a process apart, as all that reads somebody's text by many rules."""
    return list(committee_votes(text, roster, name))


def in_plenary(
    drucksache: str, paper: VotePaper, registry: Registry, land: str, day: date | None
) -> list[Decision]:
    """What became of it at last, where the Protokoll has any vote on it."""
    roster, name = Roster(registry, land, day or paper.day), paper.name
    found = apart(Aim.READ, name, votes_on, drucksache, paper.text, roster, name, seconds=READ_SECONDS)
    last = settled([paper.bound(one) for one in found])
    return [last] if last else []


def plain_decisions(drucksache: str, text: str, art: PaperKind, roster: Roster) -> list[Decision]:
    """What a paper's bare text tells, bound to no page: to be compared, never to be shown."""
    if not text:
        return []
    if art is PaperKind.RECOMMENDATION:
        found = apart(Aim.READ, art, _told_by_committee, text, roster, art, seconds=READ_SECONDS)
        return [one for one in found if one.drucksache == drucksache]
    last = settled(apart(Aim.READ, art, votes_on, drucksache, text, roster, art, seconds=READ_SECONDS))
    return [last] if last else []


def by_roll_call(
    drucksache: str, sheet: Path, head: str, typ: str, advice: VotedOn | None, roster: Roster
) -> Decision:
    """`advice`: what the Beschlussempfehlung wanted done with it, where that was read."""
    return roll_call_decision(read_roll_call(sheet, roster), read_head(head), drucksache, typ, advice)
