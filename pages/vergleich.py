"""Seite „Vergleich“: gespeicherte Läufe nebeneinander."""

import streamlit as st

from pages.ui import adresse, resources, vergleich

st.title("Vergleich", anchor=False)
ids = vergleich.ids_of(adresse.get("laeufe"))
if not ids:
    st.info(
        "Wählen Sie unter „Läufe“ zwei bis sechs Läufe aus und dann „Vergleichen“: etwa denselben Antrag mit "
        "mehreren Modellen.",
        icon=":material/info:",
    )
    st.page_link("laeufe.py", label="Läufe auswählen", icon=":material/list:")
    st.stop()

laeufe = [resources.store().load(lauf_id) for lauf_id in ids]
vergleich.karten(laeufe)
vergleich.punktetabelle(resources.context().registry, laeufe)
