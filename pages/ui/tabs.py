"""What lies under one word of the menu: pages of their own, side by side at their head."""

import streamlit as st

ANTRAEGE = {"laeufe.py": "Geprüft", "antraege.py": "Aus Parlamenten", "antrag.py": "Neu prüfen"}
SUCHE = {"suche.py": "In Programmen suchen", "pruefen.py": "Zitate prüfen"}
MONITOR = {"monitor.py": "Zitate", "eichung.py": "Verlässlichkeit"}
HILFE = {"methode.py": "Methode", "glossar.py": "Glossar", "barrierefreiheit.py": "Barrierefreiheit"}


def tabs(pages: dict[str, str]) -> None:
    """Links, so that each has its address; which one is open is marked by `zugang.js`."""
    with st.container(horizontal=True, gap="small", key="reiter"):
        for page, name in pages.items():
            st.page_link(page, label=name)
