"""What all figures share: plotly itself, one look for both grounds, and the figure that shows nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go
from plotly.graph_objects import Figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FARBEN",
    "MARKER",
    "STRICHE",
    "TAG",
    "Figure",
    "Palette",
    "escaped",
    "go",
    "message_figure",
    "new_figure",
    "palette",
]

FARBEN = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#8a8f99")
"""Okabe and Ito's, which the colour-blind tell apart; two that one ground hides are replaced."""

FONT = "Source Sans, sans-serif"
WITHOUT_TEMPLATE = go.layout.Template()
LEGEND = {"orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom"}

STRICHE = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
MARKER = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star", "hexagon")

TAG, FEW = 86_400_000, 8
"""Milliseconds of a day; of so many days or fewer each is labelled, and none of its hours."""

BAR = 34
"""Pixels at the right edge for plotly's own buttons, which lie over the legend anywhere else."""

RAND = timedelta(days=3)
"""What is shown around a single day, which would be as wide as the chart."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a ground asks for."""

    text: str
    leise: str
    gitter: str
    flaeche: str
    boden: str
    linie: str
    alarm: str


HELL = Palette(
    text="#1d2129",
    leise="#5b6270",
    gitter="#e3e6ec",
    flaeche="#f4f5f8",
    boden="#ffffff",
    linie="#0072b2",
    alarm="#c1272d",
)
DARK = Palette(
    text="#e9ebf0",
    leise="#a4abb8",
    gitter="#2c323d",
    flaeche="#1f242d",
    boden="#15181e",
    linie="#56b4e9",
    alarm="#ff7a70",
)


def palette(dark: bool) -> Palette:
    return DARK if dark else HELL


def escaped(text: object) -> str:
    """What others wrote, for a place where plotly reads tags."""
    return escape(str(text), quote=False)


def new_figure(dark: bool, height: int, **layout: Any) -> Figure:
    """An empty figure with the common look; every part of `layout` that is added later costs more time.

    The ground is not left clear: a picture taken along would be unreadable on another one.
    """
    look = palette(dark)
    chart_axis = {
        "gridcolor": look.gitter,
        "linecolor": look.gitter,
        "zeroline": False,
        "ticks": "outside",
        "ticklen": 6,
        "tickcolor": "rgba(0, 0, 0, 0)",
        "automargin": True,
        "tickformat": ",~g",
    }
    titel = {"standoff": 8, "font": {"size": 12, "color": look.leise}}
    axes: dict[str, dict[str, object]] = {
        "xaxis": {},
        "yaxis": {},
        **{k: v for k, v in layout.items() if k[1:5] == "axis"},
    }
    for name, axis in axes.items():
        axes[name] = (
            chart_axis | axis | ({"title": titel | {"text": axis["title"]}} if "title" in axis else {})
        )
    common = {
        "template": WITHOUT_TEMPLATE,
        "height": height,
        "font": {"color": look.text, "size": 13, "family": FONT},
        "paper_bgcolor": look.boden,
        "plot_bgcolor": look.boden,
        "separators": ",.",
        "margin": {"l": 8, "r": BAR, "t": 8, "b": 8},
        "modebar": {"orientation": "v", "bgcolor": "rgba(0, 0, 0, 0)", "color": look.leise},
        "legend": LEGEND,
        "hoverlabel": {
            "bgcolor": look.flaeche,
            "bordercolor": look.gitter,
            "align": "left",
            "font": {"color": look.text, "size": 13, "family": FONT},
        },
        "bargap": 0.25,
    }
    return Figure(layout=common | layout | axes)


def day_range(first: object, last: object) -> tuple[date, date]:
    """The first and the last day that a time axis shows, given dates or ISO days."""
    von, bis = date.fromisoformat(str(first)), date.fromisoformat(str(last))
    return (von, bis) if von < bis else (von - RAND, bis + RAND)


def day_axis(first: object, last: object) -> dict[str, object]:
    """Of few days plotly would label hours, with the day's name each."""
    von, bis = day_range(first, last)
    form = {"tickformat": "%d. %b", "hoverformat": "%a, %d. %b %Y"}
    steps = {"dtick": TAG} if (bis - von).days < FEW else {}
    ends = {} if first != last else {"range": [str(von), str(bis)]}
    return {"type": "date", "showgrid": False, **form, **steps, **ends}


def message_figure(satz: str, dark: bool, height: int = 160) -> Figure:
    """Nothing to draw, said in a sentence."""
    figure = new_figure(dark, height, xaxis={"visible": False}, yaxis={"visible": False})
    figure.add_annotation(text=escaped(satz), x=0.5, y=0.5, xref="paper", yref="paper", showarrow=False)
    return figure


def all_escaped(texte: Sequence[object]) -> list[str]:
    return [escaped(text) for text in texte]


def percents(anteile: pd.Series) -> pd.Series:
    """0.125 → 12.5: plotly's own percent sign stands without the space that German wants."""
    return 100 * anteile.to_numpy(dtype=float)
