"""Seite „Suche“: die Programme befragen; links die Stellen oder eine Antwort, rechts die Seite dazu."""

from dataclasses import replace

import streamlit as st

from core import clock
from core.context import Context
from core.search.geltung import only_in_force
from core.search.suchanfrage import indexed, interpret
from pages.ui import address, failure, resources
from pages.ui.search import antwort, nothing_found
from pages.ui.search.filter import filter_row
from pages.ui.search.finding import Ergebnis, choose, find, view_of
from pages.ui.search.hits import hit_list, leaf
from pages.ui.search.question_line import chips, no_side, rueckfragen, zeile
from pages.ui.search.wahl import settled, wahl_of_address
from pages.ui.seite import seitenansicht
from pages.ui.tabs import SUCHE, tabs


@st.fragment
def hits_and_seite(context: Context, ergebnis: Ergebnis) -> None:
    """Choosing draws only this anew."""
    if not (chosen := choose(ergebnis, address.get("treffer"))):
        return
    left, right = st.columns([6, 6], gap="medium")
    with left:
        hit_list(context, ergebnis, chosen)
    with right:
        seitenansicht(view_of(context, ergebnis, chosen, address.number("seite")), was=chosen.text)


with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Suche", anchor=False, width="content")
    tabs(SUCHE)
context = resources.context()
given = antwort.loaded(context)
gefragt = given.anfrage.eingabe if given else ""
modell = zeile(gefragt)
wahl = wahl_of_address(context.registry)
wahl = replace(wahl, q=wahl.q or gefragt)
if not wahl.q:
    nothing_found.anfang(context, wahl)
    st.stop()

filters = (wahl.parteien, wahl.land, wahl.typ, wahl.jahr)
anfrage = interpret(context.registry, wahl.q, *filters, wortgetreu=wahl.wortgetreu, programm=wahl.programm)
if not wahl.fruehere:
    anfrage = only_in_force(anfrage, clock.today())
wahl = settled(wahl, anfrage)
programme = indexed(context, anfrage.bundesland)
chips(context, given.anfrage if given else anfrage, wahl)
filter_row(context, wahl, anfrage, programme)
if given and not modell:
    antwort.stored(context, given)
    st.stop()
if anfrage.rueckfragen:
    rueckfragen(context, anfrage)
    st.stop()
if not any(anfrage.matches(programm) for programm in programme):
    nothing_found.without_programme(context, anfrage)
    st.stop()
nothing_found.only_everywhere(context, anfrage, programme)
if modell:
    with failure.shown():
        antwort.ask(context, anfrage, modell, wahl)
with st.spinner("Die Programme werden durchsucht …"):
    ergebnis = find(context, anfrage, wahl)
if ergebnis.treffer:
    no_side(anfrage)
    hits_and_seite(context, ergebnis)
    leaf(ergebnis, wahl)
elif ergebnis.liste.gesamt:
    nothing_found.too_far(ergebnis.liste.gesamt)
else:
    nothing_found.without_hits(context, wahl)
