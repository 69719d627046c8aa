"""Seite „Methode“: wie eine Antwort zustande kommt, und was sie nicht sagt."""

import streamlit as st

from pages.ui.help_texts import METHOD, tour
from pages.ui.parts import HILFE, head

head("Hilfe", HILFE)
st.markdown("Wie der Antragsspiegel zu dem kommt, was er zeigt, und was das nicht heißt.")
with st.container(width=820):
    for title, text in METHOD.items():
        st.header(title, anchor=False)
        st.markdown(text)
    st.header("In drei Schritten", anchor=False)
    tour()
    st.page_link("features/eichung/eichung.py", label="Wie oft Urteile stimmen", icon=":material/balance:")
