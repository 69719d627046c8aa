"""The frame of every page: title, menu, nothing else."""

from operator import itemgetter
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from core.features import Page, all_features
from pages.ui import address, admission, lifespan
from pages.ui.address import asked_page
from pages.ui.parts import scheme
from pages.ui.text import failure_shown, plain

UI = Path(__file__).parent / "ui"

# A picture of our own: Streamlit fetches its symbols for the tab from the Internet.
st.set_page_config(page_title="Antragsspiegel", page_icon=str(UI / "zeichen.svg"), layout="wide")
st.html(UI / "stil.css")
st.html(scheme())


PAGES = (
    Page("uebersicht", "Übersicht", "home", place=10),
    Page("laeufe", "Anträge", "description", place=20),
    Page("suche", "Suche", "search", place=50),
    Page("programme", "Programme", "library_books", place=60),
    Page("methode", "Hilfe", "help", place=70),
    Page("einstellungen", "Einstellungen", "settings", place=80),
    Page("antrag", "Antrag prüfen", "edit_document"),
    Page("lauf", "Lauf", "fact_check"),
    Page("glossar", "Glossar", "dictionary"),
    Page("barrierefreiheit", "Barrierefreiheit", "accessibility_new"),
)


def entry(page: Page, folder: str = "") -> StreamlitPage:
    return st.Page(
        f"{folder}{page.name}.py",
        title=page.title,
        icon=f":material/{page.icon}:",
        default=page.name == "uebersicht",
        visibility="hidden" if page.place is None else "visible",
    )


places = [(page.place or 0, entry(page)) for page in PAGES] + [
    (page.place or 0, entry(page, f"features/{feature.name}/"))
    for feature in all_features()
    for page in feature.pages
]
page = st.navigation([shown for _, shown in sorted(places, key=itemgetter(0))], position="top")
st.set_page_config(page_title=f"{page.title} · Antragsspiegel" if page.url_path else "Antragsspiegel")
address.on_page(page.url_path)
asked = asked_page()
if asked and asked != page.url_path:
    st.info(plain(f"Die Seite „{asked}“ gibt es nicht. Hier ist die Übersicht."), icon=":material/info:")
with failure_shown():
    admission.warn()
    page.run()
lifespan.warm_up()
