"""The frame of every page: title, menu, nothing else."""

from pathlib import Path

import streamlit as st

from pages.ui import address, admission, colors, failure, lifespan

UI = Path(__file__).parent / "ui"

# A picture of our own: Streamlit fetches its symbols for the tab from the Internet.
st.set_page_config(page_title="Antragsspiegel", page_icon=str(UI / "zeichen.svg"), layout="wide")
st.html(UI / "stil.css")
st.html(colors.scheme())
page = st.navigation(
    [
        st.Page("uebersicht.py", title="Übersicht", icon=":material/home:", default=True),
        st.Page("antrag.py", title="Antrag prüfen", icon=":material/edit_document:"),
        st.Page("antraege.py", title="Anträge", icon=":material/description:"),
        st.Page("laeufe.py", title="Läufe", icon=":material/list:"),
        st.Page("vergleich.py", title="Vergleich", icon=":material/compare:"),
        st.Page("monitor.py", title="Monitor", icon=":material/monitoring:"),
        st.Page("eichung.py", title="Eichung", icon=":material/balance:"),
        st.Page("suche.py", title="Suche", icon=":material/search:"),
        st.Page("programme.py", title="Programme", icon=":material/library_books:"),
        st.Page("methode.py", title="Methode", icon=":material/menu_book:"),
        st.Page("glossar.py", title="Glossar", icon=":material/dictionary:"),
        st.Page("lauf.py", title="Lauf", icon=":material/fact_check:", visibility="hidden"),
        st.Page("einstellungen.py", title="Einstellungen", icon=":material/settings:"),
        st.Page("barrierefreiheit.py", title="Barrierefreiheit", icon=":material/accessibility_new:"),
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · Antragsspiegel" if page.url_path else "Antragsspiegel")
address.on_page(page.url_path)
with failure.shown():
    admission.warn()
    page.run()
lifespan.warm_up()
