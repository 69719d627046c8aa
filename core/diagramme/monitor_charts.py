"""The charts of the monitor: quotes over time, shares of groups, the parties side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.diagramme.figure import (
    FARBEN,
    LEGENDE,
    MARKER,
    STRICHE,
    TAG,
    Figure,
    figur,
    grund,
    leer,
    prozent,
    tagesachse,
    wort,
    worte,
)

if TYPE_CHECKING:
    import pandas as pd

NICHTS = "In diesem Zeitraum gibt es nichts zu zeigen."

# Colour and pattern of what became of a quote: bound ones are plain, dropped ones hatched.
AUSGANG = {
    "Wörtlich": ("#0072b2", ""),
    "Mit Auslassung": ("#56b4e9", ""),
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


def verlauf(tabelle: pd.DataFrame, dark: bool = False, anteilig: bool = False) -> Figure:
    """Quotes per step of time, stacked by what became of them; below them the Läufe without any.

    Columns: those of core.frames.verlauf, without groups. `anteilig`: shares, where the numbers differ much.
    """
    if tabelle.empty:
        return leer(NICHTS, dark)
    zitate = {"title": "Zitate", "domain": [0.32, 1], "rangemode": "tozero"}
    figure = figur(
        dark,
        430,
        barmode="stack",
        barnorm="percent" if anteilig else None,
        hovermode="x unified",
        legend={**LEGENDE, "traceorder": "normal"},
        bargap=0.05 if len(tabelle) > MANY else 0.25,
        xaxis={**_zeitachse(tabelle), "anchor": "y2"},
        yaxis={**zitate, **({"ticksuffix": " %", "title": "Anteil der Zitate"} if anteilig else {})},
        yaxis2={"title": "Läufe", "domain": [0, 0.2], "rangemode": "tozero", **_whole(tabelle["Ohne Zitat"])},
    )
    for word in AUSGANG:
        if tabelle[word].any():
            figure.add_bar(**_balken(tabelle, word))
    figure.add_scatter(
        x=_zeiten(tabelle),
        y=tabelle["Ohne Zitat"].to_numpy(),
        name="Läufe ohne Zitat",
        yaxis="y2",
        mode="lines+markers",
        line={"color": grund(dark).leise, "width": 1.5, "dash": "dot"},
        marker={"size": 6, "symbol": "diamond"},
        cliponaxis=False,
        customdata=tabelle["Läufe"].to_numpy(),
        hovertemplate="%{y} von %{customdata}",
    )
    return figure


def _whole(numbers: pd.Series) -> dict[str, int]:
    """No half Läufe on an axis."""
    return {"dtick": 1} if numbers.max() < 4 else {"nticks": 4}


def _balken(tabelle: pd.DataFrame, word: str) -> dict[str, object]:
    colour, shape = AUSGANG[word]
    pattern = {"shape": shape, "fillmode": "replace", "solidity": 0.45, "size": 6} if shape else None
    return {
        "x": _zeiten(tabelle),
        "y": tabelle[word].to_numpy(),
        "name": word,
        "marker": {"color": colour, "pattern": pattern, "line": {"width": 0}},
        "width": 0.75 * TAG if len(tabelle) == 1 and not tabelle["Lauf"].any() else None,
        "customdata": tabelle[word].to_numpy(),
        "hovertemplate": "%{customdata}",
    }


def anteile(tabelle: pd.DataFrame, dark: bool = False) -> Figure:
    """The bound share of every group over time. Columns: those of core.frames.verlauf."""
    told = tabelle[tabelle["Genannt"] > 0]
    if told.empty:
        return leer(NICHTS, dark)
    figure = figur(
        dark,
        360,
        hovermode="x unified",
        xaxis=_zeitachse(told),
        yaxis={"title": "Belegt, Anteil an allen genannten Zitaten", "ticksuffix": " %"},
    )
    for index, (name, rows) in enumerate(told.groupby("Gruppe", sort=False)):
        figure.add_scatter(
            x=_zeiten(rows),
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


def parteien(tabelle: pd.DataFrame, dark: bool = False) -> Figure:
    """Per party: quotes per Lauf, source text per Lauf, dropped share with its interval, in three panels.

    Columns: those of core.frames.parteien.
    """
    if tabelle.empty:
        return leer(NICHTS, dark)
    panels = {"": (0, 0.29), "2": (0.355, 0.645), "3": (0.71, 1)}
    titles = ("Zitate je Lauf", "Quelltext je Lauf, Zeichen", "Verworfene Zitate")
    axes: dict[str, dict[str, object]] = {
        f"xaxis{n}": {"domain": list(domain), "title": title, "rangemode": "tozero", "nticks": 4}
        for (n, domain), title in zip(panels.items(), titles, strict=True)
    }
    axes["xaxis3"]["ticksuffix"] = " %"
    names = worte(tabelle["Partei"])
    rows = {"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True}
    figure = figur(dark, 70 + 34 * len(names), showlegend=False, yaxis=rows, bargap=0.35, **axes)
    bar = {"y": names, "orientation": "h", "marker": {"color": tabelle["Farbe"].tolist()}}
    figure.add_bar(x=tabelle["Zitate je Lauf"].tolist(), hovertemplate=_je_lauf(".1f", "Zitate"), **bar)
    figure.add_bar(
        x=tabelle["Quelltext je Lauf"].tolist(), xaxis="x2", hovertemplate=_je_lauf(",.0f", "Zeichen"), **bar
    )
    known = tabelle[tabelle["Anteil verworfen"].notna()]
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


def _je_lauf(form: str, einheit: str) -> str:
    return f"%{{y}}: %{{x:{form}}} {einheit} je Lauf<extra></extra>"


def _zeiten(tabelle: pd.DataFrame) -> pd.Series:
    """Days as they are; Läufe one after another, whatever the time between them."""
    return tabelle["Lauf"].where(tabelle["Lauf"] != "", tabelle["Zeit"]).to_numpy(dtype=object)


def _zeitachse(tabelle: pd.DataFrame) -> dict[str, object]:
    if not tabelle["Lauf"].any():
        return tagesachse(tabelle["Zeit"].min(), tabelle["Zeit"].max())
    ids, days = _zeiten(tabelle).tolist(), [f"{zeit[8:10]}.{zeit[5:7]}." for zeit in tabelle["Zeit"]]
    step = max(1, len(ids) // 8)
    return {
        "type": "category",
        "title": "Läufe, der neueste rechts",
        "tickvals": ids[::step],
        "ticktext": days[::step],
        "showgrid": False,
    }
