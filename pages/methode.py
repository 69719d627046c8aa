"""Seite „Methode“: wie eine Antwort zustande kommt, und was sie nicht sagt."""

import streamlit as st

from pages.ui.help_texts import METHOD, tour

st.title("Methode", anchor=False)
st.markdown("Wie der Antragsspiegel zu dem kommt, was er zeigt, und was das nicht heißt.")
with st.container(width=820):
    for title, text in METHOD.items():
        st.header(title, anchor=False)
        st.markdown(text)
    st.header("In drei Schritten", anchor=False)
    tour()
    with st.container(horizontal=True):
        st.page_link("glossar.py", label="Glossar: die Wörter", icon=":material/dictionary:")
        st.page_link("barrierefreiheit.py", label="Barrierefreiheit", icon=":material/accessibility_new:")
        st.page_link("eichung.py", label="Eichung: wie oft Urteile stimmen", icon=":material/balance:")
