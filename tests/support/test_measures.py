"""The measures against examples that were computed by hand."""

import pytest

from core.models import Typ
from core.support.measures import (
    BelegZitat,
    Judgement,
    beleg_precision,
    beleg_recall,
    carries,
    direction_agrees,
    is_supported,
    needed,
)
from core.support.verdict import Verdict

JA, NEIN, ANDERES, OFFEN = Verdict


def one(lauf: str, score: float | None, *said: Verdict | None, typ: Typ = Typ.WAHLPROGRAMM) -> Judgement:
    zitate = tuple(BelegZitat(number, verdict) for number, verdict in enumerate(said))
    return Judgement(lauf, "SPD", typ, score, zitate)


# --- ALCE's own definitions, whatever the entailment --------------------------------------------------------


def entailed_by(*sets: set[int]) -> object:
    """A statement that is entailed by whatever holds one of these sets."""
    return lambda chosen: any(own <= chosen for own in sets)


@pytest.mark.parametrize(
    ("citations", "sets", "supported", "counts"),
    [
        (0, [set()], False, []),  # no citation: recall 0, nothing for precision
        (1, [{0}], True, [True]),
        (1, [], False, [False]),
        (2, [{0}], True, [True, False]),  # the second entails nothing, and the first does without it
        (2, [{0, 1}], True, [True, True]),  # neither alone, both together: each is needed
        (2, [{0}, {1}], True, [True, True]),  # each alone: not needed, but not irrelevant
        (3, [{0, 1}], True, [True, True, False]),
        (3, [{0, 1}, {1, 2}], True, [False, True, False]),  # 0 and 2 stand in for each other
        (2, [], False, [False, False]),
    ],
)
def test_recall_and_precision_of_one_statement_are_alces(
    citations: int, sets: list[set[int]], supported: bool, counts: list[bool]
) -> None:
    entails = entailed_by(*sets)
    assert is_supported(citations, entails) is supported  # type: ignore[arg-type]
    assert needed(citations, entails) == counts  # type: ignore[arg-type]


# --- on our unit --------------------------------------------------------------------------------------------

EXAMPLE = [
    one("a", 8, JA, ANDERES),  # carried; the second quote is irrelevant
    one("a", 3, NEIN, NEIN),  # carried, both count
    one("a", 7),  # no quote: not carried
    one("b", 9, JA, NEIN),  # one contradicts: not carried, no quote counts
    one("b", 2, ANDERES, OFFEN),  # nothing says no
    one("b", 5, JA),  # no direction
    one("c", 6, JA, None),  # not wholly checked
    one("c", None, JA),  # an abstention is no judgement with points
]


def test_beleg_recall() -> None:
    found = beleg_recall(EXAMPLE)
    assert (found.zaehler, found.nenner) == (2, 5)
    assert found.ausgelassen == {"Punkte ohne Richtung": 1, "nicht ganz geprüft": 1}
    assert [fall.lauf_id for fall in found.faelle if fall.zaehlt] == ["a", "a"]


def test_beleg_precision() -> None:
    found = beleg_precision(EXAMPLE)
    assert (found.zaehler, found.nenner) == (3, 8)
    assert [(fall.lauf_id, fall.zitat) for fall in found.faelle if fall.zaehlt] == [
        ("a", 0), ("a", 0), ("a", 1)
    ]  # fmt: skip


def test_interval_is_wilsons() -> None:
    bounds = beleg_recall(EXAMPLE).intervall
    assert bounds is not None
    assert (bounds.wert, bounds.von, bounds.bis) == pytest.approx((0.4, 0.1176, 0.7693), abs=1e-4)


def test_richtung_stimmt_where_any_quote_has_one() -> None:
    found = direction_agrees(EXAMPLE)
    assert (found.zaehler, found.nenner) == (2, 3)
    assert found.ausgelassen["ohne Zitat mit Richtung"] == 2


@pytest.mark.parametrize(
    ("score", "carried"), [(6, True), (5.9, False), (4.1, False), (4, False), (None, False)]
)
def test_points_of_six_and_more_are_carried_by_support(score: float | None, carried: bool) -> None:
    assert carries(one("a", score, JA))(frozenset({0})) is carried


@pytest.mark.parametrize(("score", "carried"), [(4, True), (0, True), (4.1, False), (6, False)])
def test_points_of_four_and_less_are_carried_by_contradiction(score: float, carried: bool) -> None:
    assert carries(one("a", score, NEIN))(frozenset({0})) is carried
