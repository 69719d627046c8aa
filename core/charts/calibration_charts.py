"""The chart of an Eichung: shares with their intervals."""

from typing import TYPE_CHECKING

from core.calibration.agreement import LITERATURE
from core.charts.figure import Figure, figur, grund, leer, prozent, wort, worte
from core.german import formats

if TYPE_CHECKING:
    import pandas as pd

NOTHING = "Dazu gibt es in dieser Eichung keine Antworten."
ROW = 46
"""Pixels: the name stands above its dot, for beside it a narrow screen has no room."""


def anteile_mit_grenzen(table: "pd.DataFrame", dark: bool = False) -> Figure:
    """A dot per row with the bounds of its interval, and what the literature found marked.

    Columns: Name, Anteil, Von, Bis, Fälle.
    """
    known = table[table["Anteil"].notna()]
    if known.empty:
        return leer(NOTHING, dark)
    look = grund(dark)
    figure = figur(
        dark,
        90 + ROW * len(known),
        showlegend=False,
        xaxis={"range": [-2, 102], "ticksuffix": " %", "title": "Weicht ab"},
        yaxis={
            "autorange": "reversed",
            "type": "category",
            "showgrid": False,
            "fixedrange": True,
            "showticklabels": False,
        },
        margin={"l": 8, "r": 8, "t": 30, "b": 8},
    )
    for at in LITERATURE:
        line = {"color": look.leise, "width": 1, "dash": "dash"}
        figure.add_vline(
            x=at, line=line, annotation={"text": wort(f"{formats.number(at)} %*"), "font": {"size": 11}}
        )
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
