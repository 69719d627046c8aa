"""Seite „Einstellungen“: welche Modelle bereit sind und was sie kosten, welche Daten wo liegen, Version."""

import pandas as pd
import streamlit as st

from core.base import formats
from core.base.version import VERSION
from core.installation import (
    FEHLT,
    ModellRow,
    data_places,
    modell_rows,
    modelle_to_try,
    probe,
    probe_cost,
)
from core.wortlaut.errors import DashboardError
from pages.ui import resources
from pages.ui.modell_choice import label
from pages.ui.plain_table import as_html
from pages.ui.text import plain, show_failure


def _state(row: ModellRow) -> str:
    if row.bereit.ok:
        return "✓ bereit"
    return "✗ ohne Schlüssel" if row.schluessel.endswith(FEHLT) else f"✗ {row.bereit.grund}"


def _price(usd: float | None) -> str:
    if usd is None:
        return "unbekannt"
    return f"{formats.number(usd, 2)} $" if usd else "kostenlos"


def _is_set_up(row: ModellRow) -> bool:
    """Ready, or with its key there: then it is told what else is missing."""
    return row.bereit.ok or bool(row.modell.schluessel and not row.schluessel.endswith(FEHLT))


def _table(zeilen: list[ModellRow], was: str) -> None:
    rows = [
        {
            "Modell": row.modell.label,
            "Anbieter": row.modell.anbieter,
            "Zustand": _state(row),
            "Schlüssel": row.schluessel,
            "Preis gelesen": _price(row.preis_ein),
            "Preis geschrieben": _price(row.preis_aus),
            "Liest höchstens": f"{formats.number(row.modell.kontext)} Tokens",
        }
        for row in zeilen
    ]
    st.html(as_html(pd.DataFrame(rows), was, {}, []))


st.title("Einstellungen", anchor=False)
st.markdown(
    "Eingestellt wird beim Start, mit Umgebungsvariablen oder in `.streamlit/secrets.toml`. "
    "Schlüssel stehen nur dort: Diese Seite sagt, ob einer da ist, nie, wie er lautet."
)
context = resources.context()

st.header("Sprachmodelle", anchor=False)
with st.spinner("Modelle und Preise werden nachgesehen …"):
    zeilen = modell_rows(context, resources.availabilities())
_table([row for row in zeilen if _is_set_up(row)], "Sprachmodelle, die eingerichtet sind")
if others := [row for row in zeilen if not _is_set_up(row)]:
    with st.expander(
        formats.counted(len(others), "weiteres Modell", "weitere Modelle"), key="weitere-modelle"
    ):
        _table(others, "Sprachmodelle, die nicht eingerichtet sind")
st.caption(
    "Preise in US-Dollar je Million Tokens, gelesen und geschrieben, wie LiteLLM sie kennt; ohne Gewähr."
)

store = resources.store()
limit = context.settings.tagesgrenze
per_day = "" if limit is None else f", an einem Tag höchstens {formats.cost(limit)}"
st.markdown(f"Ausgegeben: {formats.cost(store.spent())}{per_day}.")
if unsettled := store.unsettled().satz:
    st.warning(plain(unsettled), icon=":material/receipt_long:")

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
            show_failure(error)
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
        "Kein Sprachmodell ist bereit. Was fehlt, steht bei den weiteren Modellen; ohne Modell sucht der "
        "Antragsspiegel nahe Stellen und urteilt nicht.",
        icon=":material/key_off:",
    )

st.header("Daten", anchor=False)
stored = [
    {
        "Was": ort.was,
        "Wo": ort.wo,
        "Umfang": ort.umfang,
        "Größe": None if ort.groesse is None else formats.size(ort.groesse),
    }
    for ort in data_places(context)
]
st.html(as_html(pd.DataFrame(stored), "Welche Daten wo liegen", {}, []))

st.header("Version", anchor=False)
st.markdown(f"Antragsspiegel {plain(VERSION)}")
