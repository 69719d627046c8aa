"""What is set of the answers beside model and prompt; several values make columns of their own."""

import json
from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.auftrag import TOP_K
from core.context import Context
from core.demo.demo_antraege import demo_antraege
from core.errors import EingabeError
from core.programme.registry import partei_name
from core.runs.store import Runstore
from core.vergleich.spalten import Vergleich
from pages.ui.list_words import label, name_of, newest
from pages.ui.modell_choice import MOST_PASSAGES, PASSAGEN, TEMPERATURE, TEMPERATURES, temperature_name
from pages.ui.text import joined

WEITERE, ASKED_FOR = "start-weitere", "start-weitere-zu"


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


def ask_parteien(
    context: Context, store: Runstore, vergleich: Vergleich | None, keys: Sequence[str]
) -> list[str]:
    """Those beside movers and government. What was asked of these Anträge before is chosen, so that an answer
    that is there is not paid for a second time; whoever is chosen stays so when another Antrag joins."""
    known = context.registry.parteien
    if WEITERE not in st.session_state or st.session_state.get(ASKED_FOR) != keys:
        asked = store.chosen_parteien(_laeufe_on(store, vergleich, keys))
        chosen = [*st.session_state.get(WEITERE, ()), *asked]
        st.session_state[WEITERE] = [partei for partei in dict.fromkeys(chosen) if partei in known]
        st.session_state[ASKED_FOR] = keys
    return st.multiselect(
        "Weitere Parteien",
        list(known),
        key=WEITERE,
        format_func=lambda partei: partei_name(context.registry, partei),
        placeholder="Außer Antragstellern und Regierung",
        help="Gefragt wird zu jedem Antrag, in dessen Land es die Partei gibt. Wer den Antrag gestellt hat "
        "und wer damals regierte, ist immer dabei.",
    )


def _laeufe_on(store: Runstore, vergleich: Vergleich | None, keys: Sequence[str]) -> list[str]:
    """Those that are compared now, and the latest on each other Antrag."""
    compared = [lauf.id for lauf in vergleich.laeufe] if vergleich else []
    return [*compared, *store.latest_laeufe([key for key in keys if not key.startswith((LAUF, EXAMPLE))])]


def _compared(vergleich: Vergleich | None, name: str) -> list[float]:
    """What the columns have of it, in order."""
    columns = [json.loads(spalte.parameter) for spalte in vergleich.spalten] if vergleich else []
    return sorted({column[name] for column in columns if column.get(name) is not None})


# --- the Anträge a comparison can be started with: those compared now, earlier ones, examples ---------------

LAUF, EXAMPLE = "lauf:", "beispiel:"
ORIGIN = "Beispiel"
EARLIER = 200
"""So many of the Anträge entered last are offered."""


def antraege(context: Context, store: Runstore, vergleich: Vergleich | None) -> dict[str, str]:
    """Key → label; a title is offered once, from where it is nearest."""
    compared = {lauf.antrag: lauf.id for lauf in reversed(vergleich.laeufe)} if vergleich else {}
    titles = {hash: vergleich.antraege[hash] for hash in compared} if vergleich else {}
    offered = {f"{LAUF}{compared[hash]}": title for hash, title in titles.items()}
    examples = demo_antraege(context)
    # An example is stored as soon as it is taken, and must stay the same choice.
    taken = [
        row for row in store.list_antraege(EARLIER) if row.herkunft != ORIGIN or row.titel not in examples
    ]
    rows = [row for row in newest(taken) if name_of(row) not in titles.values()]
    offered |= {row.id: label(context, row) for row in rows}
    known = {*titles.values(), *(name_of(row) for row in rows)}
    return offered | {f"{EXAMPLE}{title}": f"{title} (Beispiel)" for title in examples if title not in known}


def chosen(store: Runstore, ids: str) -> dict[str, str]:
    """„id,id“ of an address: those that are stored here, each with its label."""
    found = {}
    for antrag_id in ids.split(",")[:EARLIER] if ids else []:
        with suppress(EingabeError):
            antrag = store.load_antrag(antrag_id)
            found[antrag_id] = joined([antrag.titel or "Antrag ohne Titel", antrag.drucksache])
    return found


def take(context: Context, store: Runstore, key: str) -> str:
    """The id under which the Antrag of that key is stored."""
    if key.startswith(LAUF):
        lauf_id = key.removeprefix(LAUF)
        lauf = store.load(lauf_id)
        return store.save_antrag(lauf.antrag, f"aus Lauf {lauf_id}", lauf.gelesen)
    if key.startswith(EXAMPLE):
        file = demo_antraege(context)[key.removeprefix(EXAMPLE)]
        antrag = read_antrag_bytes(file.read_bytes(), context.registry)
        return store.save_antrag(antrag, ORIGIN, antrag)
    return key
