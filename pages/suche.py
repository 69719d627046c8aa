"""Seite „Suche“: die Programme befragen; links die Stellen oder eine Antwort, rechts die Seite dazu."""

from dataclasses import replace
from datetime import date

import streamlit as st

from core.context import Context
from core.question.understood_question import deute, indexierte
from core.search.in_force import only_in_force
from pages.ui import adresse, fehler, resources
from pages.ui.seite import seitenansicht
from pages.ui.suche import antwort, leer
from pages.ui.suche.filter import filterzeile
from pages.ui.suche.finden import Ergebnis, blick_of, choose, find
from pages.ui.suche.lesen import seiten_lesen
from pages.ui.suche.treffer import blaettern, trefferliste
from pages.ui.suche.verstanden import chips, rueckfragen
from pages.ui.suche.wahl import settled, wahl_of_address
from pages.ui.suche.zeile import zeile


@st.fragment
def treffer_und_seite(context: Context, ergebnis: Ergebnis) -> None:
    """Choosing draws only this anew."""
    if not (chosen := choose(ergebnis, adresse.get("treffer"))):
        return
    left, right = st.columns([6, 6], gap="medium")
    with left:
        trefferliste(context, ergebnis, chosen)
    with right:
        seitenansicht(blick_of(context, ergebnis, chosen, adresse.number("seite")), was=chosen.text)


st.title("Suche")
context = resources.context()
gegeben = antwort.geladen(context)
gefragt = gegeben.anfrage.eingabe if gegeben else ""
modell = zeile(gefragt)
wahl = wahl_of_address(context.registry)
wahl = replace(wahl, q=wahl.q or gefragt)
if not wahl.q:
    leer.anfang(context, wahl)
    st.stop()

filters = (wahl.parteien, wahl.land, wahl.typ, wahl.jahr)
anfrage = deute(context.registry, wahl.q, *filters, wortgetreu=wahl.wortgetreu, programm=wahl.programm)
if not wahl.fruehere:
    anfrage = only_in_force(anfrage, date.today())
wahl = settled(wahl, anfrage)
programme = indexierte(context, anfrage.bundesland)
chips(context, gegeben.anfrage if gegeben else anfrage, wahl)
filterzeile(context, wahl, anfrage, programme)
if gegeben and not modell:
    antwort.gespeicherte(context, gegeben)
    st.stop()
if anfrage.rueckfragen:
    rueckfragen(context, anfrage)
    st.stop()
if not any(anfrage.matches(programm) for programm in programme):
    leer.ohne_programme(context, anfrage)
    st.stop()
leer.nur_ueberall(context, anfrage, programme)
if modell:
    with fehler.shown():
        antwort.ask(context, anfrage, modell, wahl)
with st.spinner("Die Programme werden durchsucht …"):
    ergebnis = find(context, anfrage, wahl)
if ergebnis.treffer:
    treffer_und_seite(context, seiten_lesen(context, anfrage, ergebnis))
    blaettern(ergebnis, wahl)
elif ergebnis.liste.gesamt:
    leer.zu_weit(ergebnis.liste.gesamt)
else:
    leer.ohne_treffer(context, wahl)
