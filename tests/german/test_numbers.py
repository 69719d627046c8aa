import pytest

from core.german.dates import dates, without_dates
from core.german.hyphenation import end_of_row, joint
from core.german.numbers import measured, numbers, parsed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("§ 14, 2,5 % von 12.000", ["14", "2.5", "12000"]),
        ("1 000, 1\u00a0000, 1'000 und 1.000", ["1000"] * 4),
        ("1.2.3 am 05.06.2032", ["1", "2", "3", "05", "06", "2032"]),
        ("20\xad31", ["2031"]),
    ],
)
def test_numbers_in_one_spelling(text: str, found: list[str]) -> None:
    assert numbers(text) == found


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
