"""Each party's vote out of several papers, and what it is beside the points of its Programm."""

from dataclasses import replace
from datetime import date

import pytest

from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import Decision, FraktionSide, KeptDecision, Side, VotedOn, VoteSource
from core.features.decisions.fraktionen import CONTRADICTING, UNNAMED, Fit, fit, party_votes
from tests.decisions.passages import registry


def kept(art: PaperKind, sides: dict[str, Side], **changes: object) -> KeptDecision:
    told = tuple(FraktionSide(partei, side, side, partei) for partei, side in sides.items())
    decision = Decision("18/1", VotedOn.ITSELF, True, told, (), "Satz")
    source = VoteSource(art, "papier.pdf", "a" * 64, ".pdf", datum=date(2015, 3, 5))
    return replace(KeptDecision("1", "BUND", source, decision, ()), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("score", "side", "expected"),
    [
        (6.0, Side.YES, Fit.MATCHES),
        (4.0, Side.NO, Fit.MATCHES),
        (9.0, Side.NO, Fit.DEVIATES),
        (1.0, Side.YES, Fit.DEVIATES),
        (5.0, Side.YES, Fit.UNKNOWN),
        (9.0, Side.ABSTAINED, Fit.UNKNOWN),
        (9.0, Side.SPLIT, Fit.UNKNOWN),
        (9.0, Side.UNKNOWN, Fit.UNKNOWN),
        (None, Side.YES, Fit.UNKNOWN),
        (None, Side.NO, Fit.UNKNOWN),
    ],
)
def test_only_clear_points_and_a_clear_side_are_compared(
    score: float | None, side: Side, expected: Fit
) -> None:
    assert fit(score, side) is expected


def test_the_plenary_counts_before_the_committee_where_it_says_a_side() -> None:
    committee = kept(PaperKind.RECOMMENDATION, {"SPD": Side.NO, "GRÜNE": Side.ABSTAINED})
    plenary = kept(PaperKind.PROTOKOLL, {"SPD": Side.YES})
    votes = party_votes(registry(), [committee, plenary], ["SPD", "GRÜNE", "FDP"])
    assert (votes["SPD"].side, votes["SPD"].stage) == (Side.YES, "Plenum")
    assert (votes["GRÜNE"].side, votes["GRÜNE"].stage) == (Side.ABSTAINED, "Ausschuss")
    assert (votes["FDP"].side, votes["FDP"].note) == (Side.UNKNOWN, UNNAMED)


def test_two_sources_of_the_plenary_that_contradict_each_other_give_no_side() -> None:
    papers = [kept(PaperKind.PROTOKOLL, {"SPD": Side.YES}), kept(PaperKind.ROLL_CALL, {"SPD": Side.NO})]
    vote = party_votes(registry(), papers, ["SPD"])["SPD"]
    assert vote.side is Side.UNKNOWN and vote.note == CONTRADICTING


def test_an_uncertain_decision_gives_no_side() -> None:
    sides = {"SPD": Side.YES}
    doubted = kept(PaperKind.PROTOKOLL, sides)
    doubted = replace(doubted, decision=replace(doubted.decision, reason="Mehrere Vorlagen."))
    vote = party_votes(registry(), [doubted], ["SPD"])["SPD"]
    assert vote.side is Side.UNKNOWN and vote.note == "Mehrere Vorlagen."


def test_the_union_votes_as_one_in_the_bundestag_and_the_coalition_is_named() -> None:
    votes = party_votes(registry(), [kept(PaperKind.PROTOKOLL, {"CDU": Side.NO})], ["CDU", "CSU", "LINKE"])
    assert votes["CDU"].side is votes["CSU"].side is Side.NO
    assert votes["CDU"].is_coalition and not votes["LINKE"].is_coalition
