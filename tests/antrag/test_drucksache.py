"""One paper has one number, however it is printed or typed; the same in Python and in the store."""

import pytest

from core.antrag.drucksache import is_same_number, number_of, plain_number

SHAPES = {
    "18/1234": "18/1234",
    "18 / 1234": "18/1234",
    "18/\u00a01234": "18/1234",
    " 18/1234 ": "18/1234",
    "19/0123": "19/123",
    "19/0007": "19/7",
    "19/000123": "19/123",
    "09/12": "9/12",
    "5/100": "5/100",
    "20/10020": "20/10020",
    "Drucksache 18/01234 (neu)": "18/1234",
    "DRUCKSACHE 18/1234": "18/1234",
    "Bundestagsdrucksache 18/1": "18/1",
    "Landtagsdrucksache 7/12": "7/12",
    "BT-Drs. 20/123": "20/123",
    "BT-Drucksache 20/123": "20/123",
    "LT-Drs 17/5": "17/5",
    "Drs. 5/214": "5/214",
    "Drucks. 20/99": "20/99",
    "18/3240 Neu": "18/3240",
    "18/3240(NEU)": "18/3240",
}
NO_NUMBER = (
    "", " ", "neu", "Drucksache", "Antrag 18/1234 und 18/1235", "18/1234, 18/1235", "18-1234", "19/0123-1",
    "VO/0012/24", "0815/2024/BV", "118/1234", "18/1234567", "18/", "/12", "0/5", "18/0", "٣/٤", "21/45 S",
)  # fmt: skip


@pytest.mark.parametrize(("text", "number"), SHAPES.items())
def test_a_number_is_known_however_it_is_written(text: str, number: str) -> None:
    assert number_of(text) == plain_number(text) == number
    assert is_same_number(text, number) and not is_same_number(text, "1/1")


@pytest.mark.parametrize("text", NO_NUMBER)
def test_what_is_no_number_of_a_drucksache_is_told(text: str) -> None:
    assert number_of(text) == ""


def test_other_numbers_are_compared_too_and_nothing_is_the_same_as_nothing() -> None:
    assert is_same_number("VO/0012/24", "vo/12/24") and not is_same_number("VO/0012/24", "VO/0012/25")
    assert not is_same_number("19/0123", "19/0123-1") and not is_same_number("21/45", "21/45 S")
    assert not is_same_number("", "") and not is_same_number("Drucksache", "(neu)")


def test_zeros_that_belong_to_a_number_stay() -> None:
    assert not is_same_number("18/1020", "18/120") and not is_same_number("20/100", "2/100")
