"""Seite „Programme“: was bekannt, eingelesen und lesbar ist; einlesen, hochladen, Seite für Seite ansehen."""

import streamlit as st

from pages.ui import address, resources
from pages.ui.programme import actions, fetching, filter, new_programm, programme_table
from pages.ui.programme.programm_view import ansicht, zurueck
from pages.ui.programme.reading_progress import progress

context = resources.context()
holdings = [row for teil in resources.stock() for row in teil.programme]

if programm_id := address.get("programm"):
    zurueck()
    chosen = next((row for row in holdings if row.programm.id == programm_id), None)
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
    with st.container(horizontal=True, width="content"):
        fetching.button()
        st.button(
            "Neues Programm",
            icon=":material/add:",
            on_click=actions.open_dialog,
            args=(actions.Dialog.NEU,),
            key="neues_programm",
        )
new_programm.zeigen(context)
fetching.panel(context)
progress()
rows = filter.ask(context, holdings)
if rows:
    st.caption(programme_table.sum_of_counts(rows))
    bar, table = st.container(horizontal=True, vertical_alignment="center"), st.container()
    with table:
        gewaehlt = programme_table.table(context, rows)
    with bar:
        actions.bar(context, gewaehlt)
    programme_table.conspicuous(gewaehlt)
else:
    st.info("Zu diesen Filtern gibt es kein Programm.", icon=":material/filter_alt_off:")
    st.button("Filter zurücksetzen", on_click=filter.clear, key="filter_zuruecksetzen")
actions.show(context)
