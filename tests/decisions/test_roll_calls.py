"""Sheets of roll calls, as CSV and as a workbook, and what they tell of the motion itself."""

from collections import Counter
from pathlib import Path

import pytest
import xlsxwriter

from core.base.errors import EingabeError
from core.features.decisions.decision import Side, VotedOn
from core.features.decisions.roll_calls import (
    majority,
    read_head,
    read_roll_call,
    roll_call_decision,
    voted_on,
)
from tests.decisions.passages import roster
from tests.decisions.sheets import ADVICE, COLUMNS, HEAD, MOTION, ROWS, as_csv, row


def as_workbook(path: Path) -> Path:
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for at, line in enumerate([COLUMNS, *ROWS]):
            for column, cell in enumerate(line):
                sheet.write(at, column, int(cell) if cell.isdigit() else cell)
    return path


OLD_WORKBOOK = Path(__file__).parent / "daten" / "liste.xls"
"""The same rows in the format of Excel 97, in which the Bundestag gave older sheets; written by xlwt 1.3."""


@pytest.fixture(params=["csv", "semicolons in cp1252", "xlsx", "xls"])
def sheet(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "csv":
        return as_csv(tmp_path / "liste.csv", ROWS)
    if request.param == "xls":
        return OLD_WORKBOOK
    if request.param == "xlsx":
        return as_workbook(tmp_path / "liste.xlsx")
    return as_csv(tmp_path / "liste.csv", ROWS, ";", "cp1252")


def test_a_sheet_is_counted_by_fraktion_however_those_are_spelled(sheet: Path) -> None:
    call = read_roll_call(sheet, roster())
    assert call.votes == {
        "CDU": {Side.YES: 3},
        "SPD": {Side.YES: 2, Side.UNKNOWN: 1},
        "GRÜNE": {Side.ABSTAINED: 2},
        "LINKE": {Side.NO: 2},
    }
    assert call.unknown == ()


def test_a_vote_on_a_recommendation_to_reject_is_turned_round(sheet: Path) -> None:
    call = read_roll_call(sheet, roster())
    decision = roll_call_decision(call, read_head(ADVICE), "18/1", "Antrag", VotedOn.REJECTION)
    assert decision.is_certain
    sides = {one.partei: str(one.side) for one in decision.sides}
    assert sides == {"CDU": "dagegen", "SPD": "dagegen", "GRÜNE": "Enthaltung", "LINKE": "dafür"}
    assert decision.sides[1].words == "2 Ja, 0 Nein, 0 Enthaltungen, 1 ungültig oder nicht abgegeben"


def test_without_the_recommendation_s_text_nobody_has_a_side(sheet: Path) -> None:
    decision = roll_call_decision(read_roll_call(sheet, roster()), read_head(ADVICE), "18/1", "Antrag")
    assert not decision.is_certain and "deren Text nicht vorliegt" in decision.reason
    assert {one.side for one in decision.sides} == {Side.UNKNOWN}


@pytest.mark.parametrize(
    ("head", "drucksache", "typ", "expected"),
    [
        (MOTION, "18/1", "Antrag", VotedOn.ITSELF),
        (MOTION, "18/1", "Änderungsantrag", VotedOn.UNKNOWN),
        (MOTION, "18/7", "Antrag", VotedOn.UNKNOWN),
        (HEAD.format("Änderungsantrag"), "18/1", "Antrag", VotedOn.UNKNOWN),
        (HEAD.format("Änderungsantrag"), "18/2", "Änderungsantrag", VotedOn.ITSELF),
        (HEAD.format("Gesetzentwurf"), "18/1", "Gesetzentwurf", VotedOn.UNKNOWN),
    ],
)
def test_the_head_says_on_what_was_voted(head: str, drucksache: str, typ: str, expected: VotedOn) -> None:
    on, reason = voted_on(read_head(head), drucksache, typ, None)
    assert on is expected and bool(reason) == (expected is VotedOn.UNKNOWN)


def test_the_list_of_roll_calls_gives_the_numbers_that_a_short_head_lacks() -> None:
    short = read_head("Abstimmung Nr. 3 Antrag der Fraktion DIE LINKE. zu dem Vorschlag", ["18/9665"])
    assert voted_on(short, "18/9665", "Antrag", None) == (VotedOn.ITSELF, "")


@pytest.mark.parametrize(
    ("votes", "expected"),
    [((58, 2, 0), Side.YES), ((154, 1, 26), Side.YES), ((95, 81, 3), Side.SPLIT),
     ((0, 7, 52), Side.ABSTAINED), ((237, 53, 4), Side.SPLIT), ((0, 0, 0), Side.UNKNOWN)],
)  # fmt: skip
def test_a_fraktion_has_the_side_of_its_majority_or_is_split(
    votes: tuple[int, int, int], expected: Side
) -> None:
    sides = (Side.YES, Side.NO, Side.ABSTAINED)
    assert majority(Counter(dict(zip(sides, votes, strict=True)))) is expected


def test_an_unknown_name_is_told_and_counted_to_nobody(tmp_path: Path) -> None:
    call = read_roll_call(as_csv(tmp_path / "l.csv", [row("Neue Gruppe", 0), *ROWS]), roster())
    assert call.unknown == ("Neue Gruppe",) and call.votes["CDU"].total() == 3


BAD = {
    "empty": (b"", "ist leer"),
    "no head": (b"a,b\n1,2\n", "fehlen die Spalten Fraktion/Gruppe"),
    "two votes": ("\n".join([",".join(COLUMNS), "18,9,1,SPD,M,E,,1,1,0,0,0,"]).encode(), "Zeile 2"),
    "a number": ("\n".join([",".join(COLUMNS), "18,9,1,SPD,M,E,,7,0,0,0,0,"]).encode(), "Zeile 2"),
    "endless": (b"x\n" * 3000, "mehr als 2000 Zeilen"),
    "wide": (b"x," * 500, "40 Spalten"),
    "large": (b"x" * (5 << 20), "größer als 4 MB"),
    "broken zip": (b"PK\x03\x04" + b"\x00" * 400, "keine lesbare Arbeitsmappe"),
    "cut xls": (OLD_WORKBOOK.read_bytes()[:3000], "keine lesbare Arbeitsmappe"),
    "a web page": (b"<html><table><tr><td>ja</td></tr></table></html>", "fehlen die Spalten"),
    "broken xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 600, "keine lesbare Arbeitsmappe"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_sheet_that_is_none_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    data, said = BAD[name]
    (tmp_path / "liste.xls").write_bytes(data)
    with pytest.raises(EingabeError, match=said):
        read_roll_call(tmp_path / "liste.xls", roster())
