"""What papers tell of one Drucksache: by their bare text, or with each sentence on its page."""

from collections.abc import Sequence

from core.antrag.antrag import number_of
from core.decisions.committee_votes import READ_SECONDS, VotePaper, committee_votes
from core.decisions.kept_decision import PaperKind
from core.decisions.protokoll_votes import settled, votes_on
from core.decisions.roster import Roster
from core.decisions.sides import Decision
from core.errors import EingabeError
from core.programme.pdf_processes import Aim, apart


def drucksache_of(text: str) -> str:
    number = number_of(text)
    if not number:
        raise EingabeError(f"„{text[:40]}“ ist keine Drucksache. Erwartet wird eine Nummer wie 18/1234.")
    return number


def bound_decisions(drucksache: str, art: PaperKind, paper: VotePaper, roster: Roster) -> list[Decision]:
    """Of a committee each, of a Protokoll what became of it at last."""
    found = _told(drucksache, art, paper.text, roster, paper.name)
    return _at_last(art, [paper.bound(one) for one in found])


def plain_decisions(drucksache: str, art: PaperKind, text: str, roster: Roster) -> list[Decision]:
    """The same bound to no page: to be compared, never to be shown."""
    return _at_last(art, _told(drucksache, art, text, roster, art) if text else [])


def _told(drucksache: str, art: PaperKind, text: str, roster: Roster, name: str) -> list[Decision]:
    """In a process apart, as all that reads somebody's text by many rules."""
    if art is PaperKind.PROTOKOLL:
        return apart(Aim.READ, name, votes_on, drucksache, text, roster, name, seconds=READ_SECONDS)
    found = apart(Aim.READ, name, committee_votes, text, roster, name, seconds=READ_SECONDS)
    return [one for one in found if one.drucksache == drucksache]


def _at_last(art: PaperKind, found: Sequence[Decision]) -> list[Decision]:
    if art is PaperKind.RECOMMENDATION:
        return list(found)
    last = settled(found)
    return [last] if last else []
