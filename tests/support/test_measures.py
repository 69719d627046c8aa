"""The measures against examples that were computed by hand."""

import pytest

from core.models import Typ
from core.support.grounded_reasons import begruendung_fidelity, is_grounded, is_trivial
from core.support.measures import (
    BelegZitat,
    Judgement,
    beleg_precision,
    beleg_recall,
    carries,
    direction_agrees,
    enthaltung,
    enthaltung_rightly,
    is_supported,
    needed,
    zitat_length,
)
from core.support.verdict import Verdict

JA, NEIN, ANDERES, OFFEN = Verdict


def one(lauf: str, score: float | None, *said: Verdict | None, typ: Typ = Typ.WAHLPROGRAMM) -> Judgement:
    zitate = tuple(BelegZitat(number, 50, verdict) for number, verdict in enumerate(said))
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
    assert found.je_lauf == pytest.approx((2 / 3 + 0 / 2) / 2)
    assert [fall.lauf_id for fall in found.faelle if fall.zaehlt] == ["a", "a"]


def test_beleg_precision() -> None:
    found = beleg_precision(EXAMPLE)
    assert (found.zaehler, found.nenner) == (3, 8)
    assert [(fall.lauf_id, fall.zitat) for fall in found.faelle if fall.zaehlt] == [
        ("a", 0), ("a", 0), ("a", 1)
    ]  # fmt: skip
    assert found.je_lauf == pytest.approx((3 / 4 + 0 / 4) / 2)


def test_a_lauf_without_any_quote_counts_as_nothing_in_alces_mean() -> None:
    both = [one("a", 8, JA), one("b", 8)]
    assert beleg_precision(both).je_lauf == 0.5 and beleg_recall(both).je_lauf == 0.5
    assert (beleg_precision(both).zaehler, beleg_precision(both).nenner) == (1, 1)
    assert beleg_recall([]).je_lauf is None and beleg_recall([]).intervall is None


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


def test_abstention_is_right_where_no_quote_says_yes_or_no() -> None:
    cases = [
        one("a", None, ANDERES),  # rightly
        one("a", None, ANDERES, OFFEN),  # rightly
        one("a", None, JA),  # wrongly
        one("a", None),  # nobody can tell
        one("a", None, None),  # nobody has looked
        one("a", 7, JA),
        Judgement("a", "SPD", Typ.PARTEIPROGRAMM, None, vorgelegt=False),
    ]
    silent, rightly = enthaltung(cases), enthaltung_rightly(cases)
    assert (silent.zaehler, silent.nenner, silent.ausgelassen) == (5, 6, {"keine Quellen": 1})
    assert (rightly.zaehler, rightly.nenner, rightly.ausgelassen) == (2, 3, {"ohne geprüftes Zitat": 2})


def test_zitatlaenge_is_a_mean_with_students_interval() -> None:
    quotes = tuple(BelegZitat(number, length) for number, length in enumerate((10, 20, 30)))
    letters, count, mean = zitat_length([Judgement("a", "SPD", Typ.WAHLPROGRAMM, 7, quotes)])
    assert (letters, count, mean.wert) == (60, 3, 20)
    assert (mean.von, mean.bis) == pytest.approx(
        (20 - 24.841, 20 + 24.841), abs=1e-3
    )  # t = 4,303; s/√3 = 5,774


# --- reasons ------------------------------------------------------------------------------------------------

PASSAGE = "Wir stellen bis 2030 an jeder Schule im Land einen Brunnen auf."
ANTRAG = "Jede Schule erhält einen Trinkbrunnen."


@pytest.mark.parametrize(
    ("satz", "found"),
    [
        ("Die Schulen im Land erhalten Brunnen.", True),
        ("Bis 2030 stellen die Schulen im Land Brunnen auf.", True),
        ("Bis 2035 stellen die Schulen im Land Brunnen auf.", False),  # a number that was nowhere
        ("Zu Forderung 2: Schulen im Land stellen Brunnen auf.", True),  # which Forderung is no number of it
        ("Schulen im Land bekommen kostenlose Getränke.", False),  # other words
        ("Trinkbrunnen erhält jede Schule allein.", False),
    ],
)
def test_sentence_is_found_where_all_its_words_and_numbers_were_shown(satz: str, found: bool) -> None:
    assert is_grounded(satz, [PASSAGE], ANTRAG) is found


def test_nothing_is_found_where_nothing_was_shown() -> None:
    assert not is_grounded("Jede Schule erhält einen Trinkbrunnen.", [], ANTRAG)


def test_trivial_sentences_are_left_out_and_counted() -> None:
    assert is_trivial("Das Programm will dasselbe.") and not is_trivial("Schulen im Land erhalten Brunnen.")
    reason = (
        "Das Programm will dasselbe. Die Schulen im Land erhalten Brunnen. Busse fahren abends stündlich."
    )
    found = begruendung_fidelity([("a", "SPD", Typ.WAHLPROGRAMM, reason, [PASSAGE], ANTRAG)])
    assert (found.zaehler, found.nenner) == (1, 2)
    assert found.ausgelassen == {"Sätze ohne eigene Aussage": 1}
    assert [fall.satz for fall in found.faelle] == [
        "Die Schulen im Land erhalten Brunnen.", "Busse fahren abends stündlich."
    ]  # fmt: skip
