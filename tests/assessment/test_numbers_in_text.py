import pytest

from core.assessment.numbers_in_text import unfounded

SOURCE = (
    "Bis zum 1. März 2031 bauen wir 12.500 Wohnungen für 3 Mio. Euro, zwei je Dorf. Wir senken die Steuer "
    "um 2,5 Prozent. Ab 05.06.2032 gilt § 14a, seit 1998 die Regel."
)


@pytest.mark.parametrize(
    "text",
    [
        "Es sind 12 500 oder 12500 Wohnungen, 2 je Dorf, Zwei.",
        "Am 01.03.2031, im März 2031, am 1. März, im Jahr 2031 und am 5. Juni 2032.",
        "3 Millionen, drei Millionen Euro und 2,5 %.",
        "Nach § 14 seit 1998; kein Datum im Mai.",
        "Ohne Zahl.",
    ],
)
def test_the_same_number_written_otherwise_is_founded(text: str) -> None:
    assert unfounded(text, SOURCE) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Es sind 12.600 Wohnungen.", ["12600"]),
        ("Am 2. März 2031 und am 01.04.2031.", ["2. märz 2031", "01.04.2031"]),
        ("Im Juni 2031 oder 2033.", ["juni 2031", "2033"]),
        ("3 Milliarden Euro oder 3 Prozent.", ["3 milliarde", "3 prozent"]),
        ("25 Prozent, 2,6 Prozent.", ["25 prozent", "2,6 prozent"]),
        ("Drei je Dorf, fünf je Stadt.", ["fünf"]),
        ("1998 Wohnungen, 4 Orte und 4 Orte.", ["4"]),
    ],
)
def test_another_number_unit_or_date_is_unfounded(text: str, wrong: list[str]) -> None:
    assert unfounded(text, SOURCE) == wrong


def test_a_year_after_a_number_is_not_joined_to_it() -> None:
    assert unfounded("300 Stellen bis 2031.", "Im Jahr 2031 300 Stellen.") == []
