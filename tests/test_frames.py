"""Frames: every figure of the values they are made of, in German, and as spreadsheets open them."""

from datetime import date
from math import inf, nan

import pytest

from core.base.frames import DataFrame, csv
from core.base.statistical_measures import Interval
from core.features.monitor import frames
from core.features.monitor.quote_counts import ParteiNumbers
from core.features.monitor.regelkarte import DayPoint, Regelkarte, Signal
from core.features.vergleich.charts import difference_table
from core.runs.figures import Zitatzahlen
from core.wortlaut.binding.eintrag import ZitatStatus


def zahlen(gruppe: str | None = None, woertlich: int = 0, similar: int = 0) -> Zitatzahlen:
    counted = dict.fromkeys(ZitatStatus, 0) | {
        ZitatStatus.WOERTLICH: woertlich,
        ZitatStatus.NUR_AEHNLICH: similar,
    }
    return Zitatzahlen(gruppe, woertlich + similar, 0, counted, 2, 1)


def card(*punkte: DayPoint, signale: tuple[Signal, ...] = ()) -> Regelkarte:
    return Regelkarte(None, 0.1, 1.0, punkte, signale, "")


def punkt(day: int, verworfen: int) -> DayPoint:
    return DayPoint(date(2026, 3, day), 40, verworfen, verworfen / 40, 0.0, 0.2, im_bezug=False)


def test_the_bound_share_has_all_emitted_quotes_as_its_denominator() -> None:
    (row,) = frames.totals_frame([zahlen("a", 3, 1)], "Modell", str).to_dict("records")
    assert (row["Modell"], row["Genannt"], row["Belegt"], row["Anteil belegt"]) == ("a", 4, 3, 0.75)
    assert (row["Läufe"], row["Ohne Zitat"], row["Wörtlich"], row["Nur ähnlich"]) == (2, 1, 3, 1)


def test_of_no_quotes_there_is_no_share_rather_than_none_bound() -> None:
    table = frames.totals_frame([zahlen("a"), zahlen("b", 1)], "Modell", str)
    assert table["Anteil belegt"].isna().tolist() == [True, False]


def test_what_lies_outside_of_chance_is_marked_on_either_side() -> None:
    table = frames.regelkarte(card(punkt(1, 12), punkt(2, 8), punkt(3, 0)))
    assert table["Alarm"].tolist() == [True, False, False]
    assert table["Anteil"].tolist() == [0.3, 0.2, 0.0]


def test_figures_of_a_party_are_per_lauf() -> None:
    row = ParteiNumbers("SPD", 4, 10, 2, 0.06, 0.51, 8, 2000, 3, "")
    (told,) = frames.parteien([row], {"SPD": "SPD NRW"}, {}).to_dict("records")
    assert (told["Partei"], told["Zitate je Lauf"], told["Quelltext je Lauf"]) == ("SPD NRW", 2.5, 500)
    assert (told["Anteil verworfen"], told["Von"], told["Bis"]) == (0.2, 0.06, 0.51)


@pytest.mark.parametrize("bound", [inf, -inf, nan])
def test_a_bound_that_excludes_nothing_is_left_out(bound: float) -> None:
    (row,) = difference_table({"a": Interval(1.0, -2.0, bound)}).to_dict("records")
    assert (row["Wert"], row["Von"], row["Bis"]) == (1.0, -2.0, None)


def test_csv_is_what_a_german_spreadsheet_opens() -> None:
    table = DataFrame({"Anteil belegt": [0.75, None], "Bezug": [True, False], "Prompt": ["a;b", "ü"]})
    assert csv(table).decode("utf-8-sig").splitlines() == [
        "Anteil belegt;Bezug;Prompt",
        '0,75;ja;"a;b"',
        ";nein;ü",
    ]
    assert csv(table).startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-1", "@x", "\tx"])
def test_csv_runs_no_name_as_a_formula(name: str) -> None:
    text = csv(DataFrame({"Modell": [name]})).decode("utf-8-sig")
    assert f"'{name}" in text
