"""Seite „Anträge aus Parlamenten“: was sie veröffentlichen; suchen, ansehen, einen prüfen oder mehrere."""

import streamlit as st

from core.runs.antraege import count_listed, list_listing_values
from pages.features.sources.fetched import show_taking
from pages.features.sources.listing import (
    FILTERS,
    ask_filter,
    bar,
    nothing_yet,
    page_of,
    show_one,
    sources_alarms,
    sources_button,
    sources_panel,
    table,
)
from pages.ui import address, resources
from pages.ui.filter_bar import nothing_found
from pages.ui.parts import head

store = resources.store()
if address.get("kennung"):
    show_one(store)
    st.stop()

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    head("antraege", width="content")
    sources_button()
sources_alarms(store)
is_empty = not store.list_listed(limit=1)
sources_panel(store, is_empty)
show_taking()
if is_empty:
    nothing_yet()
    st.stop()

wanted = ask_filter(list_listing_values(store))
if total := count_listed(store, wanted):
    above, below = st.container(horizontal=True, vertical_alignment="center"), st.container()
    rows = page_of(store, wanted, total)
    with below:
        chosen = table(store, rows)
    with above:
        bar(chosen)
else:
    nothing_found("Zu diesen Filtern gibt es keinen Antrag.", FILTERS)
