"""Seite „Monitor“: was aus den Zitaten wurde, die Modelle nannten."""

import streamlit as st

from pages.ui import monitor, resources

st.title("Monitor", anchor=False)
st.markdown(
    "Wie viele der Zitate, die Modelle nennen, stehen nachweislich im Programm? "
    "Und woran scheitern die anderen?"
)
gruppe, filter = monitor.ask()
store = resources.store()
(total,) = store.quote_counts(None, filter)
if total.laeufe:
    monitor.summe(total)
    monitor.tabelle(resources.context(), gruppe, store.quote_counts(monitor.GRUPPEN[gruppe], filter))
else:
    st.info(
        "In diesem Zeitraum wurde kein Antrag geprüft. Wählen Sie einen längeren, oder prüfen Sie "
        "einen Antrag.",
        icon=":material/info:",
    )
    st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")
