"""Seite „Anträge aus Parlamenten“: was sie veröffentlichen; suchen, ansehen, einen prüfen oder mehrere."""

import streamlit as st

from pages.ui import address, antrag_taking, resources
from pages.ui.antraege import antraege_table, filter, one_antrag, sources
from pages.ui.tabs import ANTRAEGE, tabs

context, store = resources.context(), resources.store()
if address.get("kennung"):
    one_antrag.show(context, store)
    st.stop()

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    with st.container(horizontal=True, width="content", vertical_alignment="center"):
        st.title("Anträge", anchor=False, width="content")
        tabs(ANTRAEGE)
    sources.button()
sources.alarms(store)
is_empty = not store.list_listed(limit=1)
sources.panel(store, is_empty)
antrag_taking.show()
if is_empty:
    antraege_table.nothing_yet()
    st.stop()

wanted = filter.ask(store.list_listing_values())
if total := store.count_listed(wanted):
    bar, table = st.container(horizontal=True, vertical_alignment="center"), st.container()
    rows = antraege_table.page_of(store, wanted, total)
    with table:
        chosen = antraege_table.table(store, rows)
    with bar:
        antraege_table.bar(chosen)
else:
    st.info("Zu diesen Filtern gibt es keinen Antrag.", icon=":material/filter_alt_off:")
    st.button("Filter zurücksetzen", on_click=filter.clear, key="filter_zuruecksetzen")
