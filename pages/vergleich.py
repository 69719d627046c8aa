"""Seite „Vergleich“: Modelle und Prompts nebeneinander, auf denselben Anträgen."""

from pathlib import Path

import streamlit as st

from core.vergleich.differences import kennzahlen as measured
from core.vergleich.spalten import Vergleich
from pages.ui import address, resources
from pages.ui.vergleich import spalten, start
from pages.ui.vergleich.antworten import blind, nebeneinander, prompts
from pages.ui.vergleich.tafel import belege, heatmap, kennzahlen, unterschiede, zitate

TABS = {
    "zitate": "Zitate",
    "antworten": "Zwei Antworten",
    "echt": "Ist der Unterschied echt?",
    "kennzahlen": "Kennzahlen",
    "belege": "Tragen die Zitate?",
    "prompts": "Prompts vergleichen",
    "blind": "Blind vergleichen",
}


@st.fragment
def mehr(vergleich: Vergleich, namen: dict[str, str]) -> None:
    """Only what the chosen tab shows is worked out."""
    chosen = address.one_of("mehr", TABS, "zitate")
    st.segmented_control(
        "Mehr",
        list(TABS),
        format_func=TABS.__getitem__,
        required=True,
        label_visibility="collapsed",
        **address.follow("vergleich", "mehr", chosen),
    )
    typ, basis = spalten.typ_of(), spalten.basis_of(vergleich)
    if chosen == "zitate":
        zitate(context, vergleich, namen, typ)
    elif chosen == "antworten":
        nebeneinander(context, vergleich, namen, typ, basis)
    elif chosen == "echt":
        unterschiede(vergleich, typ, basis)
    elif chosen == "kennzahlen":
        kennzahlen(vergleich)
    elif chosen == "belege":
        belege(vergleich, namen)
    elif chosen == "prompts":
        prompts(vergleich)
    else:
        st.rerun()  # the whole page: nothing else on it may tell whose an answer is


st.html(Path(__file__).parent / "ui" / "vergleich" / "tafel.css")
context = resources.context()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.title("Vergleich", anchor=False, width="content")
    rechts = st.container(horizontal=True, width="content", gap="small", vertical_alignment="center")
oben = st.container()
vergleich = spalten.ask(resources.store(), rechts)
with oben:
    start.offer(context, vergleich, rechts)
if vergleich is None:
    st.stop()

namen = spalten.namen(vergleich)
with rechts:
    spalten.ausgabe(vergleich, namen)
spalten.note_changes(vergleich)
if vergleich.parteien and address.get("mehr") == "blind":
    blind(context, vergleich, namen)
    st.stop()
figures = measured(vergleich)
with st.container(gap="xsmall"):
    spalten.angaben(vergleich, figures)
if not vergleich.parteien:
    st.info("In diesen Läufen ist noch keine Partei beurteilt.", icon=":material/info:")
    st.stop()
heatmap(vergleich, namen, figures, spalten.typ_of(), spalten.basis_of(vergleich))
mehr(vergleich, namen)
