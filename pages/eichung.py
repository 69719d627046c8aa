"""Seite „Eichung“: wie oft ein Modell mit einem Prompt richtig liegt, gemessen an offiziellen Positionen."""

import streamlit as st

from pages.ui import resources
from pages.ui.eichung import (
    controls,
    figure_cards,
    loading,
    one_eichung,
    overview,
    start,
)
from pages.ui.help_texts import explained

st.title("Eichung", anchor=False)
st.markdown(
    "Wie oft sagt ein Modell über eine Partei das, was die Partei selbst sagt? Das misst eine "
    f"{explained('Eichung')}: Das Modell liest zu jeder These das Wahlprogramm, wie in einem Lauf; "
    "verglichen wird mit der Position, die die Partei offiziell angab."
)
context = resources.context()
start.offer(context)
eichungen = loading.alle()
if not eichungen:
    overview.offer(context)
    overview.aim()
    st.stop()

pictures = [loading.bild(eichung) for eichung in eichungen[: overview.MOST]]
overview.uebersicht(pictures)
bild = one_eichung.choose(pictures)
one_eichung.kopf(context, bild)
one_eichung.befunde(context, bild)
one_eichung.zahlen(bild)
one_eichung.parteien(context, bild)
controls.kontrollen(bild)
controls.proben(bild)
figure_cards.punkte(bild)
figure_cards.prior_knowledge(bild)
one_eichung.take_along(context, bild)
overview.aim()
