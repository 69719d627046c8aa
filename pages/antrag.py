"""Seite „Antrag prüfen“: einen Antrag eingeben, berichtigen, Parteien, Modell und Prompt wählen, starten."""

import streamlit as st

from core.antrag.law_changes import only_wording
from core.assessment.before_lauf import aufwand, hindernis, make_auftrag
from pages.ui import adresse, modellwahl, resources
from pages.ui.antrag import eingabe, felder, original, parteien, prompt, start, wahl
from pages.ui.bearbeitet import WIRD_GEPRUEFT, bearbeitet
from pages.ui.kurz import antrag_kurz
from pages.ui.text import plain

st.title("Antrag prüfen")
context, store = resources.context(), resources.store()
wahl.take_lauf(store)
antrag_id = adresse.get("antrag")
if not antrag_id:
    eingabe.show(context, store)
    st.stop()
blatt = store.load_blatt(antrag_id)
antrag = blatt.antrag

eingabe.offer_another()
spalten = st.grid(2, min_column_width=440, gap=("medium", "medium"))
with spalten, st.container():
    st.header("Antrag")
    antrag_kurz(context, antrag)
    bearbeitet(context, blatt.gelesen, antrag, WIRD_GEPRUEFT)
    if notice := only_wording(antrag):
        st.info(plain(notice), icon=":material/balance:")
    felder.show(store, context.registry, antrag_id, blatt)

with spalten, st.container():
    if original.is_asked_for():
        original.original(context, antrag_id, blatt)
        st.stop()
    st.header("Parteien und Programme")
    auswahl, gefragt, grund = parteien.choose(context, antrag)
    st.header("Modell und Prompt")
    gewaehlt, unbereit = modellwahl.choose()
    vorlage = prompt.choose(context, store, gewaehlt)
    eingestellt = start.settings(gewaehlt)
    auftrag = None
    if auswahl and gewaehlt:
        asked = {**gefragt, **eingestellt, "gelesen": blatt.gelesen}
        auftrag = make_auftrag(context, antrag, gewaehlt.id, vorlage, **asked)
        grund = hindernis(auswahl, unbereit)
        prompt.show_preview(context, auftrag, auswahl)
    prompt.write_own(store, vorlage)
    st.header("Start")
    if auswahl and auftrag and gewaehlt:
        start.show_aufwand(aufwand(context, auftrag, auswahl), gewaehlt)
    start.button(auftrag, grund or unbereit)
