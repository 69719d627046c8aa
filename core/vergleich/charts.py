"""The charts of the comparison: points as a heat map, differences and strengths with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contrast import between, on_ground
from core.figure import Figure, Grund, figur, go, grund, leer, wort, worte
from core.german import formats

if TYPE_CHECKING:
    import pandas as pd

ROW = 46
"""Pixels that a row needs to hold two lines of text."""

SIZE = 13
"""Left to itself, plotly makes letters smaller where they bear a colour."""

BOTTOM = 74
"""Pixels of the scale beneath, with its words."""

NOTHING = "Hier gibt es noch nichts zu vergleichen."


def heatmap(table: pd.DataFrame, dark: bool = False, difference: bool = False) -> Figure:
    """Points of the parties (rows) per column of the comparison.

    Columns: Partei, Spalte, Mittel, Streuung, n, Zustand, Instabil (core.frames.zellen); rows and columns
    are drawn in the frame's order. With `difference` the points are distances to a baseline.
    """
    if table.empty:
        return leer(NOTHING, dark)
    look = grund(dark)
    parteien, spalten = _order(table, "Partei"), _order(table, "Spalte")
    cells = {(row["Partei"], row["Spalte"]): row for row in table.to_dict("records")}
    grid = [[cells.get((partei, spalte)) for spalte in spalten] for partei in parteien]
    figure = figur(
        dark,
        70 + BOTTOM + ROW * len(parteien),
        xaxis={"side": "top", "type": "category", "showgrid": False, "fixedrange": True},
        yaxis={"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True},
    )
    heads = [name.replace(" · ", "<br>") for name in worte(spalten)]  # side by side they would be turned
    shared = {"x": heads, "y": worte(parteien), "xgap": 3, "ygap": 3, "hoverongaps": False}
    figure.add_trace(_without_points(grid, shared, look.flaeche, look.leise))
    figure.add_trace(
        go.Heatmap(
            z=[[_number(cell, "Mittel") for cell in row] for row in grid],
            text=[[_legible(cell, look, difference) for cell in row] for row in grid],
            texttemplate="%{text}",
            customdata=[[_told(cell, difference) for cell in row] for row in grid],
            textfont={"size": SIZE},
            hovertemplate="%{customdata}<extra></extra>",
            colorscale=_scale(look),
            zmin=-10 if difference else 0,
            zmax=10,
            colorbar=_bar(difference, look.text),
            **shared,
        )
    )
    return figure


def abstaende(table: pd.DataFrame, dark: bool = False, chart_axis: str = "Unterschied in Punkten") -> Figure:
    """Differences with their 95 % intervals, and the line of no difference.

    Filled is what its interval tells apart from 0; where none is known, there is only the point.
    Columns: Name, Wert, Von, Bis (core.frames.abstaende).
    """
    rows = [row for row in table.to_dict("records") if _number(row, "Wert") is not None]
    if not rows:
        return leer(NOTHING, dark)
    bounds = [(_number(row, "Von"), _number(row, "Bis")) for row in rows]
    sure = [von is not None and bis is not None and (von > 0 or bis < 0) for von, bis in bounds]
    figure = figur(
        dark,
        80 + 36 * len(rows),
        xaxis={"title": chart_axis},
        yaxis={"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True},
    )
    figure.add_vline(x=0, line={"color": grund(dark).leise, "width": 1, "dash": "dash"}, layer="below")
    figure.add_scatter(
        x=[row["Wert"] for row in rows],
        y=worte([row["Name"] for row in rows]),
        mode="markers",
        marker={
            "size": 11,
            "color": grund(dark).linie,
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


def _between(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else high - low


def _bounds(von: float | None, bis: float | None) -> str:
    if von is None or bis is None:
        return ", wie sicher das ist, lässt sich nicht sagen"
    shown = (formats.number(value, 2) for value in (von, bis))
    return f", mit 95 % Sicherheit {' bis '.join(shown)}"


def _order(table: pd.DataFrame, column: str) -> list[str]:
    return list(dict.fromkeys(table[column]))


def _number(cell: pd.Series, column: str) -> float | None:
    value = None if cell is None else cell[column]
    return None if value is None or value != value else float(value)


def _points(cell: pd.Series, sign: bool) -> str:
    mean = _number(cell, "Mittel")
    if mean is None:
        return ""
    spread = _number(cell, "Streuung")
    text = formats.number(mean, 1, sign) + (f" ± {formats.number(spread, 1)}" if spread else "")
    return f"{text}<br>⚠ instabil" if cell["Instabil"] else text


def _legible(cell: pd.Series, look: Grund, difference: bool) -> str:
    """Its points in dark or light letters, whichever stand out from its colour."""
    mean = _number(cell, "Mittel")
    if mean is None:
        return ""
    ground = between(look.gegensatz, (mean + 10) / 20 if difference else mean / 10)
    return f'<span style="color: {on_ground(ground)}">{_points(cell, difference)}</span>'


def _told(cell: pd.Series, sign: bool) -> str:
    if cell is None:
        return ""
    shown = _points(cell, sign).replace("<br>", ", ") or wort(cell["Zustand"])
    if isinstance(near := cell.get("Nahe Stellen"), str):
        shown = f"{shown}; nahe Stellen {wort(near)} Forderungen"
    return f"{wort(cell['Partei'])}, {wort(cell['Spalte'])}<br>{shown}<br>Wertungen: {cell['n']}"


def _why(cell: pd.Series | None) -> str:
    """Why there are no points, or what was found without a language model in their place."""
    if cell is None:
        return "–"
    near = cell.get("Nahe Stellen")
    return f"nahe Stellen<br>{wort(near)}" if isinstance(near, str) else wort(cell["Zustand"] or "–")


def _without_points(
    grid: list[list[pd.Series]], shared: dict[str, object], farbe: str, schrift: str
) -> go.Scatter:
    """Where there are no points: a grey cell that says why."""
    empty = [[cell is None or _number(cell, "Mittel") is None for cell in row] for row in grid]
    texts = [[_why(cell) for cell in row] for row in grid]
    return go.Heatmap(
        z=[[0 if one else None for one in row] for row in empty],
        text=[
            [t if one else "" for t, one in zip(*pair, strict=True)]
            for pair in zip(texts, empty, strict=True)
        ],
        texttemplate="%{text}",
        textfont={"color": schrift, "size": SIZE},
        customdata=[[_told(cell, False) for cell in row] for row in grid],
        hovertemplate="%{customdata}<extra></extra>",
        colorscale=[[0, farbe], [1, farbe]],
        showscale=False,
        **shared,
    )


def _scale(look: Grund) -> list[list[object]]:
    """From the one end over the middle to the other, in even steps."""
    last = len(look.gegensatz) - 1
    return [[index / last, colour] for index, colour in enumerate(look.gegensatz)]


ENDS = {
    False: {0: "widerspricht", 5: "Mitte", 10: "entspricht ganz"},
    True: {-10: "weniger Punkte", 0: "gleich viele", 10: "mehr Punkte"},
}
"""What the ends of the scale and its middle mean, of points and of differences."""


def _bar(difference: bool, farbe: str) -> dict[str, object]:
    """Beneath the map, where it takes no width from it."""
    ends = ENDS[difference]
    return {
        "orientation": "h",
        "x": 0.5,
        "xanchor": "center",
        "y": 0,
        "yanchor": "top",
        "ypad": 14,
        "len": 0.9,
        "thickness": 10,
        "outlinewidth": 0,
        "tickvals": list(ends),
        "ticktext": [f"{formats.number(at, sign=difference)}<br>{word}" for at, word in ends.items()],
        "tickfont": {"size": 12, "color": farbe},
    }
