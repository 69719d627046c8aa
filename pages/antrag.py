"""Seite „Antrag prüfen“: einen Antrag eingeben, berichtigen, Parteien, Modell und Prompt wählen, starten."""

import streamlit as st

from core.assessment.before_lauf import aufwand, hindernis, make_auftrag
from pages.ui import adresse, modellwahl, resources
from pages.ui.antrag import eingabe, felder, parteien, prompt, start, wahl
from pages.ui.kurz import antrag_kurz

st.title("Antrag prüfen")
context, store = resources.context(), resources.store()
wahl.take_lauf(store)
antrag_id = adresse.get("antrag")
if not antrag_id:
    eingabe.show(context, store)
    st.stop()
antrag = store.load_antrag(antrag_id)

eingabe.offer_another()
spalten = st.grid(2, min_column_width=440, gap=("medium", "medium"))
with spalten, st.container():
    st.header("Antrag")
    antrag_kurz(context, antrag)
    felder.show(store, context.registry, antrag_id, antrag)

with spalten, st.container():
    st.header("Parteien und Programme")
    auswahl, gefragt, grund = parteien.choose(context, antrag)
    st.header("Modell und Prompt")
    gewaehlt, unbereit = modellwahl.choose()
    vorlage = prompt.choose(context, store, gewaehlt)
    eingestellt = start.settings(gewaehlt)
    auftrag = None
    if auswahl and gewaehlt:
        auftrag = make_auftrag(context, antrag, gewaehlt.id, vorlage, **gefragt, **eingestellt)
        grund = hindernis(auswahl, unbereit)
        prompt.show_preview(context, auftrag, auswahl)
    prompt.write_own(store, vorlage)
    st.header("Start")
    if auswahl and auftrag and gewaehlt:
        start.show_aufwand(aufwand(context, auftrag, auswahl), gewaehlt)
    start.button(auftrag, grund or unbereit)
