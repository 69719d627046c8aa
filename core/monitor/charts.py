"""The charts of the monitor: quotes over time, shares of groups, the parties side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from core.figure import (
    FARBEN,
    LEGEND,
    MARKER,
    STRICHE,
    TAG,
    Figure,
    Grund,
    day_axis,
    figur,
    grund,
    leer,
    prozent,
    wort,
    worte,
    zeitraum,
)

if TYPE_CHECKING:
    import pandas as pd


NOTHING = "In diesem Zeitraum gibt es nichts zu zeigen."

# Colour and pattern of what became of a quote: bound ones are plain, dropped ones hatched.
OUTCOME = {
    "Wörtlich": ("#0072b2", ""),
    "Mit Auslassung": ("#56b4e9", ""),
    "Aus mehreren Stellen": ("#5a6acf", ""),
    "Angeglichen": ("#009e73", ""),
    "Nicht gefunden": ("#d55e00", "/"),
    "Nur ähnlich": ("#e69f00", "\\"),
    "Nicht vorgelegt": ("#cc79a7", "x"),
    "Andere Zahl": ("#8c6d31", "-"),
    "Andere Verneinung": ("#b03a6f", "|"),
    "Unsicher gelesen": ("#4b5f8a", "+"),
    "Zu kurz": ("#8a8f99", "."),
    "Unlesbar": ("#6b7280", "/"),
}
MANY = 60
"""So many steps of time and a gap between the bars would be wider than they are."""


def verlauf(table: pd.DataFrame, dark: bool = False, proportional: bool = False) -> Figure:
    """Quotes per step of time, stacked by what became of them; below them the Läufe without any.

    Columns: those of core.frames.verlauf, without groups. `proportional`: shares, where the numbers differ
    much.
    """
    if table.empty:
        return leer(NOTHING, dark)
    zitate = {"title": "Zitate", "domain": [0.32, 1], "rangemode": "tozero"}
    figure = figur(
        dark,
        430,
        barmode="stack",
        barnorm="percent" if proportional else None,
        hovermode="x unified",
        legend={**LEGEND, "traceorder": "normal"},
        bargap=0.05 if len(table) > MANY else 0.25,
        xaxis={**_time_axis(table), "anchor": "y2"},
        yaxis={**zitate, **({"ticksuffix": " %", "title": "Anteil der Zitate"} if proportional else {})},
        yaxis2={"title": "Läufe", "domain": [0, 0.2], "rangemode": "tozero", **_whole(table["Ohne Zitat"])},
    )
    for word in OUTCOME:
        if table[word].any():
            figure.add_bar(**_bars(table, word))
    figure.add_scatter(
        x=_times(table),
        y=table["Ohne Zitat"].to_numpy(),
        name="Läufe ohne Zitat",
        yaxis="y2",
        mode="lines+markers",
        line={"color": grund(dark).leise, "width": 1.5, "dash": "dot"},
        marker={"size": 6, "symbol": "diamond"},
        cliponaxis=False,
        customdata=table["Läufe"].to_numpy(),
        hovertemplate="%{y} von %{customdata}",
    )
    return figure


def _whole(numbers: pd.Series) -> dict[str, int]:
    """No half Läufe on an axis."""
    return {"dtick": 1} if numbers.max() < 4 else {"nticks": 4}


def _bars(table: pd.DataFrame, word: str) -> dict[str, object]:
    colour, shape = OUTCOME[word]
    pattern = {"shape": shape, "fillmode": "replace", "solidity": 0.45, "size": 6} if shape else None
    return {
        "x": _times(table),
        "y": table[word].to_numpy(),
        "name": word,
        "marker": {"color": colour, "pattern": pattern, "line": {"width": 0}},
        "width": 0.75 * TAG if len(table) == 1 and not table["Lauf"].any() else None,
        "customdata": table[word].to_numpy(),
        "hovertemplate": "%{customdata}",
    }


def anteile(table: pd.DataFrame, dark: bool = False) -> Figure:
    """The bound share of every group over time. Columns: those of core.frames.verlauf."""
    told = table[table["Genannt"] > 0]
    if told.empty:
        return leer(NOTHING, dark)
    figure = figur(
        dark,
        360,
        hovermode="x unified",
        xaxis=_time_axis(told),
        yaxis={"title": "Belegt, Anteil an allen genannten Zitaten", "ticksuffix": " %"},
    )
    for index, (name, rows) in enumerate(told.groupby("Gruppe", sort=False)):
        figure.add_scatter(
            x=_times(rows),
            y=prozent(rows["Anteil belegt"]),
            name=wort(name),
            mode="lines+markers",
            line={
                "color": FARBEN[index % len(FARBEN)],
                "width": 2,
                "dash": STRICHE[index % len(STRICHE)],
            },
            marker={"symbol": MARKER[index % len(MARKER)], "size": 7},
            customdata=rows[["Belegt", "Genannt"]].assign(Gruppe=wort(name)).to_numpy(),
            hovertemplate="%{y:.1f} (%{customdata[0]} von %{customdata[1]})",
        )
    return figure


def parteien(table: pd.DataFrame, dark: bool = False) -> Figure:
    """Per party: quotes per Lauf, source text per Lauf, dropped share with its interval, in three panels.

    Columns: those of core.frames.parteien.
    """
    if table.empty:
        return leer(NOTHING, dark)
    panels = {"": (0, 0.29), "2": (0.355, 0.645), "3": (0.71, 1)}
    titles = ("Zitate je Lauf", "Quelltext je Lauf, Zeichen", "Verworfene Zitate")
    axes: dict[str, dict[str, object]] = {
        f"xaxis{n}": {"domain": list(domain), "title": title, "rangemode": "tozero", "nticks": 4}
        for (n, domain), title in zip(panels.items(), titles, strict=True)
    }
    axes["xaxis3"]["ticksuffix"] = " %"
    names = worte(table["Partei"])
    rows = {"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True}
    figure = figur(dark, 70 + 34 * len(names), showlegend=False, yaxis=rows, bargap=0.35, **axes)
    bar = {"y": names, "orientation": "h", "marker": {"color": table["Farbe"].tolist()}}
    figure.add_bar(x=table["Zitate je Lauf"].tolist(), hovertemplate=_per_lauf(".1f", "Zitate"), **bar)
    figure.add_bar(
        x=table["Quelltext je Lauf"].tolist(), xaxis="x2", hovertemplate=_per_lauf(",.0f", "Zeichen"), **bar
    )
    known = table[table["Anteil verworfen"].notna()]
    bounds = known["Von"], known["Bis"]
    figure.add_scatter(
        x=prozent(known["Anteil verworfen"]),
        y=worte(known["Partei"]),
        xaxis="x3",
        mode="markers",
        marker={"color": known["Farbe"].tolist(), "size": 11, "symbol": "diamond"},
        error_x={
            "type": "data",
            "array": prozent(known["Bis"] - known["Anteil verworfen"]),
            "arrayminus": prozent(known["Anteil verworfen"] - known["Von"]),
            "color": grund(dark).leise,
            "thickness": 1.5,
            "width": 4,
        },
        customdata=list(zip(known["Verworfen"], known["Genannt"], *map(prozent, bounds), strict=True)),
        hovertemplate="%{y}: %{x:.1f} % (%{customdata[0]} von %{customdata[1]} Zitaten), "
        "mit 95 % Sicherheit %{customdata[2]:.1f} bis %{customdata[3]:.1f} %<extra></extra>",
    )
    return figure


def _per_lauf(form: str, einheit: str) -> str:
    return f"%{{y}}: %{{x:{form}}} {einheit} je Lauf<extra></extra>"


def _times(table: pd.DataFrame) -> pd.Series:
    """Days as they are; Läufe one after another, whatever the time between them."""
    return table["Lauf"].where(table["Lauf"] != "", table["Zeit"]).to_numpy(dtype=object)


def _time_axis(table: pd.DataFrame) -> dict[str, object]:
    if not table["Lauf"].any():
        return day_axis(table["Zeit"].min(), table["Zeit"].max())
    ids, days = _times(table).tolist(), [f"{zeit[8:10]}.{zeit[5:7]}." for zeit in table["Zeit"]]
    step = max(1, len(ids) // 8)
    return {
        "type": "category",
        "title": "Läufe, der neueste rechts",
        "tickvals": ids[::step],
        "ticktext": days[::step],
        "showgrid": False,
    }


# --- the control chart: a share per day, what is usual, what is not, and what changed when -----------------


NO_POINTS = "In diesem Zeitraum wurde nichts gezählt."
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
        return leer(NO_POINTS, dark)
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
