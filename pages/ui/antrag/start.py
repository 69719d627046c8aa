"""What the Lauf will take, and its start."""

from typing import TYPE_CHECKING, Any

import streamlit as st

from core.assessment.auftrag import HOTTEST, TOP_K, Auftrag
from core.assessment.before_lauf import Effort
from core.german import formats
from core.llm.catalogue import OFFLINE, Modell
from pages.ui import address, failure, modell_choice, resources
from pages.ui.modell_choice import MOST_PASSAGES, PASSAGEN, TEMPERATURE, TEMPERATURES, temperature_name
from pages.ui.text import joined, plain

if TYPE_CHECKING:
    from core.runs.lauf import Lauf
    from core.runs.store import Runstore

# --- what is chosen beside the Antrag stands in the address too ---------------------------------------------
# Parties, model, prompt and its settings.


def listed(name: str) -> list[str]:
    """The ids in that field of the address: parties, Programme."""
    return [id for id in address.get(name).split(",") if id]


def chosen_temperature() -> float:
    """0 for anything that is none."""
    try:
        value = round(float(address.get("temperatur")), 2)
    except ValueError:
        return 0.0
    return value if 0 <= value <= HOTTEST else 0.0


def take_lauf(store: "Runstore") -> None:
    """`?lauf=ID` stands for all that was chosen for that Lauf."""
    if lauf_id := address.get("lauf"):
        lauf = store.load(lauf_id)
        antrag_id = store.save_antrag(lauf.antrag, f"aus Lauf {lauf.id}", lauf.gelesen)
        address.go(lauf=None, antrag=antrag_id, **_chosen_for(lauf))


def _chosen_for(lauf: "Lauf") -> dict[str, object]:
    return {
        "weitere": ",".join(lauf.parameter.get("weitere", [])),
        "trotzdem": ",".join(lauf.trotzdem),
        "modell": lauf.modell_gefragt,
        "prompt": lauf.prompt_id,
        "fassung": lauf.prompt_version,
        "ersatzmodell": lauf.parameter.get("ersatzmodell"),
        "passagen": lauf.parameter.get("top_k"),
        "temperatur": lauf.parameter.get("temperature"),
    }


# --- what the Lauf will take, and its start -----------------------------------------------------------------


def settings(gewaehlt: Modell | None) -> dict[str, Any]:
    """What is set beside model and prompt, by the names that an Auftrag has for it."""
    is_offline = gewaehlt is not None and gewaehlt.id == OFFLINE
    with st.expander("Weitere Einstellungen"):
        ersatz = None if is_offline else modell_choice.choose_ersatz(gewaehlt)
        with st.grid(2, min_column_width=160):
            passagen = st.number_input(
                "Passagen je Programm",
                min_value=1,
                max_value=MOST_PASSAGES,
                help=PASSAGEN,
                **address.follow(
                    "antrag", "passagen", min(address.number("passagen") or TOP_K, MOST_PASSAGES)
                ),
            )
            temperatur = 0.0 if is_offline else _temperature()
        fresh = st.checkbox("Erneut fragen, auch wenn die Antwort gespeichert ist", key="antrag-fresh")
    return {"ersatzmodell": ersatz, "top_k": int(passagen), "temperature": temperatur, "fresh": fresh}


def _temperature() -> float:
    chosen = chosen_temperature()
    temperatur: float = st.selectbox(
        "Temperatur",
        sorted({*TEMPERATURES, chosen}),
        format_func=temperature_name,
        help=TEMPERATURE,
        **address.follow("antrag", "temperatur", chosen),
    )
    return temperatur


def show_effort(aufwand: Effort, gewaehlt: Modell) -> None:
    st.markdown(
        joined(
            [
                formats.counted(aufwand.parteien, "Partei", "Parteien"),
                formats.counted(aufwand.anfragen, "Anfrage", "Anfragen"),
                "kostenlos" if gewaehlt.kostenlos else _price(aufwand),
            ]
        ),
        width="content",
        help=f"Zusammen etwa {formats.number(round(aufwand.tokens_ein, -2))} Tokens zu lesen.",
    )


def _price(aufwand: Effort) -> str:
    return "Preis unbekannt" if aufwand.usd is None else f"etwa {formats.cost(aufwand.usd)}"


def bar(auftrag: Auftrag | None, obstacle: str, aufwand: Effort | None, gewaehlt: Modell | None) -> None:
    """Always in view: begin the Lauf and go to it, with what it will take; else why it cannot begin."""
    with st.container(horizontal=True, vertical_alignment="center", key="start-leiste"):
        pressed = st.button(
            "Prüfung starten",
            type="primary",
            key="starten",
            icon=":material/play_arrow:",
            disabled=auftrag is None or bool(obstacle),
        )
        if obstacle:
            st.markdown(plain(obstacle), width="stretch")
        elif aufwand and gewaehlt:
            show_effort(aufwand, gewaehlt)
    if pressed and auftrag is not None:
        with failure.shown():
            lauf_id = resources.werkstatt().start(auftrag)
            st.switch_page("lauf.py", query_params={"id": lauf_id})
