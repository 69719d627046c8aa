"""What the Lauf will take, and its start."""

from typing import Any

import streamlit as st

from core.assessment.auftrag import TOP_K, Auftrag
from core.assessment.before_lauf import Aufwand
from core.german import formats
from core.llm.catalogue import OFFLINE, Modell
from pages.ui import adresse, fehler, modellwahl, resources
from pages.ui.anfragewerte import MOST_PASSAGEN, PASSAGEN, TEMPERATUR, TEMPERATUREN, temperatur_name
from pages.ui.antrag import wahl
from pages.ui.text import joined, plain


def settings(gewaehlt: Modell | None) -> dict[str, Any]:
    """What is set beside model and prompt, by the names that an Auftrag has for it."""
    is_offline = gewaehlt is not None and gewaehlt.id == OFFLINE
    with st.expander("Weitere Einstellungen"):
        ersatz = None if is_offline else modellwahl.choose_ersatz(gewaehlt)
        with st.grid(2, min_column_width=160):
            passagen = st.number_input(
                "Passagen je Programm",
                min_value=1,
                max_value=MOST_PASSAGEN,
                help=PASSAGEN,
                **adresse.follow(
                    "antrag", "passagen", min(adresse.number("passagen") or TOP_K, MOST_PASSAGEN)
                ),
            )
            temperatur = 0.0 if is_offline else _temperatur()
        fresh = st.checkbox("Erneut fragen, auch wenn die Antwort gespeichert ist", key="antrag-fresh")
    return {"ersatzmodell": ersatz, "top_k": int(passagen), "temperature": temperatur, "fresh": fresh}


def _temperatur() -> float:
    chosen = wahl.chosen_temperatur()
    temperatur: float = st.selectbox(
        "Temperatur",
        sorted({*TEMPERATUREN, chosen}),
        format_func=temperatur_name,
        help=TEMPERATUR,
        **adresse.follow("antrag", "temperatur", chosen),
    )
    return temperatur


def show_aufwand(aufwand: Aufwand, gewaehlt: Modell) -> None:
    st.markdown(
        joined(
            [
                formats.counted(aufwand.parteien, "Partei", "Parteien"),
                formats.counted(aufwand.anfragen, "Anfrage", "Anfragen"),
                f"zusammen etwa {formats.number(round(aufwand.tokens_ein, -2))} Tokens zu lesen",
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
