"""Seite „Anträge“: was geprüft wurde; öffnen, vergleichen, ausgeben, löschen, einlesen."""

from collections.abc import Callable

import streamlit as st

from core.features import hooks
from pages.ui import resources
from pages.ui.filter_bar import nothing_found
from pages.ui.laeufe import (
    FILTERS,
    KEPT_TOLD,
    antraege,
    as_table,
    ask_filter,
    bar,
    einlesen,
    is_empty,
    is_narrowed,
    place,
    rueckgaengig,
    running_laeufe,
    table,
)
from pages.ui.parts import head

context, store = resources.context(), resources.store()
tools: tuple[Callable[[], None], ...] = hooks("laeufe_tools")
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    head("laeufe", width="content")
    with st.container(horizontal=True, width="content", gap="small"):
        einlesen(context, store)
        for draw in tools:
            draw()
rueckgaengig(store)
if is_empty(store):
    st.info(
        "Hier steht jede Prüfung eines Antrags. Bisher gibt es keine: Prüfen Sie einen Antrag, oder "
        "lesen Sie oben rechts Läufe ein, die jemand exportiert hat.",
        icon=":material/info:",
    )
    st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")
    st.stop()

gefragt, after_abdeckung = ask_filter(store.list_values())
if gefragt.geloescht:
    st.caption(KEPT_TOLD)
running_laeufe(store)
is_table = gefragt.geloescht or after_abdeckung or as_table()

total = store.count_laeufe(gefragt) if is_table else store.count_antraege(gefragt)
if total and not is_table:
    antraege(store.laeufe_by_antrag(gefragt, *place(total, "Antrag", "Anträge")))
elif total:
    above, below = st.container(horizontal=True, vertical_alignment="center"), st.container()
    limit, offset = place(total, "Lauf", "Läufe")
    zeilen = store.list_laeufe(gefragt, limit, offset, after_abdeckung=after_abdeckung)
    with below:
        gewaehlt = table(zeilen)
    with above:
        bar(context, store, gewaehlt, gefragt.geloescht)
elif is_narrowed(gefragt):
    nothing_found("Zu diesen Filtern gibt es keinen Lauf.", FILTERS)
else:
    why = "gelöscht" if gefragt.geloescht else "mehr da: Alle sind gelöscht"
    st.info(f"Es sind keine Läufe {why}.", icon=":material/info:")
