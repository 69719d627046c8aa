"""Seite „Vergleich“: Modelle und Prompts nebeneinander, auf denselben Anträgen."""

import streamlit as st

from core.vergleich.spalten import Vergleich
from pages.ui import address, resources
from pages.ui.vergleich import spalten, start
from pages.ui.vergleich.belege import belege
from pages.ui.vergleich.blind import blind
from pages.ui.vergleich.exported import ausgabe, note_changes
from pages.ui.vergleich.kennzahlen import kennzahlen, unterschiede
from pages.ui.vergleich.matrix import ask, basis_of, matrix, typ_of
from pages.ui.vergleich.prompts import unterschiede as prompt_differences
from pages.ui.vergleich.side_by_side import nebeneinander

MEHR = {"belege": "Tragen die Zitate?", "blind": "Blind vergleichen", "prompts": "Prompts vergleichen"}


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


@st.fragment
def mehr(vergleich: Vergleich) -> None:
    chosen = address.get("mehr") if address.get("mehr") in MEHR else None
    st.segmented_control(
        "Mehr",
        list(MEHR),
        format_func=MEHR.__getitem__,
        label_visibility="collapsed",
        **address.follow("vergleich", "mehr", chosen),
    )
    if chosen == "blind":
        st.rerun()  # the whole page: nothing else on it may tell whose an answer is
    elif chosen == "prompts":
        prompt_differences(vergleich)
    elif chosen == "belege":
        belege(vergleich, namen)


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
mehr(vergleich)
