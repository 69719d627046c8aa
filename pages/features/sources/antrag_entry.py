"""An Antrag fetched by its address or its number, as one more way in."""

import streamlit as st

from core.features.sources.antrag_fetch import find_paper
from core.features.sources.antrag_quelle import LINKS
from core.programme.context import Context
from core.runs.store import Runstore
from pages.features.sources.fetched import begin_taking, show_taking
from pages.ui.text import failure_shown


def antrag_entry(context: Context, store: Runstore) -> None:
    parlamente = {land: context.registry.parlamente[land].name for land in LINKS}
    with st.form("eingabe-adresse", border=False):
        told = st.text_input(
            "Adresse des PDFs oder Nummer der Drucksache",
            placeholder="https://… oder 21/1234",
            key="eingabe-url",
        )
        land = st.selectbox(
            "Bei einer Nummer: aus welchem Parlament?",
            list(parlamente),
            format_func=parlamente.__getitem__,
            key="eingabe-parlament",
            help="Nur bei diesen folgt die Adresse aus der Nummer; sonst fügen Sie die Adresse des PDFs ein.",
        )
        sent = st.form_submit_button("Antrag holen", type="primary", key="eingabe-holen")
    if sent:
        with failure_shown():
            begin_taking([find_paper(store, told, land)])
            st.rerun()
    show_taking()
