"""Own entries with a mistake: what is wrong with each, and the way to be rid of them."""

import streamlit as st

from core.context import Context
from core.programme.programme_entries import OWN_ENTRIES
from pages.ui import failure
from pages.ui.text import plain

MOST = 10
"""So many are shown at once."""

MISSING = "Diese selbst eingetragenen Programme enthalten Fehler und fehlen deshalb in der Liste:"
ASIDE = (
    f"Hebt {OWN_ENTRIES} unter einem anderen Namen auf. Im Register bleiben nur die Einträge ohne Fehler; "
    "die PDFs bleiben auch."
)


def zeigen(context: Context) -> None:
    found = context.registry.fehler
    if found:
        st.markdown(MISSING)
    for message in found[:MOST]:
        st.error(plain(message), icon=":material/error:")
    if found:
        if (more := len(found) - MOST) > 0:
            st.caption(f"{more} weitere Einträge sind fehlerhaft.")
        st.button("Fehlerhafte Einträge beiseitelegen", on_click=_set_aside, args=(context,), help=ASIDE)


def _set_aside(context: Context) -> None:
    from core.programme.registering import set_aside

    with failure.shown():
        aside = set_aside(context.settings)
        st.toast(f"Die fehlerhaften Einträge liegen jetzt in {plain(aside.name)}.", icon=":material/check:")
