"""The frame of every page: title, menu, nothing else."""

from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from core.roles.rights import Action
from pages.ui import address, admission, colors, entrance, failure, lifespan, person

UI = Path(__file__).parent / "ui"

# A picture of our own: Streamlit fetches its symbols for the tab from the Internet.
st.set_page_config(page_title="Antragsspiegel", page_icon=str(UI / "zeichen.svg"), layout="wide")
st.html(UI / "stil.css")
st.html(colors.scheme())


def entry(name: str, title: str, icon: str, *, is_listed: bool = True) -> StreamlitPage:
    """In the menu of those who may see it; who may not is told so at its address."""
    url_path = "" if name == "uebersicht" else name
    visibility: Literal["visible", "hidden"] = (
        "visible" if is_listed and entrance.may_see(who, url_path) else "hidden"
    )
    symbol = f":material/{icon}:"
    return st.Page(f"{name}.py", title=title, icon=symbol, default=not url_path, visibility=visibility)


who = person.here()
page = st.navigation(
    [
        entry("uebersicht", "Übersicht", "home"),
        entry("antrag", "Antrag prüfen", "edit_document"),
        entry("antraege", "Anträge", "description"),
        entry("laeufe", "Läufe", "list"),
        entry("vergleich", "Vergleich", "compare"),
        entry("monitor", "Monitor", "monitoring"),
        entry("eichung", "Eichung", "balance"),
        entry("suche", "Suche", "search"),
        entry("programme", "Programme", "library_books"),
        entry("methode", "Methode", "menu_book"),
        entry("glossar", "Glossar", "dictionary"),
        entry("lauf", "Lauf", "fact_check", is_listed=False),
        entry("einstellungen", "Einstellungen", "settings"),
        entry("barrierefreiheit", "Barrierefreiheit", "accessibility_new"),
    ],
    position="top" if who.may(Action.SEE) else "hidden",
)
st.set_page_config(page_title=f"{page.title} · Antragsspiegel" if page.url_path else "Antragsspiegel")
address.on_page(page.url_path)
with failure.shown():
    admission.warn()
    if entrance.lets_in(who, page.url_path):
        page.run()
lifespan.warm_up()
