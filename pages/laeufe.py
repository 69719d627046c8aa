"""Seite „Anträge“: was geprüft wurde; öffnen, vergleichen, ausgeben, löschen, einlesen."""

import streamlit as st

from pages.ui import resources
from pages.ui.laeufe import actions, akte_check, by_antrag, filter, laeufe_table
from pages.ui.tabs import ANTRAEGE, tabs

context, store = resources.context(), resources.store()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    with st.container(horizontal=True, width="content", vertical_alignment="center"):
        st.title("Anträge", anchor=False, width="content")
        tabs(ANTRAEGE)
    with st.container(horizontal=True, width="content", gap="small"):
        actions.einlesen(context, store)
        akte_check.akte_check()
actions.rueckgaengig(store)
if laeufe_table.is_empty(store):
    st.info(
        "Hier steht jede Prüfung eines Antrags. Bisher gibt es keine: Prüfen Sie einen Antrag, oder "
        "lesen Sie oben rechts Läufe ein, die jemand exportiert hat.",
        icon=":material/info:",
    )
    st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")
    st.stop()

gefragt, after_abdeckung = filter.ask(store.list_values())
if gefragt.geloescht:
    st.caption(laeufe_table.KEPT_TOLD)
laeufe_table.running_laeufe(store)
as_table = gefragt.geloescht or after_abdeckung or filter.as_table()

total = (store.count_laeufe if as_table else store.count_antraege)(gefragt)
if total and not as_table:
    by_antrag.antraege(store.laeufe_by_antrag(gefragt, *laeufe_table.place(total, "Antrag", "Anträge")))
elif total:
    bar, table = st.container(horizontal=True, vertical_alignment="center"), st.container()
    limit, offset = laeufe_table.place(total, "Lauf", "Läufe")
    zeilen = store.list_laeufe(gefragt, limit, offset, after_abdeckung=after_abdeckung)
    with table:
        gewaehlt = laeufe_table.table(zeilen)
    with bar:
        actions.bar(context, store, gewaehlt, gefragt.geloescht)
elif filter.is_narrowed(gefragt):
    st.info("Zu diesen Filtern gibt es keinen Lauf.", icon=":material/filter_alt_off:")
    st.button("Filter zurücksetzen", on_click=filter.clear, key="filter_zuruecksetzen")
else:
    st.info(f"Es sind keine Läufe {laeufe_table.why_none(gefragt.geloescht)}.", icon=":material/info:")
