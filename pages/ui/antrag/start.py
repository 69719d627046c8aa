"""What the Lauf will take, and its start."""

from typing import Any

import streamlit as st

from core.assessment.auftrag import TOP_K, Auftrag
from core.assessment.vorbereitung import Aufwand
from core.llm.katalog import Modell
from pages.ui import adresse, fehler, resources
from pages.ui.antrag import modell, wahl
from pages.ui.text import anzahl, joined, plain, zahl

MOST = 12
"""Passages of each programme at most."""

PASSAGEN = "So viele Stellen jedes Programms werden dem Modell höchstens gezeigt."

TEMPERATUREN = (0.0, 0.2, 0.5, 0.7, 1.0)
TEMPERATUR = (
    "Bei 0 antwortet ein Modell möglichst gleich, darüber abwechslungsreicher. Manche Modelle lassen sie "
    "sich nicht vorschreiben; die Heuristik kennt keine."
)


def settings(gewaehlt: Modell | None) -> dict[str, Any]:
    """What is set beside model and prompt, by the names that an Auftrag has for it."""
    with st.expander("Weitere Einstellungen"):
        ersatz = modell.choose_ersatz(gewaehlt)
        with st.grid(2, min_column_width=160):
            passagen = st.number_input(
                "Passagen je Programm",
                min_value=1,
                max_value=MOST,
                help=PASSAGEN,
                **adresse.follow("antrag", "passagen", min(adresse.number("passagen") or TOP_K, MOST)),
            )
            chosen = wahl.chosen_temperatur()
            temperatur = st.selectbox(
                "Temperatur",
                sorted({*TEMPERATUREN, chosen}),
                format_func=temperatur_name,
                help=TEMPERATUR,
                **adresse.follow("antrag", "temperatur", chosen),
            )
        fresh = st.checkbox("Erneut fragen, auch wenn die Antwort gespeichert ist", key="antrag-fresh")
    return {"ersatzmodell": ersatz, "top_k": int(passagen), "temperature": temperatur, "fresh": fresh}


def temperatur_name(temperatur: float) -> str:
    return f"{temperatur:g}".replace(".", ",")


def show_aufwand(aufwand: Aufwand, gewaehlt: Modell) -> None:
    st.markdown(
        joined(
            [
                anzahl(aufwand.parteien, "Partei", "Parteien"),
                anzahl(aufwand.anfragen, "Anfrage", "Anfragen"),
                f"zusammen etwa {zahl(round(aufwand.tokens_ein, -2))} Tokens zu lesen",
                "kostenlos" if gewaehlt.kostenlos else None,
            ]
        )
    )


def button(auftrag: Auftrag | None, hindernis: str) -> None:
    """Begin the Lauf and go to it; where it cannot begin, the reason stands beside."""
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button(
            "Prüfung starten",
            type="primary",
            key="starten",
            icon=":material/play_arrow:",
            disabled=auftrag is None or bool(hindernis),
        )
        if hindernis:
            st.markdown(plain(hindernis), width="stretch")
    if pressed and auftrag is not None:
        with fehler.shown():
            lauf_id = resources.werkstatt().start(auftrag)
            st.switch_page("lauf.py", query_params={"id": lauf_id})
