"""What is set of the answers beside model and prompt; several values make columns of their own."""

import json

import streamlit as st

from core.assessment.auftrag import TOP_K
from core.context import Context
from core.programme.registry import partei_name
from core.runs.store import Runstore
from core.vergleich.spalten import Vergleich
from pages.ui.query_values import MOST_PASSAGES, PASSAGEN, TEMPERATURE, TEMPERATURES, temperature_name


def ask(vergleich: Vergleich | None) -> tuple[list[int], list[float]]:
    """Numbers of passages, and temperatures; what is compared now is chosen there."""
    passagen = [int(value) for value in _compared(vergleich, "top_k")] or [TOP_K]
    temperaturen = _compared(vergleich, "temperature") or [0.0]
    is_usual = (passagen, temperaturen) == ([TOP_K], [0.0])
    with st.expander("Weitere Einstellungen", expanded=not is_usual), st.grid(2, min_column_width=220):
        return (
            st.multiselect(
                "Passagen je Programm",
                sorted({*range(1, MOST_PASSAGES + 1), *passagen}),
                passagen,
                key="start-passagen",
                placeholder="Zahlen wählen",
                help=PASSAGEN,
            ),
            st.multiselect(
                "Temperatur",
                sorted({*TEMPERATURES, *temperaturen}),
                temperaturen,
                key="start-temperaturen",
                format_func=temperature_name,
                placeholder="Temperaturen wählen",
                help=TEMPERATURE,
            ),
        )


def ask_parteien(context: Context, store: Runstore, vergleich: Vergleich | None) -> list[str]:
    """Those beside movers and government; chosen are those of what is compared now."""
    known = context.registry.parteien
    compared = store.chosen_parteien([lauf.id for lauf in vergleich.laeufe]) if vergleich else []
    return st.multiselect(
        "Weitere Parteien",
        list(known),
        [partei for partei in compared if partei in known],
        key="start-weitere",
        format_func=lambda partei: partei_name(context.registry, partei),
        placeholder="Außer Antragstellern und Regierung",
        help="Gefragt wird zu jedem Antrag, in dessen Land es die Partei gibt. Wer den Antrag gestellt hat "
        "und wer damals regierte, ist immer dabei.",
    )


def _compared(vergleich: Vergleich | None, name: str) -> list[float]:
    """What the columns have of it, in order."""
    columns = [json.loads(spalte.parameter) for spalte in vergleich.spalten] if vergleich else []
    return sorted({column[name] for column in columns if column.get(name) is not None})
