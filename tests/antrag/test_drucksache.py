"""One paper has one number, however it is printed or typed; the same in Python and in the store."""

import pytest

from core.antrag.antrag import is_same_number, number_of, plain_number
from tests.antrag.number_shapes import NO_NUMBER, SHAPES


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
