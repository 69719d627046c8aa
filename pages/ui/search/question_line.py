"""The line that is asked: Enter searches, a second button lets a model answer."""

import streamlit as st

from core.llm.catalogue import OFFLINE
from pages.ui import address, resources
from pages.ui.modell_choice import label
from pages.ui.search.wahl import change

LONGEST = 2000
MODELL = "Wer antwortet? „Ohne Sprachmodell“ ist eingebaut und stellt passende Sätze zusammen."


def zeile(gefragt: str = "") -> str:
    """The model that is to answer now; empty where nobody asked for an answer.

    `gefragt`: what stands in the line where the address names an answer and no question.
    """
    st.session_state["suche-q"] = address.get("q") or gefragt
    ready = resources.availabilities()
    ids = sorted((m.id for m in resources.modelle()), key=lambda id: (not ready[id].ok, id != OFFLINE))
    chosen = address.get("modell") if address.get("modell") in ids else OFFLINE
    st.session_state["suche-modell"] = chosen
    with st.form("suche", border=False):
        st.text_input(
            "Stichwörter oder eine Frage",
            key="suche-q",
            max_chars=LONGEST,
            placeholder="Stichwörter oder Frage, mit Partei und Zeit",
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.form_submit_button(
                "Suchen", type="primary", icon=":material/search:", key="suchen", on_click=_search
            )
            asked = st.form_submit_button(
                "Frage stellen",
                icon=":material/forum:",
                key="fragen",
                help="Ein Modell antwortet aus den besten Stellen jeder Partei und belegt jede Aussage mit "
                "Zitaten; sind Programme als Treffer gewählt, aus den besten Programmen.",
                on_click=_search,
            )
            st.selectbox(
                "Modell für die Antwort",
                ids,
                key="suche-modell",
                format_func=lambda id: label(id) if ready[id].ok else f"{label(id)} (nicht bereit)",
                help=MODELL,
                label_visibility="collapsed",
                width=360,
            )
    return str(st.session_state["suche-modell"]) if asked and address.get("q") else ""


def _search() -> None:
    """Another question is understood anew; what was chosen beside it stays."""
    q, modell = st.session_state["suche-q"].strip(), st.session_state["suche-modell"]
    fresh = {} if q == address.get("q") else {"wortgetreu": None, "jahr": None, "je": None}
    change(q=q, modell=None if modell == OFFLINE else modell, **fresh)
