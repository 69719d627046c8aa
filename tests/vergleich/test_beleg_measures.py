"""The measures against examples that were computed by hand."""

import pytest

from core.features.vergleich.beleg_measures import (
    BelegZitat,
    Judgement,
    beleg_precision,
    beleg_recall,
    direction_agrees,
    is_supported,
)
from core.llm.verdict import Verdict
from core.wortlaut.records import Typ

JA, NEIN, ANDERES, OFFEN = Verdict


def one(lauf: str, score: float | None, *said: Verdict | None, typ: Typ = Typ.WAHLPROGRAMM) -> Judgement:
    zitate = tuple(BelegZitat(number, verdict) for number, verdict in enumerate(said))
    return Judgement(lauf, "SPD", typ, score, zitate)


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


def test_richtung_stimmt_where_any_quote_has_one() -> None:
    found = direction_agrees(EXAMPLE)
    assert (found.zaehler, found.nenner) == (2, 3)
    assert found.ausgelassen["ohne Zitat mit Richtung"] == 2


@pytest.mark.parametrize(
    ("score", "verdict", "carried"),
    [
        (6, JA, True), (5.9, JA, False), (4.1, JA, False), (4, JA, False), (None, JA, False),
        (4, NEIN, True), (0, NEIN, True), (4.1, NEIN, False), (6, NEIN, False),
    ],
)  # fmt: skip
def test_points_of_six_are_carried_by_support_and_of_four_by_contradiction(
    score: float | None, verdict: Verdict, carried: bool
) -> None:
    assert is_supported(one("a", score, verdict)) is carried
