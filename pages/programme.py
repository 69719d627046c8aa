"""Seite „Programme“: was bekannt, eingelesen und lesbar ist; einlesen, hochladen, Seite für Seite ansehen."""

import streamlit as st

from pages.ui import adresse, resources
from pages.ui.programme import aktionen, dialoge, fehlerhaft, filter, liste
from pages.ui.programme.ansicht import ansicht, zurueck
from pages.ui.programme.fortschritt import fortschritt

context = resources.context()
bestaende = [row for teil in resources.stock() for row in teil.programme]

if programm_id := adresse.get("programm"):
    zurueck()
    chosen = next((row for row in bestaende if row.programm.id == programm_id), None)
    if chosen:
        ansicht(context, chosen)
    else:
        st.title("Programm nicht gefunden", anchor=False)
        st.info(
            "Das Programm dieser Adresse steht nicht im Register. In der Liste finden Sie alle, die es gibt.",
            icon=":material/info:",
        )
    st.stop()

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.title("Programme", anchor=False, width="content")
    st.button(
        "Neues Programm",
        icon=":material/add:",
        on_click=dialoge.open_dialog,
        args=(dialoge.Dialog.NEU,),
        key="neues_programm",
    )
fehlerhaft.zeigen(context)
fortschritt()
rows = filter.ask(context, bestaende)
if rows:
    st.caption(liste.summe(rows))
    leiste, tabelle = st.container(horizontal=True, vertical_alignment="center"), st.container()
    with tabelle:
        gewaehlt = liste.tabelle(context, rows)
    with leiste:
        aktionen.leiste(context, gewaehlt)
    liste.auffaelliges(gewaehlt)
else:
    st.info("Zu diesen Filtern gibt es kein Programm.", icon=":material/filter_alt_off:")
    st.button("Filter zurücksetzen", on_click=filter.clear, key="filter_zuruecksetzen")
dialoge.show(context)
