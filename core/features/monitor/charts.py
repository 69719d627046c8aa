"""The charts of the monitor: quotes over time, shares of groups, the parties side by side."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.base.figure import (
    FARBEN,
    LEGEND,
    MARKER,
    STRICHE,
    TAG,
    Figure,
    Palette,
    all_escaped,
    day_axis,
    escaped,
    message_figure,
    new_figure,
    palette,
    percents,
)
from core.wortlaut.binding.eintrag import ZitatStatus

if TYPE_CHECKING:
    import pandas as pd


NOTHING = "In diesem Zeitraum gibt es nichts zu zeigen."

# Colour and pattern of what became of a quote: bound ones are plain, dropped ones hatched.
OUTCOME = {
    ZitatStatus.WOERTLICH: ("#0072b2", ""),
    ZitatStatus.MIT_AUSLASSUNG: ("#56b4e9", ""),
    ZitatStatus.AUS_MEHREREN_STELLEN: ("#5a6acf", ""),
    ZitatStatus.ANGEGLICHEN: ("#009e73", ""),
    ZitatStatus.NICHT_GEFUNDEN: ("#d55e00", "/"),
    ZitatStatus.NUR_AEHNLICH: ("#e69f00", "\\"),
    ZitatStatus.OUTSIDE: ("#cc79a7", "x"),
    ZitatStatus.ZAHL: ("#8c6d31", "-"),
    ZitatStatus.VERNEINUNG: ("#b03a6f", "|"),
    ZitatStatus.UNSICHER: ("#4b5f8a", "+"),
    ZitatStatus.ZU_KURZ: ("#8a8f99", "."),
    ZitatStatus.VERWEIS: ("#a0522d", "\\"),
    ZitatStatus.UNLESBAR: ("#6b7280", "/"),
}
MANY = 60
"""So many steps of time and a gap between the bars would be wider than they are."""


def timeline(table: pd.DataFrame, dark: bool = False, proportional: bool = False) -> Figure:
    """Quotes per step of time, stacked by what became of them.

    Columns: those of `frames.verlauf`, without groups. `proportional`: shares, where the numbers
    differ much.
    """
    if table.empty:
        return message_figure(NOTHING, dark)
    percent = {"ticksuffix": " %", "title": "Anteil der Zitate"} if proportional else {}
    figure = new_figure(
        dark,
        300,
        barmode="stack",
        barnorm="percent" if proportional else None,
        hovermode="x unified",
        legend={**LEGEND, "traceorder": "normal"},
        bargap=0.05 if len(table) > MANY else 0.25,
        xaxis=day_axis(table["Zeit"].min(), table["Zeit"].max()),
        yaxis={"title": "Zitate", "rangemode": "tozero", **percent},
    )
    for status in ZitatStatus.checked():
        word = status.heading
        colour, shape = OUTCOME[status]
        if not table[word].any():
            continue
        pattern = {"shape": shape, "fillmode": "replace", "solidity": 0.45, "size": 6} if shape else None
        figure.add_bar(
            x=table["Zeit"].tolist(),
            y=table[word].to_numpy(),
            name=word,
            marker={"color": colour, "pattern": pattern, "line": {"width": 0}},
            width=0.75 * TAG if len(table) == 1 else None,
            customdata=table[word].to_numpy(),
            hovertemplate="%{customdata}",
        )
    return figure


def bound_shares(table: pd.DataFrame, dark: bool = False) -> Figure:
    """The bound share of every group over time. Columns: those of `frames.verlauf`."""
    told = table[table["Genannt"] > 0]
    if told.empty:
        return message_figure(NOTHING, dark)
    figure = new_figure(
        dark,
        360,
        hovermode="x unified",
        xaxis=day_axis(told["Zeit"].min(), told["Zeit"].max()),
        yaxis={"title": "Belegt, Anteil an allen genannten Zitaten", "ticksuffix": " %"},
    )
    for index, (name, rows) in enumerate(told.groupby("Gruppe", sort=False)):
        figure.add_scatter(
            x=rows["Zeit"].tolist(),
            y=percents(rows["Anteil belegt"]),
            name=escaped(name),
            mode="lines+markers",
            line={
                "color": FARBEN[index % len(FARBEN)],
                "width": 2,
                "dash": STRICHE[index % len(STRICHE)],
            },
            marker={"symbol": MARKER[index % len(MARKER)], "size": 7},
            customdata=rows[["Belegt", "Genannt"]].assign(Gruppe=escaped(name)).to_numpy(),
            hovertemplate="%{y:.1f} (%{customdata[0]} von %{customdata[1]})",
        )
    return figure


def parteien(table: pd.DataFrame, dark: bool = False) -> Figure:
    """Per party: quotes per Lauf, source text per Lauf, dropped share with its interval, in three panels.

    Columns: those of `frames.parteien`.
    """
    if table.empty:
        return message_figure(NOTHING, dark)
    panels = {"": (0, 0.29), "2": (0.355, 0.645), "3": (0.71, 1)}
    titles = ("Zitate je Lauf", "Quelltext je Lauf, Zeichen", "Verworfene Zitate")
    axes: dict[str, dict[str, object]] = {
        f"xaxis{n}": {"domain": list(domain), "title": title, "rangemode": "tozero", "nticks": 4}
        for (n, domain), title in zip(panels.items(), titles, strict=True)
    }
    axes["xaxis3"]["ticksuffix"] = " %"
    names = all_escaped(table["Partei"])
    rows = {"autorange": "reversed", "type": "category", "showgrid": False, "fixedrange": True}
    figure = new_figure(dark, 70 + 34 * len(names), showlegend=False, yaxis=rows, bargap=0.35, **axes)
    bar = {"y": names, "orientation": "h", "marker": {"color": table["Farbe"].tolist()}}
    figure.add_bar(x=table["Zitate je Lauf"].tolist(), hovertemplate=_per_lauf(".1f", "Zitate"), **bar)
    figure.add_bar(
        x=table["Quelltext je Lauf"].tolist(), xaxis="x2", hovertemplate=_per_lauf(",.0f", "Zeichen"), **bar
    )
    known = table[table["Anteil verworfen"].notna()]
    bounds = known["Von"], known["Bis"]
    figure.add_scatter(
        x=percents(known["Anteil verworfen"]),
        y=all_escaped(known["Partei"]),
        xaxis="x3",
        mode="markers",
        marker={"color": known["Farbe"].tolist(), "size": 11, "symbol": "diamond"},
        error_x={
            "type": "data",
            "array": percents(known["Bis"] - known["Anteil verworfen"]),
            "arrayminus": percents(known["Anteil verworfen"] - known["Von"]),
            "color": palette(dark).leise,
            "thickness": 1.5,
            "width": 4,
        },
        customdata=list(zip(known["Verworfen"], known["Genannt"], *map(percents, bounds), strict=True)),
        hovertemplate="%{y}: %{x:.1f} % (%{customdata[0]} von %{customdata[1]} Zitaten), "
        "mit 95 % Sicherheit %{customdata[2]:.1f} bis %{customdata[3]:.1f} %<extra></extra>",
    )
    return figure


def _per_lauf(form: str, einheit: str) -> str:
    return f"%{{y}}: %{{x:{form}}} {einheit} je Lauf<extra></extra>"


# --- the control chart: a share over time, what chance explains, what it does not, and what changed when ----

NO_POINTS = "In diesem Zeitraum wurde nichts gezählt."


def regelkarte(
    table: pd.DataFrame,
    marken: pd.DataFrame,
    dark: bool = False,
    titel: str = "",
    name: str = "je Tag",
    alarm: tuple[date, date] | None = None,
) -> Figure:
    """`table` and `marken` are `frames.regelkarte` and `.marken`; `name` says what a point is.

    `alarm`: the days of the window that is told of. Without limits where the history is too thin for them.
    """
    if table.empty:
        return message_figure(NO_POINTS, dark)
    look, days = palette(dark), table["Tag"].tolist()
    figure = new_figure(
        dark,
        240,
        hovermode="x",
        xaxis=day_axis(days[0], days[-1]),
        yaxis={"title": titel, "ticksuffix": " %", "rangemode": "tozero"},
        shapes=[_area(*alarm, look.alarm)] if alarm else [],
    )
    if table["Mittel"].notna().any():
        _usual(figure, table, look)
    _shares(figure, table, look, name)
    changes = [
        (day, "<br>".join(escaped(f"{row['Art']}: {row['Änderung']}") for row in rows.to_dict("records")))
        for day, rows in marken.groupby("Tag", sort=True)
        if days[0] <= day <= days[-1]
    ]
    if changes:
        figure.add_scatter(
            x=[day for day, _ in changes],
            y=[0.0] * len(changes),
            name="Änderung",
            mode="markers",
            marker={"size": 10, "symbol": "triangle-up", "color": look.leise},
            cliponaxis=False,
            customdata=[told for _, told in changes],
            hovertemplate="%{customdata}<extra></extra>",
        )
    return figure


def _usual(figure: Figure, table: pd.DataFrame, look: Palette) -> None:
    line = {"color": look.leise, "width": 1, "dash": "dot"}
    table = table[table["Obergrenze"].notna()]
    shared = {"x": table["Tag"].tolist(), "mode": "lines", "hoverinfo": "skip"}
    figure.add_scatter(y=percents(table["Untergrenze"]), line=line, showlegend=False, **shared)
    figure.add_scatter(
        y=percents(table["Obergrenze"]),
        line=line,
        name="zufällig zu erwarten",
        fill="tonexty",
        fillcolor="rgba(86, 180, 233, 0.13)",
        **shared,
    )
    dashed = {**line, "dash": "dash", "width": 1.5}
    figure.add_scatter(y=percents(table["Mittel"]), line=dashed, name="üblich", **shared)


def _shares(figure: Figure, table: pd.DataFrame, look: Palette, name: str) -> None:
    figure.add_scatter(
        x=table["Tag"].tolist(),
        y=percents(table["Anteil"]),
        name=name,
        mode="lines+markers",
        line={"color": look.linie, "width": 1.5},
        marker={"size": 5},
        customdata=table[["Anzahl", "Gesamt"]].to_numpy(),
        hovertemplate="%{customdata[0]} von %{customdata[1]}: %{y:.1f} %<extra></extra>",
    )
    alarmed = table[table["Alarm"]]
    if not alarmed.empty:
        figure.add_scatter(
            x=alarmed["Tag"].tolist(),
            y=percents(alarmed["Anteil"]),
            name="außerhalb",
            mode="markers",
            marker={"size": 11, "symbol": "diamond", "color": look.alarm, "line": {"width": 0}},
            hoverinfo="skip",
        )


def _area(von: date, bis: date, farbe: str) -> dict[str, object]:
    """From midnight to midnight."""
    ends = {"x0": str(von), "x1": str(bis + timedelta(days=1)), "y0": 0, "y1": 1}
    look = {"fillcolor": farbe, "opacity": 0.12, "layer": "below", "line": {"width": 0}}
    return {"type": "rect", "yref": "y domain", **ends, **look}
