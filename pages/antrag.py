"""Seite „Antrag prüfen“: einen Antrag eingeben, berichtigen, Parteien, Modell und Prompt wählen, starten."""

import streamlit as st

from core.antrag.antrag import is_one_whole, only_wording
from core.assessment.before_lauf import aufwand, make_auftrag, obstacle
from pages.ui import address, modell_choice, resources
from pages.ui.antrag import entry, form_fields, original, parteien, prompt, start
from pages.ui.antrag_origin import origin_of
from pages.ui.list_words import BEING_CHECKED, bearbeitet
from pages.ui.shortened import antrag_brief
from pages.ui.tabs import ANTRAEGE, tabs
from pages.ui.text import plain

ONE_WHOLE = (
    "Einzelne Forderungen wurden in diesem Text nicht erkannt: Geprüft wird er als Ganzes. Fordert er "
    "nichts, sagt das Ergebnis nichts. Berichtigen Sie hier, was gefordert wird."
)
with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Antrag prüfen", width="content")
    tabs(ANTRAEGE)
context, store = resources.context(), resources.store()
start.take_lauf(store)
antrag_id = address.get("antrag")
if not antrag_id:
    entry.show(context, store)
    st.stop()
blatt = store.load_sheet(antrag_id)
antrag = blatt.antrag

entry.offer_another()
spalten = st.grid(2, min_column_width=440, gap=("medium", "medium"))
with spalten, st.container():
    st.header("Antrag")
    origin_of(store, antrag)
    antrag_brief(context, antrag)
    bearbeitet(context, blatt.gelesen, antrag, BEING_CHECKED)
    if is_one_whole(antrag):
        st.info(ONE_WHOLE, icon=":material/help:")
    if notice := only_wording(antrag):
        st.info(plain(notice), icon=":material/balance:")
    form_fields.show(store, context.registry, antrag_id, blatt)

with spalten, st.container():
    if original.is_asked_for():
        original.original(context, antrag_id, blatt)
        st.stop()
    st.header("Parteien und Programme")
    auswahl, gefragt, grund = parteien.choose(context, antrag)
    st.header("Modell und Prompt")
    gewaehlt, unready = modell_choice.choose()
    vorlage = prompt.choose(context, store, gewaehlt)
    preset = start.settings(gewaehlt)
    auftrag = None
    if auswahl and gewaehlt:
        asked = {**gefragt, **preset, "gelesen": blatt.gelesen}
        auftrag = make_auftrag(context, antrag, gewaehlt.id, vorlage, **asked)
        grund = obstacle(auswahl, unready)
        prompt.show_preview(context, auftrag, auswahl)
    prompt.write_own(store, vorlage)
    effort = aufwand(context, auftrag, auswahl) if auswahl and auftrag else None
    start.bar(auftrag, grund or unready, effort, gewaehlt)
