"""The charts of an Eichung: shares with their intervals, and how often the party agreed at so many points."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.charts.figure import Figure, figur, grund, leer, prozent, wort, worte

if TYPE_CHECKING:
    import pandas as pd

NOTHING = "Dazu gibt es in dieser Eichung keine Antworten."
ROW = 46
"""Pixels: the name stands above its dot, for beside it a narrow screen has no room."""


def anteile_mit_grenzen(
    table: "pd.DataFrame",
    dark: bool = False,
    lines: Mapping[str, float] | None = None,
    chart_axis: str = "Weicht ab",
) -> Figure:
    """A dot per row with the bounds of its interval. Columns: Name, Anteil, Von, Bis, Fälle.

    `lines`: percent that the chart marks, by what they stand for.
    """
    known = table[table["Anteil"].notna()]
    if known.empty:
        return leer(NOTHING, dark)
    look, marked = grund(dark), lines or {}
    figure = figur(
        dark,
        90 + ROW * len(known),
        showlegend=False,
        xaxis={"range": [-2, 102], "ticksuffix": " %", "title": chart_axis},
        yaxis={
            "autorange": "reversed",
            "type": "category",
            "showgrid": False,
            "fixedrange": True,
            "showticklabels": False,
        },
        margin={"l": 8, "r": 8, "t": 30 if marked else 8, "b": 8},
    )
    for name, at in marked.items():
        line = {"color": look.leise, "width": 1, "dash": "dash"}
        figure.add_vline(x=at, line=line, annotation={"text": wort(name), "font": {"size": 11}})
    names = worte(known["Name"])
    figure.add_scatter(
        x=[0] * len(names),
        y=names,
        mode="text",
        text=[f"{name}<br> " for name in names],
        textposition="top right",
        cliponaxis=False,
        hoverinfo="skip",
    )
    middle = prozent(known["Anteil"])
    figure.add_scatter(
        x=middle,
        y=names,
        mode="markers",
        marker={"color": look.linie, "size": 11, "symbol": "diamond"},
        error_x={
            "type": "data",
            "array": prozent(known["Bis"]) - middle,
            "arrayminus": middle - prozent(known["Von"]),
            "color": look.leise,
            "thickness": 1.5,
            "width": 4,
        },
        customdata=list(zip(known["Fälle"], prozent(known["Von"]), prozent(known["Bis"]), strict=True)),
        hovertemplate="%{y}: %{x:.0f} % von %{customdata[0]} Fällen, mit 95 % Sicherheit "
        "%{customdata[1]:.0f} bis %{customdata[2]:.0f} %<extra></extra>",
    )
    return figure


def zuverlaessigkeit(table: "pd.DataFrame", dark: bool = False) -> Figure:
    """How often the party agreed at so many points, beside the line of points taken at their word.

    Columns: Punkte, Anteil, Fälle, Geeicht.
    """
    if table.empty:
        return leer(NOTHING, dark)
    look = grund(dark)
    figure = figur(
        dark,
        380,
        xaxis={"range": [-0.4, 10.4], "dtick": 1, "title": "Punkte des Modells"},
        yaxis={"range": [-4, 104], "ticksuffix": " %", "title": "Partei stimmte zu"},
    )
    exact = {"color": look.leise, "width": 1, "dash": "dot"}
    figure.add_scatter(x=[0, 10], y=[0, 100], mode="lines", line=exact, name="Punkte wörtlich genommen")
    figure.add_scatter(
        x=table["Punkte"].to_numpy(),
        y=prozent(table["Geeicht"]),
        mode="lines",
        line={"color": "#d55e00", "width": 2, "shape": "hvh"},
        name="Geeicht",
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=table["Punkte"].to_numpy(),
        y=prozent(table["Anteil"]),
        mode="markers",
        marker={
            "color": look.linie,
            "size": table["Fälle"].to_numpy(dtype=float),
            "sizemode": "area",
            "sizeref": max(1.0, float(table["Fälle"].max())) / 500,
            "sizemin": 5,
        },
        customdata=table["Fälle"].to_numpy(),
        name="Beobachtet",
        hovertemplate="%{x:g} Punkte: %{y:.0f} % von %{customdata} Fällen<extra></extra>",
    )
    return figure
