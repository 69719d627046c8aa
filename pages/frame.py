"""The frame of every page: title, menu, nothing else."""

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from core.features import Page
from pages.ui import address, admission, lifespan
from pages.ui.address import asked_page
from pages.ui.menu import above, all_pages
from pages.ui.parts import scheme
from pages.ui.text import failure_shown, plain

UI = Path(__file__).parent / "ui"

# A picture of our own: Streamlit fetches its symbols for the tab from the Internet.
st.set_page_config(page_title="Antragsspiegel", page_icon=str(UI / "zeichen.svg"), layout="wide")
st.html(UI / "stil.css")
st.html(scheme())


def entry(page: Page, file: str) -> StreamlitPage:
    return st.Page(
        file,
        title=page.title,
        icon=f":material/{page.icon}:",
        default=page.name == "uebersicht",
        visibility="hidden" if page.place is None else "visible",
    )


in_order = sorted(all_pages(), key=lambda one: one[0].place or 0)
page = st.navigation([entry(*one) for one in in_order], position="top")
st.set_page_config(page_title=f"{page.title} · Antragsspiegel" if page.url_path else "Antragsspiegel")
address.on_page(page.url_path)
if own := above(page.url_path):
    st.html(f'<span hidden data-menue="{own}"></span>')  # zugang.js marks it
asked = asked_page()
if asked and asked != page.url_path:
    st.info(plain(f"Die Seite „{asked}“ gibt es nicht. Hier ist die Übersicht."), icon=":material/info:")
with failure_shown():
    admission.warn()
    page.run()
lifespan.warm_up()
