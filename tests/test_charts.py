"""Charts: what they draw is what the frame says, in German, and nothing in it is markup."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from core.base.figure import Figure, palette
from core.base.frames import DataFrame
from core.features.monitor import charts
from core.features.vergleich.charts import difference_chart
from core.wortlaut.binding.eintrag import ZitatStatus

BOSHEIT = '<a href="https://example.org">b</a> & <b>fett</b>'


def traces(figure: Figure) -> dict[str, Any]:
    return {trace.name: trace for trace in figure.data}


def steps(**columns: list[Any]) -> DataFrame:
    length = len(next(iter(columns.values())))
    counts = {"Läufe": 3, "Ohne Zitat": 0, "Genannt": 10, "Belegt": 9, "Anteil belegt": 0.9}
    empty = dict.fromkeys((status.heading for status in ZitatStatus.checked()), 0) | {"Gruppe": ""} | counts
    days = [f"2026-03-{day + 1:02}" for day in range(length)]
    return DataFrame({"Zeit": days} | {name: [value] * length for name, value in empty.items()} | columns)


def card(days: int = 40, **columns: list[Any]) -> DataFrame:
    values = {"Anzahl": 2, "Gesamt": 40, "Anteil": 0.05, "Mittel": 0.05, "Untergrenze": 0.0,
              "Obergrenze": 0.2, "Bezug": False, "Alarm": False}  # fmt: skip
    tage = [date(2026, 3, 1) + timedelta(days=n) for n in range(days)]
    return DataFrame({"Tag": tage} | {name: [value] * days for name, value in values.items()} | columns)


def marken(*rows: tuple[date, str, str]) -> DataFrame:
    return DataFrame(rows, columns=["Tag", "Art", "Änderung"])


def parteien(*namen: str) -> DataFrame:
    columns = {"Farbe": "#123456", "Läufe": 4, "Zitate je Lauf": 2.5, "Quelltext je Lauf": 500.0,
               "Genannt": 10, "Verworfen": 2, "Anteil verworfen": 0.2, "Von": 0.06, "Bis": 0.51}  # fmt: skip
    return DataFrame(
        {"Partei": list(namen)} | {name: [value] * len(namen) for name, value in columns.items()}
    )


# --- over time ----------------------------------------------------------------------------------------------


def test_shares_are_of_all_quotes_of_a_step() -> None:
    figure = charts.timeline(steps(Wörtlich=[5]), proportional=True)
    assert figure.layout.barnorm == "percent" and figure.layout.yaxis.ticksuffix == " %"
    assert charts.timeline(steps(Wörtlich=[5])).layout.barnorm is None


def test_a_step_without_quotes_has_no_share() -> None:
    table = steps(Gruppe=["a", "a"], Genannt=[0, 10], **{"Anteil belegt": [None, 0.9]})
    assert list(charts.bound_shares(table).data[0].x) == ["2026-03-02"]


# --- the control chart --------------------------------------------------------------------------------------


def test_the_control_chart_shows_share_usual_limits_and_alarm() -> None:
    table = card(3, Anteil=[0.05, 0.1, 0.4], Alarm=[False, False, True], Bezug=[True, True, False])
    days = date(2026, 3, 2), date(2026, 3, 3)
    figure = charts.regelkarte(table, marken(), titel="Anteil", name="je 2 Tage", alarm=days)
    drawn = traces(figure)
    assert list(drawn["je 2 Tage"].y) == [5.0, 10.0, 40.0]
    assert list(drawn["üblich"].y) == [5.0] * 3
    assert list(drawn["zufällig zu erwarten"].y) == [20.0] * 3
    assert list(drawn["außerhalb"].y) == [40.0]
    (window,) = figure.layout.shapes
    assert (window.type, window.x0, window.x1) == ("rect", "2026-03-02", "2026-03-04")
    assert list(drawn["je 2 Tage"].customdata[0]) == [2, 40]


def test_without_a_reference_no_limits_are_drawn() -> None:
    empty: dict[str, list[Any]] = {name: [None] * 3 for name in ("Mittel", "Untergrenze", "Obergrenze")}
    figure = charts.regelkarte(card(3, **empty), marken())
    assert [trace.name for trace in figure.data] == ["je Tag"] and not figure.layout.shapes


# --- the parties --------------------------------------------------------------------------------------------


# --- the comparison -----------------------------------------------------------------------------------------


def test_a_difference_is_filled_where_its_interval_leaves_out_zero() -> None:
    rows = [("a", 1.0, 0.5, 2.0), ("b", 0.5, -1.0, 2.0), ("c", 3.0, None, None)]
    figure = difference_chart(DataFrame(rows, columns=["Name", "Wert", "Von", "Bis"], dtype=object))
    (points,) = figure.data
    assert list(points.marker.symbol) == ["circle", "circle-open", "circle-open"]
    assert list(points.error_x.array) == [1.0, 1.5, None]
    assert list(points.error_x.arrayminus) == [0.5, 1.5, None]
    (line,) = figure.layout.shapes
    assert (line.x0, line.x1) == (0, 0)


# --- all of them --------------------------------------------------------------------------------------------

DRAW: dict[str, Callable[[DataFrame, bool], Figure]] = {
    "verlauf": charts.timeline,
    "anteile": charts.bound_shares,
    "regelkarte": lambda table, dark: charts.regelkarte(table, marken(), dark),
    "parteien": charts.parteien,
    "abstaende": difference_chart,
}
FILLED = {
    "verlauf": steps(Wörtlich=[5, 6]),
    "anteile": steps(Gruppe=[BOSHEIT]),
    "regelkarte": card(),
    "parteien": parteien(BOSHEIT),
    "abstaende": DataFrame([(BOSHEIT, 1.0, 0.5, 2.0)], columns=["Name", "Wert", "Von", "Bis"]),
}


@pytest.mark.parametrize("name", sorted(DRAW))
@pytest.mark.parametrize("dark", [False, True])
def test_figures_have_the_ground_they_are_drawn_for(name: str, dark: bool) -> None:
    layout = DRAW[name](FILLED[name], dark).layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == palette(dark).boden
    assert layout.font.color == palette(dark).text and layout.separators == ",."


@pytest.mark.parametrize("name", sorted(DRAW))
def test_nothing_that_others_wrote_is_markup(name: str) -> None:
    shown = json.loads(DRAW[name](FILLED[name], False).to_json())
    assert "<b>" not in json.dumps(shown) and "<a " not in json.dumps(shown)


def test_names_of_changes_are_no_markup_either() -> None:
    figure = charts.regelkarte(card(), marken((date(2026, 3, 9), "Prompt", "<b>x</b>")))
    assert traces(figure)["Änderung"].customdata[0] == "Prompt: &lt;b&gt;x&lt;/b&gt;"
