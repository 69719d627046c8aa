"""What changed against the base column, the largest first."""

from core.features.vergleich.changes import changes
from core.wortlaut.records import Typ
from tests.vergleich.tafel import tafel

WP = Typ.WAHLPROGRAMM


def test_the_largest_change_stands_first_and_what_stayed_is_left_out() -> None:
    found = changes(
        tafel({"alt": [[[5, 5]], [[5, 2]], [[1, 1]]], "neu": [[[6, 5]], [[5, 5]], [["keine Wertung", 1]]]}),
        0,
        WP,
    )
    places = [(row.antrag, row.partei) for row in found]
    assert places == [("a2", "LINDENBUND"), ("a1", "MUEHLRAD"), ("a0", "LINDENBUND")]
    first, second, _ = (row.zellen[1] for row in found)
    assert (first.von, first.nach, first.punkte) == (1, None, None) and second.punkte == 3


def test_a_change_that_repeats_alone_make_is_called_usual() -> None:
    found = changes(tafel({"alt": [[[4], [7]]], "neu": [[[7]]]}, parteien=["P"]), 0, WP)
    assert (found[0].zellen[1].punkte, found[0].zellen[1].is_usual) == (1.5, True)


def test_dropped_quotes_are_a_change_too_but_a_failure_is_none() -> None:
    points = {"alt": [[[5]], [[5]]], "neu": [[[5]], [["fehlgeschlagen"]]]}
    found = changes(tafel(points, parteien=["P"], zitate={"alt": [(3, 3)] * 2, "neu": [(1, 3)] * 2}), 0, WP)
    assert [(row.antrag, row.zellen[1].verworfen) for row in found] == [("a0", (0, 2))]
