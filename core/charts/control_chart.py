"""The control chart: a share per day, what is usual, what is not, and what changed when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from core.charts.figure import Figure, Grund, day_axis, figur, grund, leer, prozent, wort, zeitraum

if TYPE_CHECKING:
    import pandas as pd

NOTHING = "In diesem Zeitraum wurde nichts gezählt."
LETTER, LENGTH = 7, 26
"""Pixels of a label's letter, and the most letters."""

WIDTH = 680
"""Pixels over which the labels are set, so that they keep apart in narrow windows too."""

LEVELS, LEVEL = 3, 0.075


@dataclass(frozen=True, slots=True)
class Caption:
    """What changed on a day: cut to fit, and whole; `ebene` from the top; `is_left` of its line."""

    tag: date
    text: str
    ganz: str
    ebene: int
    is_left: bool


def regelkarte(
    table: pd.DataFrame, marken: pd.DataFrame, dark: bool = False, chart_axis: str = "", einheit: str = ""
) -> Figure:
    """`table` and `marken` are core.frames.regelkarte and .marken; `einheit` says what `Gesamt` counts.

    Drawn without limits where the history is too thin for them.
    """
    if table.empty:
        return leer(NOTHING, dark)
    look = grund(dark)
    days = table["Tag"].tolist()
    labels = captions(marken, *zeitraum(days[0], days[-1]))
    reference = table[table["Bezug"]]["Tag"].tolist()
    top = 1 - LEVEL * (1 + max((label.ebene for label in labels), default=-1))
    figure = figur(
        dark,
        380,
        hovermode="x",
        xaxis=day_axis(days[0], days[-1]),
        yaxis={"title": chart_axis, "ticksuffix": " %", "rangemode": "tozero", "domain": [0, top]},
        shapes=[*_areas(reference, look), *(_line(label, look) for label in labels)],
        annotations=[*_names(reference, top, look), *(_text(label, look) for label in labels if label.text)],
    )
    if table["Mittel"].notna().any():
        _usual(figure, table, look)
    _shares(figure, table, look, einheit)
    return figure


def _usual(figure: Figure, table: pd.DataFrame, look: Grund) -> None:
    line = {"color": look.leise, "width": 1, "shape": "hvh"}
    shared = {"x": table["Tag"].tolist(), "mode": "lines", "hoverinfo": "skip"}
    dotted = {**line, "dash": "dot"}
    figure.add_scatter(y=prozent(table["Untergrenze"]), line=dotted, showlegend=False, **shared)
    figure.add_scatter(
        y=prozent(table["Obergrenze"]),
        line=dotted,
        name="zufällig zu erwarten (je Tag)",
        fill="tonexty",
        fillcolor="rgba(86, 180, 233, 0.13)",
        **shared,
    )
    dashed = {**line, "dash": "dash", "width": 1.5}
    figure.add_scatter(y=prozent(table["Mittel"]), line=dashed, name="üblich", **shared)


def _shares(figure: Figure, table: pd.DataFrame, look: Grund, einheit: str) -> None:
    figure.add_scatter(
        x=table["Tag"].tolist(),
        y=prozent(table["Anteil"]),
        name="je Tag",
        mode="lines+markers",
        line={"color": look.linie, "width": 1.5},
        marker={"size": 6},
        customdata=table[["Anzahl", "Gesamt"]].to_numpy(),
        hovertemplate=f"%{{customdata[0]}} von %{{customdata[1]}} {einheit}: %{{y:.1f}} %<extra></extra>",
    )
    alarmed = table[table["Alarm"]]
    if not alarmed.empty:
        figure.add_scatter(
            x=alarmed["Tag"].tolist(),
            y=prozent(alarmed["Anteil"]),
            name="Alarm",
            mode="markers",
            marker={"size": 14, "symbol": "diamond", "color": look.alarm, "line": {"width": 0}},
            hoverinfo="skip",
        )


def _areas(reference: Sequence[date], look: Grund) -> list[dict[str, object]]:
    if not reference:
        return []
    area = {"type": "rect", "yref": "y domain", "y0": 0, "y1": 1, "layer": "below", "line": {"width": 0}}
    return [
        {**area, "x0": str(reference[0]), "x1": str(reference[-1]), "fillcolor": look.leise, "opacity": 0.1}
    ]


def _names(reference: Sequence[date], top: float, look: Grund) -> list[dict[str, object]]:
    if not reference:
        return []
    label = Caption(reference[0], "Vergleichszeitraum", "Daraus ergibt sich, was üblich ist", 0, False)
    return [{**_text(label, look), "y": top, "bgcolor": look.boden, "opacity": 0.9}]


def _line(label: Caption, look: Grund) -> dict[str, object]:
    line = {"color": look.leise, "width": 1, "dash": "dashdot"}
    day, end = str(label.tag), 1 - LEVEL * (label.ebene + 1)
    upright = {"type": "line", "x0": day, "x1": day, "yref": "paper", "y0": 0, "y1": end}
    return {**upright, "layer": "below", "line": line}


def _text(label: Caption, look: Grund) -> dict[str, object]:
    return {
        "x": str(label.tag),
        "y": 1 - LEVEL * label.ebene,
        "yref": "paper",
        "text": wort(label.text),
        "hovertext": wort(label.ganz),
        "showarrow": False,
        "xanchor": "right" if label.is_left else "left",
        "yanchor": "top",
        "font": {"size": 11, "color": look.leise},
    }


def captions(marken: pd.DataFrame, first: date, last: date) -> list[Caption]:
    """Labels that keep apart; where there is no room only the line stays."""
    span = max((last - first).days, 1)
    ends = [-WIDTH] * LEVELS
    found = []
    for day, rows in marken.groupby("Tag", sort=True):
        if not first <= day <= last:
            continue
        texts = [f"{row['Art']}: {row['Änderung']}" for row in rows.to_dict("records")]
        text = texts[0] if len(texts) == 1 else f"{len(texts)} Änderungen"
        text = text if len(text) <= LENGTH else f"{text[: LENGTH - 1]}…"
        x, width = WIDTH * (day - first).days // span, LETTER * len(text)
        is_left = x + width > WIDTH
        begin = x - width if is_left else x
        ebene = next((n for n, end in enumerate(ends) if end < begin), None)
        if ebene is not None:
            ends[ebene] = begin + width
        found.append(Caption(day, text if ebene is not None else "", "; ".join(texts), ebene or 0, is_left))
    return found
