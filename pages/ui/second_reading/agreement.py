"""How far readers agree, in a sentence each; and how far the model is from them, party by party."""

import pandas as pd
import streamlit as st

from core.context import Context
from core.programme.registry import partei_label
from core.runs.store import Runstore
from core.second_reading.reading_figures import agreements_of, people_and_model
from core.second_reading.readings import TITLE, Readings
from pages.ui.plain_table import plain_table
from pages.ui.text import plain

MEANING = (
    "Alpha und AC sagen, um wie viel einiger man ist, als der Zufall es ergäbe: 1 heißt immer einig, 0 wie "
    "gewürfelt. Sagen fast alle dasselbe, fällt Alpha tief, auch wenn man fast immer einig ist; AC nicht. "
    "Gezählt ist nur, was unabhängig gesagt wurde: mit Namen, vor dem Abschluss der eigenen Lesung. Die "
    "Spannen entstehen, indem die beurteilten Stellen tausendmal neu gezogen werden."
)
HELP_MODEL = (
    "Mensch: was festgelegt ist, sonst das Mittel der Punkte und was die meisten sagen. Die Spanne der "
    "Punkte entsteht über Anträge hinweg."
)


def agreement(readings: Readings) -> None:
    st.header("Übereinstimmung", anchor=False)
    st.caption(MEANING)
    for one in agreements_of(readings):
        st.markdown(f"**{TITLE[one.variable]}:** {plain(one.satz)}")


def people_against_model(context: Context, store: Runstore, readings: Readings) -> None:
    rows = [
        {
            "Partei": partei_label(context.registry, one.partei),
            "Modell gegen Mensch": one.bias_told,
            "Bewertungen": one.scores,
            "Zitate, die stützen": one.carrying_told,
            "Zitate": one.quotes,
        }
        for one in people_and_model(store, readings)
        if one.scores or one.quotes
    ]
    st.header("Menschen und Modell je Partei", anchor=False, help=HELP_MODEL)
    if not rows:
        st.caption("Noch hat niemand eigene Punkte gegeben oder gesagt, was ein Zitat sagt.")
        return
    frame = pd.DataFrame(rows)
    st.dataframe(
        frame, hide_index=True, placeholder="–", alt="Je Partei: Modell gegen Mensch, und Zitate, die stützen"
    )
    st.caption("Plus heißt: Das Modell gibt mehr Punkte als die Menschen.")
    plain_table(frame, "menschen-modell", "Menschen und Modell je Partei")
