"""Which side each Fraktion took, in passages as chairs and committees word them."""

from datetime import date

import pytest

from core.features.decisions.decision import Side, VotedOn
from core.features.decisions.protokoll_votes import settled, votes_on
from tests.decisions.passages import (
    HELD_OUT,
    KNOWN,
    LANDTAGE,
    LANDTAGE_HELD_OUT,
    LANDTAGE_MISLEADING,
    LOOKED_UP,
    MISLEADING,
    Passage,
    read_passages,
    roster,
    score,
    sides_of,
)

FILES = (
    KNOWN, HELD_OUT, LOOKED_UP, MISLEADING, LANDTAGE, LANDTAGE_HELD_OUT, LANDTAGE_MISLEADING
)  # fmt: skip
TOLD = (KNOWN, HELD_OUT, LOOKED_UP, LANDTAGE, LANDTAGE_HELD_OUT)
PASSAGES = [passage for file in FILES for passage in read_passages(file)]


def test_there_are_enough_passages() -> None:
    assert len(PASSAGES) >= 450
    assert len({passage.land for passage in PASSAGES}) == 17


@pytest.mark.parametrize(
    "passage", PASSAGES, ids=lambda one: f"{one.land}-{one.drucksache}".replace("/", "-")
)
def test_no_side_is_claimed_that_the_passage_does_not_show(passage: Passage) -> None:
    assert {p: s for p, s in passage.claimed.items() if passage.expected.get(p) != s} == {}


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_nearly_every_side_is_told(path: object) -> None:
    total, right, wrong = score(list(read_passages(path)))  # type: ignore[arg-type]
    assert wrong == 0 and right >= 0.95 * total


REJECTION = (
    "Der Ausschuss empfiehlt in seiner Beschlussempfehlung auf Drucksache 18/2, den Antrag der Fraktion Die "
    "Linke auf Drucksache 18/1 abzulehnen. Wer stimmt für diese Beschlussempfehlung? – Wer stimmt dagegen? – "
    "Die Beschlussempfehlung ist mit den Stimmen der Koalition gegen die Stimmen der Opposition angenommen."
)


def test_a_yes_to_a_recommendation_to_reject_is_a_no_to_the_motion() -> None:
    decision = settled(votes_on("18/1", REJECTION, roster(), "Protokoll"))
    assert decision and decision.voted_on is VotedOn.REJECTION and decision.adopted
    assert ("CDU", Side.NO) in [(one.partei, one.side) for one in decision.sides]
    assert next(one.cast for one in decision.sides if one.partei == "CDU") is Side.YES


def test_the_recommendation_s_own_number_is_not_the_motion() -> None:
    assert votes_on("18/2", REJECTION, roster(), "Protokoll") == []


def test_who_the_coalition_is_stands_in_the_table_of_governments() -> None:
    now, before = roster(day=date(2015, 3, 5)), roster(day=date(2010, 3, 5))
    assert sides_of(settled(votes_on("18/1", REJECTION, now, "")))["SPD"] == "dagegen"
    assert sides_of(settled(votes_on("18/1", REJECTION, before, "")))["SPD"] == "dafür"
    assert sides_of(settled(votes_on("18/1", REJECTION, roster(day=None), ""))) == {}


def test_the_government_of_the_term_before_is_no_coalition() -> None:
    """Between the election of 2013 and the new government the old one, with the FDP, was still in office."""
    assert roster(day=date(2013, 11, 28)).coalition == ()
    assert sides_of(settled(votes_on("18/1", REJECTION, roster(day=date(2013, 11, 28)), ""))) == {}


def test_two_votes_that_differ_settle_nothing() -> None:
    other = REJECTION.replace("der Koalition", "der Opposition", 1).replace(
        "die Stimmen der Opposition", "die Stimmen der Koalition"
    )
    decision = settled(votes_on("18/1", f"{REJECTION}\n{other}", roster(), "Protokoll"))
    assert decision and "mehrmals verschieden" in decision.reason and sides_of(decision) == {}


def test_the_words_that_tell_a_side_and_the_rule_go_with_it() -> None:
    decision = settled(votes_on("18/1", REJECTION, roster(), "Protokoll 18/90"))
    assert decision and decision.rule
    assert {one.partei: one.words for one in decision.sides}["LINKE"] == "gegen die Stimmen der Opposition"
    put, result = decision.evidence
    assert "Drucksache 18/1 abzulehnen" in put.text and result.text.endswith("angenommen.")
    assert put.text == REJECTION[put.start : put.start + len(put.text)]


def test_a_fraktion_of_which_only_some_are_named_has_no_side() -> None:
    text = (
        "Wer stimmt für den Antrag auf Drucksache 18/3? – Wer stimmt dagegen? – Der Antrag ist mit den "
        "Stimmen der CDU/CSU gegen die Stimmen einiger Abgeordneter der SPD abgelehnt."
    )
    decision = settled(votes_on("18/3", text, roster(), "Protokoll"))
    assert sides_of(decision) == {"CDU": "dagegen"}
    assert decision and {one.partei: one.note for one in decision.sides}["SPD"]


ASKED = "Wer stimmt für den Antrag auf Drucksache 18/3? – Wer stimmt dagegen? – Der Antrag ist "


def test_ayes_and_noes_by_name_are_told_from_what_was_put() -> None:
    """„Mit den Ja-Stimmen der Linken abgelehnt“ once made the Linke vote against its own motion."""
    text = f"{ASKED}mit den Ja-Stimmen der Linken gegen die Nein-Stimmen von CDU/CSU und SPD abgelehnt."
    claimed = sides_of(settled(votes_on("18/3", text, roster(), "")))
    assert claimed == {"LINKE": "dafür", "CDU": "dagegen", "SPD": "dagegen"}


@pytest.mark.parametrize(
    ("beside", "claimed"),
    [
        ("ohne Enthaltungen einstimmig", ["CDU", "GRÜNE", "LINKE", "SPD"]),
        ("einstimmig bei Enthaltung der Linken", ["CDU", "GRÜNE", "SPD"]),
        ("bei mehreren Enthaltungen einstimmig", []),
    ],
)
def test_unanimous_is_told_of_those_of_whom_it_is_sure(beside: str, claimed: list[str]) -> None:
    decision = settled(votes_on("18/3", f"{ASKED}{beside} angenommen.", roster(), ""))
    assert sorted(partei for partei, side in sides_of(decision).items() if side == "dafür") == claimed
    assert decision and all(one.note for one in decision.sides if one.side is Side.UNKNOWN)


@pytest.mark.parametrize(
    ("wanted", "is_told"),
    [
        ("den Antrag auf Drucksache 18/3 nicht anzunehmen", False),
        ("dem Antrag auf Drucksache 18/3 die Zustimmung zu versagen", False),
        ("den Antrag „Kein Fracking, nicht hier“ auf Drucksache 18/3 anzunehmen", True),
    ],
)
def test_a_negated_recommendation_is_not_interpreted(wanted: str, is_told: bool) -> None:
    text = (
        f"Der Ausschuss empfiehlt, {wanted}. Wer stimmt für diese Beschlussempfehlung? – Wer stimmt "
        "dagegen? – Die Beschlussempfehlung ist mit den Stimmen der Koalition gegen die Stimmen der "
        "Opposition angenommen."
    )
    decision = settled(votes_on("18/3", text, roster(), ""))
    assert decision and bool(sides_of(decision)) is is_told and ("verneint" in decision.reason) is not is_told


AMENDED_FIRST = (
    "Zum Antrag auf Drucksache 18/3 liegt ein Änderungsantrag der Linken vor. Wer stimmt dafür? – Wer stimmt "
    "dagegen? – "
)


@pytest.mark.parametrize(
    ("result", "claimed"),
    [
        ("Damit ist der Antrag mit den Stimmen von CDU/CSU und SPD abgelehnt.", {}),
        (
            "Wer stimmt für den Antrag auf Drucksache 18/3? – Wer stimmt dagegen? – Damit ist der "
            "Antrag mit den Stimmen von CDU/CSU und SPD abgelehnt.",
            {"CDU": "dagegen", "SPD": "dagegen"},
        ),
    ],
    ids=["the amendment may be meant", "the paper itself is called for"],
)
def test_an_amendment_s_vote_is_not_the_paper_s(result: str, claimed: dict[str, str]) -> None:
    decision = settled(votes_on("18/3", AMENDED_FIRST + result, roster(), ""))
    assert decision and sides_of(decision) == claimed and bool(decision.reason) is not bool(claimed)


BEFORE = (
    "Der Ausschuss empfiehlt, den Antrag auf Drucksache 18/1 abzulehnen. Wer stimmt für diese "
    "Beschlussempfehlung? – Wer stimmt dagegen? – Die Beschlussempfehlung ist mit den Stimmen der Koalition "
    "gegen die Stimmen der Opposition angenommen."
)
AFTER = (
    "Der Ausschuss empfiehlt, den Antrag auf Drucksache 18/2 abzulehnen. Wer stimmt für diese "
    "Beschlussempfehlung? – Wer stimmt dagegen? – Auch diese Beschlussempfehlung ist mit demselben "
    "Stimmenverhältnis angenommen."
)


def test_the_same_ratio_is_told_with_both_sentences() -> None:
    text = f"{BEFORE} {AFTER}"
    decision = settled(votes_on("18/2", text, roster(), "Protokoll"))
    assert decision and sides_of(decision)["LINKE"] == "dafür"
    before, put, result = decision.evidence
    assert before.text.endswith("gegen die Stimmen der Opposition angenommen.")
    assert "Drucksache 18/2" in put.text and "demselben Stimmenverhältnis" in result.text
    assert all(text[one.start :].startswith(one.text) for one in decision.evidence)
    assert {one.partei: one.words for one in decision.sides}["CDU"].startswith(
        "wie in der Abstimmung davor: "
    )


@pytest.mark.parametrize(
    "between",
    [
        "Wer stimmt für den Antrag auf Drucksache 18/9? – Wer stimmt dagegen? – So machen wir das.",
        "Wer stimmt für den Gesetzentwurf auf Drucksache 18/9? – Der Gesetzentwurf ist angenommen.",
        "Wer stimmt für die Beschlussempfehlung auf Drucksache 18/9? – Die Empfehlung ist abgelehnt.",
        "Das war eine lange Rede. " * 300,
    ],
    ids=["a result that nobody understood", "another kind", "another outcome", "a speech"],
)
def test_where_another_vote_may_be_meant_nobody_has_a_side(between: str) -> None:
    assert sides_of(settled(votes_on("18/2", f"{BEFORE} {between} {AFTER}", roster(), ""))) == {}


def test_without_a_vote_before_it_the_same_ratio_says_nothing() -> None:
    assert sides_of(settled(votes_on("18/2", AFTER, roster(), ""))) == {}


def test_a_call_for_ayes_is_no_recommendation() -> None:
    """„Wer dieser Beschlussempfehlung zustimmt“ once was read as one to adopt the motion."""
    text = (
        "Der Ausschuss empfiehlt, den Antrag auf Drucksache 18/1 abzulehnen. Wer dieser Beschlussempfehlung "
        "seine Zustimmung erteilt, den bitte ich um sein Kartenzeichen. – Das ist die Koalition. Wer ist "
        "dagegen? – Die Opposition. Damit ist diese Beschlussempfehlung angenommen worden."
    )
    decision = settled(votes_on("18/1", text, roster(), ""))
    assert decision and decision.voted_on is VotedOn.REJECTION and sides_of(decision)["CDU"] == "dagegen"
