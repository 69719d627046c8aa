"""At the top: the figures of the whole period, and what is not among them."""

import streamlit as st

from core.german import formats
from core.runs.figures import Zitatzahlen
from core.runs.lauf_filter import Filter
from core.runs.store import Runstore
from pages.ui.glossary_links import explained


def purpose() -> str:
    proved, dropped = explained("belegt, gebunden", "belegt"), explained("verworfen")
    return (
        f"Wie viele der Zitate, die Modelle nennen, sind {proved}, stehen also nachweislich im Programm? "
        f"Woran scheitern die anderen, die {dropped} werden, und wann war etwas anders als sonst? Das zeigt "
        f"die {explained('Regelkarte')}."
    )


def read_in_programme(store: Runstore, is_demo: bool) -> None:
    """What is not counted is told."""
    if read_in := store.count_laeufe(Filter(eingelesen=True, is_demo=is_demo)):
        st.caption(
            f"Nicht mitgezählt: {formats.counted(read_in, 'eingelesener Lauf', 'eingelesene Läufe')}. Wann, "
            "womit und zu welchen Kosten er entstand, steht nur in seiner Datei und ist nicht geprüft."
        )


def hidden_antraege(store: Runstore, is_demo: bool) -> None:
    if hidden := store.count_laeufe(Filter(hidden=True, is_demo=is_demo, eingelesen=False)):
        laeufe = formats.counted(hidden, "Lauf", "Läufe")
        st.caption(f"Nicht mitgezählt: {laeufe} zu Anträgen, die Sie ausgeblendet haben.")


def sum_of_counts(total: Zitatzahlen) -> None:
    figures = {
        "Läufe": formats.number(total.laeufe),
        "Genannte Zitate": formats.number(total.emittiert),
        "Belegt": formats.percent(total.gebunden, total.emittiert),
        "Verworfen": formats.percent(total.emittiert - total.gebunden, total.emittiert),
        "Läufe ohne Zitat": formats.number(total.ohne_zitat),
    }
    with st.container(horizontal=True):
        for label, value in figures.items():
            st.metric(label, value, border=True)
