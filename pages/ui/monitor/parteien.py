"""The parties side by side: what the models were given of each, and what they made of it."""

import streamlit as st

from core import charts, frames
from core.context import Context
from core.programme.registry import partei_name
from pages.ui.chart_frame import diagramm
from pages.ui.colors import is_dark, readable
from pages.ui.monitor import counted
from pages.ui.monitor.wahl import Wahl
from pages.ui.text import plain

SPALTEN = {
    "Zitate je Lauf": st.column_config.NumberColumn(format="%.1f"),
    "Quelltext je Lauf": st.column_config.NumberColumn(format="%.0f", help="In Zeichen"),
    **{name: st.column_config.NumberColumn(format="percent") for name in ("Anteil verworfen", "Von", "Bis")},
}


@st.fragment(parallel=True)
def parteien(context: Context, wahl: Wahl) -> None:
    reihen = counted.partei_numbers(wahl.stand, wahl.filter)
    registry, dark = context.registry, is_dark()
    known = [row.partei for row in reihen if row.partei in registry.parteien]
    namen = {partei: partei_name(registry, partei, wahl.filter.bundesland) for partei in known}
    colors = {partei: readable(registry.parteien[partei].farbe, dark) for partei in known}
    table = frames.parteien(reihen, namen, colors)
    diagramm(
        "Parteien nebeneinander",
        lambda dark: charts.parteien(table, dark),
        table.drop(columns="Farbe", errors="ignore"),
        "monitor_parteien",
        spalten=SPALTEN,
    )
    st.caption(
        "Wer wenig Quelltext vorgelegt bekommt, wird selten zitiert: Das sagt etwas über den Index, "
        "nichts über die Partei. Die Striche rechts zeigen, wie sicher der Anteil ist (95 %)."
    )
    for row in reihen:
        if row.hinweis:
            name = namen.get(row.partei, row.partei)
            st.markdown(f":orange[:material/warning:] **{plain(name)}**: {plain(row.hinweis)}")
