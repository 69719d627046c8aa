"""Seite „Übersicht“: was das ist, was zuletzt geprüft wurde, was sich durchsuchen lässt."""

import streamlit as st

from pages.ui import resources

st.title("Antragsspiegel", anchor=False)
st.markdown(
    "Passt ein Antrag zu dem, was die Parteien ihren Wählerinnen und Wählern versprochen haben? "
    "Jede Antwort ist mit Zitaten belegt, die nachweislich im Programm stehen."
)
with st.spinner("Der Index wird geöffnet; beim ersten Start wird das Beispielland eingelesen …"):
    context = resources.context()

# Only now that something is to be seen: what these need takes a second or two, once.
from pages.ui import start  # noqa: E402
from pages.ui.land import choose_land  # noqa: E402

start.anfang(context)
start.recent()

st.header("Durchsuchbare Programme", anchor=False)
stock = resources.stock()
if gebiet := choose_land(context, stock, "uebersicht"):
    start.of_land(context, stock, gebiet)
else:
    start.in_short(context, stock)
    st.page_link("programme.py", label="Programme holen und ansehen", icon=":material/library_books:")
start.reading_remarks(stock)
