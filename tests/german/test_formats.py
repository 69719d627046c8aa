from datetime import UTC, date, datetime

import pytest

from core.base import formats


@pytest.mark.parametrize(
    ("value", "places", "sign", "told"),
    [
        (1234.5, 1, False, "1.234,5"),
        (-1234567, 0, False, "\N{MINUS SIGN}1.234.567"),
        (0.04, 1, True, "0,0"),
        (-0.04, 1, False, "0,0"),
        (0.25, 2, True, "+0,25"),
        (12, 0, False, "12"),
    ],
)
def test_number(value: float, places: int, sign: bool, told: str) -> None:
    assert formats.number(value, places, sign) == told


@pytest.mark.parametrize(
    ("part", "whole", "places", "told"),
    [
        (0, 0, 0, "–"),
        (0, 7, 1, "0 %"),
        (7, 7, 1, "100 %"),
        (9999, 10_000, 0, "99,9 %"),
        (1, 10_000, 0, "0,1 %"),
        (2, 3, 0, "67 %"),
        (2, 3, 1, "66,7 %"),
    ],
)
def test_share_is_never_rounded_up_to_all_nor_down_to_none(
    part: int, whole: int, places: int, told: str
) -> None:
    assert formats.percent(part, whole, places) == told


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 KB"), (300, "0,3 KB"), (200 << 20, "200 MB"), (1536 << 20, "1,5 GB")]
)
def test_size(count: int, told: str) -> None:
    assert formats.size(count) == told


def test_score_and_count() -> None:
    assert [formats.score(value) for value in (None, 7.0, 6.5, 0)] == ["–", "7", "6,5", "0"]
    assert [formats.counted(n, "Lauf", "Läufe") for n in (0, 1, 1200)] == ["0 Läufe", "1 Lauf", "1.200 Läufe"]


def test_day_of_a_moment_is_the_one_it_had_in_germany() -> None:
    late = datetime(2031, 6, 30, 22, 30, tzinfo=UTC)
    assert formats.day(late) == "01.07.2031" and formats.moment(late) == "01.07.2031, 00:30 Uhr"
    assert formats.day(date(2031, 6, 30)) == "30.06.2031" and formats.day(None) == formats.moment(None) == "–"


def test_duration_and_cost() -> None:
    assert [formats.duration(s) for s in (0.42, 11.2, 125)] == ["0,4 s", "11 s", "2:05 min"]
    assert [formats.remaining(s) for s in (None, 0.04, 11.2)] == [None, "gleich fertig", "noch etwa 11 s"]
    told = ["Kosten unbekannt", "kostenlos", "0,42 US-Cent", "1,20 US-Dollar"]
    assert [formats.cost(usd) for usd in (None, 0, 0.0042, 1.2)] == told


def test_numbers_are_parsed_with_comma_and_point() -> None:
    assert formats.parsed("7,5") == formats.parsed("7.5") == 7.5
