"""Seite „Monitor“: was aus den Zitaten wurde, die Modelle nannten, und wann etwas anders war als sonst."""

import streamlit as st

from core.runs.lauf import Filter
from pages.ui import resources
from pages.ui.monitor import alarmliste, daten, demo, kopf, parteien, pruefung, tabelle, wahl, zeit

st.title("Monitor", anchor=False)
st.markdown(
    "Wie viele der Zitate, die Modelle nennen, stehen nachweislich im Programm? "
    "Woran scheitern die anderen, und wann war etwas anders als sonst?"
)
context, store = resources.context(), resources.store()
is_demo = demo.is_shown(store)
if is_demo:
    demo.hinweis()
elif store.count_laeufe(Filter(is_demo=False)):
    demo.zeigen(context, store)
gewaehlt = wahl.ask(context, is_demo)
kopf.eingelesene(store, is_demo)
total = daten.gesamt(gewaehlt.stand, gewaehlt.filter)
if not total.laeufe:
    if is_demo or daten.zahlenwerk(gewaehlt.stand, gewaehlt.filter).ids:
        st.info(
            "In diesem Zeitraum wurde kein Antrag geprüft, der zu den Filtern passt. Wählen Sie einen "
            "längeren, oder nehmen Sie Filter heraus.",
            icon=":material/info:",
        )
    else:
        demo.anbieten(context, store)
    st.stop()

oben = st.container()
kopf.summe(total)
zeit.verlauf(context, gewaehlt)
st.header("Regelkarten", anchor=False)
zeit.regelkarten(context, gewaehlt)
parteien.parteien(context, gewaehlt)
tabelle.tabelle(context, gewaehlt)
pruefung.pruefung()
with oben:  # last: what takes longest is drawn by others meanwhile
    alarmliste.alarme(context, gewaehlt)
