"""The charts of a comparison: its columns in order, and how far they lie from the base column."""

from collections.abc import Mapping, Sequence
from math import isfinite

from core.base import formats
from core.base.figure import Figure, all_escaped, message_figure, new_figure, palette
from core.base.frames import DataFrame
from core.base.statistical_measures import Interval

NOTHING = "Hier gibt es noch nichts zu vergleichen."


def difference_table(intervals: Mapping[str, Interval]) -> DataFrame:
    """Name → interval of a difference; a bound that is none is left out."""
    rows = [
        (name, *(value if isfinite(value) else None for value in (one.wert, one.von, one.bis)))
        for name, one in intervals.items()
    ]
    return DataFrame(rows, columns=["Name", "Wert", "Von", "Bis"], dtype=object)


def difference_chart(table: DataFrame, dark: bool = False) -> Figure:
    """Differences with their 95 % intervals, and the line of no difference.

    Filled is what its interval tells apart from 0; where none is known, there is only the point.
    `table`: as `abstand_table` makes it.
    """
    rows = [row for row in table.to_dict("records") if _number(row, "Wert") is not None]
    if not rows:
        return message_figure(NOTHING, dark)
    bounds = [(_number(row, "Von"), _number(row, "Bis")) for row in rows]
    sure = [von is not None and bis is not None and (von > 0 or bis < 0) for von, bis in bounds]
    figure = new_figure(
        dark,
        80 + 36 * len(rows),
        xaxis={"title": "Unterschied in Punkten"},
        yaxis={"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True},
    )
    figure.add_vline(x=0, line={"color": palette(dark).leise, "width": 1, "dash": "dash"}, layer="below")
    figure.add_scatter(
        x=[row["Wert"] for row in rows],
        y=all_escaped([row["Name"] for row in rows]),
        mode="markers",
        marker={
            "size": 11,
            "color": palette(dark).linie,
            "symbol": ["circle" if one else "circle-open" for one in sure],
            "line": {"width": 2},
        },
        error_x={
            "type": "data",
            "array": [_between(row["Wert"], bis) for row, (_, bis) in zip(rows, bounds, strict=True)],
            "arrayminus": [_between(von, row["Wert"]) for row, (von, _) in zip(rows, bounds, strict=True)],
            "thickness": 2,
            "width": 5,
        },
        customdata=[_bounds(von, bis) for von, bis in bounds],
        hovertemplate="%{y}: %{x:.2f}%{customdata}<extra></extra>",
        showlegend=False,
    )
    return figure


def ranking_table(names: Sequence[str], means: Sequence[Interval], factor: float, most: float) -> DataFrame:
    """Columns in order, each with its mean and the bounds of it, times `factor`; no mean is beyond 0 and
    `most`."""
    rows = [
        (name, *(min(max(factor * value, 0.0), most) for value in (one.wert, one.von, one.bis)))
        for name, one in zip(names, means, strict=True)
    ]
    return DataFrame(rows, columns=["Name", "Mittel", "Von", "Bis"], dtype=object)


def ranking_chart(table: DataFrame, axis: str, dark: bool = False) -> Figure:
    """The means below each other, the highest first, with their intervals. `table`: as `ranking_table`."""
    rows = table.to_dict("records")
    if not rows:
        return message_figure(NOTHING, dark)
    figure = new_figure(
        dark,
        80 + 36 * len(rows),
        xaxis={"title": axis},
        yaxis={"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True},
    )
    figure.add_scatter(
        x=[row["Mittel"] for row in rows],
        y=all_escaped([row["Name"] for row in rows]),
        mode="markers",
        marker={"size": 11, "symbol": "square", "color": palette(dark).linie},
        error_x={
            "type": "data",
            "array": [row["Bis"] - row["Mittel"] for row in rows],
            "arrayminus": [row["Mittel"] - row["Von"] for row in rows],
            "thickness": 2,
            "width": 5,
        },
        customdata=[_bounds(row["Von"], row["Bis"]) for row in rows],
        hovertemplate="%{y}: %{x:.1f}%{customdata}<extra></extra>",
        showlegend=False,
    )
    return figure


def _between(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else high - low


def _bounds(von: float | None, bis: float | None) -> str:
    if von is None or bis is None:
        return ", wie sicher das ist, lässt sich nicht sagen"
    return f", mit 95 % Sicherheit {formats.number(von, 2)} bis {formats.number(bis, 2)}"


def _number(row: dict[str, float], column: str) -> float | None:
    value = row[column]
    return None if value is None or value != value else float(value)
