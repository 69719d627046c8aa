import pytest

from core.wortlaut.german.numbers_and_dates import (
    dates,
    measured,
    numbers,
    signed_numbers,
    unfounded,
    without_dates,
)
from core.wortlaut.german.words import end_of_row, joint
from tests.cases import cases


@pytest.mark.parametrize(("text", "found"), cases(__file__, "one_spelling"))
def test_numbers_in_one_spelling(text: str, found: list[str]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize(("text", "signs"), cases(__file__, "sign"))
def test_a_sign_belongs_to_its_number_and_a_dash_to_nothing(text: str, signs: list[str]) -> None:
    assert signed_numbers(text) == [*numbers(text), *signs]


def test_measured_numbers_keep_what_they_measure_and_how_it_was_told() -> None:
    told = list(measured("drei millionen, 3 mio., 2,5 % und 007"))
    assert told == [
        (("3", "mio"), "drei million"),
        (("3", "mio"), "3 mio"),
        (("2.5", "prozent"), "2,5 %"),
        (("7", ""), "007"),
    ]


def test_dates_in_words_and_digits_are_one() -> None:
    text = "am 1. märz 2031, 01.03.2031, im märz 2031, am 1. märz und 3.14. im mai"
    assert [date for date, _ in dates(text)] == [
        ("1", "3", "2031"), ("1", "3", "2031"), ("", "3", "2031"), ("1", "3", "")
    ]  # fmt: skip
    assert "3.14." in without_dates(text)


@pytest.mark.parametrize(("text", "line", "whole"), cases(__file__, "joined"))
def test_lines_are_joined(text: str, line: str, whole: str) -> None:
    assert "".join(joint(text, line)) == whole


def test_a_document_s_own_words_decide_where_there_are_some() -> None:
    assert end_of_row("Kita-", "ausbau", {"kita-ausbau"}) == ("Kita-", "")
    assert end_of_row("Kita-", "ausbau", {"kitaausbau"}) == ("Kita", "")


SOURCE = (
    "Bis zum 1. März 2031 bauen wir 12.500 Wohnungen für 3 Mio. Euro, zwei je Dorf. Wir senken die Steuer "
    "um 2,5 Prozent. Ab 05.06.2032 gilt § 14a, seit 1998 die Regel."
)


@pytest.mark.parametrize("text", cases(__file__, "founded"))
def test_the_same_number_written_otherwise_is_founded(text: str) -> None:
    assert unfounded(text, SOURCE) == []


@pytest.mark.parametrize(("text", "wrong"), cases(__file__, "unfounded"))
def test_another_number_unit_or_date_is_unfounded(text: str, wrong: list[str]) -> None:
    assert unfounded(text, SOURCE) == wrong


def test_a_year_after_a_number_is_not_joined_to_it() -> None:
    assert unfounded("300 Stellen bis 2031.", "Im Jahr 2031 300 Stellen.") == []
