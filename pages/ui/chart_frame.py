"""A chart as every page shows it: with its title, as a table where that is wanted, and to take along."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from core.base.figure import Figure
from core.base.frames import DataFrame, csv
from pages.ui import address
from pages.ui.parts import is_dark
from pages.ui.plain_table import table as both_ways

GERMAN = {
    "dictionary": {
        "Double-click on legend to isolate one trace": "Doppelklick zeigt nur diese Reihe",
        "Double-click to zoom back out": "Doppelklick zeigt wieder alles",
        "Download plot as a PNG": "Als Bild herunterladen",
        "Pan": "Verschieben",
        "Zoom": "Vergrößern",
        "Reset axes": "Achsen zurücksetzen",
    },
    "format": {
        "days": ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
        "shortDays": ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
        "months": [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
            "November", "Dezember",
        ],
        "shortMonths": ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
        "date": "%d.%m.%Y",
    },
}  # fmt: skip
"""What plotly says itself, where a chart of ours lets it."""

CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "zoomIn2d", "zoomOut2d"],
    "locale": "de",
    "locales": {"de": GERMAN},
}


def chart(
    titel: str,
    draw: Callable[[bool], Figure],
    table: DataFrame,
    key: str,
    *,
    spalten: Mapping[str, Any] | None = None,
    on_select: Callable[[str], None] | None = None,
    daneben: Callable[[], None] | None = None,
) -> None:
    """`draw` makes the figure for a dark ground or a light one; `spalten` configures the table.

    `on_select` is called with the chart's key when something in it was clicked; `daneben` draws more beside
    the title.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{titel}**", width="stretch")
        if daneben:
            daneben()
        name = f"{key}_tabelle"
        followed = address.follow("diagramm", name, address.is_on(name))
        as_table = st.toggle("Als Tabelle", width="content", **followed)
        download(table, key)
    if as_table:
        both_ways(table, key, titel, spalten)
        return
    chosen: Any = "ignore" if on_select is None else partial(on_select, key)
    with st.container(key=f"feld-{key}"):
        st.plotly_chart(
            draw(is_dark()),
            theme=None,
            key=key,
            on_select=chosen,
            selection_mode="points",
            config={**CONFIG, "toImageButtonOptions": {"filename": key, "scale": 2}},
            alt=titel,
        )


def download(table: DataFrame, name: str) -> None:
    st.download_button(
        "CSV",
        partial(csv, table),
        file_name=f"{name}.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key=f"{name}_csv",
        disabled=table.empty,
        help="Als Tabelle herunterladen",
    )
