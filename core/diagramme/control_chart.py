"""The control chart: a share per day, what is usual, what is not, and what changed when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from core.diagramme.figure import Figure, Grund, figur, grund, leer, prozent, tagesachse, wort, zeitraum

if TYPE_CHECKING:
    import pandas as pd

NICHTS = "In diesem Zeitraum wurde nichts gezählt."
BUCHSTABE, LAENGE = 7, 26
"""Pixels of a label's letter, and the most letters."""

BREITE = 680
"""Pixels over which the labels are set, so that they keep apart in narrow windows too."""

EBENEN, STUFE = 3, 0.075


@dataclass(frozen=True, slots=True)
class Beschriftung:
    """What changed on a day: cut to fit, and whole; `ebene` from the top; `is_left` of its line."""

    tag: date
    text: str
    ganz: str
    ebene: int
    is_left: bool


def regelkarte(
    tabelle: pd.DataFrame, marken: pd.DataFrame, dark: bool = False, achse: str = "", einheit: str = ""
) -> Figure:
    """`tabelle` and `marken` are core.frames.regelkarte and .marken; `einheit` says what `Gesamt` counts.

    Drawn without limits where the history is too thin for them.
    """
    if tabelle.empty:
        return leer(NICHTS, dark)
    look = grund(dark)
    days = tabelle["Tag"].tolist()
    labels = beschriftungen(marken, *zeitraum(days[0], days[-1]))
    reference = tabelle[tabelle["Bezug"]]["Tag"].tolist()
    top = 1 - STUFE * (1 + max((label.ebene for label in labels), default=-1))
    figure = figur(
        dark,
        380,
        hovermode="x",
        xaxis=tagesachse(days[0], days[-1]),
        yaxis={"title": achse, "ticksuffix": " %", "rangemode": "tozero", "domain": [0, top]},
        shapes=[*_areas(reference, look), *(_line(label, look) for label in labels)],
        annotations=[*_names(reference, top, look), *(_text(label, look) for label in labels if label.text)],
    )
    if tabelle["Mittel"].notna().any():
        _usual(figure, tabelle, look)
    _shares(figure, tabelle, look, einheit)
    return figure


def _usual(figure: Figure, tabelle: pd.DataFrame, look: Grund) -> None:
    line = {"color": look.leise, "width": 1, "shape": "hvh"}
    shared = {"x": tabelle["Tag"].tolist(), "mode": "lines", "hoverinfo": "skip"}
    dotted = {**line, "dash": "dot"}
    figure.add_scatter(y=prozent(tabelle["Untergrenze"]), line=dotted, showlegend=False, **shared)
    figure.add_scatter(
        y=prozent(tabelle["Obergrenze"]),
        line=dotted,
        name="zufällig zu erwarten (je Tag)",
        fill="tonexty",
        fillcolor="rgba(86, 180, 233, 0.13)",
        **shared,
    )
    dashed = {**line, "dash": "dash", "width": 1.5}
    figure.add_scatter(y=prozent(tabelle["Mittel"]), line=dashed, name="üblich", **shared)


def _shares(figure: Figure, tabelle: pd.DataFrame, look: Grund, einheit: str) -> None:
    figure.add_scatter(
        x=tabelle["Tag"].tolist(),
        y=prozent(tabelle["Anteil"]),
        name="je Tag",
        mode="lines+markers",
        line={"color": look.linie, "width": 1.5},
        marker={"size": 6},
        customdata=tabelle[["Anzahl", "Gesamt"]].to_numpy(),
        hovertemplate=f"%{{customdata[0]}} von %{{customdata[1]}} {einheit}: %{{y:.1f}} %<extra></extra>",
    )
    alarmed = tabelle[tabelle["Alarm"]]
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
    label = Beschriftung(reference[0], "Vergleichszeitraum", "Daraus ergibt sich, was üblich ist", 0, False)
    return [{**_text(label, look), "y": top}]


def _line(label: Beschriftung, look: Grund) -> dict[str, object]:
    line = {"color": look.leise, "width": 1, "dash": "dashdot"}
    day, end = str(label.tag), 1 - STUFE * (label.ebene + 1)
    upright = {"type": "line", "x0": day, "x1": day, "yref": "paper", "y0": 0, "y1": end}
    return {**upright, "layer": "below", "line": line}


def _text(label: Beschriftung, look: Grund) -> dict[str, object]:
    return {
        "x": str(label.tag),
        "y": 1 - STUFE * label.ebene,
        "yref": "paper",
        "text": wort(label.text),
        "hovertext": wort(label.ganz),
        "showarrow": False,
        "xanchor": "right" if label.is_left else "left",
        "yanchor": "top",
        "font": {"size": 11, "color": look.leise},
    }


def beschriftungen(marken: pd.DataFrame, first: date, last: date) -> list[Beschriftung]:
    """Labels that keep apart; where there is no room only the line stays."""
    span = max((last - first).days, 1)
    ends = [-BREITE] * EBENEN
    found = []
    for day, rows in marken.groupby("Tag", sort=True):
        if not first <= day <= last:
            continue
        texts = [f"{row['Art']}: {row['Änderung']}" for row in rows.to_dict("records")]
        text = texts[0] if len(texts) == 1 else f"{len(texts)} Änderungen"
        text = text if len(text) <= LAENGE else f"{text[: LAENGE - 1]}…"
        x, width = BREITE * (day - first).days // span, BUCHSTABE * len(text)
        is_left = x + width > BREITE
        begin = x - width if is_left else x
        ebene = next((n for n, end in enumerate(ends) if end < begin), None)
        if ebene is not None:
            ends[ebene] = begin + width
        found.append(
            Beschriftung(day, text if ebene is not None else "", "; ".join(texts), ebene or 0, is_left)
        )
    return found
