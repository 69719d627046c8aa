"""A page that shows every hostile text in every place that reads Markdown."""

import streamlit as st

from pages.ui.text import plain
from tests.e2e.boeses import BOESES

for number, text in enumerate(BOESES):
    shown = plain(text)
    with st.container(key=f"text-{number}"):
        st.markdown(shown)
    with st.container(key=f"fett-{number}"):
        st.markdown(f"Davor **{shown}**, dahinter")
    with st.container(key=f"klein-{number}"):
        st.caption(shown)
    with st.container(key=f"knopf-{number}"):
        st.button(shown, key=number)
    with st.container(key=f"fehler-{number}"):
        st.error(shown)
    with st.container(key=f"klappe-{number}"):
        st.expander(shown).write("")
