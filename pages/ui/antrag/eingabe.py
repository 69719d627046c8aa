"""How an Antrag comes in: as text, as a file, or from what is there."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag, read_antrag_bytes
from core.context import Context
from core.demo.demo_antraege import demo_antraege
from pages.ui import adresse, fehler
from pages.ui.antragsliste import label, newest

if TYPE_CHECKING:
    from core.runs.store import Runstore


TEXT, DATEI, VORHANDEN = "Text einfügen", "Datei hochladen", "Vorhandenen wählen"


def show(context: Context, store: "Runstore") -> None:
    with st.container(width=900):
        _choose(context, store)


def offer_another() -> None:
    if st.button("Anderen Antrag eingeben", icon=":material/arrow_back:", type="tertiary", key="anderer"):
        adresse.go(antrag=None, weitere=None, trotzdem=None)
        st.rerun()


def _choose(context: Context, store: "Runstore") -> None:
    st.markdown("Geben Sie einen Antrag ein. Was darin gelesen wird, können Sie danach berichtigen.")
    art = st.segmented_control(
        "Eingabe",
        [TEXT, DATEI, VORHANDEN],
        default=TEXT,
        required=True,
        key="eingabe-art",
        label_visibility="collapsed",
    )
    if art == TEXT:
        _text(context, store)
    elif art == DATEI:
        _file(context, store)
    else:
        _present(context, store)


def _text(context: Context, store: "Runstore") -> None:
    with st.form("eingabe", border=False):
        pasted = st.text_area(
            "Text des Antrags",
            key="eingabe-text",
            height=360,
            placeholder="Kopf, Beschlusstext und Begründung, so wie sie in der Drucksache stehen",
        )
        if st.form_submit_button("Antrag lesen", type="primary", key="eingabe-lesen"):
            _take(store, lambda: read_antrag(pasted, context.registry), "eingefügter Text")


def _file(context: Context, store: "Runstore") -> None:
    file = st.file_uploader("Antrag als PDF oder Textdatei", type=["pdf", "txt"], key="eingabe-datei")
    if file is not None:
        _take(store, lambda: read_antrag_bytes(file.getvalue(), context.registry), file.name)


def _present(context: Context, store: "Runstore") -> None:
    rows = {row.id: row for row in newest(store.list_antraege(100))}
    known = st.selectbox(
        "Früher eingegeben",
        rows,
        index=None,
        key="eingabe-frueher",
        format_func=lambda id: label(context, rows[id]),
        placeholder="Antrag wählen" if rows else "Noch kein Antrag eingegeben",
        disabled=not rows,
    )
    if known:
        adresse.go(antrag=known)
        st.rerun()
    demo = demo_antraege(context)
    titel = st.selectbox(
        "Beispiel aus dem erfundenen Musterland",
        demo,
        index=None,
        key="eingabe-beispiel",
        placeholder="Beispiel wählen",
    )
    if titel:
        _take(store, lambda: read_antrag_bytes(demo[titel].read_bytes(), context.registry), "Beispiel")


def _take(store: "Runstore", read: Callable[[], Antrag], herkunft: str) -> None:
    """Read it, keep it, go on with it."""
    with fehler.shown(), st.spinner("Der Antrag wird gelesen …"):
        adresse.go(antrag=store.save_antrag(read(), herkunft))
        st.rerun()
