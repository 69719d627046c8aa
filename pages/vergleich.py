"""Seite „Vergleich“: Modelle und Prompts nebeneinander, auf denselben Anträgen."""

import streamlit as st

from core.vergleich.spalten import Vergleich
from pages.ui import address, resources
from pages.ui.vergleich import spalten, start
from pages.ui.vergleich.blind import blind
from pages.ui.vergleich.exported import ausgabe, note_changes
from pages.ui.vergleich.further_views import mehr
from pages.ui.vergleich.kennzahlen import kennzahlen, unterschiede
from pages.ui.vergleich.matrix import ask, basis_of, matrix, typ_of
from pages.ui.vergleich.side_by_side import nebeneinander


@st.fragment
def punkte(vergleich: Vergleich) -> None:
    """Another kind of Programm or base column draws only this anew."""
    typ, basis = ask(vergleich)
    matrix(vergleich, namen, typ, basis)
    if len(vergleich.spalten) > 1:
        st.header("Ist der Unterschied echt?", anchor=False)
        unterschiede(vergleich, typ, basis)
    st.header("Begründungen und Zitate", anchor=False)
    antworten(vergleich)


@st.fragment
def antworten(vergleich: Vergleich) -> None:
    """Choosing a quote draws only this anew."""
    nebeneinander(context, vergleich, namen, typ_of(), basis_of(vergleich))


context = resources.context()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.title("Vergleich", anchor=False, width="content")
    rechts = st.container(horizontal=True, width="content", gap="small")
oben = st.container()
vergleich = spalten.ask(resources.store())
with oben:
    start.offer(context, vergleich)
if vergleich is None:
    st.stop()

namen = spalten.namen(context.registry, vergleich)
with rechts:
    ausgabe(vergleich, basis_of(vergleich), namen)
note_changes(vergleich)
spalten.angaben(vergleich)
if not vergleich.parteien:
    st.info("In diesen Läufen ist noch keine Partei beurteilt.", icon=":material/info:")
    st.stop()
if address.get("mehr") == "blind":
    blind(context, vergleich, namen)
    st.stop()
punkte(vergleich)
st.header("Kennzahlen", anchor=False)
kennzahlen(vergleich)
mehr(vergleich, namen)
