"""Alpha and AC against what their authors printed, and against the package krippendorff."""

from collections.abc import Sequence
from math import isnan
from random import Random

import pytest
from krippendorff import alpha as by_package

from core.second_reading.coefficients import Scale, reader_agreement

NONE = None
FOUR_READERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3),
    (NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE),
)
"""Krippendorff (2011), part C; Gwet takes the same for his AC1 (2014, table 2.11)."""

MEG_OWEN = ((0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0))
BEN_GERRY = tuple(tuple("abcde".index(c) for c in said) for said in ("aabbdcccedda", "babbbccceddd"))


def units(table: Sequence[Sequence[int | float | None]]) -> list[dict[str, float]]:
    return [
        {str(name): float(value) for name, value in enumerate(column) if value is not None}
        for column in zip(*table, strict=True)
    ]


@pytest.mark.parametrize(
    ("table", "levels", "scale", "printed"),
    [
        (MEG_OWEN, (0, 1), Scale.NOMINAL, 0.095),
        (BEN_GERRY, range(5), Scale.NOMINAL, 0.692),
        (FOUR_READERS, range(1, 6), Scale.NOMINAL, 0.743),
        (FOUR_READERS, range(1, 6), Scale.ORDINAL, 0.815),
        (FOUR_READERS, range(1, 6), Scale.INTERVAL, 0.849),
    ],
)
def test_alpha_is_what_krippendorff_printed(
    table: Sequence[Sequence[int | None]], levels: Sequence[int], scale: Scale, printed: float
) -> None:
    found = reader_agreement(units(table), levels, scale)
    assert round(found.alpha.wert, 3) == printed
    assert found.alpha.von <= found.alpha.wert <= found.alpha.bis


def test_ac1_is_what_gwet_printed_for_four_readers_who_left_some_out() -> None:
    found = reader_agreement(units(FOUR_READERS), range(1, 6), Scale.NOMINAL)
    assert (round(found.ac.wert, 4), found.n, found.readers) == (0.7754, 11, 4)


def test_ac1_stays_high_where_nearly_all_is_of_one_class() -> None:
    """Gwet (2008): 118 times both yes, 5 and 2 times one of them, never both no; kappa says -0.023."""
    pairs = [(1, 1)] * 118 + [(1, 0)] * 5 + [(0, 1)] * 2
    found = reader_agreement([{"a": a, "b": b} for a, b in pairs], (0, 1), Scale.NOMINAL)
    assert round(found.ac.wert, 4) == 0.9408
    assert -0.05 < found.alpha.wert < 0


def test_ac2_by_hand_with_quadratic_and_ordinal_weights() -> None:
    """Two units on three levels: both 0, then 0 and 1. Shares ¾ and ¼, so p(1-p) adds up to ⅜."""
    said = [{"a": 0.0, "b": 0.0}, {"a": 0.0, "b": 1.0}]
    quadratic = reader_agreement(said, (0, 1, 2), Scale.INTERVAL).ac.wert
    chance = (3 + 4 * 0.75) / 6 * 0.375
    assert quadratic == pytest.approx(((1 + 0.75) / 2 - chance) / (1 - chance))
    ordinal = reader_agreement(said, (0, 1, 2), Scale.ORDINAL).ac.wert
    chance = (3 + 4 * (1 - 1 / 3)) / 6 * 0.375
    assert ordinal == pytest.approx(((1 + 2 / 3) / 2 - chance) / (1 - chance))


@pytest.mark.parametrize("scale", list(Scale))
def test_alpha_is_that_of_the_package_for_random_tables_with_gaps(scale: Scale) -> None:
    name = "interval" if scale is Scale.INTERVAL else str(scale)
    chance = Random(7)
    for _ in range(20):
        table = [[chance.choice((0.0, 2.5, 4.0, 9.5, None)) for _ in range(15)] for _ in range(3)]
        wanted = by_package(
            [[float("nan") if v is None else v for v in row] for row in table], level_of_measurement=name
        )
        assert reader_agreement(units(table), (0, 2.5, 4, 9.5), scale).alpha.wert == pytest.approx(wanted)


def test_the_interval_is_narrower_for_more_units_and_the_same_each_time() -> None:
    few, many = (reader_agreement(units(BEN_GERRY) * k, range(5), Scale.NOMINAL) for k in (1, 8))
    assert many.alpha.bis - many.alpha.von < (few.alpha.bis - few.alpha.von) / 2
    assert reader_agreement(units(BEN_GERRY), range(5), Scale.NOMINAL) == few


def test_where_nobody_read_the_same_or_all_said_the_same_no_figure_is_made_up() -> None:
    nothing = reader_agreement([{"a": 1}, {"b": 1}], (0, 1), Scale.NOMINAL)
    assert (nothing.n, nothing.readers) == (0, 0) and isnan(nothing.alpha.wert) and isnan(nothing.ac.wert)
    same = reader_agreement([{"a": 1, "b": 1}] * 5, (0, 1), Scale.NOMINAL)
    assert isnan(same.alpha.wert) and same.ac.wert == 1
