"""Seite „Einstellungen“: welche Modelle bereit sind und was sie kosten, welche Daten wo liegen, Version."""

import streamlit as st

from core.errors import DashboardError
from core.german import formats
from core.installation import data_places, modell_rows, modelle_to_try, probe, probe_cost
from core.version import app_version
from pages.ui import failure, resources
from pages.ui.modell_choice import label
from pages.ui.settings_parts import data_table, modell_table
from pages.ui.text import plain

st.title("Einstellungen", anchor=False)
st.markdown(
    "Eingestellt wird beim Start, mit Umgebungsvariablen oder in `.streamlit/secrets.toml`. "
    "Schlüssel stehen nur dort: Diese Seite sagt, ob einer da ist, nie, wie er lautet."
)
context = resources.context()

st.header("Sprachmodelle", anchor=False)
with st.spinner("Modelle und Preise werden nachgesehen …"):
    zeilen = modell_rows(context, resources.availabilities())
st.html(modell_table(zeilen))
st.caption(
    "Preise in US-Dollar je Million Tokens, gelesen und geschrieben, wie LiteLLM sie kennt; ohne Gewähr."
)

st.subheader("Probeaufruf", anchor=False)
if ready := modelle_to_try(zeilen):
    with st.container(horizontal=True, vertical_alignment="bottom"):
        gewaehlt = st.selectbox("Modell", ready, format_func=label, width=420, key="probe_modell")
        asked = st.button("Jetzt fragen", icon=":material/network_check:", key="probe_fragen")
    st.caption(f"Eine Frage mit einem Satz, höchstens {formats.cost(probe_cost(context, gewaehlt))}.")
    if asked:
        try:
            with st.spinner("Das Modell wird gefragt …"):
                antwort = probe(context, gewaehlt)
        except DashboardError as error:
            failure.show(error)
        else:
            st.success(
                plain(
                    f"{antwort.modell_geantwortet} hat in {formats.duration(antwort.dauer)} geantwortet: "
                    f"„{antwort.text[:80]}“ · {formats.cost(antwort.kosten)}"
                ),
                icon=":material/check_circle:",
            )
else:
    st.info(
        "Kein Sprachmodell ist bereit. Was fehlt, steht in der Tabelle; ohne Modell sucht der Antragsspiegel "
        "nahe Stellen und urteilt nicht.",
        icon=":material/key_off:",
    )

st.header("Daten", anchor=False)
st.html(data_table(data_places(context)))

st.header("Version", anchor=False)
st.markdown(f"Antragsspiegel {plain(app_version())}")
