"""Seite „Monitor“: was aus den Zitaten wurde, die Modelle nannten, und wann etwas anders war als sonst."""

import streamlit as st

from core.runs.load_laeufe import Filter
from pages.ui import resources
from pages.ui.monitor import (
    alarm_list,
    counted,
    counts_table,
    demo,
    pruefung,
    time_charts,
    wahl,
)
from pages.ui.tabs import MONITOR, tabs

with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Monitor", anchor=False, width="content")
    tabs(MONITOR)
st.markdown(pruefung.purpose())
context, store = resources.context(), resources.store()
is_demo = demo.is_shown(store)
if is_demo:
    demo.hinweis()
elif store.count_laeufe(Filter(is_demo=False)):
    demo.zeigen(context, store)
gewaehlt = wahl.ask(context, is_demo)
pruefung.read_in_programme(store, is_demo)
total = counted.gesamt(gewaehlt.stand, gewaehlt.filter)
if not total.laeufe:
    if is_demo or counted.number_table(gewaehlt.stand, gewaehlt.filter).ids:
        st.info(
            "In diesem Zeitraum wurde kein Antrag geprüft, der zu den Filtern passt. Wählen Sie einen "
            "längeren, oder nehmen Sie Filter heraus.",
            icon=":material/info:",
        )
    else:
        demo.offer(context, store)
    st.stop()

oben = st.container()
pruefung.sum_of_counts(total)
time_charts.verlauf(context, gewaehlt)
st.header("Regelkarten", anchor=False)
time_charts.regelkarten(context, gewaehlt)
time_charts.parteien(context, gewaehlt)
counts_table.table(context, gewaehlt)
pruefung.pruefung()
with oben:  # last: what takes longest is drawn by others meanwhile
    alarm_list.alarme(context, gewaehlt)
