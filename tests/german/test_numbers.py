import pytest

from core.wortlaut.german.formats import (
    dates,
    measured,
    numbers,
    parsed,
    signed_numbers,
    unfounded,
    without_dates,
)
from core.wortlaut.german.words import end_of_row, joint


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("§ 14, 2,5 % von 12.000", ["14", "2.5", "12000"]),
        ("1 000, 1\u00a0000, 1'000 und 1.000", ["1000"] * 4),
        ("1.2.3 am 05.06.2032", ["1", "2", "3", "05", "06", "2032"]),
        ("20\xad31", ["2031"]),
        ("CO₂, CO ₂, m² und Wohnungen¹²", ["2", "2", "2", "12"]),
        ("CO2, m2 und Wohnungen12", ["2", "2", "12"]),
        ("10², 10²³ und 3½", ["10", "10", "3"]),
    ],
)
def test_numbers_in_one_spelling(text: str, found: list[str]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("von \N{MINUS SIGN}5 auf –2,5 % und < 12 Jahre", ["-5", "-2.5%", "<12"]),
        ("10–15 %, § 5 -7, A-5, wir – 15 Leute", ["15%"]),
        ("5.000 €, 5\u202f000\u202f€, ±3°, (-5)", ["5000€", "5000€", "±3°", "-5"]),
        ("% und 3", []),
        ("> 5 Jahre\n**> 12 Jahre, > 3**", [">3"]),  # lines of a block quote
    ],
)
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


def test_numbers_are_parsed_with_comma_and_point() -> None:
    assert parsed("7,5") == parsed("7.5") == 7.5


def test_dates_in_words_and_digits_are_one() -> None:
    text = "am 1. märz 2031, 01.03.2031, im märz 2031, am 1. märz und 3.14. im mai"
    assert [date for date, _ in dates(text)] == [
        ("1", "3", "2031"), ("1", "3", "2031"), ("", "3", "2031"), ("1", "3", "")
    ]  # fmt: skip
    assert "3.14." in without_dates(text)


@pytest.mark.parametrize(
    ("text", "line", "whole"),
    [
        ("mehr Kli-", "maschutz jetzt", "mehr Klimaschutz jetzt"),
        ("die Bundes-", "und Landesmittel", "die Bundes- und Landesmittel"),
        ("so-", "wie Hilfe", "sowie Hilfe"),
        ("EU-", "weit", "EU-weit"),
        ("EU-", "und Bundesmittel", "EU- und Bundesmittel"),
        ("die EU-", "Kommission", "die EU-Kommission"),
        ("als religiös-", "politisches Zeichen", "als religiös-politisches Zeichen"),
        ("Eins-zu-", "eins-Betreuung", "Eins-zu-eins-Betreuung"),
        ("Bund/", "Länder", "Bund/Länder"),
        ("ein Satz", "geht weiter", "ein Satz geht weiter"),
    ],
)
def test_lines_are_joined(text: str, line: str, whole: str) -> None:
    assert "".join(joint(text, line)) == whole


def test_a_document_s_own_words_decide_where_there_are_some() -> None:
    assert end_of_row("Kita-", "ausbau", {"kita-ausbau"}) == ("Kita-", "")
    assert end_of_row("Kita-", "ausbau", {"kitaausbau"}) == ("Kita", "")


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
