"""Seite „Methode“: wie eine Antwort zustande kommt, und was sie nicht sagt."""

import streamlit as st

from pages.ui.help_texts import METHOD, tour
from pages.ui.menu import file_of
from pages.ui.parts import head

head("methode")
st.markdown("Wie der Antragsspiegel zu dem kommt, was er zeigt, und was das nicht heißt.")
with st.container(width=820):
    for title, text in METHOD.items():
        st.header(title, anchor=False)
        st.markdown(text)
    st.header("In drei Schritten", anchor=False)
    tour()
    if measured := file_of("eichung"):
        st.page_link(measured, label="Wie oft Urteile stimmen", icon=":material/balance:")
