"""What the column „Beschlossen“ says of a listed Antrag, by what is stored and by what its source names."""

from dataclasses import replace
from datetime import date

import pytest

from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import Decision, KeptDecision, VotedOn, VoteSource
from core.features.decisions.stored_decisions import numbered
from core.features.decisions.told_votes import outcome_of
from core.runs.antraege import ListedAntrag
from pages.features.sources.listing import step_of

ONE = ListedAntrag("DIP", "BT 21/1", "21/1", "Brunnen", "Antrag", "Deutscher Bundestag", "BUND")
NAMED = replace(ONE, weitere=({"kurz": "BeschlEmpf", "art": "Beschlussempfehlung", "nummer": "21/9"},))
PLENARY, ADVICE = PaperKind.PROTOKOLL, PaperKind.RECOMMENDATION


def kept(
    art: PaperKind, on: VotedOn, adopted: bool | None, day: date | None = date(2026, 11, 12), reason: str = ""
) -> KeptDecision:
    source = VoteSource(art, "a.pdf", "a" * 64, ".pdf", datum=day)
    return numbered("BUND", source, [Decision("21/1", on, adopted, (), (), "Satz", reason)])[0]


@pytest.mark.parametrize(
    ("art", "on", "adopted", "said"),
    [
        (PLENARY, VotedOn.ITSELF, True, "angenommen am 12.11.2026 (Plenum)"),
        (PLENARY, VotedOn.ITSELF, False, "abgelehnt am 12.11.2026 (Plenum)"),
        (PLENARY, VotedOn.REJECTION, True, "abgelehnt am 12.11.2026 (Plenum)"),
        (PLENARY, VotedOn.ADOPTION, True, "angenommen am 12.11.2026 (Plenum)"),
        (PLENARY, VotedOn.REJECTION, False, "Empfehlung abgelehnt am 12.11.2026 (Plenum)"),
        (PLENARY, VotedOn.AMENDED, True, "Ausgang nicht feststellbar am 12.11.2026 (Plenum)"),
        (PLENARY, VotedOn.ITSELF, None, "Ausgang nicht feststellbar am 12.11.2026 (Plenum)"),
        (ADVICE, VotedOn.REJECTION, True, "Ablehnung empfohlen am 12.11.2026 (Ausschuss)"),
        (ADVICE, VotedOn.ADOPTION, True, "Annahme empfohlen am 12.11.2026 (Ausschuss)"),
    ],
)
def test_what_became_of_the_paper_itself_is_said(
    art: PaperKind, on: VotedOn, adopted: bool | None, said: str
) -> None:
    assert step_of(NAMED, [outcome_of(kept(art, on, adopted))]) == said


def test_the_plenary_goes_before_the_committee_and_both_before_the_list() -> None:
    advice = outcome_of(kept(ADVICE, VotedOn.REJECTION, True))
    plenary = outcome_of(kept(PLENARY, VotedOn.REJECTION, True, None))
    assert step_of(NAMED, [advice, plenary]) == step_of(NAMED, [plenary, advice]) == "abgelehnt (Plenum)"
    assert step_of(NAMED) == "Beschlussempfehlung 21/9" and step_of(ONE) == ""
