"""The frame of every page: title, menu, nothing else."""

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from pages.ui import address, admission, lifespan
from pages.ui.address import asked_page
from pages.ui.parts import scheme
from pages.ui.text import failure_shown, plain

UI = Path(__file__).parent / "ui"

# A picture of our own: Streamlit fetches its symbols for the tab from the Internet.
st.set_page_config(page_title="Antragsspiegel", page_icon=str(UI / "zeichen.svg"), layout="wide")
st.html(UI / "stil.css")
st.html(scheme())


def entry(name: str, title: str, icon: str, *, is_listed: bool = True) -> StreamlitPage:
    return st.Page(
        f"{name}.py",
        title=title,
        icon=f":material/{icon}:",
        default=name == "uebersicht",
        visibility="visible" if is_listed else "hidden",
    )


page = st.navigation(
    [
        entry("uebersicht", "Übersicht", "home"),
        entry("laeufe", "Anträge", "description"),
        entry("vergleich", "Vergleich", "compare"),
        entry("monitor", "Monitor", "monitoring"),
        entry("suche", "Suche", "search"),
        entry("programme", "Programme", "library_books"),
        entry("methode", "Hilfe", "help"),
        entry("einstellungen", "Einstellungen", "settings"),
        entry("antrag", "Antrag prüfen", "edit_document", is_listed=False),
        entry("antraege", "Aus Parlamenten", "cloud_download", is_listed=False),
        entry("pruefen", "Zitate prüfen", "rule", is_listed=False),
        entry("lauf", "Lauf", "fact_check", is_listed=False),
        entry("eichung", "Verlässlichkeit", "balance", is_listed=False),
        entry("glossar", "Glossar", "dictionary", is_listed=False),
        entry("barrierefreiheit", "Barrierefreiheit", "accessibility_new", is_listed=False),
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · Antragsspiegel" if page.url_path else "Antragsspiegel")
address.on_page(page.url_path)
asked = asked_page()
if asked and asked != page.url_path:
    st.info(plain(f"Die Seite „{asked}“ gibt es nicht. Hier ist die Übersicht."), icon=":material/info:")
with failure_shown():
    admission.warn()
    page.run()
lifespan.warm_up()
