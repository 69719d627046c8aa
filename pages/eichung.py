"""Seite „Eichung“: wie oft ein Modell mit einem Prompt richtig liegt, gemessen an offiziellen Positionen."""

import streamlit as st

from pages.ui import resources
from pages.ui.eichung import beispiel, daten, einzeln, proben, pruefmodelle, start, uebersicht, wert, zweck

st.title("Eichung", anchor=False)
st.markdown(
    "Wie oft sagt ein Modell über eine Partei das, was die Partei selbst sagt? Es liest zu jeder These das "
    "Wahlprogramm, wie in einem Lauf; verglichen wird mit der Position, die die Partei offiziell angab."
)
context = resources.context()
start.anbieten(context)
eichungen = daten.alle()
if not eichungen:
    beispiel.anbieten(context)
    pruefmodelle.pruefmodelle()
    zweck.zweck()
    st.stop()

bilder = [daten.bild(eichung) for eichung in eichungen[: uebersicht.MOST]]
uebersicht.uebersicht(bilder)
bild = einzeln.waehlen(bilder)
einzeln.kopf(context, bild)
einzeln.befunde(context, bild)
einzeln.zahlen(bild)
einzeln.parteien(context, bild)
proben.kontrollen(bild)
proben.proben(bild)
wert.punkte(bild)
wert.vorwissen(bild)
einzeln.mitnehmen(context, bild)
pruefmodelle.pruefmodelle()
zweck.zweck()
