"""An Antrag fetched by its address or its number, as one more way in."""

import streamlit as st

from core.features.sources.paper_search import find_paper
from core.features.sources.parliaments import sources_of
from core.programme.context import Context
from core.runs.store import Runstore
from pages.features.sources.fetched import begin_taking, show_taking
from pages.ui.text import failure_shown


def antrag_entry(context: Context, store: Runstore) -> None:
    parlamente = {code: one.name for code, one in context.registry.parlamente.items() if sources_of(code)}
    with st.form("eingabe-adresse", border=False):
        told = st.text_input(
            "Adresse des PDFs oder Nummer der Drucksache",
            placeholder="https://… oder 21/1234 oder 8/77 (MV)",
            key="eingabe-url",
        )
        land = st.selectbox(
            "Bei einer Nummer: aus welchem Parlament?",
            list(parlamente),
            format_func=parlamente.__getitem__,
            key="eingabe-parlament",
            help="Steht das Land neben der Nummer, gilt dieses. Gefragt werden der Reihe nach die Quellen "
            "des Parlaments; welche die Drucksache kennt, steht danach beim Antrag.",
        )
        sent = st.form_submit_button("Antrag holen", type="primary", key="eingabe-holen")
    if sent:
        with failure_shown():
            with st.spinner("Die Drucksache wird gesucht …"):
                found = find_paper(context, told, land)
            begin_taking([found.listing])
            st.rerun()
    show_taking()
