"""Own entries with a mistake: what is wrong with each, and the way to be rid of them."""

import streamlit as st

from core.context import Context
from core.programme.programme_entries import EIGENE
from pages.ui import fehler
from pages.ui.text import plain

MOST = 10
"""So many are shown at once."""

FEHLEN = "Diese selbst eingetragenen Programme enthalten Fehler und fehlen deshalb in der Liste:"
BEISEITE = (
    f"Hebt {EIGENE} unter einem anderen Namen auf. Im Register bleiben nur die Einträge ohne Fehler; "
    "die PDFs bleiben auch."
)


def zeigen(context: Context) -> None:
    found = context.registry.fehler
    if found:
        st.markdown(FEHLEN)
    for message in found[:MOST]:
        st.error(plain(message), icon=":material/error:")
    if found:
        if (more := len(found) - MOST) > 0:
            st.caption(f"{more} weitere Einträge sind fehlerhaft.")
        st.button("Fehlerhafte Einträge beiseitelegen", on_click=_set_aside, args=(context,), help=BEISEITE)


def _set_aside(context: Context) -> None:
    from core.programme.registering import set_aside

    with fehler.shown():
        aside = set_aside(context.settings)
        st.toast(f"Die fehlerhaften Einträge liegen jetzt in {plain(aside.name)}.", icon=":material/check:")
