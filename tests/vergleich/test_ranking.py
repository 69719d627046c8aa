"""Whether the order of columns holds, on tables with a known answer; the bench says how often it is right."""

from collections.abc import Sequence

import pytest

from core.features.vergleich.ranking import RankedBy, Ranking, ranking
from core.llm.catalogue import OFFLINE
from tests.vergleich.tafel import AbschnittWertung, spalte, tafel

LEVEL = (5.0, 6.0, 4.0, 7.0, 3.0, 5.0, 6.0, 4.0, 7.0, 3.0)
"""Points of ten Anträge, which differ more than most columns do."""

NOISE = (0.3, -0.3, 0.2, -0.2, 0.1, -0.1, 0.4, -0.4, 0.25, -0.25)


def _ranked(*columns: Sequence[AbschnittWertung]) -> Ranking:
    """Columns A, B … by their points, one per Antrag."""
    table = {name: [[[one]] for one in own] for name, own in zip("ABCDEF", columns, strict=False)}
    found = ranking(tafel(table, parteien=["P"]), RankedBy.PUNKTE)
    assert found is not None
    return found


def _above(by: float, noise: Sequence[float] = (0.0,) * 10) -> list[AbschnittWertung]:
    return [level + by + one for level, one in zip(LEVEL, noise, strict=True)]


def test_an_order_that_every_antrag_shows_is_told_from_the_highest_down() -> None:
    found = _ranked(_above(0), _above(2, NOISE), _above(1, NOISE[::-1]))
    assert found.satz == "Die Reihenfolge steht fest: „B“ vor „C“ vor „A“."
    assert [one.spalte for one in found.spalten] == [1, 2, 0] and found.antraege == 10
    assert found.spalten[0].mittel.wert == pytest.approx(7)


def test_columns_that_only_scatter_are_not_put_in_order() -> None:
    found = _ranked(_above(0, NOISE), _above(0, NOISE[::-1]), _above(0))
    assert found.satz.endswith("ist nichts entschieden (alle Unterschiede schließen 0 ein).")
    two = _ranked(_above(0, NOISE), _above(0))
    assert two.satz.endswith("ist nichts entschieden (der Unterschied schließt 0 ein).")
    same = _ranked(_above(0), _above(0))
    assert same.satz == "Zwischen „A“ und „B“ ist nichts entschieden (auf jedem Antrag derselbe Wert)."


def test_what_is_decided_is_told_apart_from_what_is_not() -> None:
    found = _ranked(_above(0, NOISE), _above(2), _above(0, NOISE[::-1]))
    assert found.satz.startswith("Fest steht: „B“ vor „") and "vor „A“ und „C“" in found.satz.replace(
        "„C“ und „A“", "„A“ und „C“"
    )
    assert found.satz.endswith("ist nichts entschieden.")


def test_an_order_that_is_no_ladder_names_each_pair_that_stands() -> None:
    """B is between: not to be told from A above it, nor from C below it; A is above C."""
    wide = [3 * one for one in NOISE]
    found = _ranked(_above(1), _above(0.6, wide), _above(0.2))
    assert found.satz == "Fest steht nur: „A“ vor „C“; alles Übrige ist nicht entschieden."
    assert found.fest == {(0, 2)}


def test_few_antraege_prove_no_order_however_clear() -> None:
    found = _ranked([9, 9, 9, 9, 9], [1, 1, 1, 1, 1])
    assert "erst ab 6 Anträgen" in found.satz and found.satz.endswith("hier sind es 5.") and not found.fest


def test_intervals_of_means_leave_out_what_moves_all_columns() -> None:
    """The Anträge lie up to four points apart, the columns always one: that is told to the tenth."""
    (upper, lower) = _ranked(_above(1, NOISE), _above(0)).spalten
    assert upper.mittel.bis - upper.mittel.von < 0.5 and upper.mittel.von > lower.mittel.bis


def test_a_column_of_few_antraege_does_not_hide_the_order_of_the_others() -> None:
    found = _ranked(_above(2), _above(0, NOISE), [5.0, 5.0, *[None] * 8])
    assert found.satz == "Die Reihenfolge steht fest: „A“ vor „B“." and found.ausgelassen == (2,)


def test_the_built_in_search_and_a_lone_column_are_not_ranked() -> None:
    table = {name: [[[5.0]]] * 8 for name in ("A", "B")}
    one = tafel(table, parteien=["P"])
    built_in = (one.spalten[0], spalte("B", modell=OFFLINE))
    assert (
        ranking(type(one)(built_in, *(getattr(one, name) for name in one.__slots__[1:])), RankedBy.PUNKTE)
        is None
    )
    assert ranking(one, RankedBy.BELEGT) is None  # nobody quoted anything


def test_quotes_are_ranked_by_their_bound_share() -> None:
    zitate = {"A": [(5, 10)] * 8, "B": [(9, 10), (8, 10)] * 4}
    found = ranking(tafel({name: [[[5.0]]] * 8 for name in zitate}, zitate=zitate), RankedBy.BELEGT)
    assert found is not None and found.satz == "Die Reihenfolge steht fest: „B“ vor „A“."
    assert found.spalten[0].mittel.wert == pytest.approx(0.85)
