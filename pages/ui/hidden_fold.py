"""Anträge that are left out of the lists: which, and back with them; and taking others out."""

import streamlit as st

from core.german import formats
from core.roles.rights import Action
from core.runs.hidden_antraege import AntragName
from core.runs.store import Runstore
from pages.ui import acts, person
from pages.ui.text import plain

CHOSEN = "ausblenden-wahl"
WHAT = (
    "Ausgeblendete Anträge und ihre Läufe stehen in keiner Liste, nicht im Vergleich, im Monitor und auf der "
    "Übersicht. Gelöscht ist nichts: Adressen, Exporte und die Kommandozeile kennen sie weiter."
)


def fold(store: Runstore, choose: bool = True) -> None:
    """„Ausgeblendete (2)“, each with a way back; with `choose` more can be taken out of the lists."""
    hidden, choose = store.count_hidden(), choose and person.may(Action.HIDE)
    if not (hidden or choose):
        return
    head = f"Ausgeblendete ({formats.number(hidden)})" if hidden else "Anträge ausblenden"
    inside = st.expander(
        head, type="compact", icon=":material/visibility_off:", key="ausgeblendet", on_change="rerun"
    )
    if inside.open:
        with inside:
            st.caption(WHAT)
            for antrag in store.list_antrag_names(hidden=True):
                _line(store, antrag)
            if choose:
                _choose(store)


def told(store: Runstore) -> str:
    """„Ohne 2 ausgeblendete Anträge.“; nothing where there is none."""
    hidden = store.count_hidden()
    return (
        f"Ohne {formats.counted(hidden, 'ausgeblendeten Antrag', 'ausgeblendete Anträge')}." if hidden else ""
    )


def _line(store: Runstore, antrag: AntragName) -> None:
    """One button, whose name says what it brings back."""
    laeufe = formats.counted(antrag.laeufe, "Lauf", "Läufe") if antrag.laeufe else "noch nicht geprüft"
    acts.button(
        Action.HIDE,
        f"Wieder zeigen: {plain(antrag.name)} · {laeufe}",
        icon=":material/visibility:",
        type="tertiary",
        key=f"einblenden-{antrag.antrag_hash}",
        on_click=store.show_antraege,
        args=([antrag.antrag_hash],),
    )


def _choose(store: Runstore) -> None:
    names = {antrag.antrag_hash: antrag.name for antrag in store.list_antrag_names()}
    chosen = st.multiselect(
        "Aus den Listen nehmen",
        list(names),
        format_func=names.__getitem__,
        placeholder="Anträge wählen",
        key=CHOSEN,
    )
    st.button(
        "Ausblenden",
        icon=":material/visibility_off:",
        disabled=not chosen,
        key="ausblenden-los",
        on_click=_hide,
        args=(store,),
    )


def _hide(store: Runstore) -> None:
    store.hide_antraege(st.session_state[CHOSEN])
    st.session_state[CHOSEN] = []
