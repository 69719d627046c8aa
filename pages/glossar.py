"""Seite „Glossar“: was die Wörter auf den Seiten heißen."""

import streamlit as st

from pages.ui import address
from pages.ui.help_texts import GLOSSARY
from pages.ui.parts import head

head("glossar")
st.markdown("Was die Wörter auf den Seiten heißen.")
with st.container(width=820):
    suche = st.text_input(
        "Wort suchen", max_chars=60, **address.follow("glossar", "wort", address.get("wort"))
    )
    found = {
        word: text
        for word, text in GLOSSARY.items()
        if (suche or "").strip().casefold() in f"{word} {text}".casefold()
    }
    for word, text in found.items():
        st.markdown(f"**{word}**  \n{text}")
    if not found:
        st.info("Dieses Wort steht nicht im Glossar.", icon=":material/info:")
